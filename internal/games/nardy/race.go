package nardy

import "slices"

// Race answers questions about sides that run home without contact, exactly:
// each side by itself plays for the smallest expected number of own turns. It
// remembers what it has worked out, so it is kept by whoever asks often; one
// Race serves one goroutine.
type Race struct {
	v      Variant
	g      Generator
	finish map[[26]uint8]*Turns
	first  map[[26]uint8]*Turns
	again  map[raceKey]*Turns
	work   int

	// Limit is how many new positions one question may work out before it is
	// called too big; NewRace sets RaceLimit. A thousand take a tenth of a
	// second.
	Limit int
}

type raceKey struct {
	own   [26]uint8
	first bool
}

// RaceLimit lets fifteen checkers at home be worked out: they have 54,264
// positions.
const RaceLimit = 60_000

// Turns is how many own turns something takes.
type Turns struct {
	Mean float64
	// Chance[n] is the chance of exactly n turns. Chances below 10⁻¹² of a
	// long wait are left out.
	Chance []float64
}

// NewRace returns a Race for a variant.
func NewRace(v Variant) *Race {
	return &Race{v: v, finish: map[[26]uint8]*Turns{}, first: map[[26]uint8]*Turns{}, again: map[raceKey]*Turns{}, Limit: RaceLimit}
}

// Finish is how many turns the side needs to bear off all its checkers. It
// reports false when the question is too big, when there is contact, or when
// progressions can still happen.
func (r *Race) Finish(p *Position, side Side) (Turns, bool) { return r.ask(p, side, false) }

// FirstOff is how many turns the side needs until its first checker is off.
func (r *Race) FirstOff(p *Position, side Side) (Turns, bool) { return r.ask(p, side, true) }

// SavesMars is the chance that the loser bears off a checker before the
// opponent has finished, with onTurn to throw. It is exact for two sides that
// each play as Race plays.
func (r *Race) SavesMars(p *Position, loser, onTurn Side) (float64, bool) {
	if p.N[loser][Off] > 0 {
		return 1, true
	}
	mine, ok := r.FirstOff(p, loser)
	if !ok {
		return 0, false
	}
	theirs, ok := r.Finish(p, loser.Other())
	if !ok {
		return 0, false
	}
	// Saved when my turn m comes before their last one: m ≤ n with me to
	// throw, m < n otherwise.
	saved, sum := 0.0, 0.0
	m := 0
	for n, chance := range theirs.Chance {
		last := n
		if onTurn != loser {
			last = n - 1
		}
		for ; m <= last && m < len(mine.Chance); m++ {
			sum += mine.Chance[m]
		}
		saved += chance * sum
	}
	return min(max(saved, 0), 1), true // rounding may carry the sum past the ends
}

func (r *Race) ask(p *Position, side Side, first bool) (Turns, bool) {
	if r.v.check(p) != nil || r.v.InContact(p) || r.v.Double == Progression && !p.Home(side) {
		return Turns{}, false
	}
	r.work = 0
	t := r.turns(p.N[side], first)
	if t == nil {
		return Turns{}, false
	}
	return Turns{Mean: t.Mean, Chance: slices.Clone(t.Chance)}, true
}

func (r *Race) done(own *[26]uint8, first bool) bool {
	return int(own[Off]) == r.v.Checkers() || first && own[Off] > 0
}

// turns is nil when the limit is passed.
func (r *Race) turns(own [26]uint8, first bool) *Turns {
	known := r.finish
	if first {
		known = r.first
	}
	if t := known[own]; t != nil {
		return t
	}
	if r.done(&own, first) {
		return &Turns{Chance: []float64{1}}
	}
	if r.work++; r.work > r.Limit {
		return nil
	}
	t := r.average(own, first, false)
	if t != nil {
		known[own] = t
	}
	return t
}

// afterExtra is the turns still to come when an extra throw of the present turn
// is due.
func (r *Race) afterExtra(own [26]uint8, first bool) *Turns {
	if r.done(&own, first) {
		return &Turns{Chance: []float64{1}}
	}
	key := raceKey{own, first}
	if t := r.again[key]; t != nil {
		return t
	}
	t := r.average(own, first, true)
	if t != nil {
		r.again[key] = t
	}
	return t
}

