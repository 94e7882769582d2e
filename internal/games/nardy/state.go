package nardy

import (
	"iter"

	"github.com/hod-games/hod/internal/game"
)

// Phase is what happens next.
type Phase uint8

const (
	PhaseDraw   Phase = iota // each side throws a die for the start
	PhaseDecide              // raise or roll
	PhaseThrow               // the dice are due
	PhasePlay                // a stage is to be played
	PhaseAnswer              // a raise is to be taken or dropped
	PhaseOver
)

func (p Phase) String() string {
	return [...]string{"draw", "decide", "throw", "play", "answer", "over"}[p]
}

// Words that are actions.
const (
	Roll  game.Action = "roll"  // no raise, go on
	Raise game.Action = "raise" // offer a higher price
	Take  game.Action = "take"  // accept it
	Drop  game.Action = "drop"  // give the game up instead
)

// setting is what stays the same during a game.
type setting struct {
	Variant
	Options
}

// State is a position of a game with everything that decides how it goes on.
// It never changes.
type State struct {
	set *setting
	pos Position

	phase   Phase
	side    Side // whose turn it is; the one who offered in PhaseAnswer, the winner in PhaseOver
	starter Side
	throws  [2]int // own throws so far
	cube    Cube
	extra   bool   // the throw that is due or played is the extra one
	reason  string // PhaseOver: how it ended

	// PhasePlay.
	dice   dice    // the stage
	throw  [2]byte // the double that a progression began with; zero otherwise
	handed bool    // the stage was left by the opponent
	rest   Rest    // what of the remainder comes after this stage
	head   int     // departures from the head in this throw before the stage
}

func gameSide(s Side) game.Side {
	if s == Light {
		return game.First
	}
	return game.Second
}

func sideOf(s game.Side) Side {
	if s == game.Second {
		return Dark
	}
	return Light
}

// ToAct says who decides next; Light is the first side.
func (s *State) ToAct() game.Side {
	switch s.phase {
	case PhaseDraw, PhaseThrow:
		return game.Chance
	case PhaseAnswer:
		return gameSide(s.side.Other())
	case PhaseOver:
		return game.Nobody
	default:
		return gameSide(s.side)
	}
}

// Legal yields one action for every distinct result of the stage, or the
// answers to a question of the cube.
func (s *State) Legal() iter.Seq[game.Action] {
	return func(yield func(game.Action) bool) {
		switch s.phase {
		case PhaseDecide:
			_ = yield(Roll) && yield(Raise)
		case PhaseAnswer:
			_ = yield(Take) && yield(Drop)
		case PhasePlay:
			g := s.Graph()
			for _, i := range g.Finals() {
				if !yield(g.Action(i)) {
					return
				}
			}
		default:
		}
	}
}

// Stage is what the player has to play; it has no dice unless the phase is
// PhasePlay.
func (s *State) Stage() Stage {
	first := !s.handed && !s.extra && s.throws[s.side] == 1
	return Stage{
		Side: s.side, Dice: s.dice.slice(), HeadTaken: s.head,
		TwoOff: s.throw == [2]byte{} && s.set.TwoMayLeave(s.dice.slice(), first, s.side != s.starter),
	}
}

// Graph is every legal play of the stage. It is asked in PhasePlay.
func (s *State) Graph() *Graph {
	return NewGraph(&s.set.Variant, &s.pos, s.Stage())
}

