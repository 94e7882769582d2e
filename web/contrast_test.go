package web_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pair is two colours that meet on the page.
type pair struct {
	front, back string
	least       float64
}

// What contrast WCAG 2.2 asks for: text, and the shapes that one has to see.
const (
	text  = 4.5
	shape = 3.0
)

func pairs() []pair {
	return []pair{
		{"ink", "paper", 7},
		{"ink", "card", 7},
		{"ink", "sunk", 7},
		{"ink", "green-wash", 7},
		{"ink", "gold-wash", 7},
		{"ink", "cinnabar-wash", 7},
		{"soft", "paper", text},
		{"soft", "card", text},
		{"soft", "sunk", text},
		{"green", "paper", text},
		{"green", "card", text},
		{"green", "green-wash", text},
		{"on-green", "green", text},
		{"cinnabar", "paper", text},
		{"cinnabar", "card", text},
		{"cinnabar", "green-wash", text},
		{"cinnabar", "cinnabar-wash", text},
		{"cinnabar", "gold-wash", text},
		{"on-tray", "tray", text},
		{"on-tray", "groove", text},
		{"edge", "paper", shape},
		{"edge", "card", shape},
		{"gold", "paper", shape},
		{"gold", "card", shape},
		{"gold", "gold-wash", shape},
		{"maple", "tray", shape},
		{"maple", "groove", shape},
		{"ivory", "tray", shape},
		{"ivory-edge", "ebony", shape},
		{"ivory", "ebony", shape},
		{"walnut", "paper", shape},
		{"ivory", "board-dark", shape},
		{"ebony", "board-dark", shape},
		{"ebony", "field", shape},
		{"ebony", "wedge", shape},
		{"ebony", "wedge-dark", shape},
		{"ivory", "wedge-dark", shape},
		{"checker-edge", "field", shape},
		{"checker-edge", "wedge", shape},
		{"checker-edge", "ivory", shape},
		{"ebony-rim", "tray", shape},
		{"ebony-rim", "groove", shape},
		{"ebony-rim", "ebony", shape},
		{"ivory", "groove", shape},
	}
}

func TestEveryPairOfColoursHasItsContrast(t *testing.T) {
	light, dark, chosen := themes(t)
	if diff := cmp.Diff(dark, chosen); diff != "" {
		t.Errorf("the dark theme of the system and the chosen one differ:\n%s", diff)
	}
	for name, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, p := range pairs() {
			if name == "dark" && p.front == "walnut" {
				continue // the sign of the site is maple there
			}
			got := contrast(t, colours[p.front], colours[p.back])
			if got < p.least {
				t.Errorf("%s: %s %s on %s %s has %.2f, needs %.1f", name, p.front, colours[p.front], p.back, colours[p.back], got, p.least)
			}
		}
		if got := contrast(t, colours["maple"], colours["paper"]); name == "dark" && got < shape {
			t.Errorf("dark: maple on paper has %.2f, needs %.1f", got, shape)
		}
	}
}

// TestEveryStoneStandsOut looks at the stones of Ashtarashki on every square
// that one can stand on: the stone or its edge, whichever is seen first.
func TestEveryStoneStandsOut(t *testing.T) {
	light, dark, _ := themes(t)
	var css []byte
	for _, name := range []string{"css/pictures.css", "css/ashtarashki.css"} {
		part, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		css = append(css, part...)
	}
	edgeOf := func(selector string) string {
		block := regexp.MustCompile(regexp.QuoteMeta(selector) + ` \{[^}]*--edge: var\(--([\w-]+)\)`).FindSubmatch(css)
		if block == nil {
			t.Fatalf("%s has no edge of the tokens", selector)
		}
		return string(block[1])
	}
	for name, colours := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, stone := range []struct {
			fill, edge string
			squares    []string
		}{
			{"ivory", edgeOf(".stone.first"), []string{"board-dark", "board-light", "tray"}},
			{"ebony", edgeOf(".stone.second"), []string{"board-dark", "board-light"}},
			{"ebony", edgeOf(".stone.second.finished"), []string{"tray"}},
		} {
			for _, square := range stone.squares {
				got := max(contrast(t, colours[stone.fill], colours[square]), contrast(t, colours[stone.edge], colours[square]))
				if got < shape {
					t.Errorf("%s: %s with the edge %s on %s has %.2f, needs %.1f", name, stone.fill, stone.edge, square, got, shape)
				}
			}
		}
	}
}

// themes reads the colours of the light theme, the dark one, and the dark one
// that somebody chose.
func themes(t *testing.T) (light, dark, chosen map[string]string) {
	t.Helper()
	css, err := os.ReadFile("css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?s):root[^{]*\{([^}]*)\}`).FindAllSubmatch(css, -1)
	if len(blocks) != 3 {
		t.Fatalf("%d blocks of tokens, want three", len(blocks))
	}
	colour := regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{6});`)
	read := func(block []byte) map[string]string {
		all := make(map[string]string)
		for _, m := range colour.FindAllSubmatch(block, -1) {
			all[string(m[1])] = string(m[2])
		}
		return all
	}
	light, dark, chosen = read(blocks[0][1]), read(blocks[1][1]), read(blocks[2][1])
	for name := range light {
		if dark[name] == "" {
			t.Errorf("the dark theme has no %s", name)
		}
	}
	return light, dark, chosen
}

// contrast is the ratio that WCAG defines: 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	one, two := luminance(t, a), luminance(t, b)
	return (math.Max(one, two) + 0.05) / (math.Min(one, two) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	if len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	rgb, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		t.Fatal(fmt.Errorf("colour %q: %w", colour, err))
	}
	linear := func(shift int) float64 {
		v := float64(rgb>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}
