package exercises

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/games/nardy"
)

// Wish is how many exercises Compose makes.
type Wish struct {
	Each   int // of every kind and answer of a family
	Legal  int // of the kind Legal in a family
	PerRow int // of one kind from one variant
}

// DefaultWish is what the embedded exercises were composed with.
func DefaultWish() Wish { return Wish{Each: 2, Legal: 9, PerRow: 3} }

// Compose makes exercises of states of games, until there are no more. The
// second value tells the games apart: a game gives one exercise of a kind. All
// answers of a kind come about equally often, and no clause is asked for more
// often than it needs to be.
func (w Wish) Compose(states iter.Seq2[*nardy.State, int]) []Exercise {
	c := composer{wish: w, counts: map[string]int{}}
	makers := []struct {
		kind string
		make func(*look) (Exercise, bool)
	}{
		{Legal, legal}, {BearOff, bearOff}, {Six, six}, {Block, block}, {Runner, runner}, {Pin, pin}, {Mother, mother}, {Throws, throws},
	}
	for s, game := range states {
		l := &look{State: s}
		for _, m := range makers {
			if c.full(l, m.kind, game) {
				continue
			}
			if e, ok := m.make(l); ok {
				c.take(e, game)
			}
		}
	}
	return c.numbered()
}

// look is a state that is looked at, with what several kinds ask for.
type look struct {
	*nardy.State
	tried    bool
	attempts []attempt
}

type composer struct {
	wish   Wish
	found  []Exercise
	counts map[string]int
}

// most is how many exercises of a kind there are to be in a family.
func (c *composer) most(kind string) int {
	switch kind {
	case Legal:
		return c.wish.Legal
	case BearOff, Six:
		return 4 * c.wish.Each
	default:
		return 2 * c.wish.Each
	}
}

func ofGame(family, kind string, game int) string {
	return fmt.Sprintf("%s %s of %d", family, kind, game)
}

// full reports whether no exercise of the kind is wanted from a game.
func (c *composer) full(l *look, kind string, game int) bool {
	v := l.Variant()
	family := familyOf(&v)
	return c.counts[family+" "+kind] >= c.most(kind) || c.counts[family+" "+kind+" in "+v.ID] >= c.wish.PerRow ||
		c.counts[ofGame(family, kind, game)] > 0
}

// take keeps an exercise if there are not enough with its answer.
func (c *composer) take(e Exercise, game int) {
	kind := e.Family + " " + e.Kind
	answer, most := kind+" "+e.Choices[e.Right].Text, c.wish.Each
	switch e.Kind {
	case Legal: // the right turn is another one each time
		answer, most = kind+" "+e.Clause, 1
	case Pin, Mother:
		answer, most = kind+" "+e.Clause, 2*c.wish.Each
	default:
	}
	if c.counts[answer] >= most {
		return
	}
	for _, key := range []string{kind, kind + " in " + e.Variant, answer, ofGame(e.Family, e.Kind, game)} {
		c.counts[key]++
	}
	c.found = append(c.found, e)
}

// numbered sorts the exercises and gives them their ids.
func (c *composer) numbered() []Exercise {
	kinds := []string{Legal, BearOff, Six, Block, Runner, Pin, Mother, Throws}
	slices.SortStableFunc(c.found, func(a, b Exercise) int {
		if a.Family != b.Family {
			return strings.Compare(a.Family, b.Family)
		}
		return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
	})
	numbers := map[string]int{}
	for i := range c.found {
		e := &c.found[i]
		name := e.Family + "-" + e.Kind
		numbers[name]++
		e.ID = fmt.Sprintf("%s-%02d", name, numbers[name])
	}
	return c.found
}

// about is an exercise of a kind about a state, without a question yet.
func about(s *look, kind string) Exercise {
	v := s.Variant()
	return Exercise{Family: familyOf(&v), Kind: kind, Variant: v.ID, Position: s.String()}
}

// words are choices in the given order; right is the text of the right one.
func (e *Exercise) words(right string, words ...string) {
	for i, w := range words {
		e.Choices = append(e.Choices, Choice{Text: w})
		if w == right {
			e.Right = i
		}
	}
}
