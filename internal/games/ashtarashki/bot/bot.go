// Package bot holds the computer players of Ashtarashki.
//
// All but the random one search: principal variations, deeper and deeper, with
// a table of positions seen and an evaluation that has learned from games the
// search played against itself. No position comes again in a game (clause 4.5
// of the rules), so what the table proves once stays proven, and endings are
// played exactly.
//
// A bot has a number of positions to look at, not a time: so its choice can be
// computed again from the position, the level and the seed. How long that takes
// is the machine's affair: the winning level looks at 350 × Rate of them, a
// quarter of a second on an idle core of an ordinary server. Where others
// compute too it takes as much longer as they take of the core. A context that
// ends makes it give up early, with the best move so far; then the choice
// depends on the clock, and whoever sets the deadline should say so.
//
// All answer other people's programs in the same protocol. The request is
// {"pos":"w … …","ms":200}, a position text and the milliseconds to think,
// counted as Rate positions each, so that it is the time of a core that has
// nothing else to do; without "ms" it is the bot's own measure. The
// answer is {"move":"M3cd4","score":12,"depth":11}: the score is in hundredths
// of a full stone for the side to move, from 19000 on a won game and from 29000
// on one won by two points, and the depth in half-moves that were searched
// completely.
package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// Rate is how many positions count as a millisecond of thinking: what one core
// of an ordinary server looks at in that time.
const Rate = 3000

// budget is for how many milliseconds, counted by Rate, the winning level
// thinks about a move.
const budget = 350

// tableBits sizes the largest table of a search: 2^20 positions of 16 bytes.
const tableBits = 20

// All returns the bots from weakest to strongest.
func All() []game.Bot {
	network := Trained()
	return []game.Bot{
		Random{},
		newPlayer("pupil", network, settings{depth: 1, nodes: 20_000, slip: 250}),
		newPlayer("player", network, settings{depth: 3, nodes: 50_000, slip: 60}),
		newPlayer("master", network, settings{depth: 6, nodes: 100_000, slip: 20}),
		newPlayer("winning", network, settings{depth: deepest, nodes: budget * Rate}),
	}
}

// Random takes any legal move with the same chance.
type Random struct{ game.Random }

// Advise answers a position with a random move.
func (Random) Advise(ctx context.Context, request []byte, r *rand.Rand) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("advise at random: %w", err)
	}
	q, err := readRequest(request)
	if err != nil {
		return nil, err
	}
	a, err := game.Random{}.Choose(ctx, ashtarashki.StateOf(q.position), r)
	if err != nil {
		return nil, err
	}
	return Advice{Move: a}, nil
}

// settings make a level.
type settings struct {
	depth int // half-moves to look ahead at most
	nodes int // positions to look at at most
	// slip is the largest amount by which the level misjudges a move, in
	// hundredths of a stone; each move is misjudged by chance.
	slip int
}

// Player is a bot that searches.
type Player struct {
	name     string
	network  *Network
	settings settings
	// spare keeps the memory of searches that are over for the next ones.
	spare chan *search
}

var (
	_ game.Advisor = Random{}
	_ game.Advisor = &Player{}
)

func newPlayer(name string, network *Network, s settings) *Player {
	return &Player{name: name, network: network, settings: s, spare: make(chan *search, 4)}
}

// Name is the level.
func (b *Player) Name() string { return b.name }

// Choose returns the move that the level thinks best.
func (b *Player) Choose(ctx context.Context, s game.State, r *rand.Rand) (game.Action, error) {
	choice, err := b.Think(ctx, s, r)
	return choice.Action, err
}

// Think is Choose, and tells how deep the search went.
func (b *Player) Think(ctx context.Context, s game.State, r *rand.Rand) (game.Choice, error) {
	state, ok := s.(ashtarashki.State)
	if !ok {
		return game.Choice{}, fmt.Errorf("choose as %s: %T is no position of Ashtarashki", b.name, s)
	}
	p := state.Position()
	if only, ok := onlyMove(p); ok && ctx.Err() == nil {
		return game.Choice{Action: only}, nil // nothing to think about
	}
	advice, err := b.think(ctx, p, b.settings, r)
	return game.Choice{Action: advice.Move, Depth: advice.Depth}, err
}

