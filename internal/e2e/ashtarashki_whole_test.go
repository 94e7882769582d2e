package e2e

import (
	"fmt"
	"slices"
	"time"

	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// byHand is how many moves of a whole round of Ashtarashki are made in the
// browser at its beginning, and how many at its end. In between the API plays,
// and the pages follow.
const byHand = 6

// restOfRound is how a round goes on to its end from where a table is, if each
// side makes the middle one of all its moves, so that it differs from those of
// bots.
func (s *site) restOfRound(path string) []string {
	s.t.Helper()
	now := s.table(path)
	position := ""
	if len(now.Plies) > 0 {
		position = now.Plies[len(now.Plies)-1].Position
	}
	state, err := ashtarashki.Rules{}.Start(now.Options, position)
	if err != nil {
		s.t.Fatal(err)
	}
	var moves []string
	for {
		legal := slices.Collect(state.Legal())
		if len(legal) == 0 {
			break
		}
		a := legal[len(legal)/2]
		moves = append(moves, string(a))
		if state, err = state.Apply(a); err != nil {
			s.t.Fatal(err)
		}
	}
	if n := len(moves); n < 3*byHand || n > 300 {
		s.t.Fatalf("the rest of the round has %d moves", n)
	}
	return moves
}

// playRest plays moves at a table to the end of the round: hand makes one in the
// browser, when there are n before it, and follow waits until the pages show n.
// It returns how many are played then.
func (s *site) playRest(path string, seats map[string]string, moves []string, hand func(move string, n int), follow func(n int)) int {
	s.t.Helper()
	n := len(s.table(path).Plies)
	for i, move := range moves {
		if i < byHand || i >= len(moves)-byHand {
			hand(move, n)
		} else {
			s.actNow(path, seats, move)
		}
		if n++; i < byHand || i >= len(moves)-byHand-1 {
			follow(n)
		}
	}
	return n
}

// actNow makes a move by the API, with the secret of the seat whose turn it is.
func (s *site) actNow(path string, seats map[string]string, move string) {
	s.t.Helper()
	now := s.table(path)
	if _, err := s.api.command(s.t.Context(), now.Table, seats[now.ToAct], command(fmt.Sprint("m", now.Seq), now.Seq, move)); err != nil {
		s.t.Fatalf("%s at event %d: %v", move, now.Seq, err)
	}
}

// actAgainst makes so many moves by the API against a computer, or fewer if the
// round ends before.
func (s *site) actAgainst(path string, seats map[string]string, moves int) {
	s.t.Helper()
	for end := time.Now().Add(4 * patience); moves > 0; {
		now := s.table(path)
		switch {
		case now.Outcome != nil:
			return
		case seats[now.ToAct] != "":
			s.actNow(path, seats, s.someMove(path))
			moves--
		case time.Now().After(end):
			s.t.Fatalf("the computer does not move: %+v", now.Now)
		default:
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// secrets are those of the seats that this browser has at the table of its page.
func (p *person) secrets() map[string]string {
	p.t.Helper()
	return eval[map[string]string](p, "JSON.parse(document.querySelector('#boot').textContent).mine")
}
