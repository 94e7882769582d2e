package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// Think has one of the computers that play at tables call f, and returns its
// error when it has. What is urgent takes turns with their moves, what is not
// waits for them. f should take no longer than a move.
type Think func(ctx context.Context, urgent bool, f func(context.Context) error) error

// keptHints is how many hints are remembered: a page that is loaded again, or
// somebody else in the same position, need not wait for one.
const keptHints = 256

// hintBudget bounds what is spent on a hint, waiting for a computer included.
const hintBudget = 10 * time.Second

// hints remembers what computers think about positions.
type hints struct {
	mu    sync.Mutex
	made  map[string]*hint
	order []string // the oldest first
}

// hint is one, or one that is being thought about until done is closed.
type hint struct {
	done chan struct{}
	data json.RawMessage // what the bot says, as JSON
	err  error
}

// errNoHint means that no bot of the game gives hints.
var errNoHint = errors.New("no bot of the game gives hints")

// hintAt is what the strongest bot thinks about the position of a table. It
// waits until ctx ends; the thinking goes on then, for whoever asks next.
func (s *Server) hintAt(ctx context.Context, snap *table.Snapshot) (json.RawMessage, error) {
	entry, _ := s.host.Game(snap.Game)
	hinter := entry.Hinter()
	if hinter == nil {
		return nil, errNoHint
	}
	key := snap.Game + "\n" + string(snap.Options) + "\n" + snap.Position
	s.hints.mu.Lock()
	h := s.hints.made[key]
	if h == nil {
		h = &hint{done: make(chan struct{})}
		s.hints.made[key] = h
		if s.hints.order = append(s.hints.order, key); len(s.hints.order) > keptHints {
			delete(s.hints.made, s.hints.order[0])
			s.hints.order = s.hints.order[1:]
		}
		state := snap.State
		s.thinking.Go(func() { s.findHint(key, h, hinter, state) })
	}
	s.hints.mu.Unlock()
	select {
	case <-h.done:
		return h.data, h.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// findHint has a computer think about a position. A failure is not remembered.
func (s *Server) findHint(key string, h *hint, hinter game.Hinter, state game.State) {
	ctx, cancel := context.WithTimeout(s.closing, hintBudget)
	defer cancel()
	h.err = s.think(ctx, true, func(ctx context.Context) error {
		game.Warm(hinter, state)
		said, err := hinter.Hint(ctx, state)
		if err != nil {
			return fmt.Errorf("hint: %w", err)
		}
		h.data, err = json.Marshal(said)
		return err
	})
	if h.err != nil {
		s.logger.Warn("a hint failed", "position", state.String(), "err", h.err)
		s.hints.mu.Lock()
		if s.hints.made[key] == h {
			delete(s.hints.made, key)
		}
		s.hints.mu.Unlock()
	}
	close(h.done)
}

// maxAnalyses bounds the analyses that are under way at the same time.
const maxAnalyses = 16

// analyses are what computers think about rounds that are over.
type analyses struct {
	mu      sync.Mutex
	running map[roundKey]*analysis
}

// roundKey is a round of a table, named by the event that began it.
type roundKey struct {
	table table.ID
	began uint64
}

// analysis is one that is under way, or has failed.
type analysis struct {
	mu        sync.Mutex
	done, all int
	failed    bool
}

// progress is how many steps of how many are judged.
func (a *analysis) progress() (done, all int, failed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.done, a.all, a.failed
}

// errNoAnalysis means that nobody can judge this round.
var errNoAnalysis = errors.New("no bot of the game judges games")

// underWay returns the analysis of a round that is being made, nil if none is.
func (s *Server) underWay(snap *table.Snapshot) *analysis {
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	return s.analyses.running[roundKey{snap.ID, snap.Began}]
}

// analyse begins the analysis of a round, as it stood at its end, unless it is
// under way.
func (s *Server) analyse(snap *table.Snapshot) error {
	entry, _ := s.host.Game(snap.Game)
	reviewer := entry.Reviewer()
	if reviewer == nil {
		return errNoAnalysis
	}
	steps, err := stepsOf(snap)
	if err != nil {
		return err
	}
	review, err := reviewer.Review(steps)
	if err != nil {
		return fmt.Errorf("analyse table %s: %w", snap.ID, err)
	}
	at := roundKey{snap.ID, snap.Began}
	a := &analysis{all: len(steps)}
	s.analyses.mu.Lock()
	defer s.analyses.mu.Unlock()
	if old := s.analyses.running[at]; old != nil {
		if _, _, failed := old.progress(); !failed {
			return nil
		}
		delete(s.analyses.running, at)
	}
	if len(s.analyses.running) >= maxAnalyses {
		s.forgetFailed()
		if len(s.analyses.running) >= maxAnalyses {
			return &requestError{status: 503, key: "error.busy"}
		}
	}
	s.analyses.running[at] = a
	s.thinking.Go(func() { s.carryOut(at, a, reviewer.Name(), review) })
	return nil
}

// forgetFailed forgets the analyses that have failed. The caller has locked
// s.analyses.mu.
func (s *Server) forgetFailed() {
	for at, a := range s.analyses.running {
		if _, _, failed := a.progress(); failed {
			delete(s.analyses.running, at)
		}
	}
}

// carryOut judges a round step by step and keeps the result with the table.
func (s *Server) carryOut(at roundKey, a *analysis, by string, review game.Review) {
	err := s.stepThrough(a, review)
	if err == nil {
		var result []byte
		if result, err = json.Marshal(review.Result()); err == nil {
			err = s.host.Analysed(s.closing, at.table, table.AnalysedBody{Began: at.began, By: by, Result: result})
		}
	}
	if err != nil {
		s.logger.Warn("an analysis failed", "table", string(at.table), "round", at.began, "err", err)
		a.mu.Lock()
		a.failed = true
		a.mu.Unlock()
		return
	}
	s.analyses.mu.Lock()
	delete(s.analyses.running, at)
	s.analyses.mu.Unlock()
}

func (s *Server) stepThrough(a *analysis, review game.Review) error {
	for more := true; more; {
		err := s.think(s.closing, false, func(ctx context.Context) (err error) {
			more, err = review.Step(ctx)
			return err
		})
		if err != nil {
			return err
		}
		a.mu.Lock()
		a.done = review.Done()
		a.mu.Unlock()
	}
	return nil
}

// stepsOf are the steps of a round.
func stepsOf(snap *table.Snapshot) ([]game.Step, error) {
	steps := make([]game.Step, len(snap.Plies))
	position := snap.Begin
	for i := range snap.Plies {
		ply := &snap.Plies[i]
		state, err := snap.Rules.Start(snap.Options, position)
		if err != nil {
			return nil, fmt.Errorf("position %d of table %s: %w", i, snap.ID, err)
		}
		steps[i] = game.Step{State: state, Action: ply.Action}
		position = ply.Position
	}
	return steps, nil
}

// analysisOf is what the log has about a round that was analysed, nil if there
// is nothing.
func (s *Server) analysisOf(ctx context.Context, snap *table.Snapshot) (json.RawMessage, error) {
	var found json.RawMessage
	for e, err := range s.host.Events(ctx, snap.ID, snap.Began) {
		if err != nil {
			return nil, fmt.Errorf("look for an analysis: %w", err)
		}
		if e.Kind != table.KindAnalysed {
			continue
		}
		var body table.AnalysedBody
		if err := json.Unmarshal(e.Body, &body); err != nil {
			return nil, fmt.Errorf("read event %d of table %s: %w", e.Seq, snap.ID, err)
		}
		if body.Began == snap.Began {
			found = body.Result
		}
	}
	return found, nil
}
