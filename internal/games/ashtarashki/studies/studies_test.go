package studies_test

import (
	"encoding/json"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/ashtarashki"
	"github.com/hod-games/hod/internal/games/ashtarashki/bot"
	"github.com/hod-games/hod/internal/games/ashtarashki/studies"
)

// proof is a second search, which shares nothing with Compose: it looks for the
// winner of a position by proof numbers, to the end of the game. For the side
// to move win is how many positions at least it has still to win, and lose how
// many it has to lose, until that is proven; 0 is proven.
type proof map[ashtarashki.Position]numbers

type numbers struct{ win, lose int }

const endless = 1 << 40

func (t proof) of(p ashtarashki.Position) numbers {
	if n, known := t[p]; known {
		return n
	}
	if e, over := p.Ending(); over {
		if e.Winner == p.ToMove {
			return numbers{0, endless}
		}
		return numbers{endless, 0}
	}
	return numbers{1, 1}
}

// search goes on until a number of p reaches its limit.
func (t proof) search(p ashtarashki.Position, limit numbers) {
	if _, over := p.Ending(); over {
		return
	}
	children := make([]ashtarashki.Position, 0, 16)
	for _, m := range p.AppendMoves(nil) {
		if after := p.After(m); !slices.Contains(children, after) {
			children = append(children, after)
		}
	}
	for {
		now, next := numbers{endless, 0}, endless
		var best ashtarashki.Position
		var bestOf numbers
		for _, c := range children {
			n := t.of(c)
			now.lose = min(now.lose+n.win, endless)
			if n.lose < now.win {
				next, now.win, best, bestOf = now.win, n.lose, c, n
			} else if n.lose < next {
				next = n.lose
			}
		}
		t[p] = now
		if now.win >= limit.win || now.lose >= limit.lose {
			return
		}
		t.search(best, numbers{win: limit.lose + bestOf.win - now.lose, lose: min(limit.win, next+1)})
	}
}

// wins reports whether the side to move wins.
func (t proof) wins(p ashtarashki.Position) bool {
	t.search(p, numbers{endless, endless})
	return t.of(p).win == 0
}

// whiteWithin reports whether White has won within so many half-moves, whatever
// Black does: every line is looked at.
func whiteWithin(p ashtarashki.Position, plies int, known map[ashtarashki.Position][2]int) bool {
	if e, over := p.Ending(); over || plies == 0 {
		return over && e.Winner == ashtarashki.White
	}
	k, seen := known[p]
	switch {
	case !seen:
		k = [2]int{-1, endless} // not within the first, within the second
	case plies <= k[0]:
		return false
	case plies >= k[1]:
		return true
	}
	white := p.ToMove == ashtarashki.White
	won := !white
	for _, m := range p.AppendMoves(nil) {
		if whiteWithin(p.After(m), plies-1, known) == white {
			won = white
			break
		}
	}
	if won {
		k[1] = plies
	} else {
		k[0] = plies
	}
	known[p] = k
	return won
}

