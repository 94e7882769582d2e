package bot

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/nardy"
)

// rung is a player of the ladder.
type rung struct {
	*Searcher
	random bool
	choose func(st *Stage, results []nardy.Position) int // in place of the networks
	effort effort
}

// turn plays from a node to the next one of the other side, or to the end.
func (g *rung) turn(t testing.TB, n Node, dice *rand.Rand, own *rand.Rand) (next Node, over bool, c Chances) {
	t.Helper()
	side := n.Side
	for {
		st, handed := Remainder(&n)
		if !handed {
			pips := make([]uint8, g.v.Dice)
			for i := range pips {
				pips[i] = uint8(1 + dice.IntN(6))
			}
			st = Thrown(g.v, &n, pips)
		}
		for more := true; more; {
			results, used := g.generator.Results(g.v, &st.Pos, st.rules(g.v))
			var result nardy.Position
			switch {
			case g.random:
				result = results[own.IntN(len(results))]
			case g.choose != nil:
				result = results[g.choose(&st, results)]
			default:
				ranked, err := g.rank(t.Context(), &st, &g.effort)
				if err != nil {
					t.Fatal(err)
				}
				result = ranked[0].Result
			}
			if kind, winner := g.v.Status(&result); kind != nardy.GoesOn {
				return n, true, end(kind, winner, side)
			}
			n, st, more = st.After(g.v, &result, used)
		}
		if n.Side != side {
			return n, false, c
		}
	}
}

// counter counts pips and blots and nothing else. It takes the play after which
// its lead in pips, less what its blots stand to lose, is the greatest. The long
// family has no blots.
func counter(v *nardy.Variant) func(st *Stage, results []nardy.Position) int {
	return func(st *Stage, results []nardy.Position) int {
		best, most := 0, math.Inf(-1)
		for i := range results {
			a, b := look(v, &results[i], st.Side)
			worth := float64(b.pips - a.pips)
			if v.Contact != nardy.Blocking {
				for m := a.occ &^ a.made &^ a.pinned; m != 0; m &= m - 1 {
					if s := bits.TrailingZeros32(m); b.rear < 25-s {
						worth -= float64(s) / 3 // an enemy comes by: a hit costs the way so far
					}
				}
				worth -= 8 * float64(bits.OnesCount32(a.pinned))
			}
			if worth > most {
				best, most = i, worth
			}
		}
		return best
	}
}

// matchOf plays pairs of games with the same dice and the sides changed, and
// returns the share that a wins, and what it wins a game with the standard
// error.
func matchOf(t testing.TB, v *nardy.Variant, a, b *rung, pairs int) (wins, points, deviation float64) {
	t.Helper()
	squares := 0.0
	for pair := range pairs {
		sum := 0.0
		for seat := range 2 {
			dice, own := rand.New(rand.NewPCG(77, uint64(pair))), rand.New(rand.NewPCG(78, uint64(2*pair+seat)))
			n := Start(v, nardy.Light)
			for idle := 0; ; idle++ {
				player := a
				if int(n.Side) != seat {
					player = b
				}
				side := n.Side
				next, over, c := player.turn(t, n, dice, own)
				if over || idle > 2000 {
					e := float64(c.Equity())
					if !over {
						e = 0
					}
					if int(side) != seat {
						e = -e
					}
					sum += e
					if e > 0 {
						wins++
					}
					break
				}
				n = next
			}
		}
		points += sum / 2
		squares += sum * sum / 4
	}
	n := float64(pairs)
	points /= n
	return wins / n / 2, points, math.Sqrt(max(0, squares/n-points*points) / n)
}

// gainOfAPly is how many thousandths of a point a decision wins when it looks a
// ply ahead, as that look sees it, on positions of games of the network against
// itself.
func gainOfAPly(t testing.TB, g *rung, decisions int) float64 {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	look := effort{first: filter{8, 0.16}, nodes: 1 << 30}
	sum, count := 0.0, 0
	for count < decisions {
		n := Start(g.v, nardy.Light)
		for range 500 {
			settled, over, _ := g.Settle(&n)
			if over {
				break
			}
			pips := make([]uint8, g.v.Dice)
			for i := range pips {
				pips[i] = uint8(1 + r.IntN(6))
			}
			st := Thrown(g.v, &settled, pips)
			if r.IntN(6) == 0 && count < decisions {
				ranked, err := g.rank(t.Context(), &st, &effort{})
				if err != nil {
					t.Fatal(err)
				}
				if len(ranked) > 1 {
					count++
					plain := ranked[0].Result
					if ranked, err = g.rank(t.Context(), &st, &look); err != nil {
						t.Fatal(err)
					}
					for i := range ranked {
						if ranked[i].Result == plain {
							sum += float64(ranked[0].Equity - ranked[i].Equity)
						}
					}
				}
			}
			if n, over, _ = g.Play(&st); over {
				break
			}
		}
	}
	return 1000 * sum / float64(count)
}

// TestLadder measures the networks of the variants against frozen players:
// against random play, against who counts pips and blots, and against the
// heuristic, all without lookahead, and what a ply of lookahead changes.
// HOD_LADDER is the number of pairs of games (1000 for figures that are worth to
// be written down); HOD_VARIANTS chooses variants.
func TestLadder(t *testing.T) {
	pairs := 1
	if n, err := strconv.Atoi(os.Getenv("HOD_LADDER")); err == nil {
		pairs = n
	}
	chosen := strings.Fields(os.Getenv("HOD_VARIANTS"))
	for _, v := range nardy.Variants() {
		if len(chosen) > 0 && !strings.Contains(" "+strings.Join(chosen, " ")+" ", " "+v.ID+" ") {
			continue
		}
		header, nets, err := Trained(v.ID)
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("HOD_NETS") != "" {
			nets = netsFor(t, v.ID)
		}
		net := &rung{Searcher: NewSearcher(NewJudge(&v, nets, tables))}
		if os.Getenv("HOD_NETS") != "" {
			_, before, err := Trained(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			old := &rung{Searcher: NewSearcher(NewJudge(&v, before, tables))}
			wins, points, deviation := matchOf(t, &v, net, old, pairs)
			t.Logf("%s against the network of the program: %.1f %%, %+.3f ± %.3f", v.ID, 100*wins, points, deviation)
		}
		plain := &rung{Searcher: NewSearcher(NewJudge(&v, Nets{}, tables))}
		random := &rung{Searcher: plain.Searcher, random: true}
		wins, _, _ := matchOf(t, &v, net, random, pairs)
		_, points, deviation := matchOf(t, &v, net, plain, pairs)
		counting := &rung{Searcher: plain.Searcher, choose: counter(&v)}
		_, counted, spread := matchOf(t, &v, net, counting, pairs)
		gain := gainOfAPly(t, net, 5*pairs)
		t.Logf("| %s | %d | %.1f %% | %+.3f ± %.3f | %+.3f ± %.3f | %.1f |",
			v.ID, header.Games, 100*wins, counted, spread, points, deviation, gain)
		if header.Command != "" && pairs > 20 && wins < 0.7 || wins == 0 {
			t.Errorf("%s wins %.0f %% of its games against random play", v.ID, 100*wins)
		}
	}
}
