package bot

import "github.com/hod-games/hod/internal/games/nardy"

// Chances are what a side can expect of a game, seen by the side that throws
// next: how likely it wins at all, and how likely each side wins more than one
// price. A draw counts as half a win.
type Chances [outputs]float32

// The order of the chances.
const (
	Win      = iota // a win of any kind
	WinMars         // a win of two or more
	LoseMars        // a loss of two or more
	WinKoks         // a win of three
	LoseKoks        // a loss of three
	outputs
)

// Flip is the same for the other side.
func (c Chances) Flip() Chances {
	return Chances{1 - c[Win], c[LoseMars], c[WinMars], c[LoseKoks], c[WinKoks]}
}

// Equity is the average of what the side wins, in prices.
func (c Chances) Equity() float32 {
	return 2*c[Win] - 1 + c[WinMars] - c[LoseMars] + c[WinKoks] - c[LoseKoks]
}

// Weights are what the equity grows by with each of the chances.
func Weights() Chances {
	return Chances{Win: 2, WinMars: 1, LoseMars: -1, WinKoks: 1, LoseKoks: -1}
}

// Toward is c with every chance moved by as much, up or down as it is good or
// bad for the side, that the equity is the given one. A chance of more than one
// price that is nothing stays nothing, and none leaves its range, so something
// may be missing.
func (c Chances) Toward(equity float32) Chances {
	weights := Weights()
	for range 4 {
		squares := float32(0)
		for o, weight := range weights {
			if c[o] > 0 || o == Win {
				squares += weight * weight
			}
		}
		step := (equity - c.Equity()) / squares
		for o, weight := range weights {
			if c[o] > 0 || o == Win {
				c[o] = min(max(c[o]+weight*step, 0), 1)
			}
		}
	}
	return c
}

// end is a game that is over, seen by a side.
func end(kind nardy.Kind, winner, side nardy.Side) Chances {
	if kind == nardy.Drawn {
		return Chances{Win: 0.5}
	}
	c := Chances{Win: 1}
	if kind.Points() > 1 {
		c[WinMars] = 1
	}
	if kind.Points() > 2 {
		c[WinKoks] = 1
	}
	if winner != side {
		return c.Flip()
	}
	return c
}

// outcomes is how many of the chances the variant has.
func outcomes(v *nardy.Variant) int {
	if v.Koks {
		return outputs
	}
	return WinKoks
}
