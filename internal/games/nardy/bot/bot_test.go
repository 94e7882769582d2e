package bot

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/games/nardy"
)

// bots are shared by the tests, so that tables are computed once.
var bots = All()

func TestBotsAreNamedFromWeakestToStrongest(t *testing.T) {
	want := []string{"random", "pupil", "player", "master", "winning"}
	for i, b := range bots {
		if b.Name() != want[i] {
			t.Errorf("bot %d is called %q, want %q", i, b.Name(), want[i])
		}
	}
}

// TestEveryAnswerIsLegal asks all bots in positions of random games of all
// variants. HOD_SOAK=1 makes it 100,000 decisions, with less thought about each.
func TestEveryAnswerIsLegal(t *testing.T) {
	bots, games, share := bots, 1, 40
	if os.Getenv("HOD_SOAK") != "" {
		bots, games, share = hasty(), 90, 1
	}
	asked := 0
	for _, v := range nardy.Variants() {
		randomGames(t, v.ID, games, func(s *nardy.State, r *rand.Rand) {
			if s.Phase() != nardy.PhasePlay || r.IntN(share) > 0 {
				return
			}
			b := bots[r.IntN(len(bots))]
			asked++
			a, err := b.Choose(t.Context(), s, r)
			if err != nil {
				t.Fatalf("%s of %s in %s: %v", b.Name(), v.ID, s, err)
			}
			if _, err := s.Apply(a); err != nil {
				t.Fatalf("%s of %s in %s chooses %q: %v", b.Name(), v.ID, s, a, err)
			}
		})
	}
	t.Logf("%d decisions", asked)
}

// hasty are the bots with a small budget, so that all they do for a decision is
// done many times.
func hasty() []game.Bot {
	all := slices.Clone(bots)
	for i, b := range all {
		if p, ok := b.(*Player); ok {
			quick := *p
			quick.level.nodes = min(quick.level.nodes, 1500)
			all[i] = &quick
		}
	}
	return all
}

// TestPreparedBotsHaveTheirTables ends a preparation before it has begun, and
// lets another one finish.
func TestPreparedBotsHaveTheirTables(t *testing.T) {
	fresh := NewTables()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	fresh.prepare(ended)
	if known := <-fresh.slot; len(known) > 0 {
		t.Errorf("%d tables after the end", len(known))
	} else {
		fresh.slot <- known
	}
	bots[4].(game.Preparer).Prepare(t.Context())
	known := <-bots[1].(*Player).library.tables.slot
	defer func() { bots[1].(*Player).library.tables.slot <- known }()
	for _, v := range nardy.Variants() {
		if known[key{kind: kindOf(&v), checkers: v.Checkers()}] == nil {
			t.Errorf("%s has no table", v.ID)
		}
	}
}

// ask writes the request of a state.
func ask(s *nardy.State) request {
	v, p := s.Variant(), s.Position()
	q := request{Variant: v.ID, Board: make([]int, 24), Turn: "light"}
	for point := 1; point <= 24; point++ {
		q.Board[point-1] = int(p.N[nardy.Light][point]) - int(p.N[nardy.Dark][v.Route.Step(nardy.Dark, point)])
	}
	for side := range 2 {
		q.Bar[side], q.Off[side] = int(p.N[side][nardy.Bar]), int(p.N[side][nardy.Off])
	}
	if v.Contact == nardy.Covering {
		q.Board, q.Pos = nil, v.Code(&p)
	}
	if s.Turn() == nardy.Dark {
		q.Turn = "dark"
	}
	dice := s.Stage().Dice
	for _, d := range dice[:v.Dice] {
		q.Dice = append(q.Dice, int(d))
	}
	throws := nodeOf(s).Throws
	q.Throws = &[2]int{int(throws[0]), int(throws[1])}
	return q
}

