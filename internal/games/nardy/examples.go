package nardy

import (
	"fmt"

	"github.com/hod-games/hod/internal/game"
)

// men is checkers by point of the board, 0 for the bar. Those that are not
// mentioned are off.
type men map[int]uint8

// code is the position code of an example.
func (m men) code(variant string, dark men, rest string) string {
	v, ok := VariantNamed(variant)
	if !ok {
		panic("no variant " + variant)
	}
	var p Position
	for side, placed := range [...]men{m, dark} {
		left := uint8(v.Checkers())
		for point, n := range placed {
			p.N[side][v.step(Side(side), Place(point))] = n
			left -= n
		}
		p.N[side][Off] = left
	}
	for point := range m {
		if point == 0 || dark[point] == 0 {
			continue
		}
		// Both are here: the one that is alone lies below, Dark's if both are.
		if dark[point] == 1 {
			p.Covered[Dark] |= 1 << v.step(Dark, Place(point))
		} else {
			p.Covered[Light] |= 1 << point
		}
	}
	return v.Code(&p) + " " + rest
}

// opts are options of an example: the variant, and a cube.
func opts(variant string, change ...func(*Options)) []byte {
	o := DefaultOptions()
	o.Variant = variant
	for _, c := range change {
		c(&o)
	}
	return o.JSON()
}

func withCube(kind string) func(*Options) { return func(o *Options) { o.Cube = kind } }

func crawford(o *Options) {
	o.Cube, o.Points, o.Score, o.Crawford = CubeDoubling, 5, [2]int{4, 2}, true
}

// afterCrawford is the game that comes next: the cube is in use again.
func afterCrawford(o *Options) {
	crawford(o)
	o.Score, o.Crawford = [2]int{4, 3}, false
}

// ex is an example of a variant with the initial options.
type ex struct {
	id, variant string
	light, dark men // nil for the initial position
	rest        string
	allowed     []game.Action
	refused     []game.Refused
	options     []func(*Options)
	outcome     *game.Outcome
}

func (e ex) example() game.Example {
	out := game.Example{
		ID: e.id, Options: opts(e.variant, e.options...),
		Allowed: e.allowed, Refused: e.refused, Outcome: e.outcome,
	}
	switch {
	case e.light != nil:
		out.Position = e.light.code(e.variant, e.dark, e.rest)
	case e.rest != "":
		v, _ := VariantNamed(e.variant)
		p := v.Initial()
		out.Position = fmt.Sprintf("%s %s", v.Code(&p), e.rest)
	}
	return out
}

func clause(id string, refusals []string, examples ...ex) game.Clause {
	c := game.Clause{ID: id, Refusals: refusals}
	for _, e := range examples {
		c.Examples = append(c.Examples, e.example())
	}
	return c
}

func acts(texts ...game.Action) []game.Action { return texts }

func no(rule string, texts ...string) []game.Refused {
	var out []game.Refused
	for _, t := range texts {
		out = append(out, game.Refused{Text: t, Rule: rule})
	}
	return out
}

func both(lists ...[]game.Refused) []game.Refused {
	var out []game.Refused
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

func won(side game.Side, points int, reason string) *game.Outcome {
	return &game.Outcome{Winner: side, Points: points, Reason: reason}
}
