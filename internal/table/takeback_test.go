package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// pair opens a table for two people and has both sit.
func pair(t *testing.T, h *table.Host, o table.Opening) *client {
	t.Helper()
	o.Mode = table.Link
	c, opened := open(t, h, o)
	seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit"})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[game.Second] = seated.Secret
	return c
}

func TestTakingBackNeedsConsentWhereTwoPlay(t *testing.T) {
	c := pair(t, newHost(memory.New(), nil), heap(15))
	c.refused(table.RuleNothingBack, game.First, table.KindTakeBack, "")
	c.do(game.First, table.KindAct, "3")
	c.refused(table.RuleNothingBack, game.Second, table.KindTakeBack, "")
	c.do(game.First, table.KindTakeBack, "")
	s := c.snapshot()
	if s.Asked == nil || s.Asked.What != table.KindTakeBack || s.Asked.Seat != game.First || len(s.Plies) != 1 {
		t.Fatalf("asked: %+v", s.Asked)
	}
	c.refused(table.RuleAlreadyAsked, game.First, table.KindTakeBack, "")
	c.do(game.Second, table.KindDecline, "")
	if s := c.snapshot(); s.Asked != nil || len(s.Plies) != 1 {
		t.Fatalf("declined: %+v, %d plies", s.Asked, len(s.Plies))
	}
	c.do(game.First, table.KindTakeBack, "")
	c.do(game.Second, table.KindTakeBack, "")
	s = c.snapshot()
	if len(s.Plies) != 0 || s.ToAct != game.First || s.Asked != nil || s.Position != s.Begin {
		t.Fatalf("taken back: %s to act in %s, %d plies, asked %+v", s.ToAct, s.Position, len(s.Plies), s.Asked)
	}
	// With the answer of the other one it goes back as well.
	c.do(game.First, table.KindAct, "3")
	c.do(game.Second, table.KindAct, "1")
	c.do(game.First, table.KindTakeBack, "")
	c.do(game.Second, table.KindTakeBack, "")
	if s := c.snapshot(); s.ToAct != game.First || len(s.Plies) != 0 {
		t.Errorf("%s is to act after %d plies", s.ToAct, len(s.Plies))
	}
}

func TestAQuestionToTakeBackIsOverWhenTheGameGoesOn(t *testing.T) {
	c := pair(t, newHost(memory.New(), nil), heap(15))
	c.do(game.First, table.KindAct, "3")
	c.do(game.First, table.KindTakeBack, "")
	c.do(game.Second, table.KindAct, "1")
	if s := c.snapshot(); s.Asked != nil {
		t.Errorf("still asked: %+v", s.Asked)
	}
	c.refused(table.RuleNotAllowed, game.Second, table.KindDecline, "")
	// What is asked for now is asked of the other one.
	c.do(game.Second, table.KindTakeBack, "")
	if s := c.snapshot(); s.Asked == nil || s.Asked.Seat != game.Second || len(s.Plies) != 2 {
		t.Errorf("asked: %+v", s.Asked)
	}
}

func TestAloneOneTakesBackAtOnce(t *testing.T) {
	q := &queue{}
	h := newHost(memory.New(), q)
	c, _ := open(t, h, table.Opening{Game: "bachet", Mode: table.HotSeat})
	c.do(game.First, table.KindAct, "3")
	c.do(game.Second, table.KindAct, "2")
	c.do(game.First, table.KindTakeBack, "")
	if s := c.snapshot(); s.ToAct != game.Second || len(s.Plies) != 1 {
		t.Errorf("at one device: %s to act after %d plies", s.ToAct, len(s.Plies))
	}
	c.do(game.First, table.KindTakeBack, "")
	c.refused(table.RuleNothingBack, game.First, table.KindTakeBack, "")

	c, _ = open(t, h, table.Opening{Game: "bachet", Mode: table.Computer, Starts: game.First, Options: []byte(`{"sticks":99}`)})
	c.do(game.First, table.KindAct, "3")
	thinking, _ := q.take()
	c.do(game.First, table.KindTakeBack, "") // while it thinks
	if err := thinking.Play(t.Context(), game.Choice{Action: "1"}); err != nil {
		t.Fatal(err)
	}
	if s := c.snapshot(); s.ToAct != game.First || len(s.Plies) != 0 {
		t.Errorf("against a computer that thinks: %s to act after %d plies", s.ToAct, len(s.Plies))
	}
	c.do(game.First, table.KindAct, "2")
	if q.play(t) != 1 {
		t.Fatal("the computer is not asked after a decision was taken back")
	}
	c.do(game.First, table.KindTakeBack, "")
	if s := c.snapshot(); s.ToAct != game.First || len(s.Plies) != 0 {
		t.Errorf("against a computer that has answered: %s to act after %d plies", s.ToAct, len(s.Plies))
	}
}

