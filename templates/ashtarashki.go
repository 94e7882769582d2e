package templates

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// Ashtarashki is the view of Ashtarashki, as its State.View marshals it.
type Ashtarashki struct {
	Mover   string              `json:"mover"`   // "first" is White, "second" Black
	Winner  string              `json:"winner"`  // "nobody" until the end
	Capture bool                `json:"capture"` // a capture is compulsory now
	Squares []AshtarashkiSquare `json:"squares"` // b8, d8 … g1
	Counts  [2]AshtarashkiCount `json:"counts"`
	Turn    Turn                `json:"turn"`
}

// AshtarashkiSquare is a dark square and what stands on it.
type AshtarashkiSquare struct {
	At    string            `json:"at"`
	Stone *AshtarashkiStone `json:"stone"`
}

// AshtarashkiStone is a stone.
type AshtarashkiStone struct {
	Side     string `json:"side"`
	Rank     int    `json:"rank"`
	State    string `json:"state"` // "M", "V" or "W"
	Finished bool   `json:"finished"`
}

// AshtarashkiCount sums up one side.
type AshtarashkiCount struct {
	Stones   int `json:"stones"`
	Finished int `json:"finished"`
	Turned   int `json:"turned"`
	Covered  int `json:"covered"`
}

// Retreated is how many stones on the board have retreated.
func (c AshtarashkiCount) Retreated() int { return c.Turned + c.Covered }

// AshtarashkiBoard is a position as a page draws it.
type AshtarashkiBoard struct {
	T       *lang.Catalogue
	View    Ashtarashki
	Flipped bool     // Black is at the bottom
	CanAct  bool     // whoever looks may move
	Path    []string // where a half-made move began and went, if one is being made
	Last    []string // the squares that the last move changed
	Script  string   // the view as the script reads it, where it plays in an article
	// Of a board one plays on; a board that is only looked at has none.
	Code  string // the position code
	Begin string // the code of the position in which the round began
	Usual string // the code of the position in which rounds usually begin
	Plies int    // how many moves there are
	Past  bool   // the board shows an earlier position
	Ply   int    // how many moves had been made then
	Over  bool   // the round is over
	// Flips are the ways of looking at a board that this browser has turned
	// round, and Way the one that is meant here: "f" as White, "s" as Black,
	// "b" as both or as neither.
	Flips, Way string
}

// AshtarashkiCell is one of the 64 squares as it is drawn.
type AshtarashkiCell struct {
	At    string            // "" for a light square
	Stone *AshtarashkiStone // nil where there is none
	Label string            // what it is, for who can not see it

	Movable  bool // the stone can go somewhere
	Must     bool // it can capture, and so something must
	Prey     bool // it can be captured
	Selected bool
	Target   bool // the selected stone can go here
	Last     bool
	Mark     string // what going here makes of the stone: "V", "W", "Z"

	// The button's value, and the form it belongs to; "" where it does
	// nothing.
	Form, Name, Value string
}

// Cells returns the squares in reading order, as the board is turned.
func (b AshtarashkiBoard) Cells() []AshtarashkiCell {
	stones, node, hops := b.stones()
	at, targets := "", map[string]TurnHop{}
	if b.CanAct && len(b.Path) > 0 {
		at = b.Path[len(b.Path)-1]
		for _, hop := range b.hops(node) {
			if hop.From == at {
				targets[hop.To] = hop
			}
		}
	}
	cells := make([]AshtarashkiCell, 0, 64)
	for row := range 8 {
		for column := range 8 {
			if (row+column)%2 == 0 {
				cells = append(cells, AshtarashkiCell{})
				continue
			}
			c := AshtarashkiCell{At: string(rune('a'+column)) + string(rune('8'-row))}
			c.Stone = stones[c.At]
			c.Last = slices.Contains(b.Last, c.At)
			if b.CanAct {
				b.offer(&c, at, hops, targets)
			}
			c.Label = b.label(c)
			cells = append(cells, c)
		}
	}
	if b.Flipped {
		slices.Reverse(cells)
	}
	return cells
}

// hops are the hops from a node.
func (b AshtarashkiBoard) hops(node int) []TurnHop {
	if node >= len(b.View.Turn.Nodes) {
		return nil
	}
	return b.View.Turn.Nodes[node].Hops
}