// onlyMove is the move of a side that has no choice.
func onlyMove(p ashtarashki.Position) (game.Action, bool) {
	plays := p.Plays()
	if len(plays) != 1 {
		return "", false
	}
	return plays[0].Text, true
}

// Advice is the answer to a request.
type Advice struct {
	Move  game.Action `json:"move"`
	Score int         `json:"score"` // hundredths of a stone for the side to move
	Depth int         `json:"depth"` // half-moves searched completely
	Nodes int         `json:"nodes"` // positions looked at
	// Points is the result of the game where it is proven: 1 or 2 for a win of
	// the side to move, negative for a loss, 0 where it is open.
	Points int `json:"points"`
}

// Advise answers a request of the protocol of the package comment.
func (b *Player) Advise(ctx context.Context, request []byte, r *rand.Rand) (any, error) {
	q, err := readRequest(request)
	if err != nil {
		return nil, err
	}
	s := b.settings
	if q.milliseconds > 0 {
		s.nodes = q.milliseconds * Rate
	}
	advice, err := b.think(ctx, q.position, s, r)
	if err != nil {
		return nil, err
	}
	return advice, nil
}

func (b *Player) think(ctx context.Context, p ashtarashki.Position, level settings, r *rand.Rand) (Advice, error) {
	if err := ctx.Err(); err != nil {
		return Advice{}, fmt.Errorf("choose as %s: %w", b.name, err)
	}
	if _, over := p.Ending(); over {
		return Advice{}, game.ErrNothingLegal
	}
	s := b.take()
	defer b.giveBack(s)
	s.done, s.limit, s.whim = ctx.Done(), level.nodes, r.Uint64()
	var result Result
	if level.slip > 0 {
		result = s.slipping(p, level, r)
	} else {
		result = s.best(p, level.depth)
	}
	text, err := p.Text(result.Move)
	if err != nil {
		return Advice{}, fmt.Errorf("choose as %s: %w", b.name, err)
	}
	return Advice{
		Move: text, Score: result.Score, Depth: result.Depth, Nodes: result.Nodes, Points: result.Points(),
	}, nil
}

// slipping searches every move by itself and misjudges each a little.
func (s *search) slipping(p ashtarashki.Position, level settings, r *rand.Rand) Result {
	s.reset()
	result := Result{Score: -infinite, Depth: level.depth}
	highest := -2 * infinite
	for i, m := range s.root(p) {
		s.play(0, m)
		score := -s.node(1, level.depth-1, -infinite, infinite)
		slip := r.IntN(level.slip + 1) // drawn even when stopped: one a move
		if s.stopped && i > 0 {
			continue
		}
		if misjudged := score + slip; misjudged > highest {
			highest, result.Move, result.Score = misjudged, m, score
		}
	}
	result.Nodes = s.nodes
	return result
}

// take returns a search to use, with memory of an earlier one if there is any.
func (b *Player) take() *search {
	select {
	case s := <-b.spare:
		return s
	default:
		// Twice as much room as the level looks at: clearing it costs time.
		return newSearch(b.network, min(bits.Len(uint(b.settings.nodes))+1, tableBits))
	}
}

func (b *Player) giveBack(s *search) {
	s.done, s.whim = nil, 0
	select {
	case b.spare <- s:
	default:
	}
}

// request is what other people's programs ask.
type request struct {
	position     ashtarashki.Position
	milliseconds int // 0 for the bot's own measure
}

// maxMilliseconds is the longest thinking time that can be asked for.
const maxMilliseconds = 600_000

func readRequest(data []byte) (request, error) {
	var q struct {
		Pos *string `json:"pos"`
		MS  int     `json:"ms"`
	}
	if err := json.Unmarshal(data, &q); err != nil {
		return request{}, fmt.Errorf("read request: %w", err)
	}
	if q.Pos == nil {
		return request{}, errors.New(`"pos" is missing`)
	}
	if q.MS < 0 || q.MS > maxMilliseconds {
		return request{}, fmt.Errorf(`"ms" is not from 0 to %d`, maxMilliseconds)
	}
	p, err := ashtarashki.Parse(*q.Pos)
	if err != nil {
		return request{}, fmt.Errorf(`"pos": %w`, err)
	}
	return request{position: p, milliseconds: q.MS}, nil
}