// Apply returns the position after an action. Hops may be written in any order
// and joined where their way does not matter.
func (s *State) Apply(a game.Action) (game.State, error) {
	n, err := s.apply(a)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (s *State) apply(a game.Action) (*State, error) {
	t, err := s.parseText(string(a))
	if err != nil {
		return nil, err
	}
	if t.word != "" {
		return s.applyWord(t.word)
	}
	if rule := s.hopsRefused(); rule != "" {
		return nil, &game.Refusal{Rule: rule}
	}
	play, err := s.resolve(t)
	if err != nil {
		return nil, err
	}
	return s.played(&play.end, play.used), nil
}

func (s *State) applyWord(word game.Action) (*State, error) {
	switch {
	case s.phase == PhaseDecide && word == Roll:
		n := *s
		n.phase = PhaseThrow
		return &n, nil
	case s.phase == PhaseDecide && word == Raise:
		return s.offer(), nil
	case s.phase == PhaseAnswer && word == Take:
		return s.take(), nil
	case s.phase == PhaseAnswer && word == Drop:
		return s.drop(), nil
	case s.phase == PhasePlay && word == game.Pass:
		if g := s.Graph(); g.Stuck() {
			return s.played(&s.pos, 0), nil
		}
	}
	return nil, &game.Refusal{Rule: s.wordRefused(word)}
}

// played is the position after the stage has led to p.
func (s *State) played(p *Position, used int) *State {
	n := *s
	n.pos = *p
	if kind, winner := s.set.Status(p); kind != GoesOn {
		n.end(kind.String(), winner)
		return &n
	}
	if s.set.Head > 0 {
		n.head += int(s.pos.N[s.side][1]) - int(p.N[s.side][1])
	}
	if s.handed {
		if n.nextHanded() {
			return &n
		}
		n.clearStage()
		n.beforeThrow()
		return &n
	}
	next, number, rest := s.set.After(p, &Played{
		Side: s.side, Throw: s.thrown(), Throws: s.throws[s.side], Number: int(s.dice.pips[0]),
		Unplayed: s.dice.n - used, Rerolled: s.extra,
		HomeAtThrow: s.throw == [2]byte{} && s.pos.Home(s.side),
	})
	switch next {
	case NextStage:
		n.throw = [2]byte(s.thrown())
		n.dice = equalDice(uint8(number), 4)
	case NextThrow:
		n.clearStage()
		n.phase, n.extra = PhaseThrow, true
	default:
		n.clearStage()
		n.beginTurn(s.side.Other(), rest)
	}
	return &n
}

// After is the state after the stage in PhasePlay has led to a result that uses
// so many dice, as Generator.Results gives them. Like the bots that it serves,
// it takes the word of its caller that the result is legal.
func (s *State) After(result Position, used int) *State { return s.played(&result, used) }

// thrown is the throw as it fell.
func (s *State) thrown() []uint8 {
	switch {
	case s.throw != [2]byte{}:
		return []uint8{s.throw[0], s.throw[1]}
	case s.set.Doubles():
		return []uint8{s.dice.pips[0], s.dice.pips[1]}
	default:
		return s.dice.slice()
	}
}

func (s *State) clearStage() {
	s.dice, s.throw, s.handed, s.rest, s.head, s.extra = dice{}, [2]byte{}, false, Rest{}, 0, false
}

// end is the end of the game. The winner of a draw is Light, and means nothing.
func (s *State) end(reason string, winner Side) {
	s.clearStage()
	s.phase, s.reason, s.side = PhaseOver, reason, winner
}

// beginTurn gives the turn to a side (clause 2.4).
func (s *State) beginTurn(side Side, rest Rest) {
	s.side, s.rest = side, rest
	if s.set.Dead(&s.pos) {
		s.end(reasonDead, Light)
		return
	}
	if !s.nextHanded() {
		s.beforeThrow()
	}
}

// nextHanded begins the next stage of a remainder, if there is one.
func (s *State) nextHanded() bool {
	if s.rest.Empty() {
		return false
	}
	number, hops, after := s.rest.lowest()
	s.phase, s.handed, s.rest, s.dice = PhasePlay, true, after, equalDice(number, hops)
	return true
}

// beforeThrow asks for a raise where one may be offered.
func (s *State) beforeThrow() {
	s.phase = PhaseThrow
	if s.raiseRefused(s.side) == "" {
		s.phase = PhaseDecide
	}
}

// Outcome reports how the game ended, and whether it did.
func (s *State) Outcome() (game.Outcome, bool) {
	if s.phase != PhaseOver {
		return game.Outcome{}, false
	}
	o := game.Outcome{Reason: s.reason}
	price := s.set.Price(s.cube.Raises)
	switch s.reason {
	case reasonDead, Drawn.String():
	case reasonDropped:
		o.Winner, o.Points = gameSide(s.side), price
	default:
		kind, winner := s.set.Status(&s.pos)
		o.Winner, o.Points = gameSide(winner), price*kind.Points()
	}
	return o, true
}

// Concede is the price of giving up: what the opponent would win by bearing
// off now.
func (s *State) Concede(side game.Side) game.Outcome {
	kind := s.set.KindOfLoss(&s.pos, sideOf(side))
	return game.Outcome{
		Winner: side.Other(), Points: s.set.Price(s.cube.Raises) * kind.Points(), Reason: game.ReasonResigned,
	}
}

// Position is where the checkers are.
func (s *State) Position() Position { return s.pos }

// Variant is the row of parameters that the game is played by.
func (s *State) Variant() Variant { return s.set.Variant }

// Options are those of the game.
func (s *State) Options() Options { return s.set.Options }

// Phase is what happens next.
func (s *State) Phase() Phase { return s.phase }

// Turn is the side whose turn it is; while a raise is answered, the one who
// offered it.
func (s *State) Turn() Side { return s.side }

// Cube is the raise cube.
func (s *State) Cube() Cube { return s.cube }

// Throws is how many own throws each side has had so far, extra ones and the
// dice of the draw included where the variant plays them; remainders are no own
// throws.
func (s *State) Throws() [2]int { return s.throws }

// Starter is the side that began. It means nothing before the draw.
func (s *State) Starter() Side { return s.starter }

// Extra reports whether the throw that is due or played is the extra one of the
// turn (clause 4.6).
func (s *State) Extra() bool { return s.extra }

// Handed reports whether the stage in PhasePlay was left by the opponent
// (clause 4.8).
func (s *State) Handed() bool { return s.handed }

// Rest is what comes after the stage in PhasePlay if that is part of a
// remainder: the hops by number that the opponent has left besides.
func (s *State) Rest() Rest { return s.rest }

// From is the number of the double that a progression began with while one of
// its later numbers is played (clause 4.7), 0 otherwise.
func (s *State) From() int { return int(s.throw[0]) }