// offer fills in what a square offers to whoever is to move.
func (b AshtarashkiBoard) offer(c *AshtarashkiCell, at string, made []TurnHop, targets map[string]TurnHop) {
	first := b.hops(0)
	if len(made) == 0 {
		for _, hop := range first {
			c.Movable = c.Movable || hop.From == c.At
			c.Prey = c.Prey || b.View.Capture && hop.To == c.At
		}
		c.Must = c.Movable && b.View.Capture
	}
	hop, target := targets[c.At]
	switch {
	case c.At == at:
		c.Selected = true
		c.Form, c.Name, c.Value = "pick", "at", strings.Join(b.Path[:len(b.Path)-1], ":")
	case target:
		c.Target, c.Mark = true, hop.mark()
		next := b.View.Turn.Nodes[hop.Next]
		c.Form, c.Name, c.Value = "act", "text", next.Action
		if len(next.Hops) > 0 {
			c.Form, c.Name, c.Value = "pick", "at", strings.Join(append(slices.Clone(b.Path), c.At), ":")
		}
	case c.Movable:
		c.Form, c.Name, c.Value = "pick", "at", c.At
	}
}

// mark is what a hop makes of a stone that retreats.
func (h TurnHop) mark() string {
	for _, fx := range h.Fx {
		switch fx.Kind {
		case "turn":
			return "V"
		case "cover":
			return "W"
		case "off":
			return "Z"
		}
	}
	return ""
}

// stones is what stands where once the hops of the path are made, the node of
// the turn that they lead to, and the hops.
func (b AshtarashkiBoard) stones() (stones map[string]*AshtarashkiStone, node int, hops []TurnHop) {
	stones = make(map[string]*AshtarashkiStone)
	for _, s := range b.View.Squares {
		if s.Stone != nil {
			stones[s.At] = s.Stone
		}
	}
	node, hops, ok := b.View.Turn.walk(b.Path)
	if !ok {
		return stones, 0, nil
	}
	for _, hop := range hops {
		for _, fx := range hop.Fx {
			switch fx.Kind {
			case "take", "off":
				delete(stones, fx.From)
			case "move":
				delete(stones, fx.From)
				stones[fx.To] = stoneOf(fx.Piece)
			default:
				stones[fx.To] = stoneOf(fx.Piece)
			}
		}
	}
	return stones, node, hops
}

// stoneOf reads a stone in the effects of a hop: "wM3".
func stoneOf(piece string) *AshtarashkiStone {
	if len(piece) != 3 {
		return nil
	}
	side := "first"
	if piece[0] == 'b' {
		side = "second"
	}
	return &AshtarashkiStone{Side: side, State: piece[1:2], Rank: int(piece[2] - '0')}
}

// Possible reports whether the path is one that the turn has.
func (b AshtarashkiBoard) Possible() bool {
	if len(b.Path) == 0 {
		return true
	}
	node, _, ok := b.View.Turn.walk(b.Path)
	if !ok {
		return false
	}
	for _, hop := range b.hops(node) {
		if hop.From == b.Path[len(b.Path)-1] {
			return true
		}
	}
	return false
}

// Undone is the path without its last step, as the form sends it.
func (b AshtarashkiBoard) Undone() string {
	if len(b.Path) == 0 {
		return ""
	}
	return strings.Join(b.Path[:len(b.Path)-1], ":")
}

// Only is the one way to end the move from here, if there is no choice left
// and it takes more than choosing a square.
func (b AshtarashkiBoard) Only() string {
	if !b.CanAct {
		return ""
	}
	_, node, hops := b.stones()
	from := ""
	if len(b.Path) > 0 {
		from = b.Path[len(b.Path)-1]
	}
	action, left := b.View.Turn.only(node, from)
	if len(hops) == 0 && left < 2 && len(b.hops(0)) > 1 {
		return "" // a single hop of one stone among others: its target is as near
	}
	return action
}

// FlipValue is what the form sends to turn the board round: the way of looking
// at it, and whether it is to differ from the usual.
func (b AshtarashkiBoard) FlipValue() string {
	if strings.Contains(b.Flips, b.Way) {
		return b.Way + "0"
	}
	return b.Way + "1"
}

// shownPly is how many moves had been made in the position on the board.
func (b AshtarashkiBoard) shownPly() int {
	if b.Past {
		return b.Ply
	}
	return b.Plies
}

// pastPly says which of all positions the board shows, where it is a past one.
func (b AshtarashkiBoard) pastPly() string {
	if !b.Past {
		return ""
	}
	return strconv.Itoa(b.Ply) + "/" + strconv.Itoa(b.Plies)
}

// Detail says what there is to do.
func (b AshtarashkiBoard) Detail() string {
	_, _, hops := b.stones()
	switch {
	case len(hops) > 0:
		return b.T.Text("ashtarashki.play.go-on")
	case b.View.Capture:
		return b.T.Text("ashtarashki.play.must")
	case len(b.Path) > 0:
		return b.T.Text("ashtarashki.play.where")
	default:
		return b.T.Text("ashtarashki.play.which")
	}
}

