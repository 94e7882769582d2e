package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// stateHash is what a process makes of a table, in one word: its log (see
// logHash), and the table as it stands by it. Two processes that agree have the
// same one.
func stateHash(ctx context.Context, c *client, id string) (string, error) {
	now, err := c.table(ctx, id)
	if err != nil {
		return "", err
	}
	events, err := c.history(ctx, id, now.Seq)
	if err != nil {
		return "", err
	}
	// What the table shows must be what its log says, not only the same in two
	// places: the last position that an event names is the one that is shown.
	var positions []string // of the round
	for _, e := range events {
		var body struct {
			Position string
			Plies    int
		}
		switch e.Kind {
		case "acted", "rolled", "tookback":
			if err := json.Unmarshal(e.Body, &body); err != nil {
				return "", fmt.Errorf("event %d: %w", e.Seq, err)
			}
			if e.Kind == "tookback" {
				positions = positions[:len(positions)-body.Plies]
			} else {
				positions = append(positions, body.Position)
			}
		case "next", "reset":
			positions = nil
		}
	}
	var plies []string
	for _, p := range now.Plies {
		plies = append(plies, p.Position)
	}
	if !slices.Equal(plies, positions) {
		return "", fmt.Errorf("table %s shows the positions %q, and its log has %q", id, plies, positions)
	}
	shown, err := json.Marshal(now)
	if err != nil {
		return "", fmt.Errorf("write table %s: %w", id, err)
	}
	sum := sha256.Sum256(shown)
	return logHash(events) + "-" + hex.EncodeToString(sum[:8]), nil
}

// logHash is a log in one word: what a process has, or what a watcher was sent.
func logHash(events []message) string {
	sum := sha256.Sum256([]byte(factsOf(events)))
	return hex.EncodeToString(sum[:8])
}

// awaitEvent waits until a process shows a table with at least seq events, and
// returns it. While the log is slow to answer a table is shown as it was last
// known, so a process that others are ahead of may need a moment.
func awaitEvent(ctx context.Context, c *client, id string, seq uint64) (wire.Table, error) {
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		now, err := c.table(ctx, id)
		if err == nil && now.Seq >= seq {
			return now, nil
		}
		if err != nil && !unavailable(err) || time.Since(begun) > 4*patience {
			return now, errors.Join(err, fmt.Errorf("table %s is shown with %d events, and has %d", id, now.Seq, seq))
		}
	}
}

// agree checks that all processes make the same of a table, once each has what
// any other one has, and returns what that is.
func agree(t *testing.T, id string, processes ...*client) string {
	t.Helper()
	last := uint64(0)
	for i, c := range processes {
		now, err := awaitEvent(t.Context(), c, id, 1)
		if err != nil {
			t.Errorf("process %d: %v", i, err)
		}
		last = max(last, now.Seq)
	}
	for i, c := range processes {
		if _, err := awaitEvent(t.Context(), c, id, last); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	var first string
	for i, c := range processes {
		hash, err := stateHash(t.Context(), c, id)
		if err != nil {
			t.Errorf("process %d: %v", i, err)
			continue
		}
		if first == "" {
			first = hash
		}
		if hash != first {
			t.Errorf("process %d makes %s of table %s, the first one %s", i, hash, id, first)
		}
	}
	return first
}

// sight is what a page shows of a table, of what its log has.
type sight struct {
	Seq   uint64 // the last event
	Over  bool
	Left  int // sticks
	Plies int
	Score [2]int
}

// pagesAgree waits until pages have all of a table of Bachet's game and wait for
// no answer, and checks that they show what the log of some processes comes to,
// on which those agree.
func pagesAgree(t *testing.T, id string, processes []*client, pages ...*person) {
	t.Helper()
	for _, p := range pages {
		p.awaitConfirmed()
	}
	agree(t, id, processes...)
	now := mustTable(t, processes[0], id)
	var view struct{ Left int }
	if err := json.Unmarshal(now.View, &view); err != nil {
		t.Fatal(err)
	}
	want := sight{now.Seq, now.Outcome != nil, view.Left, len(now.Plies), now.Score}
	for i, p := range pages {
		p.until(fmt.Sprintf("+document.querySelector('#table').dataset.seq >= %d", now.Seq))
		got := eval[sight](p, `(() => {
			const table = document.querySelector('#table').dataset;
			const points = seat => +document.querySelector('.seat[data-seat=' + seat + '] .seat-points').textContent;
			return {
				Seq: +table.seq, Over: table.over == 'true', Left: +document.querySelector('#board').dataset.left,
				Plies: document.querySelectorAll('#plies tr').length, Score: [points('first'), points('second')],
			};
		})()`)
		if got != want {
			t.Errorf("page %d shows %+v of table %s, and its log comes to %+v", i, got, id, want)
		}
	}
}