// TestAdviceIsALegalPlay sends positions as other programs do, in the numbers of
// the protocol, and plays the answer hop by hop.
func TestAdviceIsALegalPlay(t *testing.T) {
	for _, v := range nardy.Variants() {
		asked, bars := 0, 0
		randomGames(t, v.ID, 3, func(s *nardy.State, r *rand.Rand) {
			if s.Phase() != nardy.PhasePlay || r.IntN(4) > 0 {
				return
			}
			st := stageOf(s)
			if st.Handed || st.From > 0 || st.Extra || v.SecondTo && st.Throws[st.Side] == 1 {
				return // the protocol asks about own throws
			}
			data, err := json.Marshal(ask(s))
			if err != nil {
				t.Fatal(err)
			}
			asked++
			for _, name := range []string{"random", "pupil", "player"} {
				b := bots[slices.IndexFunc(bots, func(b game.Bot) bool { return b.Name() == name })].(game.Advisor)
				answer, err := b.Advise(t.Context(), data, r)
				if err != nil {
					t.Fatalf("%s on %s: %v", name, data, err)
				}
				moves := answer.(Advice).Moves
				if s.Position().N[s.Turn()][nardy.Bar] > 0 && len(moves) > 0 {
					bars++
					if want := [...]int{0, 25}[s.Turn()]; moves[0][0] != want {
						t.Fatalf("%s on %s: enters from %v", name, data, moves[0])
					}
				}
				followAdvice(t, s, moves)
			}
		})
		if asked < 8 || v.Contact == nardy.Hitting && bars == 0 {
			t.Errorf("%s: asked %d times, %d times from the bar", v.ID, asked, bars)
		}
	}
}

func followAdvice(t *testing.T, s *nardy.State, moves [][2]int) {
	t.Helper()
	g := s.Graph()
	at := 0
	for _, m := range moves {
		found := false
		for _, e := range g.Nodes[at].Edges {
			hop := advice(s.Turn(), []nardy.Hop{e.Hop}).Moves[0]
			if hop == m {
				at, found = e.Next, true
				break
			}
		}
		if !found {
			t.Fatalf("%s: no hop %v in %v", s, m, moves)
		}
	}
	if !g.Nodes[at].Final {
		t.Fatalf("%s: the play %v is not complete", s, moves)
	}
}

// TestAdviceDoesNotKnowColours compares the answers to positions with those to
// the same positions with the colours exchanged.
func TestAdviceDoesNotKnowColours(t *testing.T) {
	b := bots[2].(*Player)
	for _, id := range []string{"short", "classic", "hyper"} {
		v := variant(t, id)
		randomGames(t, id, 2, func(s *nardy.State, r *rand.Rand) {
			if s.Phase() != nardy.PhasePlay || nodeOf(s).Throws[s.Turn()] < 2 {
				return
			}
			p := s.Position()
			swapped := p.Swap()
			results := [2]nardy.Position{}
			for i, q := range []nardy.Position{p, swapped} {
				side := s.Turn()
				if i == 1 {
					side = side.Other()
				}
				st := Thrown(v, &Node{Pos: q, Side: side, Throws: [2]uint8{6, 6}}, s.Stage().Dice[:v.Dice])
				search := b.library.borrow(id, false)
				ranked, err := search.rank(t.Context(), &st, &b.level.effort)
				b.library.giveBack(id, false, search)
				if err != nil {
					t.Fatal(err)
				}
				results[i] = ranked[0].Result
			}
			if results[0] != results[1].Swap() {
				t.Fatalf("%s: another play with the colours exchanged", s)
			}
		})
	}
}

