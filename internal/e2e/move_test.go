package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// housekeeping runs the program for a command that ends by itself.
func housekeeping(t *testing.T, args ...string) string {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("hod %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestClusterTakesOverASite: a site that has outgrown its machine moves to a
// cluster with all its games, which go on by the links people have; a finished
// one is taken out of the cluster and put back.
func TestClusterTakesOverASite(t *testing.T) {
	t.Parallel()
	dir, shelf := t.TempDir(), filepath.Join(t.TempDir(), "shelf")
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	running, dice := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"}), mustCreate(t, c, wire.Create{Game: "nardy", Mode: "hotseat"})
	if _, err := c.command(t.Context(), running.Table, running.Seats["first"], command("1", 1, "3")); err != nil {
		t.Fatal(err)
	}
	before := []string{asJSON(t, mustTable(t, c, running.Table)), asJSON(t, mustTable(t, c, dice.Table))}
	p.terminate(t)
	if said := housekeeping(t, "tables", "-data", dir, "-older", "0s", "-unfinished", "-archive", shelf); !strings.Contains(said, "2 of 2 tables archived") {
		t.Fatal(said)
	}

	s := newCloud(t)
	store := []string{"tables", "-store", "jetstream", "-nats", s.URL()}
	if said := housekeeping(t, append(store, "-restore", shelf)...); !strings.Contains(said, "2 of 2 tables restored") {
		t.Fatal(said)
	}
	for i, made := range []wire.Created{running, dice} {
		if after := asJSON(t, mustTable(t, s.clients[i], made.Table)); after != before[i] {
			t.Errorf("before the move:\n%s\nafter it:\n%s", before[i], after)
		}
	}
	seq := uint64(2)
	for _, take := range []string{"3", "3", "3", "3"} { // of 12
		seat := []string{"second", "first"}[seq%2]
		answer, err := s.clients[seq%2].command(t.Context(), running.Table, running.Seats[seat], command(take+string(rune('a'+seq)), seq, take))
		if err != nil {
			t.Fatal(err)
		}
		seq = answer.Seq
	}
	over := asJSON(t, mustTable(t, s.clients[0], running.Table))
	// Only the one that is over is taken out, while the site goes on.
	if said := housekeeping(t, append(store, "-older", "0s", "-archive", shelf, "-drop")...); !strings.Contains(said, "1 of 2 tables archived and dropped") {
		t.Fatal(said)
	}
	if said := housekeeping(t, append(store, "-restore", shelf)...); !strings.Contains(said, "1 of 2 tables restored") {
		t.Fatal(said)
	}
	for i, c := range s.clients {
		if now := asJSON(t, mustTable(t, c, running.Table)); now != over {
			t.Errorf("process %d shows\n%s\nin place of\n%s", i, now, over)
		}
	}
}
