package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
)

// checkTurn walks the graph of hops in a view, if there is one: it ends in
// every legal action and in nothing else, has no cycle, no dead end and no node
// that cannot be reached.
func checkTurn(was Snapshot) error {
	var view struct {
		Turn *game.Turn `json:"turn"`
	}
	if err := json.Unmarshal([]byte(was.View), &view); err != nil {
		return err
	}
	if view.Turn == nil {
		return nil
	}
	actions, err := WalkTurn(*view.Turn)
	if err != nil {
		return err
	}
	legal := slices.Sorted(slices.Values(was.Legal))
	slices.Sort(actions)
	if diff := cmp.Diff(legal, actions); diff != "" {
		return fmt.Errorf("its actions are not the legal ones (-legal +turn):\n%s", diff)
	}
	return nil
}

// WalkTurn returns the actions of a turn in the order of its nodes, or what is
// wrong with the graph.
func WalkTurn(t game.Turn) ([]game.Action, error) {
	if len(t.Nodes) == 0 {
		return nil, errors.New("no nodes")
	}
	w := walker{nodes: t.Nodes, state: make([]mark, len(t.Nodes))}
	if err := w.visit(0); err != nil {
		return nil, err
	}
	var actions []game.Action
	for i, n := range t.Nodes {
		if w.state[i] == unseen {
			return nil, fmt.Errorf("node %d cannot be reached", i)
		}
		if n.Action != "" {
			actions = append(actions, n.Action)
		}
		// Without any action nobody is to act, and the root stands alone.
		if n.Action == "" && len(n.Hops) == 0 && len(t.Nodes) > 1 {
			return nil, fmt.Errorf("node %d is a dead end", i)
		}
	}
	return actions, nil
}

type mark int8

const (
	unseen mark = iota
	open
	done
)

type walker struct {
	nodes []game.Node
	state []mark
}

func (w *walker) visit(i int) error {
	w.state[i] = open
	for _, hop := range w.nodes[i].Hops {
		if hop.Next < 0 || hop.Next >= len(w.nodes) {
			return fmt.Errorf("a hop of node %d leads to node %d of %d", i, hop.Next, len(w.nodes))
		}
		switch w.state[hop.Next] {
		case open:
			return fmt.Errorf("a hop of node %d leads back to node %d", i, hop.Next)
		case unseen:
			if err := w.visit(hop.Next); err != nil {
				return err
			}
		case done:
		}
	}
	w.state[i] = done
	return nil
}
