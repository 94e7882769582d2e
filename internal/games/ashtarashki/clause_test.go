package ashtarashki_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

func TestEveryClauseHasATest(t *testing.T) { gametest.EveryClauseTested(t, ".") }

// at is the state of a position text.
func at(t *testing.T, position string) game.State {
	t.Helper()
	s, err := ashtarashki.Rules{}.Start(nil, position)
	if err != nil {
		t.Fatalf("Start(%q): %v", position, err)
	}
	return s
}

// legal are the legal moves of a position, all of them.
func legal(t *testing.T, position string) []string {
	t.Helper()
	p, err := ashtarashki.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	moves := []string{}
	for _, play := range p.Plays() {
		moves = append(moves, string(play.Text))
	}
	return moves
}

func wantLegal(t *testing.T, position string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, legal(t, position)); diff != "" {
		t.Errorf("%s: legal moves (-want +got)\n%s", position, diff)
	}
}

// typed does what a table does with what a person types.
func typed(s game.State, text string) (game.State, error) {
	a, err := s.Read(text)
	if err != nil {
		return nil, err
	}
	return s.Apply(a)
}

func wantAfter(t *testing.T, position, move, want string) {
	t.Helper()
	next, err := typed(at(t, position), move)
	if err != nil {
		t.Errorf("%s, %s: %v", position, move, err)
	} else if next.String() != want {
		t.Errorf("%s, %s: %s, want %s", position, move, next, want)
	}
}

func wantRefusal(t *testing.T, position, move, rule string, step int) {
	t.Helper()
	_, err := typed(at(t, position), move)
	refusal, ok := errors.AsType[*game.Refusal](err)
	if want := (game.Refusal{Rule: "ashtarashki." + rule, Step: step}); !ok || *refusal != want {
		t.Errorf("%s, %s: %v, want %v", position, move, err, &want)
	}
}

func wantOutcome(t *testing.T, position string, winner game.Side, points int, reason string) {
	t.Helper()
	got, over := at(t, position).Outcome()
	if want := (game.Outcome{Winner: winner, Points: points, Reason: reason}); !over || got != want {
		t.Errorf("%s: outcome %v (over: %t), want %v", position, got, over, want)
	}
}

func wantGoesOn(t *testing.T, position string) {
	t.Helper()
	if o, over := at(t, position).Outcome(); over {
		t.Errorf("%s is over: %v", position, o)
	}
}

func TestClause1_1_BoardOfDarkSquares(t *testing.T) {
	seen := map[string]bool{}
	for file := range 8 {
		for rank := range 8 {
			s, dark := ashtarashki.SquareAt(file, rank)
			if dark != ((file+rank)%2 == 0) {
				t.Errorf("file %d, rank %d: dark is %t", file, rank, dark)
			}
			if !dark {
				continue
			}
			name := string([]byte{'a' + byte(file), '1' + byte(rank)})
			if s.String() != name || s.File() != file || s.Rank() != rank || seen[name] {
				t.Errorf("%s is square %d, called %s", name, s, s)
			}
			seen[name] = true
			var near ashtarashki.Set
			for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				if n, ok := ashtarashki.SquareAt(file+d[0], rank+d[1]); ok {
					near |= ashtarashki.SetOf(n)
				}
			}
			if s.Neighbours() != near {
				t.Errorf("%s has the neighbours %032b, want %032b", s, s.Neighbours(), near)
			}
		}
	}
	if len(seen) != ashtarashki.Squares {
		t.Errorf("%d squares", len(seen))
	}
	if at(t, "").ToAct() != game.First {
		t.Error("White does not begin")
	}
}

func TestClause1_2_StartingPosition(t *testing.T) {
	want := "w M3a1,M2a3,M1b2,M1c1,M3c3,M2d2,M1e1,M3e3,M2f2,M3g1,M2g3,M1h2 " +
		"M1a7,M2b6,M3b8,M2c7,M3d6,M1d8,M2e7,M3f6,M1f8,M1g7,M2h6,M3h8"
	if got := at(t, "").String(); got != want {
		t.Errorf("start %s, want %s", got, want)
	}
	wantLegal(t, want, "M2b4", "M2f4", "M2h4", "M3b4", "M3cd4", "M3ed4", "M3f4")
}

func TestClause1_3_ThreeConditions(t *testing.T) {
	wantLegal(t, "w M1b4,V2d4,W3f4 M1h8",
		"M1a3V", "M1a5", "M1c3V", "M1c5", "V2c3W", "V2c5", "V2e3W", "V2e5", "We3Z", "We5", "Wg3Z", "Wg5")
}

