package table_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// secretOf is a share with the commitment to it.
func secretOf(n int) (secret, commit string) {
	raw := sha256.Sum256([]byte(fmt.Sprint("secret ", n)))
	sum := sha256.Sum256(raw[:])
	return hex.EncodeToString(raw[:]), hex.EncodeToString(sum[:])
}

// say sends a command with a share.
func (c *client) say(seat game.Side, kind table.Kind, text, reveal, commit string) (table.Event, error) {
	c.t.Helper()
	c.n++
	return c.host.Do(c.t.Context(), c.id, table.Command{
		Key: fmt.Sprint("k", c.n), Secret: c.seats[seat], Seen: c.snapshot().Seq, Kind: kind, Text: text,
		Reveal: reveal, Commit: commit,
	})
}

func (c *client) must(seat game.Side, kind table.Kind, text, reveal, commit string) table.Event {
	c.t.Helper()
	e, err := c.say(seat, kind, text, reveal, commit)
	if err != nil {
		c.t.Fatalf("%s %s %q: %v", seat, kind, text, err)
	}
	return e
}

// linkDice opens a table with dice for two people. Commitments are those of
// secretOf(1) and secretOf(2), or none.
func linkDice(t *testing.T, h *table.Host, first, second bool) *client {
	t.Helper()
	o := table.Opening{Game: "toy", Mode: table.Link}
	sit := table.Sit{Key: "sit"}
	if first {
		_, o.Commit = secretOf(1)
	}
	if second {
		_, sit.Commit = secretOf(2)
	}
	c, opened := open(t, h, o)
	if s := c.snapshot(); s.Seq != 1 || s.ToAct != game.Chance || len(s.Calls) != 0 {
		t.Fatalf("alone at the table: event %d, %s to act, %v awaited", s.Seq, s.ToAct, s.Calls)
	}
	c.refused(table.RuleNotYourTurn, game.First, table.KindRoll, "")
	sit.Invitation = opened.Join
	seated, err := h.Sit(t.Context(), c.id, sit)
	if err != nil {
		t.Fatal(err)
	}
	c.seats[game.Second] = seated.Secret
	return c
}

func calls(t *testing.T, c *client, want ...game.Side) {
	t.Helper()
	if s := c.snapshot(); !slices.Equal(s.Calls, want) {
		t.Errorf("event %d: %v are awaited, want %v (%s to act in %s)", s.Seq, s.Calls, want, s.ToAct, s.Position)
	}
}

// rolls are the bodies of the throws so far.
func rolls(t *testing.T, log table.Log, id table.ID) []rolledBody {
	t.Helper()
	var all []rolledBody
	for _, e := range events(t, log, id) {
		if e.Kind != table.KindRolled {
			continue
		}
		var body rolledBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			t.Fatal(err)
		}
		all = append(all, body)
	}
	return all
}

type rolledBody struct {
	Pips    []int
	Receipt struct {
		N, Key int
		Shares [2]*table.RevealedShare
		Own    bool
		By     game.Side
	}
}

func TestWithoutCommitmentsTheTableThrowsByItself(t *testing.T) {
	log := memory.New()
	c := linkDice(t, newHost(log, nil), false, false)
	if s := c.snapshot(); s.ToAct == game.Chance || len(rolls(t, log, c.id)) == 0 {
		t.Fatalf("%s to act after %d throws", s.ToAct, len(rolls(t, log, c.id)))
	}
	c.finish(rand.New(rand.NewPCG(1, 9)))
	for i, r := range rolls(t, log, c.id) {
		if r.Receipt.N != i+1 || r.Receipt.Key != 32 || r.Receipt.Shares != [2]*table.RevealedShare{} {
			t.Errorf("throw %d: %+v", i+1, r.Receipt)
		}
	}
	if d := c.snapshot().Dice; d.Kind != table.FairDice || d.Next != len(rolls(t, log, c.id))+1 || d.Commit != fmt.Sprint("site ", d.Next) {
		t.Errorf("%+v", d)
	}
}

