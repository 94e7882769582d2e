package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/hod-games/hod/internal/game"
)

// tail is how many of the last events a live table keeps in memory at the
// least; it keeps twice as many at the most. Whoever asks for older ones is
// served from the log.
//
// Each of them holds the table as it stood then and what sockets were sent, up
// to four kilobytes together, so that this number decides what a live table
// costs. It is enough for a page that comes back after a moment and for a
// command that is repeated: a turn of nardy makes two or three events.
const tail = 8

// fold is a table computed from its events, and from nothing else. Its owner
// changes it; everybody else sees what the owner publishes.
type fold struct {
	entry   game.Entry
	now     Snapshot
	updates []*Update // the last events, at most 2·tail, oldest first
	past    pastKeys  // of the events before those; nil until somebody asks
	secrets openedPrivate
	bot     game.Bot        // in the second seat, or nil
	began   game.Side       // the seat that began the first round
	first   string          // the position code in which rounds begin
	options json.RawMessage // of the first round
	dice    dice
	begun   bool // somebody has decided something in this round
	talk    talk
	manners manners

	// position is the number of the last event that put the players before
	// another position or another question: what Command.Seen is held against.
	position uint64
	// asked is the number of the last event that asked something.
	asked uint64
	// hinted are the position codes of this round in which a hint was given:
	// whoever takes back and comes to one of them again has that hint already.
	hinted []string
}

// apply adds the event that follows, with the state after it and its body if
// whoever made the event has them already.
func (f *fold) apply(e Event, after game.State, body any, entries func(id string) (game.Entry, bool)) error {
	if e.Seq != f.now.Seq+1 {
		return fmt.Errorf("event %d follows event %d", e.Seq, f.now.Seq)
	}
	if (e.Seq == 1) != (e.Kind == KindOpened) {
		return fmt.Errorf("event %d is of kind %q", e.Seq, e.Kind)
	}
	var err error
	if e.Kind == KindOpened {
		err = f.open(e, entries)
	} else {
		err = f.elapse(e, body)
		if err == nil {
			err = f.effect(e, after, body)
		}
	}
	if err != nil {
		return fmt.Errorf("event %d, %s: %w", e.Seq, e.Kind, err)
	}
	f.now.Seq, f.now.LastAt = e.Seq, e.At
	if e.Kind.ChangesBoard() {
		f.now.Changed = e.Seq
	}
	if after != nil || f.now.Dice != nil && f.now.State != nil || f.now.Clock != nil {
		if err := f.now.settle(); err != nil {
			return fmt.Errorf("event %d, %s: %w", e.Seq, e.Kind, err)
		}
	}
	f.wind(e.Kind)
	f.remember(e)
	return nil
}

// remember keeps the event among the last ones.
func (f *fold) remember(e Event) {
	if len(f.updates) >= 2*tail {
		if f.past != nil {
			for _, u := range f.updates[:tail] {
				f.past.add(u.Event.Key)
			}
		}
		// A fresh slice: readers hold the old one.
		f.updates = append(make([]*Update, 0, 2*tail), f.updates[tail:]...)
	}
	f.updates = append(f.updates, &Update{Event: e, after: f.now})
}

// made returns the event that the command with that key made, if it is among
// the last ones.
func (f *fold) made(key string) (Event, bool) {
	if key == "" {
		return Event{}, false
	}
	for _, u := range slices.Backward(f.updates) {
		if u.Event.Key == key {
			return u.Event, true
		}
	}
	return Event{}, false
}