func TestClause2_1_OneStepToAnEmptySquare(t *testing.T) {
	position := "w M1c3,M2d4 M3e7"
	wantAfter(t, position, "M1b4", "b M1b4,M2d4 M3e7")
	wantAfter(t, position, "M1d2V", "b V1d2,M2d4 M3e7")
	wantRefusal(t, position, "M1d4", "occupied", 0)
	wantRefusal(t, position, "M1c5", "not-diagonal", 0)
	wantRefusal(t, position, "M1e5", "not-diagonal", 0) // nothing is jumped over
	// Forward is down for Black.
	wantAfter(t, "b M1c3 M3e7", "M3d6", "w M1c3 M3d6")
	wantAfter(t, "b M1c3 M3e7", "M3d8V", "w M1c3 V3d8")
}

func TestClause2_2_ThreeRetreats(t *testing.T) {
	wantAfter(t, "w M3d4 M1h8", "M3c3V", "b V3c3 M1h8")
	wantAfter(t, "w V3d4 M1h8", "V3e3W", "b W3e3 M1h8")
	wantAfter(t, "w M1b2,W3d4 M1h8", "We3Z", "b M1b2 M1h8")
	wantAfter(t, "w W3d4 M1h8", "We5", "b W3e5 M1h8")  // forward costs nothing
	wantAfter(t, "w V3d4 M1h8", "V3e5", "b V3e5 M1h8") // and mends nothing
	wantAfter(t, "b M1a1 M2d4", "M2c5V", "w M1a1 V2c5")
}

func TestClause2_3_Finished(t *testing.T) {
	// It does not move, capture, or fall.
	wantLegal(t, "w M3b8,M2h2 M2c7,M1g7", "M2g1V", "M2g3")
	wantRefusal(t, "w M3b8,M2h2 M1g7", "M3a7V", "finished", 0)
	wantRefusal(t, "w M3b8,M2h2 M2c7,M1g7", "M3b8:c7", "finished", 0)
	wantRefusal(t, "w M3b2,M2h2 M2c1,M1h8", "M3:c1", "finished-cannot-be-captured", 0)
	wantRefusal(t, "w V3b2,M2h2 M2c1,M1h8", "V3c1", "finished-cannot-be-captured", 0)
	// On the other side's last rank a stone has not finished.
	wantAfter(t, "w M3c7,M1a1 M2d8,M1h8", "M3:d8", "b M1a1,M3d8 M1h8")
}

func TestClause3_1_OntoTheVictimsSquare(t *testing.T) {
	wantAfter(t, "w M3c3 M2d4,M1h8", "M3:d4", "b M3d4 M1h8")
	wantAfter(t, "w M3e5,M1a1 M2d4,M1h8", "M3:d4", "b M1a1,M3d4 M1h8")
	wantRefusal(t, "w M3c3 M2d4,M1h8", "M3:e5", "nothing-to-capture", 0)
	wantRefusal(t, "w M3c3,M1d4 M2c7", "M3:d4", "nothing-to-capture", 0) // one's own
	wantRefusal(t, "w M3c3 M2d4,M1h8", "M3:h8", "not-diagonal", 0)
}

func TestClause3_2_WhoTakesWhom(t *testing.T) {
	takes := map[string]bool{
		"M3M2": true, "M3V2": true, "M2M1": true, "M2V1": true, "M1M3": true, "M1V3": true,
		"M1W1": true, "M1W2": true, "M1W3": true,
		"M2W1": true, "M2W2": true, "M2W3": true,
		"M3W1": true, "M3W2": true, "M3W3": true,
	}
	for _, hunter := range []string{"M1", "M2", "M3", "V1", "V2", "V3", "W1", "W2", "W3"} {
		for _, victim := range []string{"M1", "M2", "M3", "V1", "V2", "V3", "W1", "W2", "W3"} {
			p, err := ashtarashki.Parse("w " + hunter + "c3 " + victim + "d4")
			if err != nil {
				t.Fatal(err)
			}
			if p.CanCapture() != takes[hunter+victim] {
				t.Errorf("%s takes %s: %t", hunter, victim, p.CanCapture())
			}
		}
	}
	wantRefusal(t, "w M3c3,M2h2 M1d4,M1h8", "M3:d4", "rank-does-not-capture", 0)
	wantRefusal(t, "w V3c3,M2h2 M2d4,M1h8", "V3:d4", "retreated-cannot-capture", 0)
	wantRefusal(t, "w W3c3,M2h2 M2d4,M1h8", "W:d4", "retreated-cannot-capture", 0)
}

