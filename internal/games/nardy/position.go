package nardy

import (
	"fmt"
	"strconv"
	"strings"
)

// Side is one of the two players.
type Side uint8

const (
	Light Side = iota
	Dark
)

// Other is the opponent.
func (s Side) Other() Side { return s ^ 1 }

// Letter is "L" or "D".
func (s Side) Letter() string { return "LD"[s : s+1] }

// Steps of a checker on its own route that are no points.
const (
	Bar = 0
	Off = 25
)

// Position is where the checkers are and nothing else: no dice, no side to
// move. It is comparable; two plays have the same result when their positions
// are equal.
type Position struct {
	// N counts the checkers of each side by step of its own route: Bar, the
	// points 1 … 24, Off.
	N [2][26]uint8
	// Covered has bit s for a checker on step s that lies under an enemy one
	// (Plakoto).
	Covered [2]uint32
}

// Point is the point of step s of a side, numbered along Light's route; step
// and point are 1 … 24.
func (r Route) Point(side Side, step int) int {
	if side == Light {
		return step
	}
	return r.Across(step)
}

// Step is the step of a point on the route of a side.
func (r Route) Step(side Side, point int) int { return r.Point(side, point) }

// Across is the step that the opponent gives to the point of one's own step s.
func (r Route) Across(s int) int {
	switch {
	case r == Opposed:
		return 25 - s
	case s > 12:
		return s - 12
	default:
		return s + 12
	}
}

// Initial is the position before the first throw of v.
func (v *Variant) Initial() Position {
	return Position{N: [2][26]uint8{v.Setup, v.Setup}}
}

// Home reports whether all checkers of the side are on its last six steps or
// off.
func (p *Position) Home(side Side) bool {
	for _, n := range p.N[side][:19] {
		if n > 0 {
			return false
		}
	}
	return true
}

// Pips is the sum of the ways that the checkers of the side still have to go.
func (p *Position) Pips(side Side) int {
	sum := 0
	for s, n := range p.N[side] {
		sum += (Off - s) * int(n)
	}
	return sum
}

// Swap is the position with the colours exchanged: every checker on the point
// of the same step of the other side.
func (p *Position) Swap() Position {
	return Position{
		N:       [2][26]uint8{p.N[Dark], p.N[Light]},
		Covered: [2]uint32{p.Covered[Dark], p.Covered[Light]},
	}
}

// appendPosition writes the position code of the rules:
// p1,…,p24|barL,barD|offL,offD.
func (v *Variant) appendPosition(b []byte, p *Position) []byte {
	for point := 1; point <= 24; point++ {
		if point > 1 {
			b = append(b, ',')
		}
		l, d := point, v.Route.Step(Dark, point)
		light, dark := int64(p.N[Light][l]), int64(p.N[Dark][d])
		switch {
		case light > 0 && dark > 0 && p.Covered[Dark]>>d&1 == 1:
			b = append(strconv.AppendInt(b, light, 10), '*')
		case light > 0 && dark > 0:
			b = append(strconv.AppendInt(b, -dark, 10), '*')
		default:
			b = strconv.AppendInt(b, light-dark, 10)
		}
	}
	for _, s := range [...]int{Bar, Off} {
		b = append(b, '|')
		b = strconv.AppendUint(b, uint64(p.N[Light][s]), 10)
		b = append(b, ',')
		b = strconv.AppendUint(b, uint64(p.N[Dark][s]), 10)
	}
	return b
}

// Code is the position code of clause 10.
func (v *Variant) Code(p *Position) string {
	return string(v.appendPosition(make([]byte, 0, 80), p))
}

// ParsePosition reads a position code and refuses what the variant can not
// have on its board.
func (v *Variant) ParsePosition(code string) (Position, error) {
	p, err := v.readPosition(code)
	if err != nil {
		return p, err
	}
	return p, v.check(&p)
}

