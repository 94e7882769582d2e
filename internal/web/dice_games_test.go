package web_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
)

// TestEveryVariantIsPlayedToItsEnd plays a game of every variant in every mode
// with random actions: it ends, its points are those of the rules, and every
// throw has its receipt.
func TestEveryVariantIsPlayedToItsEnd(t *testing.T) {
	s := newDiceSite(t)
	for i, v := range nardy.Variants() {
		for j, mode := range []string{"hotseat", "computer", "link"} {
			t.Run(v.ID+" "+mode, func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
				cube := []string{"none", "linear", "doubling"}[(i+j)%3]
				more := ""
				if mode == "computer" {
					more = `,"bot":"random","starts":"` + []string{"first", "second"}[i%2] + `"`
				}
				if (i+j)%5 == 4 {
					more += `,"dice":"own"`
				}
				p := s.gather(r, mode, fmt.Sprintf(`{"variant":%q,"cube":%q,"stake":3}`, v.ID, cube), more, (i+j)%5 < 3)
				for p.step() {
				}
				checkEnd(t, p)
			})
		}
	}
}

// checkEnd checks the end of a round, and all throws before it.
func checkEnd(t *testing.T, p *party) {
	t.Helper()
	events := p.events()
	sum, err := fair.CheckLog(table.ID(p.id), nardy.Rules{}, each(events))
	if err != nil {
		t.Fatal(err)
	}
	if sum.Throws+sum.Own < 5 || sum.Throws > 0 && sum.Own > 0 {
		t.Errorf("%+v", sum)
	}
	last := events[len(events)-1]
	var ended table.EndedBody
	if err := json.Unmarshal(last.Body, &ended); err != nil || last.Kind != table.KindEnded {
		t.Fatalf("the last event is %s %s", last.Kind, last.Body)
	}
	// What the rules say of the last position.
	got := p.site.table(p.id)
	state, err := nardy.Rules{}.Start(got.Options, got.Plies[len(got.Plies)-1].Position)
	if err != nil {
		t.Fatal(err)
	}
	want, over := state.Outcome()
	if !over {
		t.Fatalf("%s is not over", state)
	}
	winner := want.Winner
	if got.Starts == "second" {
		winner = winner.Other()
	}
	if ended.Winner != winner || ended.Points != want.Points || ended.Reason != want.Reason {
		t.Errorf("%+v, the rules say %+v, seat %s", ended.Result, want, winner)
	}
	if winner.Player() {
		score := [2]int{}
		score[winner-1] = want.Points
		if got.Score != score || ended.Score != score {
			t.Errorf("score %v and %v, want %v", got.Score, ended.Score, score)
		}
		if got.Outcome == nil || got.Outcome.Winner != winner.String() || got.Outcome.Points != want.Points {
			t.Errorf("outcome %+v, want %+v", got.Outcome, want)
		}
	}
	if got.ToAct != "nobody" || !got.MatchOver || len(got.Calls) != 0 {
		t.Errorf("after the end %s is to act, match over %t, %v are awaited", got.ToAct, got.MatchOver, got.Calls)
	}
}

