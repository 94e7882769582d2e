package scripttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

func TestThePagePutsPointsWhereTheServerDraws(t *testing.T) {
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	var input strings.Builder
	var want []string
	for i := range 16 {
		route := [...]string{"same", "opposed"}[i%2]
		b := templates.NardyBoard{
			T: languages["en"], View: templates.Nardy{Route: route}, Reader: "second",
			Flipped: i&2 != 0, Mirrored: i&4 != 0, Own: i&8 != 0,
		}
		fmt.Fprintln(&input, route, b.Flipped, b.Mirrored, b.Own)
		var points []string
		for _, p := range b.Points() {
			points = append(points, p.At+" "+p.Cell+" "+p.No)
		}
		want = append(want, strings.Join(points, ", "))
	}
	got := run(t, "board/nardy/places_test.ts", input.String())
	for i, line := range strings.Split(strings.TrimSpace(input.String()), "\n") {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s: the page has\n%s\nthe server\n%s", line, got[min(i, len(got)-1)], want[i])
		}
	}
}
