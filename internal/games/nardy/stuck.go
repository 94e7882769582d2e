package nardy

import "slices"

// stuck says why nothing can be played in the position before the first hop.
func (s *search) stuck() *StuckView {
	h := &s.nodes[0].half
	left := s.f.left(h.aux)
	view := &StuckView{Hops: []StuckHop{}}
	counts := map[string]int{}
	for _, d := range slices.Compact(slices.Clone(left)) {
		for from := range Off {
			if h.occ>>from&1 == 0 || from != Bar && h.occ&1 == 1 {
				continue
			}
			rule := s.f.cannotLeave(h, from, left)
			if rule == "" {
				rule = s.f.cannotLand(h, from, int(d))
			}
			counts[rule] += h.at(from)
			view.Hops = append(view.Hops, StuckHop{Die: int(d), From: s.f.v.place(s.side, from).String(), Rule: rule})
		}
	}
	// Of rules that stop as many checkers, the one that is listed first.
	for _, rule := range refusals() {
		if counts[rule] > counts[view.Rule] {
			view.Rule = rule
		}
	}
	return view
}
