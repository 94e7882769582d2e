package nardy

// Cube is the raise cube (clause 6). The zero value is the cube in the middle,
// nothing raised.
type Cube struct {
	Raises int  // accepted raises
	Owner  Side // who may offer next, once something has been raised
}

// maxRaises is how often the price can grow: to six stakes by ones, the faces
// of a die, or to 64 by doubling, the faces of a doubling cube.
func (o *Options) maxRaises() int {
	switch o.Cube {
	case CubeLinear:
		return 5
	case CubeDoubling:
		return 6
	default:
		return 0
	}
}

// Price is that of an oyn after so many accepted raises, in points: stakes are in
// it.
func (o *Options) Price(raises int) int {
	if o.Cube == CubeDoubling {
		return o.Stake << raises
	}
	return o.Stake * (1 + raises)
}

// raiseRefused is why the side may not offer a raise now, "" where it may.
func (s *State) raiseRefused(side Side) string {
	switch {
	case s.set.Cube == CubeNone:
		return RuleCubeNone
	case s.set.Crawford:
		return RuleCubeCrawford
	case s.cube.Raises > 0 && s.cube.Owner != side:
		return RuleCubeOwner
	case s.cube.Raises >= s.set.maxRaises():
		return RuleCubeLimit
	case s.throws == [2]int{}:
		return RuleCubeNotNow // before the first throw of the game
	}
	return ""
}

// offer is the position after a raise has been offered.
func (s *State) offer() *State {
	n := *s
	n.phase = PhaseAnswer
	return &n
}

// take is the position after the raise has been accepted.
func (s *State) take() *State {
	n := *s
	n.cube = Cube{Raises: s.cube.Raises + 1, Owner: s.side.Other()}
	n.phase = PhaseThrow
	return &n
}

// drop is the end of the game by a refused raise: the price before the offer,
// without mars or koks.
func (s *State) drop() *State {
	n := *s
	n.end(reasonDropped, s.side)
	return &n
}
