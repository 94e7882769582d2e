package nardy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// query is every field that a request can have; which ones count depends on
// its type.
type query struct {
	Game    string          `json:"game"`
	ID      json.RawMessage `json:"id"`
	Type    string          `json:"type"`
	Variant string          `json:"variant"`
	Pos     string          `json:"pos"`
	Turn    string          `json:"turn"`

	Dice      []int `json:"dice"`
	First     bool  `json:"first"`
	Second    bool  `json:"second"`
	HeadTaken int   `json:"head_taken"`
	HandOver  bool  `json:"handover"`

	Throw       []int `json:"throw"`
	Throws      int   `json:"throws"`
	Number      int   `json:"number"`
	Unplayed    int   `json:"unplayed"`
	Rerolled    bool  `json:"rerolled"`
	HomeAtThrow bool  `json:"home_at_throw"`

	Opening []int       `json:"opening"`
	Stages  []GameStage `json:"stages"`
}

// LegalAnswer answers a query of type "legal".
type LegalAnswer struct {
	Used      int        `json:"used"`
	FirstHops []FirstHop `json:"first_hops"` // sorted by from (bar first), die, to
	Count     int        `json:"count"`
	Results   []string   `json:"results"` // position codes, sorted as byte strings
}

// FirstHop is a hop that begins a legal play.
type FirstHop Hop

// MarshalJSON writes [from, to, die], with "bar" and "off" where there is no
// point.
func (h FirstHop) MarshalJSON() ([]byte, error) {
	hop := [3]any{int(h.From), int(h.To), h.Die}
	if h.From == OnBar {
		hop[0] = "bar"
	}
	if h.To == BorneOff {
		hop[1] = "off"
	}
	return json.Marshal(hop)
}

// StatusAnswer answers a query of type "status".
type StatusAnswer struct {
	Status struct {
		Over   bool    `json:"over"`
		Winner *string `json:"winner"` // "L", "D" or null
		Kind   *string `json:"kind"`
		Points int     `json:"points"`
	} `json:"status"`
}

// DeadAnswer answers a query of type "dead".
type DeadAnswer struct {
	Dead bool `json:"dead"`
}

// FlowAnswer answers a query of type "flow".
type FlowAnswer struct {
	Next FlowNext `json:"next"`
}

// FlowNext is what follows a stage: "stage" with Dice, "reroll", "pass" with
// HandOver, or "over".
type FlowNext struct {
	Next     string    `json:"next"`
	Dice     []int     `json:"dice,omitempty"`
	HandOver *[][2]int `json:"handover,omitempty"` // [number, count], lowest first
}

// Query answers {"type":"legal"|"flow"|"status"|"dead",…}, one question about
// one position, and {"type":"game",…}, which plays a recorded game again. The
// fields are those of the rules' test vectors.
func (Rules) Query(request []byte) (any, error) {
	var q query
	dec := json.NewDecoder(bytes.NewReader(request))
	if err := dec.Decode(&q); err != nil {
		return nil, fmt.Errorf("read request: %w", badRequest(err))
	}
	if q.Variant == "" {
		return nil, errors.New("variant is missing")
	}
	v, ok := VariantNamed(q.Variant)
	if !ok {
		return nil, fmt.Errorf("no variant %q", q.Variant)
	}
	if q.Type == "game" {
		return q.game(&v)
	}
	if q.Pos == "" {
		return nil, errors.New("pos is missing")
	}
	p, err := v.ParsePosition(q.Pos)
	if err != nil {
		return nil, fmt.Errorf("read pos: %w", err)
	}
	switch q.Type {
	case "legal":
		return q.legal(&v, &p)
	case "status":
		return status(&v, &p), nil
	case "dead":
		return DeadAnswer{Dead: v.Dead(&p)}, nil
	case "flow":
		return q.flow(&v, &p)
	default:
		return nil, fmt.Errorf("no question of type %q", q.Type)
	}
}

// badRequest says what is wrong with a request that can not be read, in the
// words of its sender.
func badRequest(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return errors.New("it is no JSON")
	case wrong.Field == "":
		return errors.New("it is no JSON object")
	default:
		return fmt.Errorf("%s has the wrong type", wrong.Field)
	}
}

func (q *query) side() (Side, error) {
	switch q.Turn {
	case "L":
		return Light, nil
	case "D":
		return Dark, nil
	}
	return Light, fmt.Errorf("turn is \"L\" or \"D\", not %q", q.Turn)
}

