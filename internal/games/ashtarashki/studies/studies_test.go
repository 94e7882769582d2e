package studies_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
	"github.com/hod-games/hod/internal/games/ashtarashki/studies"
)

// outcome is a second search, which shares nothing with Compose: it looks at
// every move of both sides, the last ones first, and remembers for each
// position who wins and in how many half-moves: White as soon as it can, Black,
// where it loses, as late as it can.
type outcome struct {
	white bool
	plies int // until White has won
}

type book map[ashtarashki.Position]outcome

func (b book) look(p ashtarashki.Position) outcome {
	if e, over := p.Ending(); over {
		return outcome{white: e.Winner == ashtarashki.White}
	}
	if o, known := b[p]; known {
		return o
	}
	attacks := p.ToMove == ashtarashki.White
	best := outcome{white: !attacks}
	moves := p.AppendMoves(nil)
	slices.Reverse(moves)
	for _, m := range moves {
		o := b.look(p.After(m))
		switch {
		case o.white != attacks && best.white == attacks:
			// The other side's win, and there is something better.
		case o.white == attacks && best.white != attacks:
			best = outcome{o.white, o.plies + 1}
		case attacks && o.white:
			best.plies = min(best.plies, o.plies+1)
		case !attacks && o.white:
			best.plies = max(best.plies, o.plies+1)
		}
		if !attacks && !best.white {
			break // Black wins, and how soon does not matter
		}
	}
	b[p] = best
	return best
}

func TestEveryStudyIsProvenAgain(t *testing.T) {
	count := map[int]int{}
	for _, s := range studies.All() {
		p, err := ashtarashki.Parse(s.Position)
		if err != nil {
			t.Fatal(err)
		}
		count[s.Moves]++
		b := book{}
		var winning []string
		for _, a := range slices.Collect(ashtarashki.StateOf(p).Legal()) {
			after := apply(t, p, a)
			if o := b.look(after); o.white {
				winning = append(winning, fmt.Sprint(a, " in ", (o.plies+2)/2))
			}
		}
		want := []string{fmt.Sprint(s.Solution(), " in ", s.Moves)}
		if !slices.Equal(winning, want) {
			t.Errorf("%s, %s: %v win, want %v", s.ID, s.Position, winning, want)
		}
	}
	if n := len(studies.All()); n < 60 {
		t.Errorf("%d studies", n)
	}
	for moves := 1; moves <= 6; moves++ {
		if count[moves] == 0 {
			t.Errorf("no study of %d moves", moves)
		}
	}
	t.Logf("studies by their number of moves: %v", count)
}

func apply(t *testing.T, p ashtarashki.Position, a game.Action) ashtarashki.Position {
	t.Helper()
	s, err := ashtarashki.StateOf(p).Apply(a)
	if err != nil {
		t.Fatalf("%s, %s: %v", p, a, err)
	}
	return s.(ashtarashki.State).Position()
}

func TestLinesEndAsTheySay(t *testing.T) {
	ids, positions := map[string]bool{}, map[string]bool{}
	previous := studies.Study{}
	for _, s := range studies.All() {
		if ids[s.ID] || positions[s.Position] {
			t.Errorf("%s, %s: twice", s.ID, s.Position)
		}
		ids[s.ID], positions[s.Position] = true, true
		if s.Moves < previous.Moves || s.Moves == previous.Moves && s.Work < previous.Work {
			t.Errorf("%s is easier than the one before it", s.ID)
		}
		previous = s
		p, err := ashtarashki.Parse(s.Position)
		if err != nil {
			t.Fatal(err)
		}
		if p.ToMove != ashtarashki.White || (len(s.Line)+1)/2 != s.Moves {
			t.Errorf("%s: %s to move, %d half-moves", s.ID, p.ToMove, len(s.Line))
		}
		for _, a := range s.Line {
			p = apply(t, p, a)
		}
		if e, over := p.Ending(); !over || e.Winner != ashtarashki.White || e.Reason != s.Reason {
			t.Errorf("%s ends with %v (over: %t), want %s", s.ID, e, over, s.Reason)
		}
	}
}

// games yields the positions of games of the search against itself.
func games(seed uint64, most int) iter.Seq2[ashtarashki.Position, int] {
	return func(yield func(ashtarashki.Position, int) bool) {
		network := bot.Trained()
		for n := range most {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			play := bot.SelfPlay{Games: 1, Nodes: 300, Opening: 12, Stray: 10}
			for _, s := range play.Play(r, network) {
				if !yield(s.Position, n) {
					return
				}
			}
		}
	}
}

// embedded yields the positions of the easiest studies of each number of moves.
func embedded(yield func(ashtarashki.Position, int) bool) {
	moves := 0
	for n, s := range studies.All() {
		p, err := ashtarashki.Parse(s.Position)
		if err != nil {
			panic(err)
		}
		if s.Moves > moves && !yield(p, n) {
			return
		}
		moves = s.Moves
	}
}

// Composing from their own positions gives the studies again, also with the
// board turned round.
func TestCompose(t *testing.T) {
	wish := studies.DefaultWish()
	wish.PerMoves = 1
	analyst := bot.NewAnalyst(bot.Trained())
	all := wish.Compose(embedded, analyst)
	again := wish.Compose(func(yield func(ashtarashki.Position, int) bool) {
		for p, n := range embedded {
			if !yield(p.TurnedRound(), n) {
				return
			}
		}
	}, analyst)
	if len(all) != wish.MostMoves {
		t.Errorf("%d studies, want %d", len(all), wish.MostMoves)
	}
	if diff := cmp.Diff(all, again); diff != "" {
		t.Errorf("with the board turned round (-want +got)\n%s", diff)
	}
	for _, s := range all {
		if !slices.ContainsFunc(studies.All(), func(o studies.Study) bool {
			o.ID = s.ID
			return cmp.Equal(o, s)
		}) {
			t.Errorf("%v is not among the embedded studies", s)
		}
	}
}

// With -update the studies are composed anew from games: some minutes.
func TestComposeFromGames(t *testing.T) {
	if !gametest.Update() {
		t.Skip("only with -update: it rewrites studies.json")
	}
	all := studies.DefaultWish().Compose(games(3, 12_000), bot.NewAnalyst(bot.Trained()))
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("studies.json", append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheProverGivesUpAtItsLimit(t *testing.T) {
	last := studies.All()[len(studies.All())-1]
	p, err := ashtarashki.Parse(last.Position)
	if err != nil {
		t.Fatal(err)
	}
	v := studies.NewProver(ashtarashki.White, 100)
	if n, ok := v.Fewest(p, 12); ok || v.Work() > 100 {
		t.Errorf("a win in %d half-moves after %d positions", n, v.Work())
	}
	v.Forget()
	if v.Work() != 0 {
		t.Error("the work is not forgotten")
	}
}
