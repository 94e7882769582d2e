package bot

import (
	"errors"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// TestHintIsWhatTheBotWouldPlay asks the strongest bot what it thinks, and what
// it plays.
func TestHintIsWhatTheBotWouldPlay(t *testing.T) {
	hinter := game.Entry{Bots: bots}.Hinter()
	if hinter == nil || hinter.Name() != "winning" {
		t.Fatalf("%v gives the hints", hinter)
	}
	steps := recorded(t, "short", [2]game.Bot{bots[2], bots[2]}, 4)
	asked := 0
	for i := 0; i < len(steps) && asked < 4; i += 7 {
		s := steps[i].State
		if _, forced := s.Only(); s.Phase() != nardy.PhasePlay || forced {
			continue
		}
		asked++
		found, err := hinter.Hint(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		h := found.(*Hint)
		chosen, err := hinter.Choose(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h.Side != s.Turn() || h.Word != "" || h.Plays[0].Action != chosen {
			t.Errorf("%s: the hint is %+v, the bot plays %s", s, h.Plays[0], chosen)
		}
	}
	if asked == 0 {
		t.Error("no position had a choice")
	}
}

// TestHintAboutThePriceSpeaksToWhoDecides looks at a raise in a game that is
// nearly won, with the eyes of both sides.
func TestHintAboutThePriceSpeaksToWhoDecides(t *testing.T) {
	o := nardy.DefaultOptions()
	o.Variant, o.Cube = "short", nardy.CubeDoubling
	p := nardy.Position{}
	p.N[nardy.Light][24], p.N[nardy.Light][nardy.Off] = 2, 13
	p.N[nardy.Dark][24], p.N[nardy.Dark][20], p.N[nardy.Dark][nardy.Off] = 10, 3, 2
	v := variant(t, "short")
	s, err := nardy.New(o.JSON(), v.Code(&p)+" decide L")
	if err != nil {
		t.Fatal(err)
	}
	b := bots[2].(*Player)
	ask := func(s *nardy.State) *Hint {
		t.Helper()
		found, err := b.Hint(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return found.(*Hint)
	}
	h := ask(s)
	if h.Side != nardy.Light || h.Word != nardy.Raise || h.Before[Win] < 0.99 || len(h.Plays) != 0 {
		t.Errorf("who may raise is told %+v", h)
	}
	raised, err := s.Apply(nardy.Raise)
	if err != nil {
		t.Fatal(err)
	}
	h = ask(raised.(*nardy.State))
	if h.Side != nardy.Dark || h.Word != nardy.Drop || h.Before[Win] > 0.01 {
		t.Errorf("who has to answer is told %+v", h)
	}
	over, err := raised.Apply(nardy.Drop)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Hint(t.Context(), over); !errors.Is(err, game.ErrNothingLegal) {
		t.Errorf("a hint after the end: %v", err)
	}
}
