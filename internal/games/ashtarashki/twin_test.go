package ashtarashki_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// The twin is a second set of rules, written from the clauses and not from the
// package: a map of squares by name, no bits, no tables, no sharing. It is slow
// and short, and must agree with the package everywhere.

type twinStone struct {
	white bool
	state byte // M, V, W
	rank  byte // '1' to '3'
}

type twinBoard struct {
	white bool // to move
	at    map[string]twinStone
}

type twinMove struct {
	from  string
	path  []string
	takes bool
	gone  bool
	state byte // after the move
	mark  string
}

func (b twinBoard) copy() twinBoard {
	return twinBoard{b.white, maps.Clone(b.at)}
}

func twinSteps(from string) []string {
	var to []string
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		f, r := int(from[0])+d[0], int(from[1])+d[1]
		if f >= 'a' && f <= 'h' && r >= '1' && r <= '8' {
			to = append(to, string([]byte{byte(f), byte(r)}))
		}
	}
	return to
}

func (b twinBoard) finished(at string) bool {
	s, there := b.at[at]
	return there && (s.white && at[1] == '8' || !s.white && at[1] == '1')
}

func (b twinBoard) takes(hunter twinStone, at string) bool {
	victim, there := b.at[at]
	if !there || victim.white == hunter.white || b.finished(at) || hunter.state != 'M' {
		return false
	}
	if victim.state == 'W' {
		return true
	}
	switch string([]byte{hunter.rank, victim.rank}) {
	case "32", "21", "13":
		return true
	}
	return false
}

// chains walks on a real board: the stone is lifted, victims vanish as it goes.
func (b twinBoard) chains(stone twinStone, at string, path []string) [][]string {
	if len(path) > 0 && (stone.white && at[1] == '8' || !stone.white && at[1] == '1') {
		return [][]string{path}
	}
	var all [][]string
	for _, to := range twinSteps(at) {
		if b.takes(stone, to) {
			next := b.copy()
			delete(next.at, to)
			all = append(all, next.chains(stone, to, append(append([]string{}, path...), to))...)
		}
	}
	if len(all) == 0 && len(path) > 0 {
		return [][]string{path}
	}
	return all
}

func (b twinBoard) moves() []twinMove {
	var captures, quiet []twinMove
	for from, s := range b.at {
		if s.white != b.white || b.finished(from) {
			continue
		}
		lifted := b.copy()
		delete(lifted.at, from)
		for _, path := range lifted.chains(s, from, nil) {
			captures = append(captures, twinMove{from: from, path: path, takes: true, state: s.state})
		}
		for _, to := range twinSteps(from) {
			if _, taken := b.at[to]; taken {
				continue
			}
			m := twinMove{from: from, path: []string{to}, state: s.state}
			if s.white == (to[1] < from[1]) {
				switch s.state {
				case 'M':
					m.state, m.mark = 'V', "V"
				case 'V':
					m.state, m.mark = 'W', "W"
				case 'W':
					m.gone, m.mark = true, "Z"
				}
			}
			quiet = append(quiet, m)
		}
	}
	if len(captures) > 0 {
		return captures
	}
	return quiet
}

func (b twinBoard) play(m twinMove) twinBoard {
	c := b.copy()
	s := c.at[m.from]
	delete(c.at, m.from)
	s.state = m.state
	for _, to := range m.path {
		delete(c.at, to)
	}
	if !m.gone {
		c.at[m.path[len(m.path)-1]] = s
	}
	c.white = !b.white
	return c
}

// texts writes the moves: the shortest departure that no other move shares.
func (b twinBoard) texts(moves []twinMove) []string {
	with := func(m twinMove, departure int) string {
		s := b.at[m.from]
		text := string([]byte{s.state, s.rank})
		if s.state == 'W' {
			text = "W"
		}
		text += m.from[:departure]
		for _, to := range m.path {
			if m.takes {
				text += ":"
			}
			text += to
		}
		return text + m.mark
	}
	var all []string
	for i, m := range moves {
		departure := 0
		for departure < 2 && slices.ContainsFunc(moves, func(o twinMove) bool {
			return o.from != m.from && with(o, departure) == with(m, departure)
		}) {
			departure++
		}
		all = append(all, with(moves[i], departure))
	}
	return all
}

func (b twinBoard) count(white bool) (all, finished int) {
	for at, s := range b.at {
		if s.white == white {
			all++
			if b.finished(at) {
				finished++
			}
		}
	}
	return all, finished
}

func (b twinBoard) outcome() string {
	name := map[bool]string{true: "white", false: "black"}
	order := []bool{!b.white, b.white}
	for _, side := range order {
		if n, _ := b.count(side); n == 0 {
			return name[!side] + " 2 total"
		}
	}
	for _, side := range order {
		if _, f := b.count(side); f == 4 {
			return name[side] + " 1 finish"
		}
	}
	for _, side := range order {
		n, f := b.count(side)
		m, _ := b.count(!side)
		if n != f {
			continue
		}
		if n >= m {
			return name[side] + " 1 finish-few"
		}
		other := b.copy()
		other.white = !side
		if len(other.moves()) == 0 {
			return name[side] + " 1 block"
		}
		return name[!side] + " 1 more-stones"
	}
	if len(b.moves()) == 0 {
		return name[!b.white] + " 1 block"
	}
	return ""
}

