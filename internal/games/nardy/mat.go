package nardy

import (
	"fmt"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Event is one fact of a recorded game: a throw, an action or giving up.
type Event struct {
	Roll     []int
	Act      game.Action
	Resigned game.Side // who gave up, or lost on time
}

// Record is a game to be written down.
type Record struct {
	Options []byte
	Start   string // a position code, empty for the initial position
	Events  []Event
}

// Match is games with the names of First and Second.
type Match struct {
	Names [2]string
	Games []Record
}

// Mat writes a match as a Jellyfish .mat file. Each side's points are numbered
// as that format wants: from the side's own view, 24 down to 1. Variants other
// than short get tag lines with their name and the position they start from;
// the further stages of a turn follow in the same cell as "55: …", a remainder
// as "(66): …".
func (m Match) Mat() (string, error) {
	var b strings.Builder
	for i, r := range m.Games {
		w := matWriter{names: m.cleanNames(), number: i + 1}
		if err := w.game(&b, r, i == 0); err != nil {
			return "", fmt.Errorf("write game %d: %w", i+1, err)
		}
	}
	return b.String(), nil
}

// cleanNames keeps names from looking like anything else in the file.
func (m Match) cleanNames() [2]string {
	out := [2]string{"Light", "Dark"}
	for i, name := range m.Names {
		clean := strings.Map(func(r rune) rune {
			if r < ' ' || strings.ContainsRune(":;[]\"", r) {
				return -1
			}
			return r
		}, name)
		if clean = strings.TrimSpace(clean); clean != "" {
			out[i] = clean
		}
	}
	return out
}

// matWriter collects the cells of one game: left is First's.
type matWriter struct {
	names  [2]string
	number int
	rows   [][2]string
	side   int // whose cell is being written
	cell   []string
}

func (w *matWriter) game(b *strings.Builder, r Record, first bool) error {
	s, err := New(r.Options, r.Start)
	if err != nil {
		return err
	}
	o := s.Options()
	if first {
		w.head(b, s, r.Start)
	}
	fmt.Fprintf(b, "\n Game %d\n", w.number)
	fmt.Fprintf(b, " %-32s %s\n", fmt.Sprintf("%s : %d", w.names[0], stakesOf(o, 0)), fmt.Sprintf("%s : %d", w.names[1], stakesOf(o, 1)))
	w.side = -1
	outcome := game.Outcome{}
	for i, e := range r.Events {
		next, err := w.event(s, e)
		if err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		if next == nil {
			outcome = s.Concede(e.Resigned)
			break
		}
		s = next
		outcome, _ = s.Outcome()
	}
	w.flush()
	result := ""
	if outcome.Winner.Player() {
		result = resultText(o, outcome)
	}
	// The winner on the right writes beside the last cell of the loser.
	if last := len(w.rows) - 1; result != "" && outcome.Winner == game.Second && last >= 0 && w.rows[last][1] == "" {
		w.rows[last][1], result = result, ""
	}
	for i, row := range w.rows {
		left, right := row[0], row[1]
		fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("%3d) %-33s %s", i+1, left, right), " "))
	}
	if result != "" {
		indent := 6
		if outcome.Winner == game.Second {
			indent = 39
		}
		fmt.Fprintf(b, "%s%s\n", strings.Repeat(" ", indent), result)
	}
	return nil
}

func (w *matWriter) head(b *strings.Builder, s *State, start string) {
	o := s.Options()
	if o.Variant != "short" || start != "" {
		v := s.Variant()
		fmt.Fprintf(b, "; [Variation \"Nardy %s\"]\n; [Position \"%s\"]\n", v.ID, v.Code(&s.pos))
	}
	if o.Cube == CubeLinear {
		b.WriteString("; [Cube \"linear\"]\n")
	}
	length := stakesTo(o, 0)
	if o.Points == 1 {
		length = 0
	}
	fmt.Fprintf(b, " %d point match\n", length)
}

// event plays one event and adds it to the cells; nil means that somebody has
// given up.
func (w *matWriter) event(s *State, e Event) (*State, error) {
	switch {
	case e.Resigned.Player():
		return nil, nil
	case e.Roll != nil:
		return s.roll(e.Roll)
	}
	side := int(s.side)
	if s.phase == PhaseAnswer {
		side = 1 - side
	}
	w.turnTo(side)
	next, err := s.apply(e.Act)
	if err != nil {
		return nil, err
	}
	switch e.Act {
	case Roll:
	case Raise:
		w.add(fmt.Sprintf("Doubles => %d", s.set.Price(s.cube.Raises+1)/s.set.Stake))
		w.flush()
	case Take:
		w.add("Takes")
		w.flush()
	case Drop:
		w.add("Drops")
		w.flush()
	default:
		w.add(s.matCell(e.Act))
	}
	return next, nil
}

// turnTo begins a new cell when the other side goes on.
func (w *matWriter) turnTo(side int) {
	if w.side != side {
		w.flush()
		w.side = side
	}
}

func (w *matWriter) add(text string) { w.cell = append(w.cell, text) }

// flush puts the finished cell into its column.
func (w *matWriter) flush() {
	if len(w.cell) == 0 {
		return
	}
	text := strings.Join(w.cell, " ")
	w.cell = nil
	if last := len(w.rows) - 1; w.side == 1 && last >= 0 && w.rows[last][1] == "" {
		w.rows[last][1] = text
		return
	}
	row := [2]string{}
	row[w.side] = text
	w.rows = append(w.rows, row)
}

// matCell is a stage with its dice, in the side's own numbers.
func (s *State) matCell(a game.Action) string {
	var b strings.Builder
	dice := s.dice.slice()
	if s.set.Doubles() && len(dice) == 4 && !s.handed {
		dice = dice[:2]
	}
	if s.handed {
		b.WriteByte('(')
	}
	for _, d := range dice {
		b.WriteByte('0' + d)
	}
	if s.handed {
		b.WriteByte(')')
	}
	b.WriteByte(':')
	if a == game.Pass {
		return b.String()
	}
	t, err := s.parseText(string(a))
	if err != nil {
		return b.String()
	}
	play, err := s.resolve(t)
	if err != nil {
		return b.String()
	}
	own := make([]Hop, len(play.hops))
	for i, h := range play.hops {
		own[i] = h
		own[i].From = s.ownNumber(h.From)
		own[i].To = s.ownNumber(h.To)
	}
	b.WriteByte(' ')
	b.WriteString(string(Format(own)))
	return b.String()
}

// ownNumber is how far a place is from being off, as the side counts.
func (s *State) ownNumber(p Place) Place {
	if p == OnBar || p == BorneOff {
		return p
	}
	return Place(Off - s.set.step(s.side, p))
}

// stakesTo is how many stakes are missing at that score. The format knows no
// stake: all its points are stakes, as the faces of its cube are.
func stakesTo(o Options, score int) int { return (o.Points - score + o.Stake - 1) / o.Stake }

// stakesOf is the score of a side in stakes: as far from the end of the match
// as its points are.
func stakesOf(o Options, side int) int { return stakesTo(o, 0) - stakesTo(o, o.Score[side]) }

func resultText(o Options, out game.Outcome) string {
	stakes := out.Points / o.Stake
	text := fmt.Sprintf("Wins %d point", stakes)
	if stakes != 1 {
		text += "s"
	}
	if o.Points > 1 && o.Score[sideOf(out.Winner)]+out.Points >= o.Points {
		text += " and the match"
	}
	return text
}