func TestEveryStudyIsProvenAgain(t *testing.T) {
	count := map[int]int{}
	for _, s := range studies.All() {
		p, err := ashtarashki.Parse(s.Position)
		if err != nil {
			t.Fatal(err)
		}
		count[s.Moves]++
		search := proof{}
		var winning []game.Action
		for a := range ashtarashki.StateOf(p).Legal() {
			after := apply(t, p, a)
			if e, over := after.Ending(); over && e.Winner == ashtarashki.White || !over && !search.wins(after) {
				winning = append(winning, a)
			}
		}
		if !slices.Equal(winning, []game.Action{s.Solution()}) {
			t.Errorf("%s, %s: %v win, want %s", s.ID, s.Position, winning, s.Solution())
		}
		known := map[ashtarashki.Position][2]int{}
		if whiteWithin(p, 2*s.Moves-2, known) || !whiteWithin(p, 2*s.Moves, known) {
			t.Errorf("%s, %s: White does not win in %d moves, no fewer", s.ID, s.Position, s.Moves)
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

// The studies teach what the game is about: captures that have to be made,
// chains, stones that are offered; a race is the exception.
func TestThemes(t *testing.T) {
	captures, tricks, races := 0, 0, 0
	for _, s := range studies.All() {
		chains, white := false, 0
		for i, a := range s.Line {
			n := strings.Count(string(a), ":")
			if i%2 == 0 && n > 0 {
				white++
				chains = chains || n > 1
			}
		}
		if white > 0 {
			captures++
		}
		if s.Theme == studies.Chain != (chains && s.Theme != studies.Offer) || s.Theme == studies.Capture && white == 0 || s.Theme == studies.Race && white > 0 {
			t.Errorf("%s: %v is called a %s", s.ID, s.Line, s.Theme)
		}
		switch s.Theme {
		case studies.Offer:
			tricks++
			if !slices.ContainsFunc(s.Line, func(a game.Action) bool { return strings.Contains(string(a), ":") }) {
				t.Errorf("%s: %v offers nothing", s.ID, s.Line)
			}
		case studies.Chain:
			tricks++
		case studies.Race:
			races++
		case studies.Capture:
		}
	}
	if all := len(studies.All()); captures < 24 || tricks < 8 || races > all/4 {
		t.Errorf("of %d studies White captures in %d; %d have a chain or an offer; %d are races", all, captures, tricks, races)
	}
	t.Logf("of %d studies White captures in %d; %d have a chain or an offer; %d are races", len(studies.All()), captures, tricks, races)
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

// games yields positions of games of the search against itself, sharpened.
func games(wish studies.Wish, analyst *bot.Analyst, seed uint64, most int) iter.Seq2[ashtarashki.Position, int] {
	return func(yield func(ashtarashki.Position, int) bool) {
		network := bot.Trained()
		for n := range most {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			play := bot.SelfPlay{Games: 1, Nodes: 40, Opening: 30, Stray: 20, Sharp: true}
			for _, s := range play.Play(r, network) {
				p := s.Position
				if p.ToMove == ashtarashki.Black {
					p = p.TurnedRound()
				}
				if p, ok := wish.Sharpen(p, analyst, r); ok && !yield(p, n) {
					return
				}
			}
		}
	}
}

// longer yields positions that studies of four and more moves were lengthened
// to, each in so many ways.
func longer(wish studies.Wish, short []studies.Study, analyst *bot.Analyst, seed uint64, ways int) iter.Seq2[ashtarashki.Position, int] {
	return func(yield func(ashtarashki.Position, int) bool) {
		for way := range ways {
			for i, s := range short {
				p, err := ashtarashki.Parse(s.Position)
				if err != nil {
					panic(err)
				}
				n := way*len(short) + i
				if s.Moves < 4 {
					continue
				}
				if p, ok := wish.Lengthen(p, analyst, rand.New(rand.NewPCG(seed, uint64(n)))); ok && !yield(p, n) {
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
	wish := studies.ShortWish()
	long := studies.LongWish()
	wish.Quick, wish.Effort, wish.MostWork = long.Quick, long.Effort, long.MostWork
	wish.PerMoves = map[studies.Theme]int{studies.Race: 1, studies.Capture: 1, studies.Chain: 1, studies.Offer: 1}
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

// With -update the studies are composed anew: half an hour. The games gave none
// of six moves, so those are made out of shorter ones.
func TestComposeFromGames(t *testing.T) {
	if !gametest.Update() {
		t.Skip("only with -update: it rewrites studies.json")
	}
	analyst := bot.NewAnalyst(bot.Trained())
	short, long := studies.ShortWish(), studies.LongWish()
	all := short.Compose(games(short, analyst, 4, 7516), analyst)
	all = append(all, long.Compose(longer(long, all, analyst, 5, 100), analyst)...)
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
