package load

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestScan(t *testing.T) {
	for data, want := range map[string]message{
		`{"seq":12,"at":1,"kind":"acted","body":{"seat":"first"},"now":{"toAct":"second","view":{"sticks":99,"left":7,"max":3}}}`: {seq: 12, kind: "acted", toAct: "second", left: 7, max: 3},
		`{"seq":3,"at":1,"kind":"ended","body":{},"now":{"toAct":"nobody","view":{"left":0,"max":3}}}`:                            {seq: 3, kind: "ended", toAct: "nobody", max: 3},
		`{"seq":4,"at":1,"kind":"renamed","body":{"name":"\"toAct"}}`:                                                             {seq: 4, kind: "renamed"},
		`{"key":"0-1","seq":12}`:                    {},
		`{"key":"0-1","error":"no","message":"no"}`: {failed: true},
		`{"kind":"beat","seq":5}`:                   {kind: "beat"},
	} {
		if got := scan([]byte(data)); got != want {
			t.Errorf("%s: %+v, want %+v", data, got, want)
		}
	}
}

// TestFaultsOfAServerAreFound plays a server that loses, repeats and mixes up
// events.
func TestFaultsOfAServerAreFound(t *testing.T) {
	event := func(seq string) string { return `{"seq":` + seq + `,"kind":"renamed"}` }
	for name, test := range map[string]struct {
		messages []string
		want     string
	}{
		"lost":         {[]string{event("1"), event("3")}, "event 3 follows event 1"},
		"repeated":     {[]string{event("1"), event("1")}, "event 1 follows event 1"},
		"out of order": {[]string{event("2"), event("1")}, "event 2 follows event 0"},
		"refused":      {[]string{event("1"), `{"key":"a","error":"stale"}`}, "refused"},
		"fine":         {[]string{event("1"), `{"key":"a","seq":1}`, event("2")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := &duel{rng: rand.New(rand.NewPCG(1, 1)), going: new(atomic.Bool)}
			p := &player{duel: d, sum: emptySum}
			var err error
			for _, m := range test.messages {
				if err = p.take([]byte(m)); err != nil {
					break
				}
			}
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestSocketsThatDifferAreFound(t *testing.T) {
	d := &duel{}
	for i := range d.players {
		d.players[i] = &player{duel: d, side: i, seq: 2, sum: sumOf(emptySum, []byte("a"))}
	}
	if err := check(t.Context(), "", []*duel{d}, new(Run)); err != nil {
		t.Errorf("equal sockets: %v", err)
	}
	d.players[1].sum = sumOf(emptySum, []byte("b"))
	if err := check(t.Context(), "", []*duel{d}, new(Run)); err == nil {
		t.Error("events that differ are not found")
	}
}

func TestAMoveHasArrivedWhenBothHaveSeenIt(t *testing.T) {
	d := &duel{}
	d.flight[5] = flight{due: time.Now().Add(-time.Second)}
	d.arrived(5)
	if d.count() != 0 {
		t.Error("one is enough")
	}
	d.arrived(6) // an event that no move of ours made
	d.arrived(5)
	if d.count() != 1 || d.took[0] < 1_000_000 || d.took[0] > 60_000_000 {
		t.Errorf("took %v", d.took)
	}
}

// TestAnOpenLoopKeepsItsRate: moves are due at even times, and are made then or,
// where the answer to the one before came later, as soon as that has come.
func TestAnOpenLoopKeepsItsRate(t *testing.T) {
	const ms = time.Millisecond
	o := Options{Rate: 200}
	if got := o.pace(20); got != 100*ms {
		t.Fatalf("200 moves a second at 20 tables are a move every %v at each", got)
	}
	if got := (Options{}).pace(20); got != 0 {
		t.Fatalf("a closed loop has a pace of %v", got)
	}
	synctest.Test(t, func(t *testing.T) {
		d := &duel{pace: o.pace(20), rng: rand.New(rand.NewPCG(1, 1)), turns: make(chan turn, 2)}
		answers := []time.Duration{0, 30 * ms, 250 * ms, 0, 0, 0} // how long each move waits for its answer
		ctx, cancel := context.WithCancel(t.Context())
		begin := time.Now()
		var due, late []time.Duration
		d.turns <- turn{}
		err := d.keepPace(ctx, func(_ turn, at time.Time) error {
			due, late = append(due, at.Sub(begin)), append(late, time.Since(at))
			if len(due) == len(answers) {
				cancel()
			} else {
				time.AfterFunc(answers[len(due)-1], func() { d.turns <- turn{} })
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range due {
			if first := due[0]; first < 0 || first >= 100*ms || due[i] != first+time.Duration(i)*100*ms {
				t.Errorf("move %d is due after %v, the first one after %v", i+1, due[i], first)
			}
		}
		if want := []time.Duration{0, 0, 0, 150 * ms, 50 * ms, 0}; !slices.Equal(late, want) {
			t.Errorf("moves are late by %v, want %v", late, want)
		}
	})
}

func TestPeopleWhoPlayComputersDoNotMoveInStep(t *testing.T) {
	const pause = 100 * time.Millisecond
	g := &botGame{pause: pause, rng: rand.New(rand.NewPCG(1, 1))}
	least, most, sum := time.Hour, time.Duration(0), time.Duration(0)
	const n = 1000
	for range n {
		p := g.nextPause()
		least, most, sum = min(least, p), max(most, p), sum+p
	}
	if least < pause/2 || most > pause*3/2 || most-least < pause*9/10 || sum/n < pause*9/10 || sum/n > pause*11/10 {
		t.Errorf("pauses from %v to %v, %v on average", least, most, sum/n)
	}
	g.pause = 0
	if p := g.nextPause(); p != 0 {
		t.Errorf("a pause of %v where there are none", p)
	}
}
