package bot

import (
	"github.com/hod-games/hod/internal/games/nardy"
)

// Node is a position between stages: everything that the rules look at before
// a side throws. It is what the bots give a value to.
type Node struct {
	Pos     nardy.Position
	Side    nardy.Side // plays Rest, then throws
	Starter nardy.Side
	Throws  [2]uint8 // own throws so far, counted up to warmUp
	Rest    nardy.Rest
	Extra   bool // the throw that is due is the extra one
	Head    int  // departures from the head in the part of the remainder that was played
}

// warmUp is how many own throws the rules tell apart (clause 4.7).
const warmUp = 5

// Start is the node before the first throw of a game that a side begins.
func Start(v *nardy.Variant, starter nardy.Side) Node {
	return Node{Pos: v.Initial(), Side: starter, Starter: starter}
}

// Stage is a decision: a node and the dice to be played from there.
type Stage struct {
	Node
	Dice   [4]uint8
	N      int  // how many dice
	Handed bool // the dice are a remainder; Rest is what comes after it
	// Of a progression: the number it began with, 0 outside of one and in its
	// first stage.
	From uint8
	// Home is true when all checkers were home at the throw.
	Home bool
}

// Thrown is the first stage of a throw. Two equal dice are four hops where the
// variant has doubles.
func Thrown(v *nardy.Variant, n *Node, dice []uint8) Stage {
	s := Stage{Node: *n, N: len(dice)}
	copy(s.Dice[:], dice)
	if v.Doubles() && dice[0] == dice[1] {
		s.N = 4
		s.Dice = [4]uint8{dice[0], dice[0], dice[0], dice[0]}
	}
	s.Head = 0
	s.Throws[s.Side] = min(s.Throws[s.Side]+1, warmUp+1)
	s.Home = s.Pos.Home(s.Side)
	return s
}

// Remainder is the first stage of what the opponent has left, if he has left
// anything.
func Remainder(n *Node) (Stage, bool) {
	for number, hops := range n.Rest {
		if hops == 0 {
			continue
		}
		s := Stage{Node: *n, N: int(hops), Handed: true}
		for i := range hops {
			s.Dice[i] = uint8(number)
		}
		s.Rest[number] = 0
		return s, true
	}
	return Stage{}, false
}

// rules is the stage as the generator of plays wants it.
func (s *Stage) rules(v *nardy.Variant) nardy.Stage {
	dice := s.Dice[:s.N]
	first := !s.Handed && !s.Extra && s.Throws[s.Side] == 1
	return nardy.Stage{
		Side: s.Side, Dice: dice, HeadTaken: s.Head,
		TwoOff: s.From == 0 && v.TwoMayLeave(dice, first, s.Side != s.Starter),
	}
}

// After is what follows when the stage has led to p with so many dice used:
// another stage of the same throw, or else a node. The game is not over in p.
func (s *Stage) After(v *nardy.Variant, p *nardy.Position, used int) (next Node, stage Stage, more bool) {
	next = Node{Pos: *p, Side: s.Side, Starter: s.Starter, Throws: s.Throws}
	head := 0
	if v.Head > 0 {
		head = s.Head + int(s.Pos.N[s.Side][1]) - int(p.N[s.Side][1])
	}
	if s.Handed {
		next.Rest = s.Rest
		if !s.Rest.Empty() {
			next.Head = head
		}
		return next, stage, false
	}
	throw := s.Dice[:min(s.N, v.Dice)]
	if s.From != 0 {
		throw = []uint8{s.From, s.From}
	}
	what, number, rest := v.After(p, &nardy.Played{
		Side: s.Side, Throw: throw, Throws: int(s.Throws[s.Side]), Number: int(s.Dice[0]),
		Unplayed: s.N - used, Rerolled: s.Extra, HomeAtThrow: s.Home,
	})
	switch what {
	case nardy.NextStage:
		stage = Stage{Node: next, N: 4, From: throw[0]}
		stage.Head = head
		for i := range stage.Dice {
			stage.Dice[i] = uint8(number)
		}
		return next, stage, true
	case nardy.NextThrow:
		next.Extra = true
	default:
		next.Side = s.Side.Other()
		next.Rest = rest
	}
	return next, stage, false
}

// Roll is a throw and how many of all ordered throws look like it.
type Roll struct {
	Dice   []uint8
	Weight float32 // its chance
}

// Rolls are all different throws of a number of dice.
func Rolls(dice int) []Roll {
	var rolls []Roll
	var add func(pips []uint8)
	add = func(pips []uint8) {
		if len(pips) == dice {
			rolls = append(rolls, Roll{Dice: append([]uint8(nil), pips...), Weight: float32(orders(pips))})
			return
		}
		low := uint8(1)
		if len(pips) > 0 {
			low = pips[len(pips)-1]
		}
		for d := low; d <= 6; d++ {
			add(append(pips, d))
		}
	}
	add(make([]uint8, 0, dice))
	all := float32(0)
	for i := range rolls {
		all += rolls[i].Weight
	}
	for i := range rolls {
		rolls[i].Weight /= all
	}
	return rolls
}

// orders is in how many orders the sorted pips can fall.
func orders(pips []uint8) int {
	n, run := 1, 0
	for i := range pips {
		n *= i + 1
		if i > 0 && pips[i] == pips[i-1] {
			run++
		} else {
			run = 0
		}
		n /= run + 1
	}
	return n
}
