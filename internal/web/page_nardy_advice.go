package web

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/templates"
)

// The bots of nardy speak in JSON; what is written here reads it.
type (
	// nardyChances are how likely a win, a win of two and a loss of two or
	// more, a win of three and a loss of three are.
	nardyChances [5]float64

	// nardyFact is a part of a sentence about a play.
	nardyFact struct {
		ID      string `json:"id"`
		Numbers []int  `json:"numbers"`
	}

	// nardySaid is what a bot says about a decision.
	nardySaid struct {
		Side   int          `json:"side"`
		Before nardyChances `json:"before"`
		Plays  []struct {
			Action  string       `json:"action"`
			Chances nardyChances `json:"chances"`
			Loss    float64      `json:"loss"`
		} `json:"plays"`
		Facts []nardyFact `json:"facts"` // about the best play
		Word  string      `json:"word"`
	}
)

// advisedPlays is how many plays a hint tells of.
const advisedPlays = 4

// nardyNumbers is how somebody sees the points numbered.
type nardyNumbers func(point int) int

func asTheyAre(point int) int { return point }

// nardyNumbersOf guesses the numbering from what stands at point 1: a page can
// have the points numbered from the seat of whoever plays.
func nardyNumbersOf(v *nardy.Variant, first string) nardyNumbers {
	for _, side := range [...]nardy.Side{nardy.Light, nardy.Dark} {
		own := func(point int) int { return 25 - v.Route.Step(side, point) }
		if first != "1" && first == strconv.Itoa(own(1)) {
			return own
		}
	}
	return asTheyAre
}

var numberInPlay = regexp.MustCompile(`\d+(/|\b)`)

// nardyPlayText is a play in words: «бар/20 6/выброс».
func nardyPlayText(c *lang.Catalogue, action string, number nardyNumbers) string {
	var hops []string
	for hop := range strings.FieldsSeq(action) {
		play, times, repeated := strings.Cut(hop, "(")
		play = numberInPlay.ReplaceAllStringFunc(play, func(text string) string {
			digits, slash := strings.CutSuffix(text, "/")
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > 24 {
				return text
			}
			if slash {
				return strconv.Itoa(number(n)) + "/"
			}
			return strconv.Itoa(number(n))
		})
		if repeated {
			play += "(" + times
		}
		hops = append(hops, play)
	}
	return templates.NardyAction(c, strings.Join(hops, " "))
}

// nardyAdviceOf writes down what a bot thinks about a position.
func nardyAdviceOf(c *lang.Catalogue, state game.State, data json.RawMessage, number nardyNumbers) (*templates.NardyAdvice, error) {
	var said nardySaid
	if err := json.Unmarshal(data, &said); err != nil {
		return nil, fmt.Errorf("read what a bot says: %w", err)
	}
	v, err := nardyView(state)
	if err != nil {
		return nil, err
	}
	variant, _ := nardy.VariantNamed(v.Variant)
	b, err := nardyBoard(c, state)
	if err != nil {
		return nil, err
	}
	price, err := nardyPriceAt(state)
	if err != nil {
		return nil, err
	}
	a := &templates.NardyAdvice{Code: b.Code, Before: c.Text("nardy.advice.before")}
	if len(said.Plays) == 0 {
		a.Best = nardyWordAdvice(c, &v, said.Word)
		a.Says = nardyWorth(c, &v, said.Before.equity(), price)
		if why := nardyWordWhy(state, &v, &said); why != "" {
			a.Says += " " + c.Text("nardy.advice.why."+why, "n", v.Cube.Price)
		}
		a.Words = []templates.NardyWord{{Action: said.Word, Text: a.Best}}
		a.Rows = nardyChanceRows(c, &variant, price, &said.Before, nil)
		if v.Cube.Offered {
			a.Before = c.Text("nardy.advice.before.take") // at the raised price
		}
		return a, nil
	}
	best := &said.Plays[0]
	a.After = true
	a.Best = nardyPlayText(c, best.Action, number)
	a.Says = nardyFactsText(c, "nardy.advice.it", &variant, said.Facts, number)
	a.Rows = nardyChanceRows(c, &variant, price, &said.Before, &best.Chances)
	if s, ok := state.(*nardy.State); ok && (s.Handed() || s.From() != 0) {
		// The throw was some stages ago, and nothing was left to chance since.
		a.Before, a.After = c.Text("nardy.advice.after"), false
		a.Rows = nardyChanceRows(c, &variant, price, &best.Chances, nil)
	}
	for i := range said.Plays[:min(advisedPlays, len(said.Plays))] {
		p := &said.Plays[i]
		advised := templates.NardyAdvised{
			Action: p.Action, Text: nardyPlayText(c, p.Action, number), Ways: strings.Join(templates.NardyHops(p.Action), " "),
		}
		if i > 0 {
			advised.Loss = lossText(c, p.Loss*float64(price), price)
		}
		a.Plays = append(a.Plays, advised)
	}
	a.Board = b.Sketch()
	a.Trail = b.NardyTrail(said.Side, templates.NardyHops(best.Action))
	return a, nil
}

// nardyWordAdvice is a word of the cube as a piece of advice.
func nardyWordAdvice(c *lang.Catalogue, v *nardy.View, word string) string {
	switch game.Action(word) {
	case nardy.Raise:
		return c.Text("nardy.advice.word.raise", "n", v.Cube.Next)
	case nardy.Take:
		return c.Text("nardy.advice.word.take", "n", v.Cube.Next)
	case nardy.Drop:
		return c.Text("nardy.advice.word.drop", "n", v.Cube.Price)
	default:
		return c.Text("nardy.advice.word.roll")
	}
}