func TestWhatIsCountedIsNotTakenBack(t *testing.T) {
	c, _ := open(t, newHost(memory.New(), nil), table.Opening{Game: "bachet", Options: []byte(`{"sticks":2,"max":2}`), Mode: table.HotSeat})
	c.do(game.First, table.KindAct, "2")
	c.refused(table.RuleRoundOver, game.First, table.KindTakeBack, "")
}

// throws are the bodies of all throws in a log.
func throws(t *testing.T, log table.Log, id table.ID) (seqs []uint64, bodies []table.RolledBody) {
	t.Helper()
	for _, e := range events(t, log, id) {
		if e.Kind != table.KindRolled {
			continue
		}
		var body table.RolledBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			t.Fatal(err)
		}
		seqs, bodies = append(seqs, e.Seq), append(bodies, body)
	}
	return seqs, bodies
}

// TestTakingBackNeverThrowsAnew takes back in games with dice, over and over,
// and holds every throw that comes again against the first time.
func TestTakingBackNeverThrowsAnew(t *testing.T) {
	for _, options := range []string{`{}`, `{"raise":true}`} {
		for _, dice := range []table.DiceKind{table.FairDice, table.OwnDice} {
			again := 0
			for seed := range uint64(10) {
				again += tookBackGame(t, seed, options, dice)
			}
			if again < 50 {
				t.Errorf("%s, %s: only %d throws came again", options, dice, again)
			}
		}
	}
}

func tookBackGame(t *testing.T, seed uint64, options string, kind table.DiceKind) (again int) {
	t.Helper()
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Options: []byte(options), Mode: table.HotSeat, Dice: kind})
	r := rand.New(rand.NewPCG(seed, 3))
	for range 150 {
		s := c.snapshot()
		switch {
		case s.Over():
			c.do(game.First, table.KindNext, "")
		case r.IntN(4) == 0 && s.CanTakeBack(game.First):
			before := len(s.Plies)
			c.do(game.First, table.KindTakeBack, "")
			if len(s.Plies) != before {
				t.Fatal("an older snapshot lost its plies")
			}
		case s.ToAct == game.Chance:
			c.do(s.Calls[0], table.KindRoll, fmt.Sprintf("%d %d", 1+r.IntN(4), 1+r.IntN(4)))
		default:
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			c.do(s.ToAct, table.KindAct, string(a))
		}
	}
	if diff := cmp.Diff(told(c.snapshot()), told(onceMore(t, log, c.id))); diff != "" {
		t.Fatalf("seed %d: a host that reads the log sees another table (-live +read):\n%s", seed, diff)
	}
	seqs, bodies := throws(t, log, c.id)
	first := make(map[uint64]table.RolledBody)
	for i, body := range bodies {
		if body.Again == 0 {
			first[seqs[i]] = body
			continue
		}
		again++
		if was, ok := first[body.Again]; !ok || !cmp.Equal(was.Pips, body.Pips) {
			t.Fatalf("seed %d: event %d shows %v again, event %d showed %v", seed, seqs[i], body.Pips, body.Again, was.Pips)
		}
		if kind == table.FairDice && body.Receipt != nil {
			t.Errorf("event %d: a throw that comes again has a receipt of its own", seqs[i])
		}
	}
	return again
}

