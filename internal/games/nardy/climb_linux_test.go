package nardy_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/games/nardy"
)

// TestClimbToTheWorst looks for positions whose results take long, by climbing
// from the worst that are known: a checker or a die is changed, and what takes
// longer is kept. HOD_CLIMB says how long to climb for each variant; what it
// finds belongs into worst.
func TestClimbToTheWorst(t *testing.T) {
	span, err := time.ParseDuration(os.Getenv("HOD_CLIMB"))
	if err != nil {
		t.Skip("HOD_CLIMB is no time")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i, v := range nardy.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			c := climber{v: v, r: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(i)))}
			var best climbed
			var from time.Time
			for begin := time.Now(); time.Since(begin) < span; {
				if time.Since(from) > span/4 { // begin anew
					c.now, from = c.start(), time.Now()
				}
				if next, ok := c.change(c.now); ok && next.cost > c.now.cost {
					next.cost = c.cost(&next, 9) // chance has its part in what seems longer
					c.now.cost = min(c.now.cost, c.cost(&c.now, 3))
					if next.cost > c.now.cost {
						c.now = next
					}
				}
				if c.now.cost > best.cost {
					best = c.now
				}
			}
			results, _ := c.g.Results(&v, &best.pos, nardy.Stage{Dice: best.dice})
			t.Logf("%v for %d results: %s", time.Duration(best.cost), len(results), code(v.Code(&best.pos), best.dice))
		})
	}
}

type climbed struct {
	pos  nardy.Position
	dice []uint8
	cost int64 // nanoseconds
}

type climber struct {
	v   nardy.Variant
	r   *rand.Rand
	g   nardy.Generator
	now climbed
}

// start is one of the worst positions of the variant, or a random one.
func (c *climber) start() climbed {
	var known []climbed
	for _, w := range worst() {
		double := c.v.Doubles() && slices.Min(w.dice) == slices.Max(w.dice)
		if p, err := c.v.ParsePosition(w.pos); err == nil && (double || len(w.dice) == c.v.Dice) {
			known = append(known, climbed{pos: p, dice: w.dice})
		}
	}
	if len(known) == 0 || c.r.IntN(3) == 0 {
		s := newSource(&c.v, c.r).state()
		known = []climbed{{pos: s.Position(), dice: s.Stage().Dice}}
		if s.Turn() == nardy.Dark {
			known[0].pos = known[0].pos.Swap()
		}
	}
	at := known[c.r.IntN(len(known))]
	at.cost = c.cost(&at, 9)
	return at
}

// cost is the processor time of the results, the least of several.
func (c *climber) cost(at *climbed, times int) int64 {
	least := int64(1 << 62)
	for range times {
		before := cpu()
		c.g.Results(&c.v, &at.pos, nardy.Stage{Dice: at.dice})
		least = min(least, cpu()-before)
	}
	return least
}

// change moves one or two checkers anywhere, or changes a die.
func (c *climber) change(at climbed) (climbed, bool) {
	next := climbed{pos: at.pos, dice: append([]uint8(nil), at.dice...)}
	for range 1 + c.r.IntN(2) {
		switch side := c.r.IntN(8) / 6; {
		case c.r.IntN(8) == 0:
			n := uint8(1 + c.r.IntN(6))
			for i := range next.dice {
				if i == 0 || len(at.dice) == 4 && c.v.Doubles() {
					next.dice[i] = n
				}
			}
			c.r.Shuffle(len(next.dice), func(i, j int) { next.dice[i], next.dice[j] = next.dice[j], next.dice[i] })
		default:
			own := &next.pos.N[side]
			from, to := c.r.IntN(26), c.r.IntN(26)
			if own[from] == 0 || to == nardy.Bar && c.v.Contact != nardy.Hitting {
				return next, false
			}
			own[from]--
			own[to]++
			next.pos.Covered = [2]uint32{}
		}
	}
	p, err := c.v.ParsePosition(c.v.Code(&next.pos))
	if err != nil || p != next.pos {
		return next, false
	}
	if kind, _ := c.v.Status(&p); kind != nardy.GoesOn {
		return next, false
	}
	next.cost = c.cost(&next, 2)
	return next, true
}
