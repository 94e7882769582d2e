package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/wire"
)

// leftAlone opens the page of somebody whose opponent is to move and is not
// there: the page that comes says so.
func (s *site) leftAlone() (p *person, made wire.Created, opponent string) {
	s.t.Helper()
	made = mustCreate(s.t, s.api, wire.Create{Game: "bachet", Mode: "link", Options: json.RawMessage(`{"sticks":40}`)})
	_, invitation, _ := strings.Cut(made.Join, "#")
	seated, err := s.api.sit(s.t.Context(), made.Table, wire.Sit{Invitation: invitation, Key: "sit"})
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.api.command(s.t.Context(), made.Table, made.Seats["first"], command("a", mustTable(s.t, s.api, made.Table).Seq, "1")); err != nil {
		s.t.Fatal(err)
	}
	return s.person(), made, seated.Secret
}

// TestWhoComesBackIsNotCalledAway: what the page says of an opponent who was
// away goes as soon as he moves, or is there, also before the script has come
// that looks after it.
func TestWhoComesBackIsNotCalledAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const shown = "document.querySelector('#claim:not([hidden])')"
	const script = "document.querySelector('script[src*=\"/claim\"]')"
	for name, comes := range map[string]func(made wire.Created, opponent string){
		"he moves": func(made wire.Created, opponent string) {
			if _, err := s.api.command(t.Context(), made.Table, opponent, command("b", mustTable(t, s.api, made.Table).Seq, "2")); err != nil {
				t.Fatal(err)
			}
		},
		"he is there": func(made wire.Created, opponent string) {
			s.person().open(made.URL + "#s." + opponent)
		},
	} {
		p, made, opponent := s.leftAlone()
		p.keepBack("claim")
		p.open(made.URL + "#f." + made.Seats["first"])
		p.until("document.querySelector('#table')?.dataset.line == 'open' && " + shown)
		comes(made, opponent)
		p.until("!" + shown)
		if name == "he moves" {
			p.until("document.querySelector('#headline').textContent == 'Ваш ход'")
		}
	}

	// The script that could not be fetched comes later.
	p, made, _ := s.leftAlone()
	p.keepBack("claim")
	p.expect("WebSocket")
	p.open(made.URL + "#f." + made.Seats["first"])
	p.within(2*patience, "performance.getEntriesByType('resource').some(e => e.name.includes('/claim.')) && !"+script)
	p.keepBack()
	eval[bool](p, "dispatchEvent(new Event('offline'))")
	p.until("document.querySelector('#table').dataset.line == 'lost'")
	eval[bool](p, "dispatchEvent(new Event('online'))")
	p.until(script)
}

// TestWhatIsSaidOfSomebodyAwayHasItsRoom: beside a board of nardy it lies over
// nothing that can be pressed.
func TestWhatIsSaidOfSomebodyAwayHasItsRoom(t *testing.T) {
	t.Parallel()
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "nardy", Mode: "link"})
	_, invitation, _ := strings.Cut(made.Join, "#")
	if _, err := s.api.sit(t.Context(), made.Table, wire.Sit{Invitation: invitation, Key: "sit"}); err != nil {
		t.Fatal(err)
	}
	p := s.person()
	p.open(made.URL + "#f." + made.Seats["first"])
	p.until("document.querySelector('#table')?.dataset.line == 'open'")
	c := catalogues["ru"]
	p.keepBack("claim") // it would take the words away again
	for _, size := range [][2]int64{{1024, 768}, {1280, 720}, {1440, 900}} {
		p.resize(size[0], size[1])
		over := eval[float64](p, fmt.Sprintf(`(() => {
			document.getElementById('claim').hidden = false;
			document.getElementById('claim-text').textContent = %q;
			const below = [...document.querySelectorAll('.side > *')].find(e => e.offsetHeight > 0);
			return document.getElementById('message').getBoundingClientRect().bottom - below.getBoundingClientRect().top })()`,
			c.Text("claim.wait", "time", c.Text("claim.hours", "n", 24))))
		if over > 0 {
			t.Errorf("at %d×%d it lies over %.0f px of what is below", size[0], size[1], over)
		}
	}
}
