package bot

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
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

// turn plays from a node to the next one of the other side, or to the end. With
// fair it tells the luck of the throws too.
func (g *rung) turn(t testing.TB, n Node, dice, own *rand.Rand, fair *Searcher) (next Node, over bool, c Chances, luck float64) {
	t.Helper()
	side := n.Side
	for {
		st, handed := Remainder(&n)
		if !handed {
			pips := make([]uint8, g.v.Dice)
			for i := range pips {
				pips[i] = uint8(1 + dice.IntN(6))
			}
			if fair != nil {
				luck += luckOf(fair, &n, pips)
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
				return n, true, end(kind, winner, side), luck
			}
			n, st, more = st.After(g.v, &result, used)
		}
		if n.Side != side {
			return n, false, c, luck
		}
	}
}

// luckOf is by how much the best play of a throw is worth more to its side than
// those of all throws on average, as fair sees it. Whatever fair thinks of a
// position, that is nothing on average, so what is left of a result without it is
// the result that is to be expected, with far less noise.
func luckOf(fair *Searcher, n *Node, pips []uint8) float64 {
	worth := func(dice []uint8) float64 {
		st := Thrown(fair.v, n, dice)
		_, _, c := fair.Play(&st)
		return float64(c.Equity())
	}
	fair.Reset()
	all := 0.0
	for _, roll := range fair.rolls {
		all += float64(roll.Weight) * worth(roll.Dice)
	}
	return worth(pips) - all
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
// error, without the luck of the throws if fair tells it.
func matchOf(t testing.TB, v *nardy.Variant, a, b *rung, pairs int, fair *Searcher) (wins, points, deviation float64) {
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
				next, over, c, luck := player.turn(t, n, dice, own, fair)
				if int(side) != seat {
					luck = -luck
				}
				sum -= luck
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
// itself, with the standard error.
func gainOfAPly(t testing.TB, g *rung, decisions int) (mean, deviation float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	look := effort{first: filter{8, 0.16}, nodes: 1 << 30}
	sum, squares, count := 0.0, 0.0, 0
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
							lost := 1000 * float64(ranked[0].Equity-ranked[i].Equity)
							sum += lost
							squares += lost * lost
						}
					}
				}
			}
			if n, over, _ = g.Play(&st); over {
				break
			}
		}
	}
	n := float64(count)
	mean = sum / n
	return mean, math.Sqrt(max(0, squares/n-mean*mean) / n)
}

// chosen are the variants of HOD_VARIANTS, or all of them.
func chosen() (vs []nardy.Variant) {
	names := strings.Fields(os.Getenv("HOD_VARIANTS"))
	for _, v := range nardy.Variants() {
		if len(names) == 0 || slices.Contains(names, v.ID) {
			vs = append(vs, v)
		}
	}
	return vs
}

// number is an environment variable, or what it is if there is none.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestLadder measures the networks of the variants against frozen players:
// against random play, against who counts pips and blots, and against the
// heuristic, all without lookahead, and what a ply of lookahead changes.
// HOD_LADDER is the number of pairs of games (500 for figures that are worth to
// be written down), HOD_GAIN that of the decisions whose gain is measured;
// HOD_VARIANTS chooses variants.
func TestLadder(t *testing.T) {
	pairs := number("HOD_LADDER", 1)
	decisions := number("HOD_GAIN", 5*pairs)
	for _, v := range chosen() {
		net := &rung{Searcher: NewSearcher(NewJudge(&v, netsFor(t, v.ID), tables))}
		plain := &rung{Searcher: NewSearcher(NewJudge(&v, Nets{}, tables))}
		random := &rung{Searcher: plain.Searcher, random: true}
		counting := &rung{Searcher: plain.Searcher, choose: counter(&v)}
		wins, _, _ := matchOf(t, &v, net, random, pairs, nil)
		_, points, deviation := matchOf(t, &v, net, plain, pairs, nil)
		_, counted, spread := matchOf(t, &v, net, counting, pairs, nil)
		gain, wide := gainOfAPly(t, net, decisions)
		t.Logf("| %s | %.1f %% | %+.3f ± %.3f | %+.3f ± %.3f | %.2f ± %.2f |",
			v.ID, 100*wins, counted, spread, points, deviation, gain, wide)
		if pairs > 20 && wins < 0.7 || wins == 0 {
			t.Errorf("%s wins %.0f %% of its games against random play", v.ID, 100*wins)
		}
	}
}

// TestSeeds plays the networks of the file HOD_NETS, of another seed of the
// trainer, against those of the program, HOD_LADDER pairs of games. Without them
// the networks of the program play against themselves, which comes out even,
// with and without luck.
func TestSeeds(t *testing.T) {
	pairs := number("HOD_LADDER", 1)
	for _, v := range chosen() {
		_, known, err := Trained(v.ID)
		if err != nil {
			t.Fatal(err)
		}
		own := &rung{Searcher: NewSearcher(NewJudge(&v, known, tables))}
		other := &rung{Searcher: NewSearcher(NewJudge(&v, netsFor(t, v.ID), tables))}
		var fair *Searcher
		if os.Getenv("HOD_NETS") != "" || v.Dice == 2 && v.Contact != nardy.Blocking {
			fair = NewSearcher(NewJudge(&v, known, tables))
		}
		wins, points, deviation := matchOf(t, &v, other, own, pairs, fair)
		t.Logf("%s: %.1f %%, %+.4f ± %.4f a game without luck", v.ID, 100*wins, points, deviation)
		if os.Getenv("HOD_NETS") == "" && (math.Abs(points) > 1e-9 || wins != 0.5) {
			t.Errorf("%s: the same networks win %.3f of the games and %+.6f points a game against each other", v.ID, wins, points)
		}
	}
}

// TestLuckIsNothingOnAverage adds up the luck of all throws of a position.
func TestLuckIsNothingOnAverage(t *testing.T) {
	for _, id := range []string{"short", "triple", "crazy_gulbar"} {
		v := *variant(t, id)
		_, nets, err := Trained(id)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSearcher(NewJudge(&v, nets, tables))
		r := rand.New(rand.NewPCG(6, 1))
		n, over := Start(&v, nardy.Light), false
		for range 12 {
			if n, over, _ = s.Settle(&n); over {
				t.Fatalf("%s: over within twelve throws", v.ID)
			}
			st := Thrown(&v, &n, s.rolls[r.IntN(len(s.rolls))].Dice)
			if n, over, _ = s.Play(&st); over {
				t.Fatalf("%s: over within twelve throws", v.ID)
			}
		}
		if n, over, _ = s.Settle(&n); over {
			t.Fatalf("%s: over after twelve throws", v.ID)
		}
		sum, most := 0.0, 0.0
		for _, roll := range s.rolls {
			luck := luckOf(s, &n, roll.Dice)
			sum += float64(roll.Weight) * luck
			most = max(most, math.Abs(luck))
		}
		if math.Abs(sum) > 1e-4 || most < 0.01 {
			t.Errorf("%s: luck is %.5f on average and at most %.3f", v.ID, sum, most)
		}
	}
}