// readPosition reads a position code, whatever stands there.
func (v *Variant) readPosition(code string) (Position, error) {
	var p Position
	parts := strings.Split(code, "|")
	if len(parts) != 3 {
		return p, malformed("a position is points|bar|off")
	}
	points := strings.Split(parts[0], ",")
	if len(points) != 24 {
		return p, malformed("a position has 24 points, not %d", len(points))
	}
	var crowd crowding
	for i, text := range points {
		if err := v.parsePoint(&p, i+1, text, &crowd); err != nil {
			return p, crowd.instead(fmt.Errorf("point %d: %w", i+1, err))
		}
	}
	for i, s := range [...]int{Bar, Off} {
		light, dark, ok := strings.Cut(parts[i+1], ",")
		if !ok {
			return p, crowd.instead(malformed("bar and off are light,dark"))
		}
		for side, text := range [...]string{light, dark} {
			n, err := crowd.count(Side(side), "bar and off", text)
			if err != nil {
				return p, crowd.instead(fmt.Errorf("bar and off: %w", err))
			}
			p.N[side][s] = n
		}
	}
	return p, crowd.problem(v.Checkers())
}

// crowding counts the checkers of a code that is being read, and remembers the
// first place with more of them than there are: such a code is written well,
// and has too many checkers.
type crowding struct {
	sum  [2]int
	side Side   // whose checkers are too many, if text is not ""
	text string // why
}

// count reads how many checkers of a side a place holds. A number above
// mostOnPoint, of two digits at most, is counted and no error yet.
func (c *crowding) count(side Side, place, text string) (uint8, error) {
	n, err := count(text)
	if err == nil {
		c.sum[side] += int(n)
		return n, nil
	}
	many, convErr := strconv.Atoi(text)
	if convErr != nil || many <= mostOnPoint || len(text) > 2 || strconv.Itoa(many) != text {
		return 0, err
	}
	if c.text == "" {
		c.side, c.text = side, place+": "+err.Error()
	}
	c.sum[side] += many
	return uint8(many), nil
}

// instead is the error of a code that is not written as positions are: of two
// faults the first one is told.
func (c *crowding) instead(err error) error {
	if c.text == "" {
		return err
	}
	return malformed("%s", c.text)
}

// problem is what the place with too many checkers comes to, nil where none has.
func (c *crowding) problem(want int) error {
	if c.text == "" {
		return nil
	}
	return problemOf(problemCheckers, c.text, "side", gameSide(c.side).String(), "n", c.sum[c.side], "want", want)
}

func count(text string) (uint8, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n > mostOnPoint || strconv.FormatUint(n, 10) != text {
		return 0, malformed("%.20q is no number of checkers", text)
	}
	return uint8(n), nil
}

func (v *Variant) parsePoint(p *Position, point int, text string, crowd *crowding) error {
	text, covers := strings.CutSuffix(text, "*")
	digits, negative := strings.CutPrefix(text, "-")
	owner := Light
	if negative {
		owner = Dark
	}
	n, err := crowd.count(owner, "point "+strconv.Itoa(point), digits)
	if err != nil {
		return err
	}
	if n == 0 && (covers || negative) {
		return malformed("%.20q is no number of checkers", text)
	}
	p.N[owner][v.Route.Step(owner, point)] = n
	if covers {
		if v.Contact != Covering {
			return problemOf(problemOwners, "two owners, and nothing is covered in this variant", "point", point)
		}
		under := owner.Other()
		s := v.Route.Step(under, point)
		p.N[under][s] = 1
		p.Covered[under] |= 1 << s
		crowd.sum[under]++
	}
	return nil
}

// check refuses positions that no game of the variant can have.
func (v *Variant) check(p *Position) error {
	for side, name := range [...]string{"light", "dark"} {
		sum := 0
		for _, n := range p.N[side] {
			sum += int(n)
		}
		if want := v.Checkers(); sum != want {
			return problemOf(problemCheckers, fmt.Sprintf("%s has %d checkers, not %d", name, sum, want), "side", gameSide(Side(side)).String(), "n", sum, "want", want)
		}
		if v.Contact != Hitting && p.N[side][Bar] > 0 {
			return problemOf(problemBar, fmt.Sprintf("%s has a checker on the bar, and nothing is hit in this variant", name), "side", gameSide(Side(side)).String(), "n", p.N[side][Bar])
		}
	}
	if total := uint8(v.Checkers()); p.N[Light][Off] == total && p.N[Dark][Off] == total {
		return problem(problemBothOff, "both sides have borne off everything")
	}
	return nil
}