func (f *fold) open(e Event, entries func(id string) (game.Entry, bool)) error {
	var body OpenedBody
	if err := decode(e.Body, &body); err != nil {
		return err
	}
	if err := decode(e.Private, &f.secrets); err != nil {
		return err
	}
	entry, ok := entries(body.Game)
	if !ok {
		return fmt.Errorf("no game %q", body.Game)
	}
	if !body.Starts.Player() {
		return fmt.Errorf("no seat %q begins", body.Starts)
	}
	f.entry, f.began, f.options = entry, body.Starts, body.Options
	if body.Mode == Computer {
		if f.bot, ok = entry.BotNamed(body.Bot); !ok {
			return fmt.Errorf("no bot %q in %s", body.Bot, body.Game)
		}
	}
	start, err := entry.Rules.Start(body.Options, body.Position)
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	f.first = start.String()
	f.now = Snapshot{
		ID: f.now.ID, Rules: entry.Rules, Game: body.Game, Options: body.Options, Mode: body.Mode,
		OpenedAt: e.At, Round: 1, Began: e.Seq, Begin: f.first, Starts: body.Starts, Position: f.first, State: start,
	}
	for i := range f.now.Seats {
		f.now.Seats[i] = Seat{Taken: f.secrets.Seats[i] != ""}
	}
	if body.Open {
		f.now.Offered, f.now.OfferedAt, f.now.Nameless = true, e.At, true
	}
	f.named(game.First, body.Names[0])
	f.named(game.Second, body.Names[1])
	if f.bot != nil {
		f.now.Seats[1] = Seat{Bot: body.Bot, Taken: true}
	}
	if body.Dice != nil {
		f.now.Dice = &Dice{Kind: body.Dice.Kind, Next: 1, Commit: body.Dice.Commit}
		f.anchor(game.First, body.Commit, e.Seq)
	}
	if body.Clock != nil {
		c := Clock{Tempo: *body.Clock}.fresh()
		f.now.Clock = &c
	}
	f.moved(e.Seq)
	f.now.pace.since = e.At
	return f.now.settle()
}

func (f *fold) effect(e Event, after game.State, made any) error {
	s := &f.now
	switch e.Kind {
	case KindActed:
		body, err := bodyOf[ActedBody](e, made)
		if err != nil {
			return err
		}
		if body.Action != game.Pass {
			s.pace.decided(body.Seat, e.At)
		}
		if s.Asked != nil && s.Asked.What == KindTakeBack {
			s.Asked = nil // the game went on instead
		}
		f.play(e, after, Ply{Seat: body.Seat, Action: body.Action, Position: body.Position, Depth: body.Depth, Seq: e.Seq})
		f.takeShare(body.Seat, body.Share, e.Seq)
		if body.Action == game.Action(KindRoll) {
			f.called(body.Seat)
		}
	case KindRolled:
		body, err := bodyOf[RolledBody](e, made)
		if err != nil {
			return err
		}
		ply, err := f.thrown(body, e.Seq, Ply{Seat: game.Chance, Pips: body.Pips, Position: body.Position})
		if err != nil {
			return err
		}
		if a, n := s.Asked, len(s.Plies); a != nil && a.What == KindTakeBack && n > 0 && s.Plies[n-1].Seat == a.Seat && s.Plies[n-1].Action == game.Action(KindRoll) {
			s.Asked = nil // what was asked for has become a throw, and stands
		}
		f.play(e, after, ply)
	case KindResigned:
		body, err := bodyOf[ResignedBody](e, made)
		if err != nil {
			return err
		}
		f.lose(e, body.Seat)
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindFlagged:
		body, err := bodyOf[FlaggedBody](e, made)
		if err != nil {
			return err
		}
		f.lose(e, body.Seat)
	case KindClaimed:
		body, err := bodyOf[ClaimedBody](e, made)
		if err != nil {
			return err
		}
		f.lose(e, body.Seat.Other())
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindResumed: // elapse has told the clock
		body, err := bodyOf[ResumedBody](e, made)
		if err != nil {
			return err
		}
		s.Standstills = append(s.Standstills, Standstill{Plies: len(s.Plies), Gap: time.Duration(body.Gap) * time.Millisecond})
	case KindTookBack:
		body, err := bodyOf[TookBackBody](e, made)
		if err != nil {
			return err
		}
		if err := f.tookBack(e, after, body); err != nil {
			return err
		}
	case KindEnded:
		body, err := bodyOf[EndedBody](e, made)
		if err != nil {
			return err
		}
		s.Result, s.Score, s.ToAct, s.Calls = &body.Result, body.Score, game.Nobody, nil
		if s.Asked != nil && s.Asked.What == KindTakeBack {
			s.Asked = nil
		}
		if _, s.MatchOver, err = s.following(); err != nil {
			return err
		}
	case KindNext, KindReset:
		body, err := bodyOf[NextBody](e, made)
		if err != nil {
			return err
		}
		s.Round, s.Began, s.Starts, s.Begin, s.State = body.Round, e.Seq, body.Starts, f.first, after
		if body.Options != nil {
			s.Options = body.Options
		}
		if body.Position != "" {
			s.Begin = body.Position
		}
		s.Position = s.Begin
		s.Plies, s.Result, s.Resigned, s.Forfeit, s.Asked, s.MatchOver = nil, nil, game.Nobody, "", nil, false
		s.Standstills = nil
		s.pace.since, f.begun = e.At, false
		f.forgetCalls()
		f.forgetStood()
		f.talk.newRound()
		f.manners.newRound()
		s.Hints, f.hinted = 0, nil
		if body.Seat.Player() {
			f.takeShare(body.Seat, body.Share, e.Seq)
		}
		if e.Kind == KindReset {
			s.Score = [2]int{}
		}
		f.moved(e.Seq)
	case KindSeated:
		body, err := bodyOf[SeatedBody](e, made)
		if err != nil {
			return err
		}
		var private seatedPrivate
		if err := decode(e.Private, &private); err != nil {
			return err
		}
		s.Seats[index(body.Seat)] = Seat{Taken: true}
		f.named(body.Seat, body.Name)
		f.secrets.Seats[index(body.Seat)] = private.Hash
		s.pace.since = e.At
		s.Offered = false
		f.anchor(body.Seat, body.Commit, e.Seq)
	case KindOffered, KindWithdrawn:
		body, err := bodyOf[OfferedBody](e, made)
		if err != nil {
			return err
		}
		s.Offered, s.OfferedAt = e.Kind == KindOffered, e.At
		if s.Offered {
			f.manners.offers++
			s.Nameless = true
			s.Seats[0].Name, s.Seats[1].Name = "", ""
		}
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindAsked:
		body, err := bodyOf[AskedBody](e, made)
		if err != nil {
			return err
		}
		s.Asked, f.asked = &body, e.Seq
		p := f.manners.of(body.Seat, body.What)
		*p = posed{position: f.position, times: p.in(f.position) + 1}
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindDeclined:
		body, err := bodyOf[AskedBody](e, made)
		if err != nil {
			return err
		}
		s.Asked = nil
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindRenamed:
		body, err := bodyOf[RenamedBody](e, made)
		if err != nil {
			return err
		}
		f.named(body.Seat, body.Name)
		f.manners.renames[index(body.Seat)]++
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindSaid:
		body, err := bodyOf[SaidBody](e, made)
		if err != nil {
			return err
		}
		f.heard(body, e)
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindHinted:
		body, err := bodyOf[HintedBody](e, made)
		if err != nil {
			return err
		}
		s.Hints++
		s.Hinted, f.hinted = true, append(f.hinted, s.Position)
		f.takeShare(body.Seat, body.Share, e.Seq)
	case KindAnalysed: // whoever wants to read it finds it in the log
	case KindCommitted, KindCalled:
		body, err := bodyOf[CalledBody](e, made)
		if err != nil {
			return err
		}
		f.takeShare(body.Seat, body.Share, e.Seq)
		if e.Kind == KindCalled {
			f.called(body.Seat)
		}
	default:
		return fmt.Errorf("unknown kind of event %q", e.Kind)
	}
	return nil
}