func TestAThrowOfBothWaitsForBoth(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c := linkDice(t, h, true, true)
	calls(t, c, game.First, game.Second)
	s1, _ := secretOf(1)
	s2, _ := secretOf(2)
	_, c3 := secretOf(3)
	_, c4 := secretOf(4)
	seen := c.snapshot().Seq
	called := c.must(game.Second, table.KindRoll, "", s2, c4)
	if called.Kind != table.KindCalled || string(called.Body) != `{"seat":"second","reveal":"`+s2+`","commit":"`+c4+`"}` {
		t.Errorf("%s %s", called.Kind, called.Body)
	}
	calls(t, c, game.First)
	c.refused(table.RuleNotYourTurn, game.Second, table.KindRoll, "") // once is enough
	// A restart changes nothing, and what the first seat had seen is not old:
	// the position is the same.
	c.host = newHost(log, nil)
	calls(t, c, game.First)
	e, err := c.host.Do(t.Context(), c.id, table.Command{
		Key: "late", Secret: c.seats[game.First], Seen: seen, Kind: table.KindRoll, Reveal: s1, Commit: c3,
	})
	if err != nil || e.Kind != table.KindCalled {
		t.Fatalf("%s, %v", e.Kind, err)
	}
	got := rolls(t, log, c.id)
	if len(got) != 1 {
		t.Fatalf("%d throws", len(got))
	}
	want := [2]*table.RevealedShare{
		{Seat: game.First, Commit: commitOf(1), CommitSeq: 1, Reveal: s1, RevealSeq: 4},
		{Seat: game.Second, Commit: commitOf(2), CommitSeq: 2, Reveal: s2, RevealSeq: 3},
	}
	if diff := cmp.Diff(want, got[0].Receipt.Shares); diff != "" {
		t.Error(diff)
	}
	if s := c.snapshot(); s.Dice.Commits != [2]string{c3, c4} || s.Dice.Called != [2]bool{} {
		t.Errorf("%+v", s.Dice)
	}
}

func commitOf(n int) string { _, commit := secretOf(n); return commit }

// TestASeatIsAwaitedWhenTheThrowIsItsOwn plays a game in which the first seat
// alone has a commitment.
func TestASeatIsAwaitedWhenTheThrowIsItsOwn(t *testing.T) {
	log := memory.New()
	c := linkDice(t, newHost(log, nil), true, false)
	r := rand.New(rand.NewPCG(2, 9))
	n := 1
	share := func() (reveal, commit string) {
		reveal, _ = secretOf(n)
		n += 2
		_, commit = secretOf(n)
		return reveal, commit
	}
	saidRoll, called, alone := 0, 0, 0
	for s := c.snapshot(); s.Dice.Next < 60; s = c.snapshot() {
		if s.Over() {
			c.do(game.Second, table.KindNext, "")
			continue
		}
		if s.ToAct == game.Chance {
			if !slices.Equal(s.Calls, []game.Side{game.First}) {
				t.Fatalf("%v are awaited in %s", s.Calls, s.Position)
			}
			reveal, commit := share()
			c.must(game.First, table.KindRoll, "", reveal, commit)
			called++
			continue
		}
		a, err := game.Random{}.Choose(t.Context(), s.State, r)
		if err != nil {
			t.Fatal(err)
		}
		kind, text := table.KindAct, string(a)
		if a == "roll" {
			kind, text = table.KindRoll, ""
		}
		before := s.Dice.Next
		if s.ToAct == game.First {
			reveal, commit := share()
			c.must(game.First, kind, text, reveal, commit)
		} else {
			c.must(game.Second, kind, text, "", "")
			alone++
		}
		if a == "roll" {
			if now := c.snapshot().Dice.Next; now == before {
				t.Errorf("%s says that it rolls, and the table does not throw", s.ToAct)
			}
			saidRoll++
		}
	}
	if saidRoll < 2 || called < 5 || alone < 5 {
		t.Errorf("%d times rolled by an action, %d times called, %d actions without shares", saidRoll, called, alone)
	}
	for i, roll := range rolls(t, log, c.id) {
		if roll.Receipt.Shares[1] != nil {
			t.Errorf("throw %d counts a share of the second seat: %+v", i+1, roll.Receipt.Shares[1])
		}
	}
}

