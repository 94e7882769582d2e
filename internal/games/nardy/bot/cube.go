package bot

import (
	"context"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// What owning the cube is worth, in prices, and from which equity on a raise
// is offered. Both are for games in which points are money.
const (
	ownership = 0.08
	offerFrom = 0.5
)

// cube decides whether to raise the price and whether to accept it, by the
// equity of the game without a cube.
func (b *Player) cube(ctx context.Context, s *nardy.State) (game.Action, error) {
	c, err := b.Chances(ctx, s)
	if err != nil {
		return "", err
	}
	o, raises := s.Options(), s.Cube().Raises
	price, raised := o.Price(raises), o.Price(raises+1)
	equity := c.Equity()
	side := s.Turn()
	// In a match a side may have won with the price as it is.
	enough := func(side nardy.Side, price int) bool {
		return o.Points > 1 && o.Score[side]+price >= o.Points
	}
	takes := enough(side, price) || (ownership-equity)*float32(raised) >= -float32(price)
	if s.Phase() == nardy.PhaseAnswer {
		if takes {
			return nardy.Take, nil
		}
		return nardy.Drop, nil
	}
	switch {
	case enough(side, price):
		return nardy.Roll, nil // nothing to be gained
	case enough(side.Other(), price) && equity > -1:
		return nardy.Raise, nil // nothing to be lost
	case !takes && equity > 1:
		return nardy.Roll, nil // playing on for a mars brings more than the price
	case !takes || equity >= offerFrom:
		return nardy.Raise, nil
	}
	return nardy.Roll, nil
}