func pips(dice []int, atMost int) ([]uint8, error) {
	if len(dice) == 0 || len(dice) > atMost {
		return nil, fmt.Errorf("%d dice, not 1 to %d", len(dice), atMost)
	}
	out := make([]uint8, len(dice))
	for i, d := range dice {
		if d < 1 || d > 6 {
			return nil, fmt.Errorf("a die does not show %d", d)
		}
		out[i] = uint8(d)
	}
	return out, nil
}

func (q *query) legal(v *Variant, p *Position) (any, error) {
	side, err := q.side()
	if err != nil {
		return nil, err
	}
	dice, err := pips(q.Dice, 4)
	if err != nil {
		return nil, fmt.Errorf("read dice: %w", err)
	}
	if kind, _ := v.Status(p); kind != GoesOn {
		return nil, errors.New("the game is over in this position")
	}
	if q.HeadTaken < 0 {
		return nil, errors.New("head_taken is negative")
	}
	g := NewGraph(v, p, Stage{
		Side: side, Dice: dice, HeadTaken: q.HeadTaken,
		TwoOff: !q.HandOver && v.TwoMayLeave(dice, q.First, q.Second),
	})
	a := LegalAnswer{Used: g.Used, FirstHops: []FirstHop{}}
	for _, e := range g.Nodes[0].Edges {
		a.FirstHops = append(a.FirstHops, FirstHop(e.Hop))
	}
	slices.SortFunc(a.FirstHops, func(x, y FirstHop) int {
		return slices.Compare([]int{int(x.From), x.Die, int(x.To)}, []int{int(y.From), y.Die, int(y.To)})
	})
	for _, i := range g.Finals() {
		a.Results = append(a.Results, v.Code(&g.Nodes[i].Position))
	}
	slices.Sort(a.Results)
	a.Count = len(a.Results)
	return a, nil
}

func status(v *Variant, p *Position) StatusAnswer {
	var a StatusAnswer
	kind, winner := v.Status(p)
	if kind == GoesOn {
		return a
	}
	a.Status.Over = true
	a.Status.Points = kind.Points()
	word := kind.String()
	a.Status.Kind = &word
	if kind != Drawn {
		letter := winner.Letter()
		a.Status.Winner = &letter
	}
	return a
}

func (q *query) flow(v *Variant, p *Position) (any, error) {
	side, err := q.side()
	if err != nil {
		return nil, err
	}
	throw, err := pips(q.Throw, 4)
	if err != nil {
		return nil, fmt.Errorf("read throw: %w", err)
	}
	if q.Number < 0 || q.Number > 6 || q.Unplayed < 0 || q.Unplayed > 4 {
		return nil, errors.New("number is 1 to 6 and unplayed 0 to 4")
	}
	if err := q.flowPossible(v); err != nil {
		return nil, err
	}
	next, number, rest := v.After(p, &Played{
		Side: side, Throw: throw, Throws: q.Throws, Number: q.Number,
		Unplayed: q.Unplayed, Rerolled: q.Rerolled, HomeAtThrow: q.HomeAtThrow,
	})
	switch next {
	case NextOver:
		return FlowAnswer{FlowNext{Next: "over"}}, nil
	case NextStage:
		return FlowAnswer{FlowNext{Next: "stage", Dice: []int{number, number, number, number}}}, nil
	case NextThrow:
		return FlowAnswer{FlowNext{Next: "reroll"}}, nil
	default:
		handed := [][2]int{}
		for n, c := range rest {
			if c > 0 {
				handed = append(handed, [2]int{n, int(c)})
			}
		}
		return FlowAnswer{FlowNext{Next: "pass", HandOver: &handed}}, nil
	}
}

// flowPossible refuses stages that no throw of the variant has.
func (q *query) flowPossible(v *Variant) error {
	double := v.Doubles() && len(q.Throw) == 2 && q.Throw[0] == q.Throw[1]
	switch {
	case len(q.Throw) != v.Dice:
		return fmt.Errorf("throw has %d dice, not %d", len(q.Throw), v.Dice)
	case q.Throws < 1:
		return errors.New("throws counts this throw too: it is 1 or more")
	case !double && q.Unplayed > len(q.Throw):
		return fmt.Errorf("%d unplayed, and the throw has %d hops", q.Unplayed, len(q.Throw))
	case double && q.Number == 0:
		return errors.New("number is missing: a double has one")
	case double && q.Number < q.Throw[0]:
		return fmt.Errorf("number %d is below the throw", q.Number)
	case double && q.Number > q.Throw[0] && v.Double == Progression && q.Throws <= warmUp:
		return fmt.Errorf("number %d belongs to a progression, and none begins before throw %d", q.Number, warmUp+1)
	}
	return nil
}