func TestAComputerIsNotAwaited(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := newHost(log, bots)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Computer, Bot: "random", Commit: commitOf(1)})
	calls(t, c, game.First) // for the lot
	n := 1
	r := rand.New(rand.NewPCG(4, 4))
	for s := c.snapshot(); !s.Over(); s = c.snapshot() {
		if bots.play(t) > 0 {
			continue
		}
		secret, _ := secretOf(n)
		n++
		commit := commitOf(n)
		if s.ToAct == game.Chance {
			calls(t, c, game.First)
			c.must(game.First, table.KindRoll, "", secret, commit)
			continue
		}
		a, err := game.Random{}.Choose(t.Context(), s.State, r)
		if err != nil {
			t.Fatal(err)
		}
		c.must(game.First, table.KindAct, string(a), secret, commit)
	}
	for i, roll := range rolls(t, log, c.id) {
		if roll.Receipt.Shares[1] != nil {
			t.Error("a computer contributes")
		}
		if roll.Receipt.Shares[0] == nil {
			t.Errorf("throw %d lacks the person's share", i+1)
		}
	}
}

func TestAComputersThrowWaitsForAShareOfThePerson(t *testing.T) {
	log := memory.New()
	h := newHost(log, &queue{})
	begins := table.Opening{Game: "toy", Mode: table.Computer, Bot: "random", Position: "throw second 0,0 0,0 1 nobody"}
	anchored := begins
	anchored.Commit = commitOf(1)
	// A share that is volunteered is as good as one that comes with a call.
	for _, kind := range []table.Kind{table.KindRoll, table.KindCommit} {
		c, _ := open(t, h, anchored)
		calls(t, c, game.First)
		secret, _ := secretOf(1)
		c.must(game.First, kind, "", secret, commitOf(2))
		all := rolls(t, log, c.id)
		if len(all) != 1 || all[0].Receipt.Shares[0] == nil || all[0].Receipt.Shares[0].Reveal != secret {
			t.Errorf("%s: %+v", kind, all)
		}
		if d := c.snapshot().Dice; d.Shared != [2]bool{} || d.Called != [2]bool{} {
			t.Errorf("%s: shares %v, calls %v are left after the throw", kind, d.Shared, d.Called)
		}
	}
	// Whoever never committed himself is not waited for.
	c, _ := open(t, h, begins)
	if all := rolls(t, log, c.id); len(all) != 1 || c.snapshot().ToAct == game.Chance {
		t.Errorf("%d throws", len(all))
	}
}

func TestAtAHotSeatTableOneCallIsEnoughForBoth(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	s1, c1 := secretOf(1)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat, Commit: c1})
	_, c2 := secretOf(2)
	c.must(game.Second, table.KindCommit, "", "", c2)
	calls(t, c, game.First, game.Second)
	c.must(game.First, table.KindRoll, "", s1, "")
	if len(rolls(t, log, c.id)) == 0 {
		t.Error("the dice are still waiting")
	}
}

