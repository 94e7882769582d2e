package nardy

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hod-games/hod/internal/game"
)

// Format writes hops as an action: "24/18 13/11", "bar/4*", "6/off(2)". Points
// are numbered along Light's route for both sides; equal hops in a row are
// counted.
func Format(hops []Hop) game.Action {
	if len(hops) == 0 {
		return game.Pass
	}
	var b []byte
	for i := 0; i < len(hops); {
		h := hops[i]
		n := i + 1
		for n < len(hops) && n-i < maxRepeats && hops[n].From == h.From && hops[n].To == h.To && (h.Hit || !hops[n].Hit) {
			n++
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(append(append(b, h.From.String()...), '/'), h.To.String()...)
		if h.Hit {
			b = append(b, '*')
		}
		if n-i > 1 {
			b = append(b, '(', '0'+byte(n-i), ')')
		}
		i = n
	}
	return game.Action(b)
}

// String is the number of a point, "bar" or "off".
func (p Place) String() string {
	switch p {
	case OnBar:
		return "bar"
	case BorneOff:
		return "off"
	default:
		return strconv.Itoa(int(p))
	}
}

// Action is the turn that ends in node i.
func (g *Graph) Action(i int) game.Action { return Format(g.Way(i)) }

// written is what somebody has typed: a word, or moves.
type written struct {
	word  game.Action
	moves []move
}

// move is a checker that goes from one place to another, by one hop or by
// several.
type move struct {
	from, to Place
	hit      bool // a star says that something is hit on the way
}

// maxRepeats is the greatest count of equal hops: a stage has no more.
const maxRepeats = 4

// maxText is far more than any turn needs.
const maxText = 200

// words are what may be typed instead of an action that is no hop.
func word(text string) (game.Action, bool) {
	switch text {
	case "pass", "пас", "пропуск", "-", "–":
		return game.Pass, true
	case "roll", "бросок", "бросаю":
		return Roll, true
	case "raise", "double", "повышаю", "повышение", "куб":
		return Raise, true
	case "take", "accept", "беру", "принимаю":
		return Take, true
	case "drop", "отказ", "отказываюсь":
		return Drop, true
	}
	return "", false
}

// parseText reads what a person typed: spaces anywhere, dashes for slashes,
// Russian words, "24/18/13" for a way. The error is a *game.Refusal.
func (s *State) parseText(text string) (written, error) {
	wrong := &game.Refusal{Rule: RuleNotation}
	if len(text) > maxText || !utf8.ValidString(text) {
		return written{}, wrong
	}
	text = strings.ToLower(strings.TrimSpace(text))
	if w, ok := word(text); ok {
		return written{word: w}, nil
	}
	text = strings.NewReplacer(
		"–", "/", "—", "/", "−", "/", "-", "/", "→", "/", ":", "/",
		",", " ", ";", " ", "\t", " ", "\n", " ", "\u00a0", " ",
		"бар", "bar", "выброс", "off", "сброс", "off",
	).Replace(text)
	text = joinAround(text, "/", true, true)
	text = joinAround(text, "*", true, false)
	text = joinAround(text, "(", true, true)
	text = joinAround(text, ")", true, false)
	var t written
	for part := range strings.FieldsSeq(text) {
		moves, ok := parseMove(part)
		if !ok || len(t.moves)+len(moves) > 8 {
			return written{}, wrong
		}
		t.moves = append(t.moves, moves...)
	}
	if len(t.moves) == 0 {
		return written{}, wrong
	}
	return t, nil
}

// joinAround takes the spaces before and after a sign away.
func joinAround(text, sign string, before, after bool) string {
	parts := strings.Split(text, sign)
	for i := range parts {
		if before && i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], " ")
		}
		if after && i > 0 {
			parts[i] = strings.TrimLeft(parts[i], " ")
		}
	}
	return strings.Join(parts, sign)
}

// parseMove reads "24/18", "24/18*/13", "6/off(2)". A star after the place that
// a way of several hops ends on may stand for a hit anywhere on it.
func parseMove(text string) ([]move, bool) {
	times := 1
	if way, counted, ok := strings.Cut(text, "("); ok {
		digit, closed := strings.CutSuffix(counted, ")")
		if !closed || len(digit) != 1 || digit[0] < '1' || digit[0] > '0'+maxRepeats {
			return nil, false
		}
		text, times = way, int(digit[0]-'0')
	}
	names := strings.Split(text, "/")
	if len(names) < 2 || len(names) > 5 {
		return nil, false
	}
	places := make([]Place, len(names))
	hits := make([]bool, len(names))
	for i, name := range names {
		name, hits[i] = strings.CutSuffix(name, "*")
		if hits[i] && i == 0 {
			return nil, false
		}
		var ok bool
		if places[i], ok = parsePlace(name); !ok {
			return nil, false
		}
		if places[i] == OnBar && i > 0 || places[i] == BorneOff && i < len(names)-1 {
			return nil, false
		}
	}
	var moves []move
	for n := range times {
		for i := range len(places) - 1 {
			// What the first one hits is not there for the others.
			moves = append(moves, move{places[i], places[i+1], hits[i+1] && n == 0})
		}
	}
	return moves, true
}

func parsePlace(name string) (Place, bool) {
	switch name {
	case "bar":
		return OnBar, true
	case "off":
		return BorneOff, true
	}
	if len(name) == 0 || len(name) > 2 || name[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(name) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return Place(n), n <= 24
}

// Read turns what a person typed into an action, legal or not. A legal turn is
// given back hop by hop in an order in which it can be played.
func (s *State) Read(text string) (game.Action, error) {
	t, err := s.parseText(text)
	if err != nil {
		return "", err
	}
	if t.word != "" {
		return t.word, nil
	}
	if s.phase == PhasePlay {
		if play, err := s.resolve(t); err == nil {
			return Format(play.hops), nil
		}
	}
	hops := make([]Hop, len(t.moves))
	for i, m := range t.moves {
		hops[i] = Hop{From: m.from, To: m.to, Hit: m.hit}
	}
	return Format(hops), nil
}
