package bot

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// slowScore is the network by the book: one unit at a time.
func slowScore(w *Weights, p *ashtarashki.Position) int {
	total := int(w.Last)
	for view := range 2 {
		units := w.Bias
		for s := range ashtarashki.Square(ashtarashki.Squares) {
			stone, there := p.At(s)
			if !there {
				continue
			}
			f := feature(p.ToMove^ashtarashki.Colour(view), stone.Colour, int(stone.Condition)*3+stone.Rank-1, s)
			for i, v := range w.First[f] {
				units[i] += v
			}
		}
		for i, u := range units {
			total += min(max(int(u), 0), firstScale-1) * int(w.Second[view][i])
		}
	}
	return total * perUnit / (firstScale * secondScale)
}

// The sums that are carried from move to move, four units to a word, give what
// the network gives by the book.
func TestNetworkAgreesWithItself(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var w Weights
	if err := w.UnmarshalBinary(weightsFile); err != nil {
		t.Fatal(err)
	}
	random := w
	for i := range random.Second[0] {
		random.Second[0][i] = int16(r.IntN(256) - 128)
		random.Second[1][i] = int16(r.IntN(256) - 128)
	}
	for _, w := range []*Weights{&w, &random} {
		n := w.Network()
		for range 200 {
			p := ashtarashki.Initial()
			var carried sums
			n.sumAll(&carried, &p)
			for {
				if _, over := p.Ending(); over {
					break
				}
				m := uniform(p, r)
				n.sumMove(&carried, &p, m)
				p.Make(m)
				var fresh sums
				n.sumAll(&fresh, &p)
				if fresh != carried {
					t.Fatalf("%s: the sums differ after a move to %s", p, m.To)
				}
				if got, want := n.score(&carried, p.ToMove), slowScore(w, &p); got != want {
					t.Fatalf("%s: %d, by the book %d", p, got, want)
				}
			}
		}
	}
}

// Turning the board by half and exchanging the colours changes nothing.
func TestNetworkSeesBothSidesAlike(t *testing.T) {
	n := Trained()
	r := rand.New(rand.NewPCG(8, 9))
	for range 200 {
		p := opening(r, 30)
		q := p.TurnedRound()
		var a, b sums
		n.sumAll(&a, &p)
		n.sumAll(&b, &q)
		if x, y := n.score(&a, p.ToMove), n.score(&b, q.ToMove); x != y {
			t.Fatalf("%s: %d, turned %d", p, x, y)
		}
	}
}

func TestWeightsSurviveTheirFile(t *testing.T) {
	var w Weights
	if err := w.UnmarshalBinary(weightsFile); err != nil {
		t.Fatal(err)
	}
	if data, err := w.MarshalBinary(); err != nil || !bytes.Equal(data, weightsFile) {
		t.Errorf("written differently (error %v)", err)
	}
	if err := w.UnmarshalBinary(weightsFile[1:]); err == nil {
		t.Error("a shorter file is read")
	}
}
