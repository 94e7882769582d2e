package nardy

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/hod-games/hod/internal/game"
)

// Packed is a graph of hops in little space, for the doubles that can be played
// in a thousand ways. It is unpacked into the nodes of a game.Turn like this.
//
// Digits are the characters of Alphabet, worth their index there. A number is
// one digit below 72; a digit d from 72 on and the digit e behind it are the
// number 72 + 89 × (d − 72) + e.
//
// Begin with one node, the root, number 0. Go through the nodes by their
// numbers, those included that are added on the way, and skip those where the
// turn ends. For each of the others read from Code the number of its hops and
// then its hops, each a number n: the hop is Kinds[n / 3], rounded down, and
// where it leads is told by n mod 3:
//
//	0  a new node, which has hops of its own
//	1  a new node, where the turn ends
//	2  a node that has been met: its number follows in Width digits, the first
//	   one worth most, in base 89
//
// New nodes get the next number, and remember the hops by which they were met
// first: those of the node before and this one. The action of a node where the
// turn ends is written from them, joined by blanks: "from/to", with "*" behind it
// if an effect of the hop is "take". Hops in a row with the same from and to are
// written once, with the star of the first and how many they are: "5/8*(2)".
// Code is used up when the last node has been read.
//
// So the way of a checker from 5 with 3-2, hitting on 8 or not, has the kinds
// 5/8*, 5/7, 8/10 and 7/10 and the code "203171A":
//
//	2    node 0 has two hops:
//	0    0 = 3×0 + 0: kind 0, 5/8*, to the new node 1, which goes on
//	3    3 = 3×1 + 0: kind 1, 5/7, to the new node 2, which goes on
//	1    node 1 has one hop:
//	7    7 = 3×2 + 1: kind 2, 8/10, to the new node 3, the end: "5/8* 8/10"
//	1    node 2 has one hop:
//	A    10 = 3×3 + 1: kind 3, 7/10, to the new node 4, the end: "5/7 7/10"
//
// testdata/packed.json has graphs in both forms.
type Packed struct {
	Kinds []game.Hop `json:"kinds"` // every different hop, Next unused
	Width int        `json:"width"`
	Code  string     `json:"code"`
}

// Alphabet has the digits of Packed.Code: what JSON writes as it is.
const Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%'()*+,-./:;=?@[]^_`{|}~"

const (
	digits   = len(Alphabet)
	oneDigit = 72
)

func digit(n int) byte { return Alphabet[n] }

// digitValue is -1 for what is no digit.
func digitValue(c byte) int { return strings.IndexByte(Alphabet, c) }

func appendNumber(b []byte, n int) []byte {
	if n < oneDigit {
		return append(b, digit(n))
	}
	n -= oneDigit
	return append(b, digit(oneDigit+n/digits), digit(n%digits))
}

// pack writes a turn whose nodes are numbered in the order in which a walk
// over the hops of node 0, 1, 2 … first meets them. Nodes with an action have
// no hops.
func pack(t game.Turn) Packed {
	p := Packed{Width: 2, Kinds: []game.Hop{}}
	if len(t.Nodes) > digits*digits {
		p.Width = 3
	}
	kinds := map[string]int{}
	var b []byte
	met := 0
	for _, n := range t.Nodes {
		if len(n.Hops) == 0 {
			continue
		}
		b = appendNumber(b, len(n.Hops))
		for _, h := range n.Hops {
			next := h.Next
			h.Next = 0
			name := kindName(&h)
			kind, known := kinds[name]
			if !known {
				kind = len(p.Kinds)
				kinds[name] = kind
				p.Kinds = append(p.Kinds, h)
			}
			switch {
			case next <= met:
				b = appendNumber(b, 3*kind+2)
				for w := p.Width - 1; w >= 0; w-- {
					at := next
					for range w {
						at /= digits
					}
					b = append(b, digit(at%digits))
				}
				continue
			case len(t.Nodes[next].Hops) == 0:
				b = appendNumber(b, 3*kind+1)
			default:
				b = appendNumber(b, 3*kind)
			}
			met++
		}
	}
	p.Code = string(b)
	return p
}