// TestRandomIsUniformOverResults is a chi-square test on the answers to 3-1 at
// the start of short nardy. 37.7 is exceeded with a chance of 0.001 with fifteen
// degrees of freedom.
func TestRandomIsUniformOverResults(t *testing.T) {
	data := []byte(`{"variant":"short","board":[2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"bar":[0,0],"off":[0,0],"turn":"light","dice":[3,1]}`)
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	const draws = 16000
	for range draws {
		answer, err := Random{}.Advise(t.Context(), data, r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		counts[string(text)]++
	}
	chi := 0.0
	for _, n := range counts {
		chi += math.Pow(float64(n)-draws/16, 2) / (draws / 16)
	}
	if len(counts) != 16 || chi > 37.7 {
		t.Errorf("%d results, chi-square %.1f", len(counts), chi)
	}
}

func TestBotsAndTheirErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	r := rand.New(rand.NewPCG(1, 2))
	start, err := nardy.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	other, err := toy.Rules{}.Start(nil, "decide first 0,0 0,0 1 nobody")
	if err != nil {
		t.Fatal(err)
	}
	good := `{"variant":"short","board":[2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"bar":[0,0],"off":[0,0],"turn":"light","dice":[3,1]}`
	for _, b := range bots {
		if _, err := b.Choose(t.Context(), start, r); !errors.Is(err, game.ErrNothingLegal) {
			t.Errorf("%s before the draw: %v", b.Name(), err)
		}
		if _, err := b.(game.Advisor).Advise(cancelled, []byte(good), r); !errors.Is(err, context.Canceled) {
			t.Errorf("%s without time: %v", b.Name(), err)
		}
		for _, bad := range []string{
			`nonsense`, `{"variant":"chess"}`, `{"variant":"short","board":[1],"turn":"light","dice":[3,1]}`,
			`{"pos":"x","turn":"light","dice":[3,1]}`,
			`{"board":[2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"turn":"red","dice":[3,1]}`,
			`{"board":[2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"turn":"light","dice":[3]}`,
			`{"board":[2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"turn":"light","dice":[3,7]}`,
			`{"board":[3,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"turn":"light","dice":[3,1]}`,
			`{"board":[99,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2],"turn":"light","dice":[3,1]}`,
		} {
			if answer, err := b.(game.Advisor).Advise(t.Context(), []byte(bad), r); err == nil {
				t.Errorf("%s advises %v on %s", b.Name(), answer, bad)
			}
		}
		if b.Name() == "random" {
			continue
		}
		if _, err := b.Choose(t.Context(), other, r); err == nil {
			t.Errorf("%s plays a game it does not know", b.Name())
		}
	}
}

// TestWinningKeepsItsBudget looks at how many positions it judges for the widest
// decisions.
func TestWinningKeepsItsBudget(t *testing.T) {
	b := bots[4].(*Player)
	for _, id := range []string{"short", "two_by_two", "crazy_plakoto"} {
		v := variant(t, id)
		most := 0
		randomGames(t, id, 1, func(s *nardy.State, r *rand.Rand) {
			if s.Phase() != nardy.PhasePlay || r.IntN(12) > 0 {
				return
			}
			st := stageOf(s)
			search := b.library.borrow(v.ID, false)
			defer b.library.giveBack(v.ID, false, search)
			if _, err := search.rank(t.Context(), &st, &b.level.effort); err != nil {
				t.Fatal(err)
			}
			most = max(most, search.Evaluations)
		})
		budget := b.level.limit(v)
		if most > budget*5/4 {
			t.Errorf("%s: %d positions judged for a decision, budget %d", id, most, budget)
		}
		t.Logf("%s: %d of %d", id, most, budget)
	}
}

// TestLookaheadStopsWithTheContext ends the context after a while and wants the
// best play so far.
func TestLookaheadStopsWithTheContext(t *testing.T) {
	s, err := nardy.New(nil, "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 2-1")
	if err != nil {
		t.Fatal(err)
	}
	b := bots[4].(*Player)
	plies := map[int]bool{}
	for _, checks := range []int{1, 2, 100, 1000, 1 << 30} {
		ctx := &patience{Context: t.Context(), left: checks}
		ranked, err := b.Rank(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if len(ranked) != 15 {
			t.Errorf("%d plays, want 15", len(ranked))
		}
		plies[ranked[0].Plies] = true
	}
	if !plies[0] || !plies[1] || !plies[2] {
		t.Errorf("depths reached: %v", plies)
	}
}

// patience is a context that ends after so many looks at it.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}