// nardyWorth says what a side that has a word about the price can expect: in the
// answer to a raise, beside what a drop costs.
func nardyWorth(c *lang.Catalogue, v *nardy.View, equity float64, price int) string {
	points := signedText(c, equity*float64(price), price)
	if v.Cube.Offered {
		return c.Text("nardy.advice.equity.answer", "price", price, "points", points, "drop", "−"+strconv.Itoa(v.Cube.Price))
	}
	return c.Text("nardy.advice.equity", "points", points)
}

// nardyWordWhy is the key of why a word of the cube is advised where what the
// side can expect does not show it: that figure is about the round without
// raises to come, and outside of matches. "" where it shows it.
func nardyWordWhy(state game.State, v *nardy.View, said *nardySaid) string {
	s, ok := state.(*nardy.State)
	if !ok {
		return ""
	}
	o, equity := s.Options(), said.Before.equity()
	// wins reports whether a side wins the match with the round at its price.
	wins := func(side int) bool {
		return o.Points > 1 && o.Score[side]+v.Cube.Price >= o.Points
	}
	switch game.Action(said.Word) {
	case nardy.Raise:
		if wins(1 - said.Side) {
			return "nothing-to-lose"
		}
	case nardy.Roll:
		switch {
		case wins(said.Side):
			return "enough"
		case equity > 1:
			return "too-good"
		case equity <= 0:
		case nardyLastRaise(state, v):
			return "early.last"
		default:
			return "early"
		}
	case nardy.Take:
		switch {
		case wins(1 - said.Side):
			return "match"
		case equity*float64(v.Cube.Next) >= -float64(v.Cube.Price):
		case nardyLastRaise(state, v):
			return "close"
		default:
			return "owner"
		}
	default: // no word of the cube
	}
	return ""
}

// nardyLastRaise reports whether nobody can raise again after the raise that is
// in question.
func nardyLastRaise(state game.State, v *nardy.View) bool {
	words := []game.Action{nardy.Raise, nardy.Take}
	if v.Cube.Offered {
		words = words[1:]
	}
	for _, word := range words {
		next, err := state.Apply(word)
		if err != nil {
			return true // there is no raise at all
		}
		state = next
	}
	after, err := nardyView(state)
	return err != nil || after.Cube.Next == 0
}

// equity is what a side can expect, in prices.
func (c *nardyChances) equity() float64 { return 2*c[0] - 1 + c[1] - c[2] + c[3] - c[4] }

// nardyChanceRows are chances as a table, and what they come to at a price;
// after may be nil.
func nardyChanceRows(c *lang.Catalogue, v *nardy.Variant, price int, before, after *nardyChances) []templates.NardyChance {
	names := []string{"win", "win-mars", "lose-mars"}
	if v.Koks {
		names = append(names, "win-koks", "lose-koks")
	}
	order := []int{0, 1, 3, 2, 4} // the good ones first
	var rows []templates.NardyChance
	row := func(name, was, is string) {
		rows = append(rows, templates.NardyChance{Name: c.Text("nardy.advice.chance." + name), Before: was, After: is})
	}
	for _, i := range order {
		if i >= len(names) {
			continue
		}
		is := ""
		if after != nil {
			is = percentText(c, after[i])
		}
		row(names[i], percentText(c, before[i]), is)
	}
	is := ""
	if after != nil {
		is = signedText(c, after.equity()*float64(price), price)
	}
	row("equity", signedText(c, before.equity()*float64(price), price), is)
	return rows
}

// nardyFactsText is what a play does, put into the sentence of key, and how the
// race stands after it in another one.
func nardyFactsText(c *lang.Catalogue, key string, v *nardy.Variant, facts []nardyFact, number nardyNumbers) string {
	var does []string
	race := ""
	for _, f := range facts {
		switch text := nardyFactText(c, v, f, number); {
		case text == "":
		case f.ID == "lead":
			race = text
		default:
			does = append(does, text)
		}
	}
	if len(does) == 0 {
		return race
	}
	return strings.TrimSpace(c.Text(key, "what", nardyList(c, does)) + " " + race)
}

// nardyList joins words as a language does: «5, 8 и 12».
func nardyList(c *lang.Catalogue, words []string) string {
	last := len(words) - 1
	if last <= 0 {
		return strings.Join(words, "")
	}
	return c.Text("nardy.advice.and", "first", strings.Join(words[:last], ", "), "last", words[last])
}

// nardyFactText is what a play does, to stand after "this play"; of the race it
// is a sentence.
func nardyFactText(c *lang.Catalogue, v *nardy.Variant, f nardyFact, number nardyNumbers) string {
	key := "nardy.advice.fact." + f.ID
	if len(f.Numbers) == 0 {
		return ""
	}
	n := f.Numbers[0]
	throws := func(n int) string { return c.Text("nardy.advice.throws", "n", n) }
	danger := key
	if v.Contact == nardy.Covering {
		danger += ".cover" // there the enemy does not hit, he pins
	}
	switch f.ID {
	case "makes", "keeps", "gives":
		points := make([]string, len(f.Numbers))
		for i, p := range f.Numbers {
			points[i] = strconv.Itoa(number(p))
		}
		if v.Contact == nardy.Blocking {
			key += ".free" // there one checker holds a point
		}
		return c.Text(key, "n", len(points), "points", nardyList(c, points))
	case "shots":
		if len(f.Numbers) < 2 {
			return ""
		}
		return c.Text(danger, "n", n, "throws", throws(f.Numbers[1]))
	case "safe":
		return c.Text(danger, "throws", throws(n))
	case "fewer":
		return c.Text(danger, "n", n)
	case "lead":
		switch {
		case n < 0:
			return c.Text(key+".behind", "n", -n)
		case n == 0:
			return c.Text(key + ".level")
		}
		return c.Text(key, "n", n)
	default:
		return c.Text(key, "n", n)
	}
}
