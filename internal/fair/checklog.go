package fair

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// Summary is what CheckLog has found in order.
type Summary struct {
	Throws int    // thrown by the site
	Own    int    // told by the players
	Again  int    // came again after they had been taken back
	By     [3]int // throws of the site by how many seats contributed: 0, 1, 2
	Faces  []int  // how often 1, 2, 3 … came up, own dice aside
}

// CheckLog checks every throw in the public events of a table, which have to be
// all of them from the first on. With the rules of its game it also plays the
// game again, so that every throw is one that was due and led to where the
// table says; nil leaves that out. The error names the first event that is
// wrong.
func CheckLog(id table.ID, rules game.Rules, events iter.Seq2[table.Event, error]) (Summary, error) {
	c := &checker{table: id, replay: replay{rules: rules}}
	for e, err := range events {
		if err != nil {
			return c.sum, err
		}
		if err := c.event(e); err != nil {
			return c.sum, fmt.Errorf("event %d, %s: %w", e.Seq, e.Kind, err)
		}
	}
	if c.seq == 0 {
		return c.sum, errors.New("there are no events")
	}
	return c.sum, nil
}

// checker goes through a log.
type checker struct {
	table table.ID
	seq   uint64
	kind  table.DiceKind
	site  string // the site's standing commitment
	// standing are the commitments of the seats, without a secret yet.
	standing [2]table.RevealedShare
	revealed []table.RevealedShare // since the last throw
	back     standing
	replay   replay
	sum      Summary
}

// fact is all that matters to dice in the body of any event.
type fact struct {
	Seat    game.Side       `json:"seat"`
	Reveal  *string         `json:"reveal"`
	Commit  *string         `json:"commit"`
	Pips    []int           `json:"pips"`
	Receipt json.RawMessage `json:"receipt"`
	Dice    *table.DiceBody `json:"dice"`
	Again   uint64          `json:"again"`
	Plies   int             `json:"plies"`
}

func (c *checker) event(e table.Event) error {
	if c.seq++; e.Seq != c.seq || (e.Seq == 1) != (e.Kind == table.KindOpened) {
		return fmt.Errorf("event %d was expected", c.seq)
	}
	var f fact
	if len(e.Body) > 0 {
		if err := json.Unmarshal(e.Body, &f); err != nil {
			return fmt.Errorf("read body: %w", err)
		}
	}
	if err := c.replay.event(e); err != nil {
		return err
	}
	if e.Kind == table.KindRolled {
		if err := c.back.throw(f); err != nil {
			return err
		}
	}
	if err := c.back.event(e, f); err != nil {
		return err
	}
	switch e.Kind {
	case table.KindRolled:
		if f.Again != 0 {
			return c.again(f)
		}
		return c.throw(f)
	case table.KindOpened:
		if f.Dice != nil {
			c.kind, c.site = f.Dice.Kind, f.Dice.Commit
		}
		f.Seat = game.First
	default:
	}
	if f.Reveal == nil && f.Commit == nil {
		return nil
	}
	return c.share(f)
}

// share takes what a seat reveals and commits itself to.
func (c *checker) share(f fact) error {
	if !f.Seat.Player() {
		return errors.New("a share of nobody")
	}
	mine := &c.standing[f.Seat-game.First]
	if f.Reveal != nil {
		commit, err := Commitment(*f.Reveal)
		if err != nil {
			return fmt.Errorf("the secret of the %s seat: %w", f.Seat, err)
		}
		if commit != mine.Commit {
			return fmt.Errorf("the secret of the %s seat does not fit its commitment", f.Seat)
		}
		made := *mine
		made.Reveal, made.RevealSeq = *f.Reveal, c.seq
		c.revealed = append(c.revealed, made)
		*mine = table.RevealedShare{}
	}
	if f.Commit != nil {
		if _, err := digest(*f.Commit); err != nil {
			return fmt.Errorf("the commitment of the %s seat: %w", f.Seat, err)
		}
		*mine = table.RevealedShare{Seat: f.Seat, Commit: *f.Commit, CommitSeq: c.seq}
	}
	return nil
}

// again checks a throw that comes again. What it shows is known; there is no
// receipt that could say something else.
func (c *checker) again(f fact) error {
	c.sum.Again++
	if c.kind == table.OwnDice {
		return nil
	}
	if len(f.Receipt) > 0 {
		return errors.New("a throw that comes again has a receipt of its own")
	}
	return nil
}

// throw checks a throw.
func (c *checker) throw(f fact) error {
	switch c.kind {
	case table.OwnDice:
		var own table.OwnReceipt
		if err := json.Unmarshal(f.Receipt, &own); err != nil || !own.Own || !own.By.Player() {
			return errors.New("nobody says who told what the dice show")
		}
		c.sum.Own++
		return nil
	case table.FairDice:
	default:
		return errors.New("a throw at a table without dice")
	}
	r, err := ParseReceipt(f.Receipt)
	if err != nil {
		return err
	}
	if r.N != c.sum.Throws+1 {
		return fmt.Errorf("throw %d follows throw %d", r.N, c.sum.Throws)
	}
	if r.SiteCommit != c.site {
		return fmt.Errorf("throw %d: the site's commitment is not the one it had published", r.N)
	}
	if want := c.counted(); !slices.Equal(r.Shares, want) {
		return fmt.Errorf("throw %d counts the shares %v and should count %v", r.N, r.Shares, want)
	}
	if err := r.Check(c.table, f.Pips); err != nil {
		return err
	}
	if d := c.replay.draw; c.replay.rules != nil && (d != game.Draw{Dice: r.Dice, Faces: r.Faces}) {
		return fmt.Errorf("throw %d is one of %d dice of %d faces, the game asked for %+v", r.N, r.Dice, r.Faces, d)
	}
	c.site, c.revealed = r.NextCommit, nil
	c.sum.Throws++
	c.sum.By[len(r.Shares)]++
	for _, pip := range f.Pips {
		for len(c.sum.Faces) < r.Faces {
			c.sum.Faces = append(c.sum.Faces, 0)
		}
		c.sum.Faces[pip-1]++
	}
	return nil
}

// counted are the shares that count for the next throw.
func (c *checker) counted() []table.RevealedShare {
	if len(c.revealed) == 0 {
		return []table.RevealedShare{}
	}
	of := func(seat game.Side) (all []table.RevealedShare) {
		for _, s := range c.revealed {
			if s.Seat == seat {
				all = append(all, s)
			}
		}
		return all
	}
	first, second := of(game.First), of(game.Second)
	if len(first) == 0 || len(second) == 0 {
		return c.revealed[len(c.revealed)-1:]
	}
	var best []table.RevealedShare
	ends := [2]uint64{}
	for _, a := range first {
		for _, b := range second {
			at := [2]uint64{min(a.RevealSeq, b.RevealSeq), max(a.RevealSeq, b.RevealSeq)}
			if a.CommitSeq < b.RevealSeq && b.CommitSeq < a.RevealSeq && slices.Compare(at[:], ends[:]) > 0 {
				best, ends = []table.RevealedShare{a, b}, at
			}
		}
	}
	if best == nil {
		return c.revealed[:1]
	}
	return best
}
