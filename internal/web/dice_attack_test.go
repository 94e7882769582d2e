package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// throws counts the throws of a table.
func (p *party) throws() int {
	n := 0
	for _, e := range p.events() {
		if e.Kind == table.KindRolled {
			n++
		}
	}
	return n
}

// awaitCall plays until a seat is awaited for a throw of its own.
func (p *party) awaitCall() (thrower, other string) {
	p.site.t.Helper()
	for {
		s := p.snapshot()
		if len(s.Calls) == 1 && game.Throwing(s.State).Player() {
			return s.Calls[0].String(), s.Calls[0].Other().String()
		}
		if !p.step() {
			p.do("first", "next", "")
		}
	}
}

// TestNobodyThrowsTwice: whatever is sent, and however often and fast, a throw
// is made once.
func TestNobodyThrowsTwice(t *testing.T) {
	s := newDiceSite(t)
	p := s.gather(rand.New(rand.NewPCG(6, 6)), "link", `{"variant":"classic","cube":"none"}`, "", true)
	for range 5 {
		thrower, _ := p.awaitCall()
		before := p.throws()
		// The same call by many at once: with one key, with keys of their own,
		// with and without the secret.
		first := p.command(thrower, "roll", "")
		var wg sync.WaitGroup
		for i := range 16 {
			c := first
			if i >= 4 {
				c.Key = fmt.Sprint("other ", before, " ", i)
			}
			if i >= 10 {
				c.Reveal, c.Commit = "", ""
			}
			request, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() { s.command(p.id, p.seats[thrower], string(request)) })
		}
		wg.Wait()
		after := p.throws()
		// A forced pass may have brought the next throw, which waits for a call.
		if after != before+1 {
			t.Fatalf("%d throws became %d", before, after)
		}
		// And once more, with what was sent before: nothing new.
		request, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		seq := p.snapshot().Seq
		s.command(p.id, p.seats[thrower], string(request))
		if now := p.snapshot(); now.Seq != seq || p.throws() != after {
			t.Errorf("a repeated call: event %d became %d", seq, now.Seq)
		}
		// Whose secret went out is for the test to find out: it starts anew.
		for _, seat := range []string{"first", "second"} {
			p.secrets[seat] = ""
			c := p.command(seat, "commit", "")
			c.Commit = p.fresh(seat)
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if status, answer := s.command(p.id, p.seats[seat], string(data)); status != http.StatusOK {
				t.Fatalf("%d %s", status, answer)
			}
		}
	}
	if _, err := fair.CheckLog(table.ID(p.id), nardy.Rules{}, each(p.events())); err != nil {
		t.Error(err)
	}
}

// TestNobodyChoosesAThrow sends everything that somebody could take for a way
// to tell the table what to throw.
func TestNobodyChoosesAThrow(t *testing.T) {
	s := newDiceSite(t)
	p := s.gather(rand.New(rand.NewPCG(7, 7)), "link", `{"variant":"short","cube":"doubling"}`, "", true)
	thrower, other := p.awaitCall()
	seq := p.snapshot().Seq
	good := func(seat string) string { // a call that would be right, but for what is added
		return fmt.Sprintf(`"seen":%d,"kind":"roll","reveal":%q,"commit":%q`, seq, p.secrets[seat], strings.Repeat("ab", 32))
	}
	for i, test := range []struct{ seat, request string }{
		{thrower, good(thrower) + `,"text":"6 6"`},
		{thrower, good(thrower) + `,"text":"66"`},
		{thrower, good(thrower) + `,"pips":[6,6]`},
		{thrower, good(thrower) + `,"receipt":{"own":true,"by":"first"}`},
		{thrower, good(thrower) + `,"dice":"own"`},
		{thrower, good(thrower) + `,"n":1`},
		{thrower, good(thrower) + `,"site":"` + strings.Repeat("00", 32) + `"`},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"rolled","text":"6 6"`, seq)},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"called"`, seq)},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"act","text":"roll 6 6"`, seq)},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"act","text":"6-6: 24/18"`, seq)},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"act","text":"roll"`, seq)},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"commit","reveal":%q`, seq, p.secrets[thrower])},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"commit","commit":%q,"reveal":%q`, seq, strings.Repeat("ab", 32), p.secrets[other])},
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"roll","reveal":%q`, seq-1, p.secrets[thrower])}, // stale
		{thrower, fmt.Sprintf(`"seen":%d,"kind":"roll","reveal":%q`, seq+1, p.secrets[thrower])},
		{other, good(other)},
		{other, fmt.Sprintf(`"seen":%d,"kind":"act","text":"roll"`, seq)},
		{other, fmt.Sprintf(`"seen":%d,"kind":"act","text":"pass"`, seq)},
		{other, fmt.Sprintf(`"seen":%d,"kind":"next"`, seq)},
		{"", good(thrower)},
	} {
		status, answer := s.command(p.id, p.seats[test.seat], fmt.Sprintf(`{"key":"attack %d",%s}`, i, test.request))
		if status < 400 || status >= 500 {
			t.Errorf("%s sends %s: %d %s", test.seat, test.request, status, answer)
		}
		if now := p.snapshot().Seq; now != seq {
			t.Fatalf("%s sends %s: event %d became %d", test.seat, test.request, seq, now)
		}
	}
	p.do(thrower, "roll", "")
	if _, err := fair.CheckLog(table.ID(p.id), nardy.Rules{}, each(p.events())); err != nil {
		t.Error(err)
	}
}

