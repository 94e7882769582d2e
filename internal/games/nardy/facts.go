package nardy

// InContact reports whether the two sides can still get in each other's way:
// some point may yet be used by both. Without contact the game is a race.
func (v *Variant) InContact(p *Position) bool {
	way := func(side Side) uint32 {
		points := uint32(0)
		ahead := false
		for s := range Off {
			ahead = ahead || p.N[side][s] > 0
			if ahead && s > Bar {
				points |= 1 << v.Route.Point(side, s)
			}
		}
		return points
	}
	return way(Light)&way(Dark) != 0
}

// Lead is by how many pips the side is ahead in the race; negative when it is
// behind.
func (p *Position) Lead(side Side) int { return p.Pips(side.Other()) - p.Pips(side) }
