package nardy

import (
	"strconv"
	"strings"
)

// Trait is one parameter of a variant in words of a catalogue.
type Trait struct {
	Key   string // "route", "setup", "dice", …
	Value string // "same", "1:15", "2", …
}

// Difference is a parameter in which two variants differ.
type Difference struct{ Key, A, B string }

// Traits are the parameters of v in the order of clause 3 of the rules.
func (v *Variant) Traits() []Trait {
	yes := func(b bool) string {
		if b {
			return "yes"
		}
		return "no"
	}
	return []Trait{
		{"route", v.Route.String()},
		{"setup", setupWords(&v.Setup)},
		{"dice", strconv.Itoa(v.Dice)},
		{"doubles", yes(v.Doubles())},
		{"contact", v.contactWord()},
		{"head", v.headWord()},
		{"two-off", v.twoOffWords()},
		{"block", [...]string{"free", "ahead", "fevga"}[v.Block]},
		{"bear-off", map[bool]string{false: "normal", true: "exact"}[v.Exact]},
		{"after-double", [...]string{"nothing", "extra-throw", "progression"}[v.Double]},
		{"unplayed", map[bool]string{false: "burns", true: "handed-over"}[v.HandOver]},
		{"opening", map[bool]string{false: "rethrow", true: "reuse"}[v.Reuse]},
		{"wins", v.winWords()},
	}
}

func setupWords(setup *[26]uint8) string {
	var parts []string
	for step, n := range setup {
		if n > 0 {
			parts = append(parts, strconv.Itoa(step)+":"+strconv.Itoa(int(n)))
		}
	}
	return strings.Join(parts, " ")
}

func (v *Variant) contactWord() string {
	if v.NoRun {
		return "hit-and-stay"
	}
	return [...]string{"block", "hit", "cover"}[v.Contact]
}

func (v *Variant) headWord() string {
	switch {
	case v.Head == 0:
		return "any"
	case v.Runner:
		return strconv.Itoa(v.Head) + " runner"
	default:
		return strconv.Itoa(v.Head)
	}
}

func (v *Variant) twoOffWords() string {
	var parts []string
	for n := 1; n <= 6; n++ {
		if v.TwoOff.Has(n) {
			parts = append(parts, strconv.Itoa(n)+"-"+strconv.Itoa(n))
		}
	}
	switch {
	case len(parts) == 0:
		return "none"
	case v.SecondTo:
		parts = append(parts, "second")
	}
	return strings.Join(parts, " ")
}

func (v *Variant) winWords() string {
	wins := "oyn mars"
	if v.Koks {
		wins += " koks"
	}
	if v.Contact == Covering {
		wins += " mother draw"
	}
	return wins
}

// Compare lists the parameters in which two variants differ. The card of a
// variant is its comparison with classic.
func Compare(a, b *Variant) []Difference {
	var out []Difference
	bs := b.Traits()
	for i, t := range a.Traits() {
		if t.Value != bs[i].Value {
			out = append(out, Difference{Key: t.Key, A: t.Value, B: bs[i].Value})
		}
	}
	return out
}
