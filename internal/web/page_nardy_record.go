package web

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/templates"
)

// What web/src/board/nardy/record.ts says for the same round must be the same.

// nardyPhase is the phase in a position code, "play" for instance.
func nardyPhase(code string) string {
	words := strings.Fields(code)
	if len(words) < 2 {
		return ""
	}
	return words[1]
}

// nardySide is the side in a position code: "first" or "second", "" where
// nobody is to act.
func nardySide(code string) string {
	words := strings.Fields(code)
	if len(words) < 3 {
		return ""
	}
	switch words[2] {
	case "L":
		return game.First.String()
	case "D":
		return game.Second.String()
	default:
		return ""
	}
}

// drawText is the dice of the draw, Light's first.
func drawText(pips []int) string { return numbersText(pips, "\u00a0:\u00a0") }

// throwText is a throw; a double is its two dice, not its hops.
func throwText(pips []int) string {
	if len(pips) == 4 && slices.Max(pips) == slices.Min(pips) {
		pips = pips[:2]
	}
	return numbersText(pips, "–")
}

// stageText is a stage that is no throw of its own: so many hops of a number.
func stageText(pips []int) string {
	return strconv.Itoa(pips[0]) + "×" + strconv.Itoa(len(pips))
}

func numbersText(pips []int, between string) string {
	words := make([]string, len(pips))
	for i, n := range pips {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, between)
}

// codeDice are the dice of the stage that a position code names, as the list
// of turns shows them.
func codeDice(code string, dice int) string {
	words := strings.Fields(code)
	if len(words) < 4 || words[1] != "play" {
		return ""
	}
	var pips []int
	for word := range strings.SplitSeq(words[3], "-") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return ""
		}
		pips = append(pips, n)
	}
	handed, run := false, false
	for _, word := range words[4:] {
		handed = handed || word == "handed"
		run = run || strings.HasPrefix(word, "from=")
	}
	switch {
	case handed:
		return "(" + stageText(pips) + ")"
	case run:
		return stageText(pips)
	case dice == 2:
		return throwText(pips)
	default:
		return numbersText(pips, "–")
	}
}

// nardyTurns are the plies of a round as turns.
func nardyTurns(o onlooker) []templates.NardyTurn {
	s := o.snap
	variant := nardyVariant(s)
	var turns []templates.NardyTurn
	numbered := 0
	// row is the turn of a side that goes on: the last one, or a new one.
	row := func(side string) *templates.NardyTurn {
		if n := len(turns); n == 0 || turns[n-1].Side != side {
			turns = append(turns, templates.NardyTurn{Side: side, Who: o.name(s.SeatOf(sideNamed(side)))})
		}
		return &turns[len(turns)-1]
	}
	for i, ply := range s.Plies {
		before, after := codeAfter(s, i), codeAfter(s, i+1)
		part := templates.NardyPart{Ply: i + 1}
		switch {
		case ply.Seat == game.Chance && nardyPhase(before) == "draw":
			part.Dice, part.Text = drawText(ply.Pips), o.c.Text("nardy.flow.record.draw")
			turns = append(turns, templates.NardyTurn{Parts: []templates.NardyPart{part}})
			if nardyPhase(after) != "play" {
				continue
			}
			part.Text = ""
		case ply.Seat == game.Chance:
		case ply.Action == nardy.Roll:
			continue
		case nardyWord(ply.Action) != "":
			r := row(s.SideOf(ply.Seat).String())
			part.Text = nardyWordText(o, before, ply)
			r.Parts = append(r.Parts, part)
			continue
		default:
			r := row(s.SideOf(ply.Seat).String())
			part.Dice, part.Text = codeDice(before, variant.Dice), templates.NardyAction(o.c, string(ply.Action))
			if n := len(r.Parts); n > 0 && r.Parts[n-1].Text == "" {
				part.Thrown = r.Parts[n-1].Thrown
				r.Parts[n-1] = part
			} else {
				r.Parts = append(r.Parts, part)
				numbered = numberTurn(r, numbered)
			}
			continue
		}
		// A throw: the turn that it begins, or goes on with.
		r := row(nardySide(after))
		part.Thrown, part.Dice = i+1, codeDice(after, variant.Dice)
		r.Parts = append(r.Parts, part)
		numbered = numberTurn(r, numbered)
	}
	nardyStandstills(o, turns)
	return turns
}

// nardyStandstills puts the standstills of the clocks between the throws and
// the plays where they were. The page's script does the same, in
// web/src/entry/clock.ts.
func nardyStandstills(o onlooker, turns []templates.NardyTurn) {
	var parts []*templates.NardyPart
	for i := range turns {
		for j := range turns[i].Parts {
			parts = append(parts, &turns[i].Parts[j])
		}
	}
	if len(parts) == 0 {
		return
	}
	for _, one := range o.snap.Standstills {
		// The last part that had begun by then. Not every ply has one of its own.
		part := parts[0]
		for _, p := range parts {
			if cmp.Or(p.Thrown, p.Ply) <= one.Plies {
				part = p
			}
		}
		words := standstill(o.c, one.Gap)
		if part.Thrown > 0 && (part.Text == "" || one.Plies < part.Ply) {
			part.Pondered = append(part.Pondered, words)
		} else {
			part.Stood = append(part.Stood, words)
		}
	}
}

