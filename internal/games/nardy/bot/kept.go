package bot

import (
	"math"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// Kept is a review in few bytes, for the log of the game. Equities are in
// thousandths of a price, chances in thousandths.
type Kept struct {
	Decisions []KeptDecision `json:"decisions"`
	Throws    []KeptThrow    `json:"throws"`
	Sides     [2]Account     `json:"sides"`
}

// KeptDecision is what is kept of a verdict. What is left out is nothing, or as
// it was played.
type KeptDecision struct {
	Step  int         `json:"step"`
	Side  nardy.Side  `json:"side"`
	Loss  int         `json:"loss,omitempty"`
	Best  game.Action `json:"best,omitempty"`
	Facts []Fact      `json:"facts,omitempty"`
	// Is are the chances after the play that was played, Would those after the
	// best one; both are kept for errors only.
	Is    *KeptChances `json:"is,omitempty"`
	Would *KeptChances `json:"would,omitempty"`
}

// KeptThrow is what is kept of a fortune.
type KeptThrow struct {
	Step int        `json:"step"`
	Side nardy.Side `json:"side"`
	Luck int        `json:"luck"`
}

// KeptChances are chances, in their order.
type KeptChances [outputs]int

// Kept is what is kept of a review.
func (r *Review) Kept() Kept {
	k := Kept{Decisions: []KeptDecision{}, Throws: []KeptThrow{}, Sides: r.Sides}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		d := KeptDecision{Step: v.Step, Side: v.Side, Loss: thousandths(v.Played.Loss)}
		if d.Loss > 0 {
			d.Best = v.Best.Action
		}
		if v.Played.Loss >= Mistake {
			d.Facts, d.Is, d.Would = v.Facts, kept(&v.Played.Chances), kept(&v.Best.Chances)
		}
		k.Decisions = append(k.Decisions, d)
	}
	for _, f := range r.Fortunes {
		k.Throws = append(k.Throws, KeptThrow{Step: f.Step, Side: f.Side, Luck: thousandths(f.Luck)})
	}
	return k
}

func kept(c *Chances) *KeptChances {
	var k KeptChances
	for i, x := range c {
		k[i] = thousandths(x)
	}
	return &k
}

func thousandths(x float32) int { return int(math.Round(1000 * float64(x))) }
