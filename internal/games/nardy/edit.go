package nardy

import "strconv"

// mostOnPoint is how many checkers of a side a set-up puts on one place.
const mostOnPoint = 15

// ReadCheckers reads a position code that may be impossible in the variant.
func (v *Variant) ReadCheckers(code string) (Position, error) { return v.readPosition(code) }

// Put puts a checker of the side on a place: a point, or "bar", or "off", which
// holds nothing that Complete does not count. An enemy checker gives way; where
// one can be covered it is. It reports whether there was room.
func (v *Variant) Put(p *Position, side Side, place string) bool {
	step, _, ok := v.placeOf(place, side)
	if !ok || step == Off || p.N[side][step] >= mostOnPoint {
		return false
	}
	if step == Bar {
		p.N[side][Bar]++
		return true
	}
	them := side.Other()
	across := v.Route.Across(step)
	switch n := p.N[them][across]; {
	case n == 0:
	case p.Covered[side]>>step&1 == 1: // one's own covered checker is freed
		p.N[them][across] = 0
		p.Covered[side] &^= 1 << step
		return true
	case p.Covered[them]>>across&1 == 1: // more on top
	case v.Contact == Covering && n == 1:
		p.Covered[them] |= 1 << across
	default:
		p.N[them][across] = 0
	}
	p.N[side][step]++
	return true
}

// Remove takes a checker off a place, the upper one of two owners, and returns
// whose it was. "bar" and "off" are said with the side: "bar-L", "off-D".
func (v *Variant) Remove(p *Position, place string) (Side, bool) {
	for _, side := range [...]Side{Light, Dark} {
		step, named, ok := v.placeOf(place, side)
		if !ok || (step == Bar || step == Off) && !named {
			continue
		}
		if p.N[side][step] == 0 || step != Off && p.Covered[side]>>step&1 == 1 {
			continue
		}
		p.N[side][step]--
		if step != Bar && step != Off && p.N[side][step] == 0 {
			p.Covered[side.Other()] &^= 1 << v.Route.Across(step)
		}
		return side, true
	}
	return Light, false
}

// placeOf is the step that a side gives to a place; named is whether the place
// says itself that it is the side's.
func (v *Variant) placeOf(place string, side Side) (step int, named, ok bool) {
	switch place {
	case "bar":
		return Bar, false, true
	case "off":
		return Off, false, true
	case "bar-" + side.Letter():
		return Bar, true, true
	case "off-" + side.Letter():
		return Off, true, true
	case "bar-" + side.Other().Letter(), "off-" + side.Other().Letter():
		return 0, true, false
	}
	n, err := strconv.Atoi(place)
	if err != nil || n < 1 || n > 24 {
		return 0, false, false
	}
	return v.Route.Step(side, n), false, true
}
