package web

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// nardyPriceAt is the price of the round in a state, in points of the score: what
// the bots say in prices is so many times as much in points. Where a raise is to
// be answered it is the price that is played for after the answer "take".
func nardyPriceAt(state game.State) (int, error) {
	s, ok := state.(*nardy.State)
	if !ok {
		return 0, fmt.Errorf("price of a round: %T is no position of nardy", state)
	}
	o, raises := s.Options(), s.Cube().Raises
	if s.Phase() == nardy.PhaseAnswer {
		raises++
	}
	return o.Price(raises), nil
}

// nardyPrices are the prices of a round at its start and after each of its
// entries.
func nardyPrices(snap *table.Snapshot) ([]int, error) {
	prices := make([]int, len(snap.Plies)+1)
	known := map[string]int{} // by the word of the cube
	for i := range prices {
		code := codeAfter(snap, i)
		word := ""
		for w := range strings.FieldsSeq(code) {
			if strings.HasPrefix(w, "cube=") {
				word = w
			}
		}
		if nardyPhase(code) != "play" {
			continue // nothing is judged there
		}
		price, ok := known[word]
		if !ok {
			state, err := snap.Rules.Start(snap.Options, code)
			if err != nil {
				return nil, fmt.Errorf("position after ply %d: %w", i, err)
			}
			if price, err = nardyPriceAt(state); err != nil {
				return nil, err
			}
			known[word] = price
		}
		prices[i] = price
	}
	return prices, nil
}

// decimal writes a number with so many digits after the point of the language.
func decimal(c *lang.Catalogue, x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if c.Code == "ru" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

func percentText(c *lang.Catalogue, x float64) string {
	return decimal(c, 100*max(0, x), 1) + "\u00a0%"
}

// pointDigits is how many digits of points mean something where a price is so
// many of them. There is always one, as the texts of the languages expect.
func pointDigits(price int) int {
	switch {
	case price < 10:
		return 3
	case price < 100:
		return 2
	default:
		return 1
	}
}

// pointsText is an amount of points, not negative, where the price is so much.
func pointsText(c *lang.Catalogue, points float64, price int) string {
	return decimal(c, points, pointDigits(price))
}

// signedText is an amount of points with its sign; nothing has none.
func signedText(c *lang.Catalogue, points float64, price int) string {
	text := pointsText(c, max(points, -points), price)
	switch {
	case !strings.ContainsAny(text, "123456789"):
		return text
	case points < 0:
		return "−" + text
	default:
		return "+" + text
	}
}

// lossText is what a play loses, as points of less: "0" for what can not be seen.
func lossText(c *lang.Catalogue, points float64, price int) string {
	if text := signedText(c, -points, price); strings.HasPrefix(text, "−") {
		return text
	}
	return "0"
}