// TestNobodyRaisesOnDiceThatHeKnows: after a raise was taken back together with
// the throw that followed it, the same throw comes without a raise.
func TestNobodyRaisesOnDiceThatHeKnows(t *testing.T) {
	log := memory.New()
	c, _ := open(t, newHost(log, nil), table.Opening{Game: "toy", Options: []byte(`{"raise":true,"length":20}`), Mode: table.HotSeat})
	r := rand.New(rand.NewPCG(1, 1))
	may := func() bool {
		for a := range c.snapshot().State.Legal() {
			if a == "raise" {
				return true
			}
		}
		return false
	}
	for !may() {
		s := c.snapshot()
		a, err := game.Random{}.Choose(t.Context(), s.State, r)
		if err != nil {
			t.Fatal(err)
		}
		c.do(s.ToAct, table.KindAct, string(a))
	}
	before := c.snapshot()
	c.do(before.ToAct, table.KindAct, "raise")
	c.do(before.ToAct, table.KindTakeBack, "") // unanswered: as if it had not been
	if s := c.snapshot(); s.Position != before.Position || !may() {
		t.Fatalf("taken back to %s, it was %s", s.Position, before.Position)
	}
	c.do(before.ToAct, table.KindAct, "raise")
	c.do(before.ToAct.Other(), table.KindAct, "take")
	_, bodies := throws(t, log, c.id)
	thrown := bodies[len(bodies)-1]
	c.do(before.ToAct, table.KindTakeBack, "") // the answer "take" is the last decision
	s := c.snapshot()
	if s.ToAct != before.ToAct.Other() {
		t.Fatalf("%s is to act", s.ToAct)
	}
	c.do(before.ToAct, table.KindTakeBack, "") // and then the raise itself
	s = c.snapshot()
	_, bodies = throws(t, log, c.id)
	last := bodies[len(bodies)-1]
	if s.ToAct != before.ToAct || may() || last.Again == 0 || !cmp.Equal(last.Pips, thrown.Pips) {
		t.Errorf("%s is to act in %s, the dice show %v again after %v", s.ToAct, s.Position, last.Pips, thrown.Pips)
	}
}

// TestSharesOfFairDiceOutliveATakeBack: what seats reveal while throws come
// again counts for the next real one.
func TestSharesOfFairDiceOutliveATakeBack(t *testing.T) {
	log := memory.New()
	c := linkDice(t, newHost(log, nil), true, true)
	n := 2
	commits := map[game.Side]int{game.First: 1, game.Second: 2}
	// play sends a command with the reveal of a seat's standing secret.
	play := func(seat game.Side, kind table.Kind, text string) {
		t.Helper()
		n++
		secret, _ := secretOf(commits[seat])
		_, commit := secretOf(n)
		commits[seat] = n
		c.must(seat, kind, text, secret, commit)
	}
	play(game.First, table.KindRoll, "")
	play(game.Second, table.KindRoll, "")
	r := rand.New(rand.NewPCG(3, 3))
	for range 12 {
		s := c.snapshot()
		switch {
		case s.Over():
			play(game.First, table.KindNext, "")
		case s.ToAct == game.Chance:
			play(s.Calls[0], table.KindRoll, "")
		default:
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			seat := s.ToAct
			play(seat, table.KindAct, string(a))
			if s := c.snapshot(); s.CanTakeBack(seat) && r.IntN(2) == 0 {
				play(seat, table.KindTakeBack, "")
				play(seat.Other(), table.KindTakeBack, "")
			}
		}
	}
	again, shared := 0, 0
	_, bodies := throws(t, log, c.id)
	for _, body := range bodies {
		if body.Again != 0 {
			again++
			continue
		}
		var receipt struct{ Shares []*table.RevealedShare }
		if err := json.Unmarshal(body.Receipt, &receipt); err != nil {
			t.Fatal(err)
		}
		if receipt.Shares[0] != nil && receipt.Shares[1] != nil {
			shared++
		}
	}
	if fresh := len(bodies) - again; shared < fresh-1 {
		t.Errorf("%d of %d real throws have both shares", shared, fresh)
	}
}

// FuzzCommands sends what the bytes say to a table with everything on it, and
// holds what the host shows against what its log says.
func FuzzCommands(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	f.Add([]byte{0, 0, 4, 4, 0, 12, 4, 0, 4, 12, 3, 8, 0, 0, 2, 10, 5, 13})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		log := memory.New()
		h := newHost(log, nil)
		c := clocked(t, h, table.Opening{Game: "toy", Options: []byte(`{"raise":true}`)}, table.Tempo{Kind: table.FischerClock, Bank: 600, Each: 1})
		kinds := []table.Kind{table.KindAct, table.KindRoll, table.KindClaim, table.KindDecline, table.KindTakeBack, table.KindResign, table.KindNext, table.KindReset}
		for _, b := range script {
			s := c.snapshot()
			seat := []game.Side{game.First, game.Second}[b>>3&1]
			kind, text := kinds[b&7], ""
			if kind == table.KindAct {
				seat = s.ToAct
				var legal []game.Action
				for a := range s.State.Legal() {
					legal = append(legal, a)
				}
				if len(legal) == 0 || !seat.Player() {
					continue
				}
				text = string(legal[int(b>>4)%len(legal)])
			}
			_, err := c.try(seat, kind, text)
			var refusal *game.Refusal
			if err != nil && !errors.As(err, &refusal) && !errors.Is(err, table.ErrStale) {
				t.Fatalf("%s %s %q: %v", seat, kind, text, err)
			}
		}
		live := c.snapshot()
		for u, err := range h.Updates(t.Context(), c.id) {
			if err != nil {
				t.Fatal(err)
			}
			if u.Event.Seq != live.Seq {
				continue
			}
			read, err := u.After()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(told(live), told(read)); diff != "" {
				t.Fatalf("the log says otherwise (-live +read):\n%s", diff)
			}
			if diff := cmp.Diff(live.Clock, read.Clock); diff != "" {
				t.Fatalf("the log has another clock (-live +read):\n%s", diff)
			}
			if diff := cmp.Diff(live.Dice, read.Dice); diff != "" {
				t.Fatalf("the log has other dice (-live +read):\n%s", diff)
			}
		}
	})
}