// label says what a square is: «c3, белая двойка, один раз отступала, может на
// d4 и b4». The script in web/src/board/ashtarashki says the same.
func (b AshtarashkiBoard) label(c AshtarashkiCell) string {
	parts := []string{c.At}
	if c.Stone == nil {
		parts = append(parts, b.T.Text("ashtarashki.play.empty"))
	} else {
		parts = append(parts, b.T.Text("ashtarashki.play.stone."+c.Stone.Side+"."+string(rune('0'+c.Stone.Rank))))
		if c.Stone.State != "M" {
			parts = append(parts, b.T.Text("ashtarashki.play.state."+c.Stone.State))
		}
		if c.Stone.Finished {
			parts = append(parts, b.T.Text("ashtarashki.play.finished"))
		}
	}
	switch {
	case c.Target && c.Stone != nil:
		parts = append(parts, b.T.Text("ashtarashki.play.here.take"))
	case c.Target && c.Mark != "":
		parts = append(parts, b.T.Text("ashtarashki.play.here."+c.Mark))
	case c.Target:
		parts = append(parts, b.T.Text("ashtarashki.play.here"))
	case c.Movable || c.Selected:
		if ways := b.ways(c.At); ways != "" {
			parts = append(parts, ways)
		}
	}
	if c.Last {
		parts = append(parts, b.T.Text("ashtarashki.play.last"))
	}
	return strings.Join(parts, ", ")
}

// ways says where the stone on a square can go next.
func (b AshtarashkiBoard) ways(at string) string {
	_, node, hops := b.stones()
	var to []string
	for _, hop := range b.hops(node) {
		if hop.From == at {
			to = append(to, hop.To)
		}
	}
	if len(to) == 0 {
		return ""
	}
	list := to[0]
	if n := len(to); n > 1 {
		list = strings.Join(to[:n-1], ", ") + b.T.Text("ashtarashki.play.and") + to[n-1]
	}
	if b.View.Capture || len(hops) > 0 {
		return b.T.Text("ashtarashki.play.can-take", "squares", list)
	}
	return b.T.Text("ashtarashki.play.can", "squares", list)
}

// Files and Ranks are the coordinates on the rim, as the board is turned.
func (b AshtarashkiBoard) Files() []string { return coordinates("abcdefgh", b.Flipped) }

// Ranks are read from the top.
func (b AshtarashkiBoard) Ranks() []string { return coordinates("87654321", b.Flipped) }

func coordinates(letters string, flipped bool) []string {
	all := strings.Split(letters, "")
	if flipped {
		slices.Reverse(all)
	}
	return all
}

// ChangedSquares are the squares that differ between two position codes: what
// the move between them began on, took, and went to.
func ChangedSquares(before, after string) []string {
	a, b := placed(before), placed(after)
	var changed []string
	for at := range a {
		if b[at] != a[at] {
			changed = append(changed, at)
		}
	}
	for at := range b {
		if _, both := a[at]; !both {
			changed = append(changed, at)
		}
	}
	slices.Sort(changed)
	return changed
}

// placed reads the stones of a position code by their squares.
func placed(code string) map[string]string {
	stones := make(map[string]string)
	words := strings.Fields(code)
	for i, list := range words {
		if i == 0 || list == "-" {
			continue
		}
		for stone := range strings.SplitSeq(list, ",") {
			if len(stone) == 4 {
				stones[stone[2:]] = string("_wb"[min(i, 2)]) + stone[:2]
			}
		}
	}
	return stones
}

// MovePair is a row of a list of moves that is numbered by pairs.
type MovePair struct {
	No    int
	Moves [2]*MoveLink // of White and of Black; nil where there is none
}

// MoveLink is a move in such a list.
type MoveLink struct {
	Ply     int // from 1
	Text    string
	URL     string // where one sees the position after it
	Current bool   // the board shows that position
	Stood   []string
}

// picturedStone is a stone on the first page's board.
type picturedStone struct {
	AshtarashkiStone

	column, row int
}

// Transform is where it stands in a board of 800 by 800.
func (p picturedStone) Transform() string {
	return "translate(" + strconv.Itoa(100*p.column) + " " + strconv.Itoa(100*p.row) + ")"
}

// picturedStones are the stones of a game under way.
func picturedStones() []picturedStone {
	const white, black = "M2c5,M3b4,M1d4,W3f4,M1h4", "V2b6,M3d6,M1e5,M2f6,M3h6"
	var all []picturedStone
	for i, list := range [...]string{white, black} {
		for stone := range strings.SplitSeq(list, ",") {
			s := stoneOf("wb"[i:i+1] + stone[:2])
			all = append(all, picturedStone{*s, int(stone[2] - 'a'), int('8' - stone[3])})
		}
	}
	return all
}

// lightColumn is where light square i stands in its row, of four in each.
func lightColumn(i int) int { return 2*(i%4) + i/4%2 }
