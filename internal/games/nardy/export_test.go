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

// PackAndUnpack is the graph of a stage as boards walk it, and the same after
// it has been packed.
func (s *State) PackAndUnpack() (plain, unpacked game.Turn, err error) {
	plain = s.Graph().Turn()
	unpacked, err = pack(plain).Turn()
	return plain, unpacked, err
}

// Pack packs any graph, small ones too.
func Pack(t game.Turn) Packed { return pack(t) }

// StartOf is Start with another row of parameters than that of the options.
func StartOf(v Variant, options []byte, code string) (*State, error) {
	o, err := ParseOptions(options)
	if err != nil {
		return nil, err
	}
	s := &State{set: &setting{Variant: v, Options: o}, pos: v.Initial(), phase: PhaseDraw}
	return s, s.parse(code)
}