// kindName tells hops apart that differ in anything but where they lead.
func kindName(h *game.Hop) string {
	var b strings.Builder
	b.WriteString(h.From + "/" + h.To + "/" + string(digit(h.Die)))
	for _, e := range h.Fx {
		b.WriteString(" " + e.Kind)
	}
	return b.String()
}

// errPacked is the error of Turn for a code that pack has not written.
var errPacked = errors.New("unpack turn: broken code")

// Turn unpacks the graph.
func (p Packed) Turn() (game.Turn, error) {
	r := unpacker{p: p, code: p.Code, t: game.Turn{Nodes: make([]game.Node, 1)}, ways: [][]int{nil}}
	for i := 0; i < len(r.t.Nodes); i++ {
		if r.t.Nodes[i].Action == "" && !r.node(i) {
			return game.Turn{}, errPacked
		}
	}
	if r.code != "" {
		return game.Turn{}, errPacked
	}
	return r.t, nil
}

type unpacker struct {
	p    Packed
	code string
	t    game.Turn
	ways [][]int // kinds of the hops that came to a node first
}

func (r *unpacker) number() (int, bool) {
	if r.code == "" {
		return 0, false
	}
	n := digitValue(r.code[0])
	r.code = r.code[1:]
	if n < oneDigit {
		return n, n >= 0
	}
	if r.code == "" {
		return 0, false
	}
	low := digitValue(r.code[0])
	r.code = r.code[1:]
	return oneDigit + (n-oneDigit)*digits + low, low >= 0
}

func (r *unpacker) node(i int) bool {
	hops, ok := r.number()
	for ; ok && hops > 0; hops-- {
		ok = r.hop(i)
	}
	return ok
}

func (r *unpacker) hop(i int) bool {
	n, ok := r.number()
	if !ok || n/3 >= len(r.p.Kinds) {
		return false
	}
	h := r.p.Kinds[n/3]
	h.Next = len(r.t.Nodes)
	if n%3 == 2 {
		if len(r.code) < r.p.Width {
			return false
		}
		h.Next = 0
		for _, c := range []byte(r.code[:r.p.Width]) {
			d := digitValue(c)
			if d < 0 {
				return false
			}
			h.Next = h.Next*digits + d
		}
		r.code = r.code[r.p.Width:]
		if h.Next <= i || h.Next >= len(r.t.Nodes) {
			return false
		}
	} else {
		way := append(slices.Clone(r.ways[i]), n/3)
		node := game.Node{}
		if n%3 == 1 {
			node.Action = r.spell(way)
		}
		r.t.Nodes = append(r.t.Nodes, node)
		r.ways = append(r.ways, way)
	}
	r.t.Nodes[i].Hops = append(r.t.Nodes[i].Hops, h)
	return true
}

// spell writes the action of a way.
func (r *unpacker) spell(way []int) game.Action {
	hops := make([]Hop, len(way))
	for i, kind := range way {
		h := &r.p.Kinds[kind]
		from, _ := parsePlace(h.From)
		to, _ := parsePlace(h.To)
		taken := slices.ContainsFunc(h.Fx, func(e game.Effect) bool { return e.Kind == "take" })
		hops[i] = Hop{From: from, To: to, Hit: taken}
	}
	return Format(hops)
}

// UnmarshalJSON reads a view's graph in either form into the plain one.
func (v *View) UnmarshalJSON(data []byte) error {
	type plain View
	if err := json.Unmarshal(data, (*plain)(v)); err != nil {
		return err
	}
	if v.Packed == nil {
		return nil
	}
	turn, err := v.Packed.Turn()
	if err != nil {
		return err
	}
	v.Turn, v.Packed = &turn, nil
	return nil
}
