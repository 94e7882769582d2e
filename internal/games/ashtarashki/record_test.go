package ashtarashki_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// authorsText is the file without its first line, which says what it is.
func authorsText(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/game.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), "\n")
	if !ok {
		t.Fatal("testdata/game.txt has one line")
	}
	return text
}

func TestClause5_5_TheAuthorsGameIsReadAndWrittenTokenForToken(t *testing.T) {
	text := strings.TrimSpace(authorsText(t))
	if got := strings.TrimSpace(ashtarashki.AuthorsGame().String()); got != text {
		t.Errorf("the game is written\n%s\nwant\n%s", got, text)
	}
	r, err := ashtarashki.ReadRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Moves, ashtarashki.AuthorsGame().Moves) || len(r.Moves) != 86 {
		t.Errorf("%d moves are read: %v", len(r.Moves), r.Moves)
	}
	positions, err := r.Positions()
	if err != nil {
		t.Fatal(err)
	}
	if got := positions[86].String(); got != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("it ends in %s", got)
	}
}

func TestRecordsAreReadInOtherForms(t *testing.T) {
	want := []game.Action{"M3cd4", "M3de5", "M3f4"}
	for _, text := range []string{
		"M3cd4 M3de5 M3f4", "1.M3cd4 M3de5 2.M3f4", "1. m3cd4 М3de5\n2. M3f4 …", "# a remark\n1 M3cd4 M3de5 # well\n\n2. M3f4",
	} {
		r, err := ashtarashki.ReadRecord(text)
		if err != nil || !slices.Equal(r.Moves, want) || r.Start != ashtarashki.Initial() {
			t.Errorf("%q: %v, %v", text, r.Moves, err)
		}
	}
}

func TestRecordsBeginWhereTheySay(t *testing.T) {
	const text = "b M3d2,V1d6 V3c5,M1e3\n1. ... M1:d2\n2. V1c7 M1c1\n"
	r, err := ashtarashki.ReadRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Start.String(); got != "b M3d2,V1d6 V3c5,M1e3" {
		t.Errorf("begins in %s", got)
	}
	if got := r.String(); got != text {
		t.Errorf("is written %q, want %q", got, text)
	}
}

func TestARecordSaysWhichMoveIsWrong(t *testing.T) {
	for text, want := range map[string]struct {
		number int
		mover  ashtarashki.Colour
		rule   string
	}{
		"1. M3cd4 M3de5 2. M3f5":            {2, ashtarashki.White, ashtarashki.RuleLightSquare},
		"1. M3cd4 M3d4":                     {1, ashtarashki.Black, ashtarashki.RuleNotDiagonal},
		"1. M3d4":                           {1, ashtarashki.White, ashtarashki.RuleAmbiguous},
		"b M3d2 V3c5,M1e3\n1. ... V3b4":     {1, ashtarashki.Black, ashtarashki.RuleMustCapture},
		"b M3d2 V3c5,M1e3\n1. ... M1:d2 x9": {2, ashtarashki.White, ashtarashki.RuleUnreadable},
	} {
		_, err := ashtarashki.ReadRecord(text)
		wrong, ok := errors.AsType[*ashtarashki.RecordError](err)
		if !ok {
			t.Errorf("%q: %v", text, err)
			continue
		}
		refusal, ok := errors.AsType[*game.Refusal](err)
		if !ok || wrong.Number != want.number || wrong.Mover != want.mover || refusal.Rule != want.rule {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	if _, err := ashtarashki.ReadRecord("w M3a2 -\nM3b3"); err == nil {
		t.Error("a position that can not be is read")
	}
}

func TestClause5_6_ARefusedPositionSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]ashtarashki.PositionError{
		"":                             {Problem: ashtarashki.ProblemParts},
		"w M3a1":                       {Problem: ashtarashki.ProblemParts},
		"white M3a1 -":                 {Problem: ashtarashki.ProblemMover, Word: "white"},
		"w - M3a1,M10":                 {Problem: ashtarashki.ProblemForm, Side: ashtarashki.Black, Word: "M10"},
		"w X3a1 -":                     {Problem: ashtarashki.ProblemCondition, Word: "X3a1"},
		"w M4a1 -":                     {Problem: ashtarashki.ProblemRank, Word: "M4a1"},
		"w M3a9 -":                     {Problem: ashtarashki.ProblemOffBoard, Word: "M3a9"},
		"w M3a2 -":                     {Problem: ashtarashki.ProblemLight, Word: "M3a2"},
		"w M3a1 M2a1":                  {Problem: ashtarashki.ProblemTaken, Side: ashtarashki.Black, Word: "M2a1"},
		"b M3a1,M3c1,V3e1,W3g1,M3b2 -": {Problem: ashtarashki.ProblemTooMany, Word: "M3b2"},
	} {
		_, err := ashtarashki.Parse(text)
		got, ok := errors.AsType[*ashtarashki.PositionError](err)
		if !ok || *got != want {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
		if ok && !slices.Contains(ashtarashki.Problems(), got.Problem) {
			t.Errorf("%s is not on the list of problems", got.Problem)
		}
	}
}