func TestAWrongRevealChangesNothing(t *testing.T) {
	h := newHost(memory.New(), nil)
	c := linkDice(t, h, true, true)
	s1, _ := secretOf(1)
	s2, c2 := secretOf(2)
	other, _ := secretOf(99)
	before := c.snapshot()
	for name, reveal := range map[string]string{
		"made up": other, "the other seat's": s2, "the commitment itself": commitOf(1),
	} {
		_, err := c.say(game.First, table.KindRoll, "", reveal, commitOf(3))
		var refusal *game.Refusal
		if !errors.As(err, &refusal) || refusal.Rule != table.RuleDiceWrongReveal {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, share := range map[string][2]string{
		"capitals":     {strings.ToUpper(s1), ""},
		"short":        {s1[1:], ""},
		"no hex":       {"x" + s1[1:], ""},
		"wide":         {s1 + "00", ""},
		"commit short": {"", c2[1:]},
	} {
		var command *table.CommandError
		if _, err := c.say(game.First, table.KindRoll, "", share[0], share[1]); !errors.As(err, &command) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.say(game.First, table.KindCommit, "", s1, ""); err == nil {
		t.Error("a commit without a commitment is accepted")
	}
	if after := c.snapshot(); after.Seq != before.Seq || after.Dice.Commits != before.Dice.Commits {
		t.Errorf("event %d, %+v", after.Seq, after.Dice)
	}
	// Once revealed, a secret is used up.
	c.must(game.First, table.KindRoll, "", s1, "")
	if _, err := c.say(game.First, table.KindRename, "Ann", s1, ""); err == nil {
		t.Error("a secret is accepted twice")
	}
}

func TestAnyCommandCarriesAShare(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c := linkDice(t, h, true, true)
	next := [2]int{1, 2}
	tell := func(seat game.Side, kind table.Kind, text string) {
		t.Helper()
		i := int(seat - game.First)
		reveal, _ := secretOf(next[i])
		next[i] += 2
		e := c.must(seat, kind, text, reveal, commitOf(next[i]))
		if !strings.Contains(string(e.Body), `"seat":"`+seat.String()+`"`) || !strings.Contains(string(e.Body), reveal) {
			t.Errorf("%s: %s", e.Kind, e.Body)
		}
		if s := c.snapshot(); s.Dice.Commits[i] != commitOf(next[i]) {
			t.Errorf("after %s the seat is committed to %s", e.Kind, s.Dice.Commits[i])
		}
	}
	tell(game.First, table.KindRename, "Ann")
	tell(game.First, table.KindReset, "")
	tell(game.Second, table.KindDecline, "")
	tell(game.Second, table.KindCommit, "")
	tell(game.First, table.KindResign, "")
	tell(game.Second, table.KindNext, "")
	tell(game.First, table.KindReset, "")
	tell(game.Second, table.KindReset, "")
	if got, want := onceMore(t, log, c.id).Dice, c.snapshot().Dice; !cmp.Equal(got, want) {
		t.Errorf("read again: %+v, not %+v", got, want)
	}
}

func TestWhereNoFairDiceAreThrownAShareIsRefused(t *testing.T) {
	h := newHost(memory.New(), nil)
	plain, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat, Commit: commitOf(1)})
	own, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat, Dice: table.OwnDice, Commit: commitOf(1)})
	for _, c := range []*client{plain, own} {
		var refusal *game.Refusal
		if _, err := c.say(game.First, table.KindCommit, "", "", commitOf(1)); !errors.As(err, &refusal) || refusal.Rule != table.RuleDiceNone {
			t.Errorf("%v", err)
		}
		if _, err := c.say(game.First, table.KindAct, "1", "", commitOf(1)); !errors.As(err, &refusal) || refusal.Rule != table.RuleDiceNone {
			t.Errorf("%v", err)
		}
	}
	if s := plain.snapshot(); s.Dice != nil {
		t.Errorf("%+v", s.Dice)
	}
	fair, _ := open(t, h, table.Opening{Game: "toy", Mode: table.HotSeat})
	fair.refused(table.RuleDiceFair, fair.snapshot().ToAct, table.KindRoll, "3 4")
	var opening *table.OpeningError
	for name, o := range map[string]table.Opening{
		"dice where there are none": {Game: "bachet", Mode: table.HotSeat, Dice: table.OwnDice},
		"loaded dice":               {Game: "toy", Mode: table.HotSeat, Dice: "loaded"},
		"half a commitment":         {Game: "toy", Mode: table.HotSeat, Commit: commitOf(1)[1:]},
	} {
		if _, err := h.Open(t.Context(), o); !errors.As(err, &opening) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOwnDiceShowWhatThePlayersSay(t *testing.T) {
	log, bots := memory.New(), &queue{}
	h := newHost(log, bots)
	for _, mode := range []table.Mode{table.HotSeat, table.Link, table.Computer} {
		c, opened := open(t, h, table.Opening{Game: "toy", Options: []byte(`{"raise":false}`), Mode: mode, Bot: "random", Dice: table.OwnDice})
		if mode == table.Link {
			c.refused(table.RuleNotYourTurn, game.First, table.KindRoll, "4 1")
			seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit"})
			if err != nil {
				t.Fatal(err)
			}
			c.seats[game.Second] = seated.Secret
		}
		if mode == table.Computer {
			calls(t, c, game.First)
		} else {
			calls(t, c, game.First, game.Second)
		}
		for _, wrong := range []string{"", "5", "5 1", "0 1", "1 2 3", "1,", "one two", "12345678901234567890 1", "-1", "-1 2", "1 -2", "1, −2", "+1 2"} {
			c.refused(table.RuleDiceOwn, game.First, table.KindRoll, wrong)
		}
		who := game.Second
		if mode == table.Computer {
			who = game.First
		}
		e := c.must(who, table.KindRoll, map[table.Mode]string{table.HotSeat: " 4:1. ", table.Link: "4-1", table.Computer: "4 – 1"}[mode], "", "") // First begins
		if e.Kind != table.KindRolled || !strings.Contains(string(e.Body), `"pips":[4,1]`) ||
			!strings.Contains(string(e.Body), `"receipt":{"own":true,"by":"`+who.String()+`"}`) {
			t.Errorf("%s %s", e.Kind, e.Body)
		}
		calls(t, c, game.First) // whose throw it is
		if mode == table.Link {
			c.refused(table.RuleNotYourTurn, game.Second, table.KindRoll, "21")
		}
		c.refused(table.RuleNotYourTurn, game.First, table.KindAct, "0/2")
		c.must(game.First, table.KindRoll, "21", "", "")
		c.refused(table.RuleDiceNotDue, game.First, table.KindRoll, "21")
		c.must(game.First, table.KindAct, "0/2 0/1", "", "")
		if mode == table.Computer {
			calls(t, c, game.First) // throws for the computer
			c.must(game.First, table.KindRoll, "4-3", "", "")
			if bots.play(t) == 0 {
				t.Error("the computer was not asked")
			}
		}
		if got := onceMore(t, log, c.id); got.Dice.Next != c.snapshot().Dice.Next || got.Dice.Next < 3 {
			t.Errorf("%+v", got.Dice)
		}
	}
}

func TestACallDoesNotOutliveItsRound(t *testing.T) {
	h := newHost(memory.New(), nil)
	c := linkDice(t, h, true, true)
	s1, _ := secretOf(1)
	c.must(game.First, table.KindRoll, "", s1, commitOf(3))
	c.do(game.First, table.KindResign, "")
	if s := c.snapshot(); len(s.Calls) != 0 {
		t.Errorf("%v are awaited after the end", s.Calls)
	}
	c.do(game.Second, table.KindNext, "")
	calls(t, c, game.First, game.Second)
}

func TestACommitmentIsNeverStale(t *testing.T) {
	h := newHost(memory.New(), nil)
	c := linkDice(t, h, false, false)
	seen := c.snapshot().Seq
	r := rand.New(rand.NewPCG(1, 1))
	a, err := game.Random{}.Choose(t.Context(), c.snapshot().State, r)
	if err != nil {
		t.Fatal(err)
	}
	c.do(c.snapshot().ToAct, table.KindAct, string(a))
	before := c.snapshot()
	e, err := h.Do(t.Context(), c.id, table.Command{Key: "c", Secret: c.seats[game.First], Seen: 1, Kind: table.KindCommit, Commit: commitOf(1)})
	if err != nil || e.Kind != table.KindCommitted {
		t.Fatalf("%s, %v", e.Kind, err)
	}
	// And it makes nothing stale.
	if s := c.snapshot(); s.Position != before.Position || s.Changed != before.Changed {
		t.Errorf("%s, changed by event %d", s.Position, s.Changed)
	}
	if _, err := h.Do(t.Context(), c.id, table.Command{Key: "d", Secret: c.seats[game.Second], Seen: seen, Kind: table.KindAct, Text: "x"}); !errors.Is(err, table.ErrStale) {
		t.Errorf("the move before is forgotten: %v", err)
	}
}

// TestACrashBetweenTheCallAndTheThrowChangesNothing: the process ends with the
// call in the log and the throw not made; whoever reads the log throws the same.
func TestACrashBetweenTheCallAndTheThrowChangesNothing(t *testing.T) {
	log := &faulty{Log: memory.New()}
	h := newHost(log, nil)
	c := linkDice(t, h, true, false)
	s1, _ := secretOf(1)
	log.set(func(e table.Event) (bool, error) {
		return e.Kind != table.KindRolled, failure(e.Kind == table.KindRolled)
	})
	c.must(game.First, table.KindRoll, "", s1, commitOf(3))
	if n := len(rolls(t, log, c.id)); n != 0 {
		t.Fatalf("%d throws", n)
	}
	log.set(nil)
	c.host = newHost(log, nil)
	c.snapshot()
	got := rolls(t, log, c.id)
	if len(got) == 0 || got[0].Receipt.N != 1 || got[0].Receipt.Shares[0] == nil || got[0].Receipt.Shares[0].Reveal != s1 {
		t.Fatalf("%+v", got)
	}
}