// named gives a seat the name that somebody has typed. Logs from before tables
// could be nameless have names all the same; they are not shown.
func (f *fold) named(seat game.Side, name string) {
	if f.now.Nameless {
		return
	}
	f.now.Seats[index(seat)].Name = name
	f.now.Named = f.now.Named || name != ""
}

// moved notes that an event put the players before another position or another
// question.
func (f *fold) moved(seq uint64) {
	f.position = seq
	f.now.Hinted = slices.Contains(f.hinted, f.now.Position)
}

// lose notes that a seat has lost the round without playing it out.
func (f *fold) lose(e Event, seat game.Side) {
	s := &f.now
	s.Resigned, s.Forfeit, s.ToAct, s.Calls = seat, e.Kind, game.Nobody, nil
	f.moved(e.Seq)
	s.Hinted = false // nobody can play on from here
}

func (f *fold) play(e Event, after game.State, p Ply) {
	f.now.pace.since = e.At
	f.now.Plies = append(f.now.Plies, p)
	f.now.Position, f.now.State = p.Position, after
	f.moved(e.Seq)
}

// seat returns the seat that secret opens.
func (f *fold) seat(secret string) (game.Side, error) {
	hash := hashSecret(secret)
	for i, side := range [...]game.Side{game.First, game.Second} {
		if opensHashed(secret, hash, f.secrets.Seats[i]) {
			return side, nil
		}
	}
	return game.Nobody, ErrNoSeat
}

// bodyOf returns the body of an event: as it was made, or read from the event.
func bodyOf[T any](e Event, made any) (T, error) {
	body, ok := made.(T)
	if ok {
		return body, nil
	}
	err := decode(e.Body, &body)
	return body, err
}

func decode(data json.RawMessage, into any) error {
	if len(data) == 0 {
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	return nil
}