func each(events []table.Event) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// TestARaiseIsOfferedTakenAndDropped goes through the cube at a table for two.
func TestARaiseIsOfferedTakenAndDropped(t *testing.T) {
	s := newDiceSite(t)
	for _, test := range []struct {
		cube   string
		points int // what a drop after one raise costs
	}{{"doubling", 4}, {"linear", 4}} {
		r := rand.New(rand.NewPCG(1, 1))
		p := s.gather(r, "link", fmt.Sprintf(`{"variant":"classic","cube":%q,"stake":2}`, test.cube), "", true)
		// onward plays until somebody decides whether to raise.
		onward := func() string {
			t.Helper()
			for {
				now := p.snapshot()
				view := now.State.View().(nardy.View)
				if view.Cube.MayRaise {
					return now.ToAct.String()
				}
				if !p.step() {
					t.Fatal("the game is over")
				}
			}
		}
		offers := onward()
		answers := map[string]string{"first": "second", "second": "first"}[offers]
		if status, answer := p.try(answers, "act", "raise"); status != 422 {
			t.Fatalf("the wrong seat raises: %d %s", status, answer)
		}
		p.secrets = map[string]string{} // the refused command has spent nothing
		p.do(offers, "act", "raise")
		if status, _ := p.try(offers, "act", "take"); status != 422 {
			t.Error("who offers takes")
		}
		p.do(answers, "act", "take")
		if view := p.snapshot().State.View().(nardy.View); view.Cube.Price != test.points || view.Cube.Raises != 1 {
			t.Errorf("%s: %+v", test.cube, view.Cube)
		}
		if got := p.snapshot(); got.ToAct.Player() == (len(got.Calls) > 0) {
			t.Errorf("%s is to act and %v are awaited", got.ToAct, got.Calls)
		}
		if second := onward(); second != answers {
			t.Fatalf("%s may raise again, after %s has taken", second, answers)
		}
		p.do(answers, "roll", "") // no raise this time
		if second := onward(); second != answers {
			t.Fatalf("%s may raise again", second)
		}
		p.do(answers, "act", "raise")
		p.do(offers, "act", "drop")
		got := p.site.table(p.id)
		if got.Outcome == nil || got.Outcome.Winner != answers || got.Outcome.Points != test.points || got.Outcome.Reason != "dropped" {
			t.Errorf("%s: %+v", test.cube, got.Outcome)
		}
		if _, err := fair.CheckLog(table.ID(p.id), nardy.Rules{}, each(p.events())); err != nil {
			t.Error(err)
		}
	}
}

// TestAMatchByTheAPI gives games up until a match of seven points is decided:
// its options, Crawford's game among them, come with the events and the table.
func TestAMatchByTheAPI(t *testing.T) {
	s := newDiceSite(t)
	r := rand.New(rand.NewPCG(2, 2))
	p := s.gather(r, "link", `{"variant":"short","cube":"doubling","points":7}`, "", false)
	for i, want := range []struct {
		loser, options string
		over           bool
	}{
		{"first", `{"variant":"short","cube":"doubling","points":7,"stake":1,"score":[0,3],"crawford":false}`, false},
		{"first", `{"variant":"short","cube":"doubling","points":7,"stake":1,"score":[0,6],"crawford":true}`, false},
		{"second", `{"variant":"short","cube":"doubling","points":7,"stake":1,"score":[3,6],"crawford":false}`, false},
		{"first", `{"variant":"short","cube":"doubling","points":7,"stake":1,"score":[0,0],"crawford":false}`, true},
	} {
		p.do(want.loser, "resign", "")
		if got := s.table(p.id); got.MatchOver != want.over || got.Outcome == nil {
			t.Errorf("game %d: match over %t, outcome %+v", i+1, got.MatchOver, got.Outcome)
		}
		if status, answer := p.try("first", "next", "second"); status != 422 {
			t.Errorf("game %d: the sides change: %d %s", i+1, status, answer)
		}
		p.do("second", "next", "")
		if got := s.table(p.id); string(got.Options) != want.options || got.MatchOver || got.Starts != "first" {
			t.Errorf("game %d: %s, match over %t, %s begins", i+2, got.Options, got.MatchOver, got.Starts)
		}
	}
	nexts := 0
	for _, e := range p.events() {
		if e.Kind == table.KindNext {
			var next table.NextBody
			if err := json.Unmarshal(e.Body, &next); err != nil || len(next.Options) == 0 {
				t.Errorf("%s", e.Body)
			}
			nexts++
		}
	}
	if got := s.table(p.id); nexts != 4 || got.Score != [2]int{3, 9} {
		t.Errorf("%d games, score %v", nexts, got.Score)
	}
}