// TestADecisionToThrowCanBeTakenBackUntilTheDiceLie: a question that is answered
// after the throw would undo more than was asked for.
func TestADecisionToThrowCanBeTakenBackUntilTheDiceLie(t *testing.T) {
	h := newHost(memory.New(), nil)
	o := table.Opening{Game: "toy", Options: []byte(`{"raise":true}`), Mode: table.Link, Dice: table.OwnDice}
	c, opened := open(t, h, o)
	seated, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit"})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[game.Second] = seated.Secret
	roll := func() *table.Snapshot {
		t.Helper()
		for n := 1; c.snapshot().ToAct == game.Chance; n++ {
			c.do(c.snapshot().Calls[0], table.KindRoll, fmt.Sprintf("%d %d", 1+n%4, 1+(n+1)%4))
		}
		return c.snapshot()
	}
	r := rand.New(rand.NewPCG(2, 2))
	for {
		s := roll()
		legal := []game.Action{}
		for a := range s.State.Legal() {
			legal = append(legal, a)
		}
		if legal[0] == "roll" {
			break
		}
		c.do(s.ToAct, table.KindAct, string(legal[r.IntN(len(legal))]))
	}
	seat := c.snapshot().ToAct
	c.do(seat, table.KindAct, "roll")
	before := c.snapshot()
	c.do(seat, table.KindTakeBack, "")
	c.do(seat.Other(), table.KindTakeBack, "")
	if s := c.snapshot(); s.ToAct != seat || len(s.Plies) != len(before.Plies)-1 {
		t.Fatalf("%s is to act after %d plies of %d", s.ToAct, len(s.Plies), len(before.Plies))
	}
	c.do(seat, table.KindAct, "roll")
	c.do(seat, table.KindTakeBack, "")
	roll()
	if s := c.snapshot(); s.Asked != nil {
		t.Errorf("the dice lie, and it is still asked for %s", s.Asked.What)
	}
}

// TestNobodyAgreesToAQuestionThatHeHasNotSeen: both press the same button at
// once.
func TestNobodyAgreesToAQuestionThatHeHasNotSeen(t *testing.T) {
	for _, kind := range []table.Kind{table.KindTakeBack, table.KindReset, table.KindDecline} {
		log := memory.New()
		c := pair(t, newHost(log, nil), heap(15))
		c.do(game.First, table.KindAct, "3")
		c.do(game.Second, table.KindAct, "1")
		seen := c.snapshot().Seq
		question := kind
		if kind == table.KindDecline {
			question = table.KindReset
		}
		asked := c.do(game.Second, question, "")
		c.host = newHost(log, nil) // a process that has just read the log knows as much
		answer := func(seen uint64) error {
			_, err := c.host.Do(t.Context(), c.id, table.Command{
				Key: fmt.Sprint("answer", seen), Secret: c.seats[game.First], Seen: seen, Kind: kind,
			})
			return err
		}
		if err := answer(seen); !errors.Is(err, table.ErrStale) {
			t.Errorf("%s by who has not seen the question: %v", kind, err)
		}
		if s := c.snapshot(); s.Asked == nil || s.Asked.Seat != game.Second || len(s.Plies) != 2 {
			t.Errorf("%s: asked %+v, %d plies", kind, s.Asked, len(s.Plies))
		}
		if err := answer(asked.Seq); err != nil {
			t.Errorf("%s by who has seen the question: %v", kind, err)
		}
		if s := c.snapshot(); s.Asked != nil {
			t.Errorf("%s: still asked %+v", kind, s.Asked)
		}
	}
}
