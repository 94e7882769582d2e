package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/hod-games/hod/internal/game"
)

// DiceKind says how the dice of a table fall.
type DiceKind string

const (
	// FairDice are thrown by the table, with a receipt for every throw.
	FairDice DiceKind = "fair"
	// OwnDice are thrown by the players, who tell the table what they show.
	OwnDice DiceKind = "own"
)

// Roller throws fair dice and proves it. Its answers depend on its arguments
// and on nothing else: whoever throws again after a crash, or in another
// process, gets the same pips, so that nothing is ever thrown twice.
type Roller interface {
	// Commit is the site's commitment to its secret for throw n of a table
	// with that key, in lower-case hexadecimal. It tells nothing about the
	// secret.
	Commit(key []byte, n int) string

	// Roll makes a throw. The receipt is a JSON object that holds the
	// commitment to the secret of the throw after this one as "nextCommit", and
	// everything else that lets anybody check the throw.
	Roll(t Throw) (pips []int, receipt json.RawMessage, err error)
}

// Throw is what a throw of fair dice follows from.
type Throw struct {
	Table  ID
	N      int // number of the throw at this table, from 1
	Draw   game.Draw
	Key    []byte            // the table's, from which the site's secrets are made
	Shares [2]*RevealedShare // of the seats; nil where a seat contributes nothing
}

// RevealedShare is what a seat has contributed to a throw: a secret that it had
// committed itself to.
type RevealedShare struct {
	Seat      game.Side `json:"seat"`
	Commit    string    `json:"commit"`
	CommitSeq uint64    `json:"commitSeq"` // the event that made the commitment
	Reveal    string    `json:"reveal"`
	RevealSeq uint64    `json:"revealSeq"` // the event that revealed it
}

