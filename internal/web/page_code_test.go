package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// module is a square of a QR code.
type module struct{ x, y int }

// darkOf reads the dark squares out of a drawing, and how many stand in a row
// of the code.
func darkOf(t *testing.T, svg string) (dark map[module]bool, size int) {
	t.Helper()
	box := regexp.MustCompile(`viewBox="-4 -4 (\d+) (\d+)"`).FindStringSubmatch(svg)
	if box == nil || box[1] != box[2] {
		t.Fatalf("no square with a margin of four: %.200s", svg)
	}
	size, _ = strconv.Atoi(box[1])
	size -= 8
	dark = make(map[module]bool)
	for _, run := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(run[1])
		y, _ := strconv.Atoi(run[2])
		n, _ := strconv.Atoi(run[3])
		if run[3] != run[4] {
			t.Fatalf("a run that does not come back: %s", run[0])
		}
		for i := range n {
			dark[module{x + i, y}] = true
		}
	}
	return dark, size
}

// blocksM are, by version from 1 to 6, the words of data in a block and the
// number of blocks at level M, by table 9 of ISO/IEC 18004.
var blocksM = [...][2]int{{16, 1}, {28, 1}, {44, 1}, {32, 2}, {43, 2}, {27, 4}}

// readCode reads a QR code of version 1 to 6 and level M as a camera would, by
// ISO/IEC 18004 and without the library that drew it.
func readCode(t *testing.T, svg string) string {
	t.Helper()
	dark, size := darkOf(t, svg)
	version := (size - 17) / 4
	if version < 1 || version > len(blocksM) || size != 17+4*version {
		t.Fatalf("a code of %d squares in a row", size)
	}
	// The format stands around the first finder: level and mask, masked.
	format := 0
	for i, at := range [...]module{{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}} {
		if dark[at] {
			format |= 1 << (4 - i)
		}
	}
	format ^= 0b10101
	if format>>3 != 0 {
		t.Fatalf("level %02b, not M", format>>3)
	}
	masks := [...]func(x, y int) bool{
		func(x, y int) bool { return (x+y)%2 == 0 },
		func(_, y int) bool { return y%2 == 0 },
		func(x, _ int) bool { return x%3 == 0 },
		func(x, y int) bool { return (x+y)%3 == 0 },
		func(x, y int) bool { return (y/2+x/3)%2 == 0 },
		func(x, y int) bool { return x*y%2+x*y%3 == 0 },
		func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
		func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
	}
	mask := masks[format&7]
	reserved := func(x, y int) bool {
		near := func(a, b int) bool { return a-b <= 2 && b-a <= 2 }
		corner := size - 7 // of the one small square that versions from 2 on have
		return x <= 8 && y <= 8 || x <= 8 && y >= size-8 || x >= size-8 && y <= 8 || x == 6 || y == 6 ||
			version > 1 && near(x, corner) && near(y, corner)
	}
	var words []byte
	bits, n := 0, 0
	up := true
	for x := size - 1; x > 0; x -= 2 {
		if x == 6 {
			x--
		}
		for i := range size {
			y := i
			if up {
				y = size - 1 - i
			}
			for _, col := range [...]int{x, x - 1} {
				if reserved(col, y) {
					continue
				}
				bits <<= 1
				if dark[module{col, y}] != mask(col, y) {
					bits |= 1
				}
				if n++; n%8 == 0 {
					words = append(words, byte(bits))
				}
			}
		}
		up = !up
	}
	of, blocks := blocksM[version-1][0], blocksM[version-1][1]
	var data []byte
	for b := range blocks {
		for i := range of {
			data = append(data, words[i*blocks+b])
		}
	}
	if data[0]>>4 != 4 {
		t.Fatalf("mode %d, not bytes", data[0]>>4)
	}
	nibble := func(i int) byte { return data[i]<<4 | data[i+1]>>4 }
	var text strings.Builder
	for i := range int(nibble(0)) {
		text.WriteByte(nibble(i + 1))
	}
	return text.String()
}

// TestCodesHoldTheLinksOfThePage: what a camera reads is what the page says,
// and only who has a seat gets the codes that open one.
func TestCodesHoldTheLinksOfThePage(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"", "/en"} {
		s := newPages(t)
		host, stranger := s.browser(), s.browser()
		host.ask(http.MethodPost, prefix+"/bachet", url.Values{"mode": {"link"}})
		path := host.where.Path
		for _, c := range []struct{ file, field string }{{"join.svg", "#invite-link"}, {"seat.svg", "#seat-link"}, {"watch.svg", "#watch-link"}} {
			want := host.page.Find(c.field).AttrOr("value", "")
			if got := readCode(t, host.raw(path+"/"+c.file)); got != want || want == "" {
				t.Errorf("%s says %q, the page %q", c.file, got, want)
			}
			alone := stranger.page
			stranger.ask(http.MethodGet, path+"/"+c.file, nil)
			if ok := stranger.status == http.StatusOK; ok != (c.file == "watch.svg") {
				t.Errorf("a stranger asks for %s and gets status %d", c.file, stranger.status)
			}
			stranger.page = alone
		}
		if images := host.page.Find("img.link-code"); images.Length() != 3 {
			t.Errorf("the page shows %d codes", images.Length())
		} else if images.Closest("details").Length() == 0 || images.First().AttrOr("loading", "") != "lazy" {
			t.Error("codes are loaded before anybody asks for them")
		}
	}
}