func TestClause3_3_CaptureIsNoRetreat(t *testing.T) {
	wantAfter(t, "w M3d4 M2c3,M1h8", "M3:c3", "b M3c3 M1h8")
	wantAfter(t, "b M1a1,M2e5 M3d4", "M3:e5", "w M1a1 M3e5")
	wantRefusal(t, "w M3d4 M2c3,M1h8", "M3:c3V", "mark-the-retreat", 0)
}

func TestClause3_4_CaptureIsCompulsory(t *testing.T) {
	position := "w M3c3,M2h2 M2d4,M1h8"
	wantLegal(t, position, "M3:d4")
	for _, move := range []string{"M2g3", "M2g1V", "M3b4", "M3d2V", "M3c3b4"} {
		wantRefusal(t, position, move, "must-capture", 0)
	}
}

func TestClause3_5_WholeChains(t *testing.T) {
	wantAfter(t, "w M3c3 M2d4,M2e5,M1h8", "M3:d4:e5", "b M3e5 M1h8")
	wantRefusal(t, "w M3c3 M2d4,M2e5,M1h8", "M3:d4", "must-continue", 0)
	wantRefusal(t, "w M3c3 M2d4,M2e5,V2f6", "M3:d4:e5", "must-continue", 1)
	// Branches are free, and so is the choice of a shorter chain.
	wantLegal(t, "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4", "M1:h4", "M3:d4:c5", "M3:d4:e5:f6")
	// A victim falls once.
	wantRefusal(t, "w M3c3 M2d4,M2e5", "M3:d4:e5:d4", "nothing-to-capture", 2)
}

func TestClause3_6_ChainEndsOnTheLastRank(t *testing.T) {
	wantLegal(t, "w M3c7 M2d8,M2e7", "M3:d8")
	wantRefusal(t, "w M3c7 M2d8,M2e7", "M3:d8:e7", "finished", 1)
	wantLegal(t, "w M2c5 M1d6,M1e7,M1d8,W3f8", "M2:d6:e7:d8", "M2:d6:e7:f8")
}

func TestClause4_1_NothingLeft(t *testing.T) {
	wantOutcome(t, "b M3d4,M1f2 -", game.First, 2, "total")
	wantOutcome(t, "b - M1h8", game.Second, 2, "total")
	// The side that has just moved is looked at first: it lost its last stone
	// in its third retreat although the other one has four at home.
	wantOutcome(t, "b - M1a1,M1c1,M1e1,M1g1", game.Second, 2, "total")
	next, err := typed(at(t, "w W2c3 M1h8"), "Wb2Z")
	if err != nil {
		t.Fatal(err)
	}
	if o, over := next.Outcome(); !over || o.Winner != game.Second || o.Points != 2 {
		t.Errorf("after the third retreat of the last stone: %v, %t", o, over)
	}
}

func TestClause4_2_FourFinished(t *testing.T) {
	wantOutcome(t, "b M1b8,V2d8,M1f8,M3h8,M2c5 M1c3,M2e5", game.First, 1, "finish")
	wantOutcome(t, "w M1c5 M1a1,V2c1,M1e1,M3g1,M3h8", game.Second, 1, "finish")
	// Both have four: the one that has just moved.
	wantOutcome(t, "w V1b8,M1d8,M2e7,M1f8,M1h8 M1a1,M1c1,M1e1,M1g1", game.Second, 1, "finish")
	wantGoesOn(t, "b M1b8,V2d8,M1f8,M2c5 M1c3,M2e5")
}

func TestClause4_3_AllFinishedWithFewerThanFour(t *testing.T) {
	wantOutcome(t, "b M3b8,M3f8 V1a1,V3h4", game.First, 1, "finish-few")
	wantOutcome(t, "w M3b8,V1d6,M2f8 M1c1,V3e1", game.First, 1, "more-stones")
	wantOutcome(t, "b M1b8 M1a1,M1f6,M1g1,M2g5", game.Second, 1, "more-stones")
	// More stones do not help who could not move with them.
	wantOutcome(t, "b M3b8 M1c1,M1e1", game.First, 1, "block")
	wantOutcome(t, "w M3b8 M1c1,M1e1", game.Second, 1, "finish-few")
	// It is not the turn that is looked at, but whose stones have finished.
	wantOutcome(t, "w M1b8,M2d8 M3f2,M1f6", game.First, 1, "finish-few")
	wantGoesOn(t, "w M3b8,M1c7 M1c1,M1e3")
}

