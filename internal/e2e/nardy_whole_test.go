package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/wire"
)

// TestNardyWholeGames plays the six variants that stand for their families from
// the first throw to the end: by touch on a phone, and with keys alone. That
// takes minutes: without HOD_SOAK other tests play a shorter form of it.
func TestNardyWholeGames(t *testing.T) {
	if os.Getenv("HOD_SOAK") == "" {
		t.Skip("takes minutes; HOD_SOAK=1 runs it")
	}
	t.Parallel()
	s := newSite(t)
	for way, play := range map[string]func(p *person) hands{
		"touch": func(p *person) hands { return p.onPhone().fingers() },
		"keys":  (*person).keys,
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			p := s.person()
			h := play(p)
			for _, variant := range []string{"hyper", "short", "classic", "plakoto", "crazy_gulbar", "triple"} {
				t.Run(variant, func(t *testing.T) {
					p.t = t
					now := p.playNardy(s, p.nardyTable(s, variant, "", ""), h)
					p.isWhole(now)
					p.load(func() { p.open("/t/" + now.Table) }) // its record is as long as it gets
					p.until("document.querySelectorAll('#plies > li').length > 12")
					p.saysWhatTheServerSays()
				})
			}
			p.t = t
		})
	}
}

// isWhole checks that a game was played from its draw to its end.
func (p *person) isWhole(now wire.Table) {
	p.t.Helper()
	var throws, turns int
	for _, ply := range now.Plies {
		if ply.Seat == "chance" {
			throws++
		} else {
			turns++
		}
	}
	p.t.Logf("%d throws, %d turns, %s for %d", throws, turns, now.Outcome.Reason, now.Outcome.Points)
	if turns < 10 || throws < 10 || now.Plies[0].Seat != "chance" || now.Round != 1 {
		p.t.Errorf("%d throws and %d turns are no whole game", throws, turns)
	}
}

// TestNardyFromTheFirstThrow plays a whole game of long nardy on a phone: by
// touch at its beginning and at its end; in between both seats play by the API,
// which the page follows.
func TestNardyFromTheFirstThrow(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	made := mustCreate(t, s.api, wire.Create{Game: "nardy", Options: json.RawMessage(`{"variant":"classic"}`), Mode: "hotseat"})
	path := p.atNardy(made)
	p.playTurns(s, path, p.fingers(), 4)
	p.until("document.querySelector('#table').dataset.pending == 'false'")
	middle := 0
	for ; !nearlyOver(t, s.table(path)); middle++ {
		if middle > 600 {
			t.Fatal("the game does not come to its end")
		}
		playOn(t, s, made, fmt.Sprint("middle ", middle))
	}
	last := s.table(path).Seq
	p.until(fmt.Sprintf("Number(document.querySelector('#table').dataset.seq) >= %d", last))
	t.Logf("%d steps by the API", middle)
	now := p.playNardy(s, path, p.fingers())
	p.isWhole(now)
	p.fits(path)
	p.saysWhatTheServerSays()
	// What a page is told in two parts is what it had followed.
	followed := p.text("#plies")
	p.load(func() { p.open(path) })
	p.until(fmt.Sprintf("document.querySelector('#plies').textContent.trim().length >= %d", len([]rune(followed))))
	if now := p.text("#plies"); now != followed {
		t.Errorf("opened again, the page lists\n%s\nand had listed\n%s", now, followed)
	}
}

// longGame opens a table for two people at one device and plays by the API: so
// many throws and turns, and on to a turn that can be tried in several ways.
func (s *site) longGame(t *testing.T, variant string, plies int) wire.Created {
	t.Helper()
	made := mustCreate(t, s.api, wire.Create{Game: "nardy", Options: json.RawMessage(`{"variant":"` + variant + `"}`), Mode: "hotseat"})
	for i := 0; ; i++ {
		now := mustTable(t, s.api, made.Table)
		if now.Outcome != nil {
			t.Fatalf("the game is over after %d throws and turns", len(now.Plies))
		}
		if len(now.Plies) >= plies && now.ToAct != "chance" {
			state, err := nardy.Rules{}.Start(now.Options, now.Plies[len(now.Plies)-1].Position)
			if err != nil {
				t.Fatal(err)
			}
			if ways := len(slices.Collect(state.Legal())); ways >= 3 {
				return made
			}
		}
		playOn(t, s, made, fmt.Sprint("long ", i))
	}
}

// nearlyOver says whether one of the sides has only some checkers left.
func nearlyOver(t *testing.T, now wire.Table) bool {
	t.Helper()
	var view struct {
		Off [2]int `json:"off"`
	}
	if err := json.Unmarshal(now.View, &view); err != nil {
		t.Fatal(err)
	}
	if now.Outcome != nil {
		t.Fatal("the game is over in its middle")
	}
	return max(view.Off[0], view.Off[1]) >= 11 // doubles bear off four more
}

// playOn does by the API what is due at a table: a throw, or the last of the
// turns that the rules list.
func playOn(t *testing.T, s *site, made wire.Created, key string) {
	t.Helper()
	now := mustTable(t, s.api, made.Table)
	w := wire.Command{Key: key, Seen: now.Seq, Kind: "roll"}
	seat := now.ToAct
	if seat == "chance" {
		if len(now.Calls) == 0 {
			return // it is thrown without being asked for
		}
		seat = now.Calls[0]
	} else {
		state, err := nardy.Rules{}.Start(now.Options, now.Plies[len(now.Plies)-1].Position)
		if err != nil {
			t.Fatal(err)
		}
		var last game.Action
		for a := range state.Legal() {
			last = a
		}
		w.Kind, w.Text = "act", string(last)
	}
	if _, err := s.api.command(t.Context(), made.Table, made.Seats[seat], w); err != nil && !strings.Contains(err.Error(), "stale") {
		t.Fatalf("%s of %s: %v", w.Kind, seat, err)
	}
}
