package nardy

import "github.com/hod-games/hod/internal/game"

// Reader is Read and what Apply makes of it, for many texts of one position at
// the price of one search.
func (s *State) Reader() func(text string) (game.Action, Position, error) {
	x := explore(&s.set.Variant, &s.pos, s.Stage())
	g := x.graph()
	return func(text string) (game.Action, Position, error) {
		t, err := s.parseText(text)
		if err != nil {
			return "", Position{}, err
		}
		if t.word == game.Pass && g.Stuck() {
			return game.Pass, s.pos, nil
		}
		p, err := x.resolve(g, t)
		return Format(p.hops), p.end, err
	}
}