func TestClause4_4_Blocked(t *testing.T) {
	wantOutcome(t, "w V3a1 M2b2,M1c3,M1b4", game.Second, 1, "block")
	wantOutcome(t, "b M1e3,V3g3,M2g5 V3h4", game.First, 1, "block")
	next, err := typed(at(t, "w M1e3,V3f2,M2g5 V3h4"), "V3g3")
	if err != nil {
		t.Fatal(err)
	}
	if o, over := next.Outcome(); !over || o.Reason != "block" || o.Winner != game.First {
		t.Errorf("the blocking move gives %v, %t", o, over)
	}
	wantGoesOn(t, "w M2a1 M1b2,M1c3,M1b4") // it can take
}

// A capture lowers the number of stones; a retreat raises the count of
// retreats; a move forward brings a stone nearer to its last rank. In this
// order every half-move changes one of them in one direction, so no position
// comes again.
func TestClause4_5_EveryGameEnds(t *testing.T) {
	games := 300
	if soak() {
		games = 10_000
	}
	r := rand.New(rand.NewPCG(4, 5))
	measure := func(p ashtarashki.Position) [3]int {
		retreats, steps := p.Turned.Len()+2*p.Covered.Len(), 0
		for s := range ashtarashki.Square(ashtarashki.Squares) {
			if stone, there := p.At(s); there && stone.Colour == ashtarashki.White {
				steps += 7 - s.Rank()
			} else if there {
				steps += s.Rank()
			}
		}
		return [3]int{(p.Sides[0] | p.Sides[1]).Len(), 100 - retreats, steps}
	}
	points, plies := map[int]int{}, 0
	for range games {
		p := ashtarashki.Initial()
		for {
			e, over := p.Ending()
			if over {
				points[e.Points]++
				break
			}
			plies++
			moves := p.AppendMoves(nil)
			before := measure(p)
			p.Make(moves[r.IntN(len(moves))])
			if after := measure(p); slices.Compare(after[:], before[:]) >= 0 {
				t.Fatalf("%s: %v is not below %v", p, after, before)
			}
		}
	}
	if points[1]+points[2] != games {
		t.Errorf("points of %d games: %v", games, points)
	}
	// The reference rules had 98 half-moves on average.
	if mean := float64(plies) / float64(games); mean < 90 || mean > 106 {
		t.Errorf("%.1f half-moves on average", mean)
	}
}

func TestClause5_1_StoneAndSquares(t *testing.T) {
	wantLegal(t, "w W1c3,M2a1 M1h8", "M2b2", "Wb2Z", "Wb4", "Wd2Z", "Wd4")
	wantLegal(t, "w M1f6 M3e5,M3d4,M3a7", "M1:e5:d4")
}

func TestClause5_2_DepartureOnlyWhereNeeded(t *testing.T) {
	wantLegal(t, "w M3c3,M3c5,M3e3 M2d4", "M3c3:d4", "M3c5:d4", "M3e:d4")
	// A retreat is written differently, so it needs no departure.
	moves := legal(t, "w M3c3,M3e5 M1h8")
	for _, want := range []string{"M3d4", "M3d4V"} {
		if !slices.Contains(moves, want) {
			t.Errorf("%s is not among %v", want, moves)
		}
	}
	// Covered stones of different ranks are written the same.
	if moves := legal(t, "w W1c3,W2e3 M1h8"); !slices.Contains(moves, "Wcd4") || !slices.Contains(moves, "Wed4") {
		t.Errorf("two covered stones to d4: %v", moves)
	}
	wantRefusal(t, "", "M3d4", "ambiguous", 0)
}

func TestClause5_3_MarkTheRetreat(t *testing.T) {
	position := "w M3c5,M2h2 M1h8,M1g7"
	wantRefusal(t, position, "M3d4", "mark-the-retreat", 0)
	wantRefusal(t, position, "M3d4W", "mark-the-retreat", 0)
	wantRefusal(t, position, "M3d6V", "mark-the-retreat", 0)
	wantRefusal(t, "w V3c5 M1h8", "V3d4V", "mark-the-retreat", 0)
	wantRefusal(t, "w W3c5 M1h8", "Wd4W", "mark-the-retreat", 0)
	wantAfter(t, "w V3c5 M1h8", "V3d4W", "b W3d4 M1h8")
}