func (b twinBoard) String() string {
	text := "b"
	if b.white {
		text = "w"
	}
	for _, white := range []bool{true, false} {
		var squares []string
		for at, s := range b.at {
			if s.white == white {
				squares = append(squares, at)
			}
		}
		sort.Strings(squares)
		for i, at := range squares {
			s := b.at[at]
			squares[i] = string([]byte{s.state, s.rank}) + at
		}
		if len(squares) == 0 {
			squares = []string{"-"}
		}
		text += " " + strings.Join(squares, ",")
	}
	return text
}

// twinRandom scatters stones, few or many, anywhere, in any condition.
func twinRandom(r *rand.Rand) twinBoard {
	b := twinBoard{r.IntN(2) == 0, map[string]twinStone{}}
	var dark []string
	for f := range 8 {
		for k := range 4 {
			dark = append(dark, string([]byte{'a' + byte(f), '1' + byte(2*k+f%2)}))
		}
	}
	r.Shuffle(len(dark), func(i, j int) { dark[i], dark[j] = dark[j], dark[i] })
	next := 0
	bad := r.IntN(4) // how likely retreats are
	for _, white := range []bool{true, false} {
		most := 1 + r.IntN(4)
		for rank := byte('1'); rank <= '3'; rank++ {
			for range r.IntN(most + 1) {
				state := byte('M')
				if r.IntN(4) < bad {
					state = "MVW"[r.IntN(3)]
				}
				b.at[dark[next]] = twinStone{white, state, rank}
				next++
			}
		}
	}
	return b
}

func compareWithTwin(t *testing.T, b twinBoard) {
	t.Helper()
	text := b.String()
	p, err := ashtarashki.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	if p.String() != text {
		t.Fatalf("Parse(%q) is written %q", text, p)
	}
	got := ""
	if e, over := p.Ending(); over {
		got = fmt.Sprintf("%s %d %s", e.Winner, e.Points, e.Reason)
	}
	want := b.outcome()
	if got != want {
		t.Fatalf("%s: ending %q, the twin says %q", text, got, want)
	}
	if want != "" {
		if plays := p.Plays(); len(plays) != 0 {
			t.Fatalf("%s: %d moves after the end", text, len(plays))
		}
		return
	}
	moves := b.moves()
	texts := b.texts(moves)
	after := map[string]string{}
	for i, m := range moves {
		after[texts[i]] = b.play(m).String()
	}
	sort.Strings(texts)
	var plays []string
	for _, play := range p.Plays() {
		plays = append(plays, string(play.Text))
		if q := p.After(play.Move).String(); q != after[string(play.Text)] {
			t.Fatalf("%s: after %s %q, the twin says %q", text, play.Text, q, after[string(play.Text)])
		}
	}
	if !slices.Equal(plays, texts) {
		t.Fatalf("%s:\n legal %v\n twin  %v", text, plays, texts)
	}
	// The moves as numbers, which bots use, are as many, a chain for each way
	// to walk it.
	if fast := p.AppendMoves(nil); len(fast) != len(plays) {
		t.Fatalf("%s: %d moves as numbers, %d as text", text, len(fast), len(plays))
	} else {
		for i := range fast {
			if !slices.ContainsFunc(p.Plays(), func(play ashtarashki.Play) bool { return play.Move == fast[i] }) {
				t.Fatalf("%s: the move %v has no text", text, fast[i])
			}
		}
	}
}

// soak reports whether the long form of a test was asked for.
func soak() bool { return os.Getenv("HOD_SOAK") == "1" }

func TestTwinAgrees(t *testing.T) {
	n := 20_000
	if soak() {
		n = 100_000
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range n {
		compareWithTwin(t, twinRandom(r))
	}
}

func TestTwinAgreesInGames(t *testing.T) {
	games := 50
	if soak() {
		games = 1000
	}
	r := rand.New(rand.NewPCG(3, 2))
	for range games {
		b := twinOf(t, ashtarashki.Initial().String())
		for b.outcome() == "" {
			compareWithTwin(t, b)
			moves := b.moves()
			slices.SortFunc(moves, func(x, y twinMove) int {
				return strings.Compare(x.from+strings.Join(x.path, ""), y.from+strings.Join(y.path, ""))
			})
			b = b.play(moves[r.IntN(len(moves))])
		}
		compareWithTwin(t, b)
	}
}

// twinOf reads a position text for the twin.
func twinOf(t *testing.T, text string) twinBoard {
	t.Helper()
	fields := strings.Fields(text)
	b := twinBoard{fields[0] == "w", map[string]twinStone{}}
	for i, list := range fields[1:] {
		if list == "-" {
			continue
		}
		for stone := range strings.SplitSeq(list, ",") {
			b.at[stone[2:]] = twinStone{i == 0, stone[0], stone[1]}
		}
	}
	return b
}
