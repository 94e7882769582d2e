package bot

import "slices"

// Fact is a part of a sentence about a play: a stable word that the texts of the
// pages have a phrase for, and the numbers that go into it.
type Fact struct {
	ID      FactID `json:"id"`
	Numbers []int  `json:"numbers"`
}

// FactID is the word of a Fact.
type FactID string

// The facts, the most important first.
const (
	FactHits   FactID = "hits"   // enemy checkers sent to the bar
	FactCovers FactID = "covers" // enemy checkers covered
	FactMakes  FactID = "makes"  // points made
	FactKeeps  FactID = "keeps"  // points held on to that the other play gives up
	FactGives  FactID = "gives"  // points given up
	FactOff    FactID = "off"    // checkers borne off
	FactShots  FactID = "shots"  // blots, and throws of 36 that hit one of them
	FactFewer  FactID = "fewer"  // throws of 36 by which fewer hit than after the other play
	FactSafe   FactID = "safe"   // nothing can be hit, while the other play leaves that many throws
	FactLead   FactID = "lead"   // pips ahead in the race; negative when behind
)

// Facts are what is to be said about a play by itself.
func (g *Gain) Facts() []Fact {
	var f []Fact
	add := func(id FactID, yes bool, numbers ...int) {
		if yes {
			f = append(f, Fact{ID: id, Numbers: numbers})
		}
	}
	add(FactHits, g.Hits > 0, g.Hits)
	add(FactCovers, g.Cover > 0, g.Cover)
	add(FactMakes, len(g.Made) > 0, g.Made...)
	add(FactGives, len(g.Given) > 0, g.Given...)
	add(FactOff, g.Off > 0, g.Off)
	add(FactShots, g.Shots > 0, g.Blots, g.Shots)
	add(FactLead, true, g.Lead)
	return f
}

// Over are what a better play gains over another one of the same throw. There
// may be nothing that can be counted.
func (g *Gain) Over(other *Gain) []Fact {
	var f []Fact
	add := func(id FactID, yes bool, numbers ...int) {
		if yes {
			f = append(f, Fact{ID: id, Numbers: numbers})
		}
	}
	add(FactHits, g.Hits > other.Hits, g.Hits)
	add(FactCovers, g.Cover > other.Cover, g.Cover)
	made := without(g.Made, other.Made)
	add(FactMakes, len(made) > 0, made...)
	kept := without(other.Given, g.Given)
	add(FactKeeps, len(kept) > 0, kept...)
	add(FactOff, g.Off > other.Off, g.Off)
	add(FactSafe, g.Shots == 0 && other.Shots > 0, other.Shots)
	add(FactFewer, g.Shots > 0 && g.Shots < other.Shots, other.Shots-g.Shots)
	return f
}

func without(points, others []int) (rest []int) {
	for _, p := range points {
		if !slices.Contains(others, p) {
			rest = append(rest, p)
		}
	}
	return rest
}
