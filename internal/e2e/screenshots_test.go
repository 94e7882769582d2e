package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Where pictures go: those of README.md are committed, the others are to be
// looked at.
const (
	readmePictures = "../../web/img/readme"
	otherPictures  = "../../web/screenshots"
)

// TestScreenshots makes the pictures of `make screenshot`: home, a table at the
// start, in the middle and at the end, and the rules, in both themes and three
// widths.
func TestScreenshots(t *testing.T) {
	if os.Getenv("HOD_SCREENSHOTS") == "" {
		t.Skip("makes pictures for people when HOD_SCREENSHOTS is set")
	}
	s := newSite(t)
	p := s.person()
	names := [2]string{"Анна", "Борис"}
	first := p.choose(opening{mode: "hotseat", names: names})
	middle := p.choose(opening{mode: "hotseat", names: names})
	for left, turn := 15, 0; left > 6; turn++ {
		n := []int{3, 1, 2}[turn%3]
		p.take(n)
		left -= n
		p.awaitLeft(left)
	}
	end := p.choose(opening{mode: "hotseat", names: names})
	for left := 15; left > 0; left -= 3 {
		p.take(3)
		p.awaitLeft(left - 3)
	}
	computer := p.choose(opening{mode: "computer", bot: "winning", starts: "second"})
	p.awaitTurn()
	link := p.choose(opening{mode: "link", names: [2]string{"Анна", ""}})
	join := eval[string](p, "document.querySelector('#invite-link').value")
	stranger := s.person()

	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{360, 768, 1280} {
			for name, path := range map[string]string{
				"home": "/", "choose": "/bachet", "rules": "/bachet/rules", "strategy": "/bachet/strategy", "home-en": "/en/",
				"stones-rules": "/ashtarashki/rules", "stones-game": "/ashtarashki/game?ply=22", "stones-studies": "/ashtarashki/studies",
				"stones-study": "/ashtarashki/studies/3-01", "stones-position": "/ashtarashki/position",
				"start": first, "middle": middle, "end": end, "computer": computer, "link": link, "missing": "/missing",
			} {
				p.expect("status of 404")
				p.inTheme(theme)
				p.resize(width, map[int64]int64{360: 740, 768: 1024, 1280: 800}[width])
				p.open(path)
				file := filepath.Join(otherPictures, fmt.Sprintf("%s-%s-%d.png", name, theme, width))
				if strings.HasPrefix(path, "/t/") {
					p.until("document.readyState == 'complete'")
					p.save(file, chromedp.CaptureScreenshot()) // as one sees it: a part of it keeps its place
				} else {
					p.picture(file)
				}
			}
			stranger.inTheme(theme)
			stranger.resize(width, 740)
			stranger.open(join)
			stranger.picture(filepath.Join(otherPictures, fmt.Sprintf("join-%s-%d.png", theme, width)))
		}
	}

	p.inTheme("light")
	p.do(chromedp.EmulateViewport(1200, 760))
	p.open(middle)
	p.until("document.readyState == 'complete'")
	p.save(filepath.Join(readmePictures, "table.png"), chromedp.CaptureScreenshot())
}

// picture keeps what the whole page looks like.
func (p *person) picture(name string) {
	p.t.Helper()
	p.until("document.readyState == 'complete'")
	p.save(name, chromedp.FullScreenshot(100))
}

func (p *person) save(name string, shot chromedp.Action[[]byte]) {
	p.t.Helper()
	picture, err := chromedp.Run(p.ctx, shot)
	if err != nil {
		p.t.Fatalf("take the picture %s: %v", name, err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