// TestASeatCommitsItselfAlone: the secret of a seat opens that seat's
// commitments and no others.
func TestASeatCommitsItselfAlone(t *testing.T) {
	s := newDiceSite(t)
	p := s.gather(rand.New(rand.NewPCG(8, 8)), "link", `{"variant":"short"}`, "", true)
	before := s.table(p.id).Dice.Commits
	c := p.command("second", "commit", "")
	request, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := s.command(p.id, p.seats["second"], string(request)); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	after := s.table(p.id).Dice.Commits
	if after[0] != before[0] || after[1] != c.Commit || after[1] == before[1] {
		t.Errorf("%v became %v", before, after)
	}
	// Whose secret opens nothing commits nobody.
	if status, _ := s.command(p.id, strings.Repeat("A", 26), fmt.Sprintf(`{"key":"x","seen":3,"kind":"commit","commit":%q}`, c.Commit)); status != http.StatusUnauthorized {
		t.Errorf("a stranger: %d", status)
	}
}

// TestTheDrawWaitsForTheSecondSeat: at a table by a link nothing is thrown, and
// nothing is told of a throw, before both are there.
func TestTheDrawWaitsForTheSecondSeat(t *testing.T) {
	s := newDiceSite(t)
	for _, commit := range []string{"", `,"commit":"` + strings.Repeat("ab", 32) + `"`} {
		made := s.open(`{"game":"nardy","mode":"link"` + commit + `}`)
		got := s.table(made.Table)
		if got.Seq != 1 || got.ToAct != "chance" || len(got.Calls) != 0 || got.Dice.Next != 1 || len(got.Dice.Commit) != 64 {
			t.Errorf("alone: %+v, %+v", got.Now, got.Dice)
		}
		if status, answer := s.command(made.Table, made.Seats["first"], `{"key":"1","seen":1,"kind":"roll"}`); status != http.StatusUnprocessableEntity {
			t.Errorf("alone at the table one throws: %d %s", status, answer)
		}
		_, invitation, _ := strings.Cut(made.Join, "#")
		if answer := s.ask(http.MethodPost, "/api/tables/"+made.Table+"/seats", `{"invitation":"`+invitation+`","key":"1"}`); answer.StatusCode != http.StatusOK {
			t.Fatal(body(t, answer))
		}
		got = s.table(made.Table)
		if commit == "" && (got.Dice.Next == 1 || len(got.Plies) == 0 || got.Plies[0].Throw != 1) {
			t.Errorf("both are there: %+v, %+v", got.Plies, got.Dice)
		}
		if commit != "" && (got.Dice.Next != 1 || len(got.Calls) != 1 || got.Calls[0] != "first") {
			t.Errorf("the first seat is awaited: %v, %+v", got.Calls, got.Dice)
		}
	}
}

// TestOwnDiceByTheAPI: the numbers are those that were told, and wrong ones are
// refused in words.
func TestOwnDiceByTheAPI(t *testing.T) {
	s := newDiceSite(t)
	made := s.open(`{"game":"nardy","mode":"hotseat","dice":"own","options":{"variant":"short"}}`)
	say := func(seat, kind, text string) (int, string) {
		seen := s.table(made.Table).Seq
		request, err := json.Marshal(wire.Command{Key: fmt.Sprint(seen, text), Seen: seen, Kind: kind, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return s.command(made.Table, made.Seats[seat], string(request))
	}
	if status, answer := say("first", "roll", "7 1"); status != http.StatusUnprocessableEntity || !strings.Contains(answer, `"rule":"table.dice-own"`) {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := say("second", "roll", "2, 5"); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	got := s.table(made.Table)
	var view nardy.View
	if err := json.Unmarshal(got.View, &view); err != nil {
		t.Fatal(err)
	}
	if got.ToAct != "second" || fmt.Sprint(view.Thrown) != "[2 5]" || got.Dice.Kind != "own" || got.Dice.Commit != "" {
		t.Errorf("%s is to act, dice %v, %+v", got.ToAct, view.Thrown, got.Dice)
	}
	if status, answer := s.command(made.Table, made.Seats["first"], fmt.Sprintf(`{"key":"c","seen":2,"kind":"commit","commit":%q}`, strings.Repeat("ab", 32))); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "table.dice-none") {
		t.Errorf("%d %s", status, answer)
	}
	for _, wrong := range []string{`{"game":"bachet","mode":"hotseat","dice":"own"}`, `{"game":"nardy","mode":"hotseat","dice":"loaded"}`, `{"game":"nardy","mode":"hotseat","commit":"12"}`} {
		if answer := s.ask(http.MethodPost, "/api/tables", wrong); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d %s", wrong, answer.StatusCode, body(t, answer))
		}
	}
}