// Share is a seat's part in the next throws, as commands and the bodies of
// their events carry it: the secret of its standing commitment, and the
// commitment that replaces it. Both are 64 lower-case hexadecimal digits, the
// commitment being the SHA-256 of the secret's 32 bytes.
type Share struct {
	Reveal string `json:"reveal,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// Dice are the dice of a table after an event. A value is never changed.
type Dice struct {
	Kind    DiceKind
	Next    int       // number of the next throw at this table, from 1
	Commit  string    // the site's commitment for it; empty with own dice
	Commits [2]string // standing commitments of the seats, empty where there is none
	Called  [2]bool   // which seats have asked for the next throw
	Shared  [2]bool   // which seats have revealed something since the last throw
	Stood   []Stood   // throws that were undone and come again, the next one first
}

// dice is what the fold remembers of fair dice beside what it shows.
type dice struct {
	standing [2]uint64          // the events that made the standing commitments
	revealed [2][]RevealedShare // since the last throw, oldest first
}

// anchor makes commit the standing commitment of a seat.
func (f *fold) anchor(seat game.Side, commit string, seq uint64) {
	if commit == "" || f.now.Dice == nil {
		return
	}
	i, d := index(seat), *f.now.Dice
	d.Commits[i], f.dice.standing[i] = commit, seq
	f.now.Dice = &d
}

// takeShare notes what an event reveals and what it commits its seat to.
func (f *fold) takeShare(seat game.Side, s Share, seq uint64) {
	if s.Reveal != "" && f.now.Dice != nil {
		i, d := index(seat), *f.now.Dice
		f.dice.revealed[i] = append(f.dice.revealed[i], RevealedShare{
			Seat: seat, Commit: d.Commits[i], CommitSeq: f.dice.standing[i], Reveal: s.Reveal, RevealSeq: seq,
		})
		d.Commits[i], d.Shared[i] = "", true
		f.now.Dice = &d
	}
	f.anchor(seat, s.Commit, seq)
}

// called notes that a seat has asked for the next throw.
func (f *fold) called(seat game.Side) {
	if f.now.Dice != nil {
		d := *f.now.Dice
		d.Called[index(seat)] = true
		f.now.Dice = &d
	}
}

// forgetCalls is done where a throw has been made or a round begins.
func (f *fold) forgetCalls() {
	if f.now.Dice != nil && f.now.Dice.Called != [2]bool{} {
		d := *f.now.Dice
		d.Called = [2]bool{}
		f.now.Dice = &d
	}
}

// forgetStood is done where a round begins.
func (f *fold) forgetStood() {
	if f.now.Dice != nil && f.now.Dice.Stood != nil {
		d := *f.now.Dice
		d.Stood = nil
		f.now.Dice = &d
	}
}

// thrown notes that the dice have been thrown, in event seq, and completes the
// ply that they make.
func (f *fold) thrown(body RolledBody, seq uint64, p Ply) (Ply, error) {
	if f.now.Dice == nil {
		return p, nil
	}
	d := *f.now.Dice
	if body.Again != 0 {
		if len(d.Stood) == 0 || d.Stood[0].Seq != body.Again {
			return p, fmt.Errorf("the throw of event %d comes again and does not stand", body.Again)
		}
		p.Throw, p.By, p.Seq = d.Stood[0].N, d.Stood[0].By, body.Again
		d.Stood = d.Stood[1:]
		f.now.Dice = &d
		f.forgetCalls()
		return p, nil
	}
	p.Throw, p.Seq = d.Next, seq
	d.Next++
	d.Stood = nil
	receipt := body.Receipt
	if d.Kind == FairDice {
		var site struct {
			NextCommit string `json:"nextCommit"`
		}
		if err := decode(receipt, &site); err != nil {
			return p, err
		}
		d.Commit = site.NextCommit
	} else {
		var own OwnReceipt
		if err := decode(receipt, &own); err != nil {
			return p, err
		}
		p.By = own.By
	}
	f.dice.revealed, d.Shared = [2][]RevealedShare{}, [2]bool{}
	f.now.Dice = &d
	f.forgetCalls()
	return p, nil
}

// shares are the contributions to the next throw. A seat's share must not
// depend on another one, so two count together only if each was committed to
// before the other was revealed; of several such pairs the latest counts. Where
// there is none, somebody committed himself with the other's share before his
// eyes: then only the share that was revealed first counts. Package fair says
// what all this is good for.
func (f *fold) shares() (counted [2]*RevealedShare) {
	first, second := f.dice.revealed[0], f.dice.revealed[1]
	switch {
	case len(first) == 0 && len(second) == 0:
		return counted
	case len(second) == 0:
		counted[0] = &first[len(first)-1]
		return counted
	case len(first) == 0:
		counted[1] = &second[len(second)-1]
		return counted
	}
	for i := range first {
		for j := range second {
			a, b := &first[i], &second[j]
			if a.CommitSeq < b.RevealSeq && b.CommitSeq < a.RevealSeq && later(a, b, counted) {
				counted = [2]*RevealedShare{a, b}
			}
		}
	}
	if counted[0] == nil {
		if first[0].RevealSeq < second[0].RevealSeq {
			counted[0] = &first[0]
		} else {
			counted[1] = &second[0]
		}
	}
	return counted
}

// later reports whether the pair a, b was revealed after another one: the
// earlier of its two parts decides, then the other.
func later(a, b *RevealedShare, than [2]*RevealedShare) bool {
	if than[0] == nil {
		return true
	}
	now, was := min(a.RevealSeq, b.RevealSeq), min(than[0].RevealSeq, than[1].RevealSeq)
	if now != was {
		return now > was
	}
	return max(a.RevealSeq, b.RevealSeq) > max(than[0].RevealSeq, than[1].RevealSeq)
}

// commitment is what a seat that will reveal secret has committed itself to.
func commitment(secret string) string {
	bytes, err := hex.DecodeString(secret)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(bytes)
	return hex.EncodeToString(sum[:])
}

// isDigest reports whether s has the form of a secret or a commitment.
func isDigest(s string) bool {
	return len(s) == 2*sha256.Size && strings.Trim(s, "0123456789abcdef") == ""
}

// awaited lists the seats whose command the throw waits for while Chance is to
// act. With fair dice these are the seats that have a commitment to reveal, of
// those the throw belongs to, and the person's at a throw of the computer to
// which he has not contributed yet; with own dice, the seats that may say what
// they have thrown.
func (s *Snapshot) awaited() []game.Side {
	d := s.Dice
	if d == nil || s.ToAct != game.Chance || !s.complete() {
		return nil
	}
	if _, stands := s.stands(); stands {
		return nil
	}
	thrower := s.SeatOf(game.Throwing(s.State))
	var seats []game.Side
	for i, seat := range [...]game.Side{game.First, game.Second} {
		switch {
		case s.Seats[i].Bot != "":
		case d.Kind == OwnDice:
			if seat == thrower || !thrower.Player() || s.Seat(thrower).Bot != "" {
				seats = append(seats, seat)
			}
		case d.Commits[i] == "" || d.Called[i]:
		case seat == thrower || !thrower.Player():
			seats = append(seats, seat)
		case s.Seat(thrower).Bot != "" && !d.Shared[i]:
			seats = append(seats, seat) // the site shall not throw for its own computer alone
		}
	}
	// The person at a hot-seat table need not agree with himself.
	if s.Mode == HotSeat && !thrower.Player() && (d.Called[0] || d.Called[1]) {
		return nil
	}
	return seats
}

// throwDue reports whether the table has to throw the dice now, while Chance is
// to act.
func (s *Snapshot) throwDue() bool {
	if _, stands := s.stands(); stands {
		return s.complete()
	}
	return s.complete() && len(s.Calls) == 0 && (s.Dice == nil || s.Dice.Kind == FairDice)
}

// complete reports whether both seats are taken: dice are not thrown before.
func (s *Snapshot) complete() bool { return s.Seats[0].Taken && s.Seats[1].Taken }

// awaits reports whether a throw waits for seat.
func (s *Snapshot) awaits(seat game.Side) bool {
	for _, one := range s.Calls {
		if one == seat || s.Dice.Kind == OwnDice && s.Mode == HotSeat {
			return true
		}
	}
	return false
}

// roll decides the command that asks for a throw: the call for the dice that
// are due, what own dice show, or the action "roll" of a game that asks first.
func (f *fold) roll(seat game.Side, text string, share Share) (step, error) {
	s := &f.now
	switch {
	case s.Dice == nil:
		return step{}, refuse(RuleNoDice)
	case s.Dice.Kind == FairDice && text != "":
		return step{}, refuse(RuleDiceFair)
	case f.finished():
		return step{}, refuse(RuleRoundOver)
	case s.ToAct == seat && text == "":
		return f.act(seat, string(KindRoll), share)
	case s.ToAct == seat:
		return step{}, refuse(RuleDiceNotDue)
	case s.ToAct != game.Chance || !s.awaits(seat):
		return step{}, refuse(RuleNotYourTurn)
	case s.Dice.Kind == FairDice:
		return step{kind: KindCalled, body: CalledBody{Seat: seat, Share: share}}, nil
	default:
		return f.told(seat, text)
	}
}

// told decides what a seat says its own dice show.
func (f *fold) told(seat game.Side, text string) (step, error) {
	dicer, ok := f.now.State.(game.Dicer)
	if !ok {
		return step{}, fmt.Errorf("%s waits for a throw and has no dice", f.now.Game)
	}
	draw := dicer.Draw()
	pips, ok := readPips(text, draw)
	if !ok {
		return step{}, refuse(RuleDiceOwn)
	}
	receipt, err := json.Marshal(OwnReceipt{Own: true, By: seat})
	if err != nil {
		return step{}, fmt.Errorf("write receipt: %w", err)
	}
	return f.fallen(dicer, pips, receipt)
}

// signed is a number with a sign, which no die shows. In "5-3" the dash stands
// between two numbers.
var signed = regexp.MustCompile(`(^|[^\d])[-+−]\d`)

// readPips reads as many numbers as there are dice, with anything but digits
// between them; single digits need nothing between them.
func readPips(text string, d game.Draw) ([]int, bool) {
	if signed.MatchString(text) {
		return nil, false
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	if len(fields) == 1 && d.Dice > 1 && d.Faces < 10 {
		fields = strings.Split(fields[0], "")
	}
	if len(fields) != d.Dice {
		return nil, false
	}
	pips := make([]int, 0, d.Dice)
	for _, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 || n > d.Faces {
			return nil, false
		}
		pips = append(pips, n)
	}
	return pips, true
}

// throw makes the throw that is due.
func (f *fold) throw(roller Roller) (step, error) {
	s := &f.now
	dicer, ok := s.State.(game.Dicer)
	switch {
	case !ok || s.Dice == nil:
		return step{}, fmt.Errorf("%s waits for a throw and has no dice", s.Game)
	case len(s.Dice.Stood) > 0:
		if t, stands := s.stands(); stands {
			return f.again(t)
		}
	}
	if roller == nil {
		return step{}, fmt.Errorf("%s needs dice and this host has none", s.Game)
	}
	t := Throw{Table: s.ID, N: s.Dice.Next, Draw: dicer.Draw(), Key: f.secrets.Dice, Shares: f.shares()}
	pips, receipt, err := roller.Roll(t)
	if err != nil {
		return step{}, fmt.Errorf("throw %d: %w", t.N, err)
	}
	return f.fallen(dicer, pips, receipt)
}

// fallen is the event of dice that show pips.
func (f *fold) fallen(dicer game.Dicer, pips []int, receipt json.RawMessage) (step, error) {
	after, err := dicer.Roll(pips)
	if err != nil {
		return step{}, fmt.Errorf("throw %v: %w", pips, err)
	}
	body := RolledBody{Pips: pips, Position: after.String(), Receipt: receipt}
	return step{kind: KindRolled, body: body, after: after}, nil
}

// shareOf checks what a command of seat reveals and commits to.
func (f *fold) shareOf(c Command, seat game.Side) (Share, error) {
	share := Share{Reveal: c.Reveal, Commit: c.Commit}
	switch d := f.now.Dice; {
	case share == Share{}:
		return share, nil
	case d == nil || d.Kind != FairDice:
		return Share{}, refuse(RuleDiceNone)
	case share.Reveal != "" && (d.Commits[index(seat)] == "" || commitment(share.Reveal) != d.Commits[index(seat)]):
		return Share{}, refuse(RuleDiceWrongReveal)
	}
	return share, nil
}

// diceOf sets up the dice of a game that begins with start, nil for one
// without dice.
func (h *Host) diceOf(kind DiceKind, start game.State) (*DiceBody, []byte, error) {
	if _, ok := start.(game.Dicer); !ok {
		if kind != "" {
			return nil, nil, &OpeningError{Field: "dice", Problem: "the game has none"}
		}
		return nil, nil, nil
	}
	switch kind {
	case OwnDice:
		return &DiceBody{Kind: OwnDice}, nil, nil
	case FairDice, "":
		if h.config.Roller == nil {
			return nil, nil, errors.New("the game needs dice and this host has none")
		}
		key := newKey()
		return &DiceBody{Kind: FairDice, Commit: h.config.Roller.Commit(key, 1)}, key, nil
	default:
		return nil, nil, &OpeningError{Field: "dice", Problem: fmt.Sprintf(`%.20q is neither "fair" nor "own"`, string(kind))}
	}
}
