package nardy

import (
	"fmt"
	"strings"
)

// GNUID is the position as GNU Backgammon writes it, position ID and match ID
// joined by a colon. Dark is its player 0, Light its player 1; the position is
// seen by the player on roll. Only short nardy has one.
func (s *State) GNUID() (string, error) {
	if err := s.exportable(); err != nil {
		return "", fmt.Errorf("write GNU ID: %w", err)
	}
	return PositionID(&s.pos, s.side) + ":" + s.matchID(), nil
}

// PositionID is the GNU Backgammon position ID of a position of short or
// hyper nardy, seen by the side on roll.
func PositionID(p *Position, onRoll Side) string {
	var key bitWriter
	for _, side := range [...]Side{onRoll.Other(), onRoll} {
		// From the side's ace point back to its bar.
		for step := 24; step >= Bar; step-- {
			for range p.N[side][step] {
				key.put(1, 1)
			}
			key.put(0, 1)
		}
	}
	return key.text(14)
}

// Sizes of the fields of a match ID, in bits.
const (
	bitsCube, bitsOwner, bitsMove, bitsCrawford, bitsState, bitsTurn, bitsDoubled, bitsResigned = 4, 2, 1, 1, 3, 1, 1, 2

	bitsDie, bitsScore = 3, 15
)

func (s *State) matchID() string {
	player := func(side Side) int { return 1 - int(side) }
	owner := 3
	if s.cube.Raises > 0 {
		owner = player(s.cube.Owner)
	}
	turn, doubled := s.side, 0
	if s.phase == PhaseAnswer {
		turn, doubled = s.side.Other(), 1
	}
	crawford, length := 0, s.set.Points
	if s.set.Crawford {
		crawford = 1
	}
	if length == 1 {
		length = 0
	}
	var die [2]int
	if s.phase == PhasePlay {
		a, b := int(s.dice.pips[0]), int(s.dice.pips[1])
		die = [2]int{max(a, b), min(a, b)} // as gnubg writes them
	}
	var key bitWriter
	key.put(s.cube.Raises, bitsCube)
	key.put(owner, bitsOwner)
	key.put(player(s.side), bitsMove)
	key.put(crawford, bitsCrawford)
	key.put(1, bitsState) // playing
	key.put(player(turn), bitsTurn)
	key.put(doubled, bitsDoubled)
	key.put(0, bitsResigned)
	key.put(die[0], bitsDie)
	key.put(die[1], bitsDie)
	key.put(length, bitsScore)
	key.put(s.set.Score[Dark], bitsScore)
	key.put(s.set.Score[Light], bitsScore)
	key.put(1, 1) // no Jacoby rule
	return key.text(12)
}

// ParseGNUID reads "positionID:matchID" as a position of short nardy: options
// and a position code for New. A position ID alone is Light on roll in a single
// game.
func ParseGNUID(text string) (options []byte, code string, err error) {
	position, match, hasMatch := strings.Cut(strings.TrimSpace(text), ":")
	m := imported{dice: "00", cube: true}
	if hasMatch {
		if err := m.readMatchID(match); err != nil {
			return nil, "", fmt.Errorf("read GNU match ID: %w", err)
		}
	}
	if err := m.readPositionID(position); err != nil {
		return nil, "", fmt.Errorf("read GNU position ID: %w", err)
	}
	options, code, err = m.state()
	if err != nil {
		return nil, "", fmt.Errorf("read GNU ID: %w", err)
	}
	return options, code, nil
}

func (m *imported) readPositionID(text string) error {
	key, err := newBitReader(text, 14)
	if err != nil {
		return err
	}
	for _, side := range [...]Side{m.side.Other(), m.side} {
		for step := 24; step >= Bar; step-- {
			for key.get(1) == 1 {
				if m.pos.N[side][step]++; m.pos.N[side][step] > 15 {
					return problemOf(problemCheckers, "more than 15 checkers", "side", gameSide(side).String(), "n", int(m.pos.N[side][step]), "want", 15)
				}
			}
		}
	}
	return nil
}

func (m *imported) readMatchID(text string) error {
	key, err := newBitReader(text, 12)
	if err != nil {
		return err
	}
	side := func(player int) Side { return Side(1 - player) }
	m.raises = key.get(bitsCube)
	switch owner := key.get(bitsOwner); owner {
	case 0, 1:
		m.owner = 2*owner - 1
	case 3:
	default:
		return problem(problemOwner, "nobody owns the cube")
	}
	m.side = side(key.get(bitsMove))
	m.crawford = key.get(bitsCrawford) == 1
	if key.get(bitsState) != 1 {
		return problem(problemGNUGame, "the game is not being played")
	}
	turn, doubled := side(key.get(bitsTurn)), key.get(bitsDoubled)
	if resigned := key.get(bitsResigned); resigned != 0 {
		return problem(problemResigned, "a resignation is offered")
	}
	a, b := key.get(bitsDie), key.get(bitsDie)
	switch {
	case doubled == 1:
		m.dice = "D"
		m.side = turn.Other()
	case turn != m.side:
		return problem(problemGNU, "the wrong side is to act")
	default:
		m.dice = fmt.Sprintf("%d%d", a, b)
	}
	m.length = key.get(bitsScore)
	m.score[Dark] = key.get(bitsScore)
	m.score[Light] = key.get(bitsScore)
	return nil
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// bitWriter collects bits, the lowest of a byte first.
type bitWriter struct {
	bytes [11]byte // one more than a position takes, so that threes come out even
	n     int
}

func (w *bitWriter) put(value, size int) {
	for i := range size {
		if value>>i&1 == 1 {
			w.bytes[w.n/8] |= 1 << (w.n % 8)
		}
		w.n++
	}
}

// text writes the bytes in base 64.
func (w *bitWriter) text(characters int) string {
	out := make([]byte, characters)
	for i := range out {
		bit := 6 * i
		hi, lo := w.bytes[bit/8], byte(0)
		if bit/8+1 < len(w.bytes) {
			lo = w.bytes[bit/8+1]
		}
		pair := uint16(hi)<<8 | uint16(lo)
		out[i] = base64Digits[pair>>(10-bit%8)&63]
	}
	return string(out)
}

type bitReader struct {
	bytes [12]byte
	n     int
}

func newBitReader(text string, characters int) (*bitReader, error) {
	if len(text) != characters {
		return nil, problem(problemGNU, fmt.Sprintf("%.20q has %d characters, not %d", text, len(text), characters))
	}
	r := &bitReader{}
	for i, c := range []byte(text) {
		v := strings.IndexByte(base64Digits, c)
		if v < 0 {
			return nil, problem(problemGNU, fmt.Sprintf("%q is no digit of base 64", c))
		}
		bit := 6 * i
		pair := uint16(v) << (10 - bit%8)
		r.bytes[bit/8] |= byte(pair >> 8)
		r.bytes[bit/8+1] |= byte(pair)
	}
	return r, nil
}

// get reads bits; behind the end there are zeros.
func (r *bitReader) get(size int) int {
	value := 0
	for i := range size {
		if r.n < 8*len(r.bytes) && r.bytes[r.n/8]>>(r.n%8)&1 == 1 {
			value |= 1 << i
		}
		r.n++
	}
	return value
}