func TestClause5_4_WhatAReaderAccepts(t *testing.T) {
	for _, test := range []struct{ position, text, want string }{
		{"", " M3cd4 ", "M3cd4"},
		{"", "M3c3d4", "M3cd4"}, // a longer departure than needed
		{"", "M2a3b4", "M2b4"},
		{"", "M2ab4", "M2b4"},
		{"", "m3cd4", "M3cd4"},
		{"", "М3cd4", "M3cd4"}, // Cyrillic
		{"", "м3cd4", "M3cd4"},
		{"w M3c5 M1h8", "m3d4v", "M3d4V"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1xe5xd4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1×e5×d4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "М1хe5хd4", "M1:e5:d4"}, // Cyrillic х
		{"w M1f6 M3e5,M3d4,M3a7", "M1f6e5d4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1fe5:d4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1e5:d4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1e5d4", "M1:e5:d4"},
		{"w M1f6 M3e5,M3d4,M3a7", "M1:e5d4", "M1:e5:d4"},
		{"w M3c3 M2d4", "M3d4", "M3:d4"},
		{"w W2c3 M1h8", "W2d4", "Wd4"},
		{"w W1c3,W2e3 M1h8", "W2d4", "Wed4"},
		{"w W2c3 M1h8", "w2b2z", "Wb2Z"},
	} {
		s := at(t, test.position)
		got, err := s.Read(test.text)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %q is read as %q (error %v), want %q", test.position, test.text, got, err, test.want)
		}
		if _, err := s.Apply(game.Action(test.text)); err != nil {
			t.Errorf("%s: %q is not applied: %v", test.position, test.text, err)
		}
	}
	for _, text := range []string{
		"", " ", "pass", "M", "M3", "3d4", "M3d", "Md4", "V", "M33d4", "M3 d4", "M3cd4!", "M3c3d4e5", "M3:", "M3::d4",
		"M3cde4", "M3d4VV", "Q3d4", "M0d4", "M3i4", "M3d0", "M3ccd4", strings.Repeat("M3:d4", 100),
	} {
		wantRefusal(t, "", text, "unreadable", 0)
	}
}

func TestClause5_5_ResultLine(t *testing.T) {
	for position, want := range map[string]string{
		"w M3b8,V1d6,M2f8 M1c1,V3e1": "# 1 : 0",
		"b - M1h8":                   "# 0 : 2",
		"w V3a1 M2b2,M1c3,M1b4":      "# 0 : 1",
	} {
		p, err := ashtarashki.Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		e, over := p.Ending()
		if !over || e.ResultLine() != want {
			t.Errorf("%s: %q (over: %t), want %q", position, e.ResultLine(), over, want)
		}
	}
}

