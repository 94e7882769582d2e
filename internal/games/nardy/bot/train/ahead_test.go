package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy/bot"
)

// TestLuckIsLeftOutWithoutBias plays games of hyper. With nothing forgotten,
// what is to be learned about the start must be on average what the games end
// with, whatever the networks know, and scatter much less.
func TestLuckIsLeftOutWithoutBias(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine plays, and the detector makes it twenty times as slow")
	}
	const games = 1500
	taught := run(t, short(1500), bot.Nets{}, 0, 1)
	s := short(1)
	s.Ahead, s.Lambda = true, 1
	r, err := New(s, taught.Nets())
	if err != nil {
		t.Fatal(err)
	}
	r.prepare(1, tables)
	p := r.players[0]
	var sum, squares, apart, ends, endSquares float64
	for i := range games {
		var rec record
		if !play(&r.variant, p.Mover, rand.New(rand.NewPCG(8, uint64(i))), wander{}, &rec) {
			t.Fatal("a game without an end")
		}
		look(p, &rec)
		r.lessons = r.lessons[:0]
		r.gather(&rec)
		first := &r.lessons[len(r.lessons)-1] // they go from the end of the game to its start
		learned, ended := float64(first.target.Equity()), float64(rec.final.Equity())
		if rec.last != first.node.Side {
			ended = -ended
		}
		sum, squares = sum+learned, squares+learned*learned
		ends, endSquares = ends+ended, endSquares+ended*ended
		apart += (learned - ended) * (learned - ended)
	}
	scatter := math.Sqrt(squares/games - sum/games*sum/games)
	endScatter := math.Sqrt(endSquares/games - ends/games*ends/games)
	if diff, sigma := (sum-ends)/games, math.Sqrt(apart/games/games); math.Abs(diff) > 4*sigma {
		t.Errorf("lessons say %.4f, games end with %.4f, off by %.1f standard errors", sum/games, ends/games, diff/sigma)
	}
	if scatter > 0.75*endScatter {
		t.Errorf("lessons scatter by %.3f, ends by %.3f", scatter, endScatter)
	}
	t.Logf("lessons %.4f, scattered by %.3f; ends %.4f, by %.3f", sum/games, scatter, ends/games, endScatter)
}

// TestWorkersDoNotChangeTheResultAhead trains the same run with one worker, with
// two, and with a stop in the middle.
func TestWorkersDoNotChangeTheResultAhead(t *testing.T) {
	s := short(3 * aheadBatch)
	s.Ahead, s.Slips = true, 0.1
	one := run(t, s, bot.Nets{}, 0, 1).Nets()
	half, err := New(s, bot.Nets{})
	if err != nil {
		t.Fatal(err)
	}
	half.Step(2, tables)
	two := run(t, s, half.Nets(), half.Done, 2).Nets()
	for i := range one {
		for k, w := range one[i].First {
			if two[i].First[k] != w {
				t.Fatalf("network %d: other weights", i)
			}
		}
	}
}