// average is over all throws. A throw of a turn costs the turn, an extra one
// does not.
func (r *Race) average(own [26]uint8, first, extra bool) *Turns {
	var parts []weighted
	stay := 0.0
	total := 0.0
	for dice, weight := range r.throws() {
		total += weight
		next, same := r.best(own, dice, first, extra)
		switch {
		case same:
			stay += weight
		case next == nil:
			return nil
		default:
			parts = append(parts, weighted{next, weight})
		}
	}
	cost := 1
	if extra {
		cost = 0
	}
	if extra && stay > 0 {
		// Nothing could be played: the turn is over, the position the same.
		t := r.turns(own, first)
		if t == nil {
			return nil
		}
		parts = append(parts, weighted{t, stay})
		stay = 0
	}
	return mix(parts, stay/total, total, cost)
}

type weighted struct {
	t      *Turns
	weight float64
}

// mix is the mixture of what follows, cost turns later; with the chance stay
// the turn changes nothing and is taken again.
func mix(parts []weighted, stay, total float64, cost int) *Turns {
	t := &Turns{}
	mean := 0.0
	for _, p := range parts {
		mean += p.weight / total * p.t.Mean
		for n, c := range p.t.Chance {
			for len(t.Chance) <= n+cost {
				t.Chance = append(t.Chance, 0)
			}
			t.Chance[n+cost] += p.weight / total * c
		}
	}
	t.Mean = mean + float64(cost)
	if stay == 0 {
		return t
	}
	t.Mean = (mean + float64(cost)) / (1 - stay)
	// c[n] = fresh[n] + stay × c[n-1]
	const negligible = 1e-12
	for n := 1; n < len(t.Chance) || t.Chance[n-1] > negligible; n++ {
		if n == len(t.Chance) {
			t.Chance = append(t.Chance, 0)
		}
		t.Chance[n] += stay * t.Chance[n-1]
	}
	return t
}

// throws yields every throw as the dice of a stage, with its weight.
func (r *Race) throws() func(yield func([]uint8, float64) bool) {
	return func(yield func([]uint8, float64) bool) {
		dice := make([]uint8, r.v.Dice)
		var walk func(i int, least uint8, weight float64, run int) bool
		walk = func(i int, least uint8, weight float64, run int) bool {
			if i == len(dice) {
				stage := slices.Clone(dice)
				if r.v.Doubles() && dice[0] == dice[1] {
					stage = append(stage, dice...)
				}
				return yield(stage, weight)
			}
			for d := least; d <= 6; d++ {
				dice[i] = d
				again := 1
				if i > 0 && dice[i-1] == d {
					again = run + 1
				}
				// The number of orders of a sorted throw, built up die by die.
				if !walk(i+1, d, weight*float64(i+1)/float64(again), again) {
					return false
				}
			}
			return true
		}
		walk(0, 1, 1, 0)
	}
}

// best is what follows the best play of a throw; same means that nothing can
// be played.
func (r *Race) best(own [26]uint8, dice []uint8, first, extra bool) (best *Turns, same bool) {
	p := Position{}
	p.N[Light] = own
	p.N[Dark][Off] = uint8(r.v.Checkers()) // out of the way
	results, used := r.g.Results(&r.v, &p, Stage{Side: Light, Dice: dice})
	if used == 0 {
		return nil, true
	}
	again := r.v.Double == ExtraThrow && !extra && isDouble(dice) && used == 4
	options := make([][26]uint8, len(results)) // the generator is used again below
	for i := range results {
		options[i] = results[i].N[Light]
	}
	for _, o := range options {
		t := r.turns(o, first)
		if again && t != nil {
			t = r.afterExtra(o, first)
		}
		if t == nil {
			return nil, false
		}
		if best == nil || t.Mean < best.Mean {
			best = t
		}
	}
	return best, false
}