// numberTurn gives a turn its number when its first dice are there.
func numberTurn(t *templates.NardyTurn, numbered int) int {
	if t.No != "" {
		return numbered
	}
	t.No = strconv.Itoa(numbered + 1)
	return numbered + 1
}

// nardyWord is an action that is a word of the cube, "" of others.
func nardyWord(a game.Action) string {
	switch a {
	case nardy.Raise, nardy.Take, nardy.Drop:
		return string(a)
	default:
		return ""
	}
}

// nardyWordText is such a word in the list of turns; it is another one where
// the name before it is "you".
func nardyWordText(o onlooker, before string, p table.Ply) string {
	next := 0
	if state, err := o.snap.Rules.Start(o.snap.Options, before); err == nil {
		if v, err := nardyView(state); err == nil {
			next = v.Cube.Next
		}
	}
	key := "nardy.flow.cell." + nardyWord(p.Action)
	if p.Seat == o.me() && o.snap.Seat(p.Seat).Name == "" {
		key += ".you"
	}
	return o.c.Text(key, "n", strconv.Itoa(next))
}

func nardyVariant(s *table.Snapshot) nardy.Variant {
	var v nardy.Variant
	if o, err := nardy.ParseOptions(s.Options); err == nil {
		v, _ = nardy.VariantNamed(o.Variant)
	}
	return v
}

// nardyNote is what a side has just done, beside its name: its last turn, while
// it is the last one of all.
func nardyNote(turns []templates.NardyTurn, side game.Side) string {
	for i, t := range slices.Backward(turns) {
		if t.Side == "" || t.Side != side.String() || i < len(turns)-2 {
			continue
		}
		return turnText(t)
	}
	return ""
}

// turnText is a turn in a line: its dice and what was played.
func turnText(t templates.NardyTurn) string {
	var words []string
	for _, p := range t.Parts {
		if p.Text == "" {
			continue // thrown, and not played yet
		}
		if p.Dice != "" {
			words = append(words, p.Dice+":")
		}
		words = append(words, p.Text)
	}
	return strings.Join(words, " ")
}

// lastTurn is the last turn in which something was played or said, nil before
// there is one.
func lastTurn(turns []templates.NardyTurn) *templates.NardyTurn {
	for i, t := range slices.Backward(turns) {
		if turnText(t) != "" && t.Side != "" {
			return &turns[i]
		}
	}
	return nil
}

// nardyLastSaid tells the last turn in words.
func nardyLastSaid(o onlooker, turns []templates.NardyTurn) string {
	t := lastTurn(turns)
	if t == nil {
		return ""
	}
	return o.name(o.snap.SeatOf(sideNamed(t.Side))) + ": " + turnText(*t) + "."
}

// Luck is by how many steps the throws of a side have beaten the average: the
// sum of each throw, a double counted as its four hops, less the mean of such a
// throw. What a progression or a remainder adds is not the dice's doing, and
// does not count.
func nardyLuck(s *table.Snapshot) (luck [2]float64, throws [2]int) {
	v := nardyVariant(s)
	for i, ply := range s.Plies {
		after := codeAfter(s, i+1)
		if ply.Seat != game.Chance || nardyPhase(after) != "play" {
			continue
		}
		side := seatIndex(sideNamed(nardySide(after)))
		luck[side] += float64(throwSteps(&v, ply.Pips)) - meanThrow(&v, nardyPhase(codeAfter(s, i)) == "draw")
		throws[side]++
	}
	return luck, throws
}

// throwSteps is how many steps a throw gives.
func throwSteps(v *nardy.Variant, pips []int) int {
	sum := 0
	for _, n := range pips {
		sum += n
	}
	if v.Doubles() && pips[0] == pips[1] {
		sum *= 2
	}
	return sum
}

// meanThrow is the mean of throwSteps: 3½ a die; with doubles, which come once
// in six and give as much again, 7 × 7/6. The dice of the draw are never equal.
func meanThrow(v *nardy.Variant, draw bool) float64 {
	switch {
	case draw:
		return 7
	case v.Doubles():
		return 49.0 / 6
	default:
		return 3.5 * float64(v.Dice)
	}
}

func nardyLuckWords(o onlooker) (words [2]string, note string) {
	luck, throws := nardyLuck(o.snap)
	for i, side := range [...]game.Side{game.First, game.Second} {
		n := int(math.Round(luck[i]))
		sign := "+"
		if n < 0 {
			sign, n = "−", -n
		}
		words[i] = o.c.Text("nardy.flow.luck.side."+side.String(), "sign", sign, "n", strconv.Itoa(n))
		if throws[i] == 0 {
			words[i] = o.c.Text("nardy.flow.luck.side."+side.String(), "sign", "", "n", o.c.Text("nardy.flow.luck.none"))
		}
	}
	v := nardyVariant(o.snap)
	mean, double := "8⅙", o.c.Text("nardy.table.luck.double")
	switch v.Dice {
	case 3:
		mean, double = "10½", ""
	case 4:
		mean, double = "14", ""
	}
	return words, o.c.Text("nardy.table.luck.note", "mean", mean, "double", double)
}

// sideNamed reads "first" and "second".
func sideNamed(name string) game.Side {
	if side, ok := seatNamed(name); ok {
		return side
	}
	return game.Nobody
}