func TestClause5_6_PositionText(t *testing.T) {
	if got := at(t, "w M2f8,M3b8,V1d6 V3e1,M1c1").String(); got != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("stones in another order are written %s", got)
	}
	if got := at(t, "b W2c7 -").String(); got != "b W2c7 -" {
		t.Errorf("a covered stone is written %s", got)
	}
	for _, text := range []string{
		"w", "w -", "w - - -", "x M1a1 M1c1", "w M1a1, M1c1", "w M1a1,,M1c3 M1h8", "w M1 M1h8",
		"w M1a2 M1h8",                // light
		"w M1a9 M1h8", "w M1i1 M1h8", // not on the board
		"w M1a1,M2a1 M1h8", "w M1a1 M2a1", // taken twice
		"w M1a1,M1a3,M1a5,M1a7,M1b2 M1h8", // a fifth one
		"w M1h8 W2a1,V2a3,M2a5,M2a7,M2b2",
		"w M4a1 M1h8", "w M0a1 M1h8", "w Z1a1 M1h8", "w m1a1 M1h8",
	} {
		if s, err := (ashtarashki.Rules{}).Start(nil, text); err == nil {
			t.Errorf("%q is read as %s", text, s)
		} else if !strings.Contains(err.Error(), "position") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestClause6_1_FormComesFirst(t *testing.T) {
	over := "w M3b8,V1d6,M2f8 M1c1,V3e1"
	wantRefusal(t, over, "hello", "unreadable", 0)
	wantRefusal(t, over, "M3d5", "light-square", 0)
	wantRefusal(t, over, "V1e7", "game-over", 0)
	wantRefusal(t, "", "M3d5", "light-square", 0)
	wantRefusal(t, "", "M3c4d4", "light-square", 0) // the departure too
	wantRefusal(t, "", "M3d9", "unreadable", 0)
}

func TestClause6_2_WhichStone(t *testing.T) {
	wantRefusal(t, "", "V3d4", "no-such-stone", 0)
	wantRefusal(t, "", "M3bc3", "no-such-stone", 0)
	wantRefusal(t, "", "M3b4c5", "no-such-stone", 0)  // empty
	wantRefusal(t, "", "M3b2c3", "no-such-stone", 0)  // a one
	wantRefusal(t, "", "M3e7d6", "no-such-stone", 0)  // a two, though Black's
	wantRefusal(t, "", "M3d6e5", "not-your-stone", 0) // Black's three
	wantRefusal(t, "w M3b8,M3d8,M2h2 M1g7", "M3c7V", "finished", 0)
	wantRefusal(t, "w M3b8,M3d8,M2h2 M1g7", "M3b8c7V", "finished", 0)
	// One that has not finished can be meant.
	wantRefusal(t, "w M3b8,M3d2,M2h2 M1g7", "M3c7V", "not-diagonal", 0)
}

func TestClause6_3_CaptureHopByHop(t *testing.T) {
	wantRefusal(t, "", "M3:d4", "nothing-to-capture", 0)
	wantRefusal(t, "w M3c3 M2d4,M2e5,M1h8", "M3:d4:e5:f6", "nothing-to-capture", 2)
	wantRefusal(t, "w M3b2 M2c1,M2c3", "M3:c3:c1", "finished-cannot-be-captured", 1)
	wantRefusal(t, "w M3c3 M2d4,M2h8", "M3:d4:h8", "not-diagonal", 1)
	wantRefusal(t, "w M3c3 M2d4,M1e5", "M3:d4:e5", "rank-does-not-capture", 1)
	wantRefusal(t, "w V3c3,W2g3 M2d4,V3h4", "V3:d4", "retreated-cannot-capture", 0)
	wantRefusal(t, "w M3c7 M2d8,M2e7", "M3:d8:e7", "finished", 1)
	wantRefusal(t, "w M3c3,M3e3 M2d4,M2e5", "M3:d4", "must-continue", 0)
}

func TestClause6_4_QuietMoves(t *testing.T) {
	position := "w M3c3,M2h2 M2d4,M1h8"
	wantRefusal(t, position, "M2a5", "not-diagonal", 0)
	wantRefusal(t, "", "M1d2", "occupied", 0)
	wantRefusal(t, position, "M2g1", "mark-the-retreat", 0)
	wantRefusal(t, position, "M2g3", "must-capture", 0)
}

func TestClause6_5_SeveralMovesFit(t *testing.T) {
	wantRefusal(t, "", "M3d4", "ambiguous", 0)
	wantRefusal(t, "w M3c3,M3c5,M3e3 M2d4", "M3:d4", "ambiguous", 0)
	wantRefusal(t, "w M3c3,M3c5,M3e3 M2d4", "M3c:d4", "ambiguous", 0)
	wantRefusal(t, "w W1c3,W2e3 M1h8", "Wd4", "ambiguous", 0)
	wantRefusal(t, "w M3c3,M3e3 M2d4,M2e5", "M3:d4:e5", "ambiguous", 0)
}

// Chains that take the same stones in another order are two moves and one
// position: the rules accept both, and list one action for the position.
func TestChainsInAnotherOrder(t *testing.T) {
	// A three in the corner of a square of nine can walk it in both directions.
	position := "w M3b4 W1c5,W1d6,W1c3,W1d4,W2e5,W2d2,W2e3,W2f4,M3h8"
	s := at(t, position)
	moves := legal(t, position)
	actions := slices.Collect(s.Legal())
	after := map[string][]string{}
	for _, move := range moves {
		next, err := s.Apply(game.Action(move))
		if err != nil {
			t.Fatalf("%s: %v", move, err)
		}
		after[next.String()] = append(after[next.String()], move)
	}
	if len(after) != len(actions) || len(moves) <= len(actions) {
		t.Errorf("%d moves, %d actions, %d positions", len(moves), len(actions), len(after))
	}
}

func ExampleState_Legal() {
	s, err := ashtarashki.Rules{}.Start(nil, "w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4")
	if err != nil {
		panic(err)
	}
	for a := range s.Legal() {
		fmt.Println(a)
	}
	// Output:
	// M1:h4
	// M3:d4:c5
	// M3:d4:e5:f6
}
