package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// request is a position with dice to be played.
type request struct {
	Variant string  `json:"variant"`
	Board   []int   `json:"board"`
	Bar     [2]int  `json:"bar"`
	Off     [2]int  `json:"off"`
	Pos     string  `json:"pos"`
	Turn    string  `json:"turn"`
	Dice    []int   `json:"dice"`
	Throws  *[2]int `json:"throws"`
}

// Advice is the answer to a request: one move for each die played, in order,
// [from, to] in points. A bar is 0 for Light and 25 for Dark; borne off is 25
// for Light and 0 for Dark. Nothing to play is no moves.
type Advice struct {
	Moves [][2]int `json:"moves"`
}

// Random plays each distinct result of a throw with the same chance.
type Random struct{ game.Random }

// Advise answers a position with a random play.
func (Random) Advise(ctx context.Context, data []byte, r *rand.Rand) (any, error) {
	s, err := readRequest(data)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("advise at random: %w", err)
	}
	g := s.Graph()
	finals := g.Finals()
	return advice(s.Turn(), g.Way(finals[r.IntN(len(finals))])), nil
}

// Advise answers a position with the play that the level thinks best.
func (b *Player) Advise(ctx context.Context, data []byte, r *rand.Rand) (any, error) {
	s, err := readRequest(data)
	if err != nil {
		return nil, err
	}
	result, err := b.think(ctx, s, r)
	if err != nil {
		return nil, err
	}
	g := s.Graph()
	for _, i := range g.Finals() {
		if g.Nodes[i].Position == result {
			return advice(s.Turn(), g.Way(i)), nil
		}
	}
	return nil, fmt.Errorf("advise as %s in %s: the play found is not legal", b.name, s)
}

func advice(side nardy.Side, way []nardy.Hop) Advice {
	a := Advice{Moves: [][2]int{}}
	for _, h := range way {
		from, to := int(h.From), int(h.To)
		if side == nardy.Dark {
			if h.From == nardy.OnBar {
				from = 25
			}
			if h.To == nardy.BorneOff {
				to = 0
			}
		}
		a.Moves = append(a.Moves, [2]int{from, to})
	}
	return a
}

// readRequest is the state in which the dice of a request are to be played.
func readRequest(data []byte) (*nardy.State, error) {
	q := request{Variant: nardy.DefaultOptions().Variant}
	if err := json.Unmarshal(data, &q); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	v, ok := nardy.VariantNamed(q.Variant)
	if !ok {
		return nil, fmt.Errorf("read request: no variant %.40q", q.Variant)
	}
	p, err := q.position(&v)
	if err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	code, err := q.code(&v, &p)
	if err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	options := nardy.DefaultOptions()
	options.Variant = v.ID
	s, err := nardy.New(options.JSON(), code)
	if err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	return s, nil
}

func (q *request) position(v *nardy.Variant) (nardy.Position, error) {
	if q.Pos != "" {
		return v.ParsePosition(q.Pos)
	}
	var p nardy.Position
	if len(q.Board) != 24 {
		return p, fmt.Errorf("board has %d points, not 24", len(q.Board))
	}
	put := func(side nardy.Side, step, n int) error {
		if n < 0 || n > v.Checkers() {
			return fmt.Errorf("%d is no number of checkers", n)
		}
		p.N[side][step] = uint8(n)
		return nil
	}
	for i, n := range q.Board {
		side := nardy.Light
		if n < 0 {
			side, n = nardy.Dark, -n
		}
		if err := put(side, v.Route.Step(side, i+1), n); err != nil {
			return p, err
		}
	}
	for side := range q.Bar {
		if err := put(nardy.Side(side), nardy.Bar, q.Bar[side]); err != nil {
			return p, err
		}
		if err := put(nardy.Side(side), nardy.Off, q.Off[side]); err != nil {
			return p, err
		}
	}
	return p, nil
}

// code is the position code of the state that the request asks about.
func (q *request) code(v *nardy.Variant, p *nardy.Position) (string, error) {
	var side nardy.Side
	switch q.Turn {
	case "light":
	case "dark":
		side = nardy.Dark
	default:
		return "", fmt.Errorf("turn is \"light\" or \"dark\", not %.40q", q.Turn)
	}
	if len(q.Dice) != v.Dice {
		return "", fmt.Errorf("%d dice, not %d", len(q.Dice), v.Dice)
	}
	dice := q.Dice
	if v.Doubles() && dice[0] == dice[1] {
		dice = []int{dice[0], dice[0], dice[0], dice[0]}
	}
	shown := make([]string, len(dice))
	for i, d := range dice {
		shown[i] = strconv.Itoa(d)
	}
	code := v.Code(p) + " play " + side.Letter() + " " + strings.Join(shown, "-")
	throws := [2]int{2, 2}
	switch {
	case q.Throws != nil:
		throws = *q.Throws
	case p.N[side] == v.Setup && v.Head > 0:
		throws[side] = 1
	}
	if throws != [2]int{2, 2} {
		code += fmt.Sprintf(" throws=%d,%d", throws[0], throws[1])
	}
	// A first throw in which the enemy has moved already is that of the second
	// player.
	if enemy := side.Other(); side == nardy.Light && throws[side] == 1 && p.N[enemy] != v.Setup {
		code += " began=D"
	}
	return code, nil
}
