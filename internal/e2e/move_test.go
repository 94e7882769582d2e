package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
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
	// Nothing happens unless it is told to.
	if said := housekeeping(t, append(store, "-older", "0s")...); !strings.Contains(said, running.Table) || !strings.Contains(said, "1 of 2 tables would be archived or dropped") {
		t.Fatal(said)
	}
	if now := asJSON(t, mustTable(t, s.clients[1], running.Table)); now != over {
		t.Errorf("a dry run has changed the table to\n%s", now)
	}
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
	agree(t, dice.Table, s.clients[:]...)
}

// goldenShelf copies the golden logs of every version into an archive that can
// be restored, and returns what each table must come to and its seats.
func goldenShelf(t *testing.T) (shelf string, want map[string]wire.Table, secrets map[string]map[string]string) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join("..", "app", "testdata", "golden", "*", "*.jsonl"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("%d golden logs: %v", len(logs), err)
	}
	shelf, want, secrets = t.TempDir(), make(map[string]wire.Table), make(map[string]map[string]string)
	for _, name := range logs {
		var golden struct {
			ID      string
			Seq     uint64
			ToAct   string
			Score   [2]int
			Round   int
			Secrets map[string]string
		}
		text, err := os.ReadFile(strings.TrimSuffix(name, ".jsonl") + ".want.json")
		if err == nil {
			err = json.Unmarshal(text, &golden)
		}
		events, failed := os.ReadFile(name)
		if err := errors.Join(err, failed, os.WriteFile(filepath.Join(shelf, golden.ID+".jsonl"), events, 0o600)); err != nil {
			t.Fatal(err)
		}
		one := wire.Table{Table: golden.ID, Seq: golden.Seq}
		one.ToAct, one.Score, one.Round = golden.ToAct, golden.Score, golden.Round
		want[golden.ID], secrets[golden.ID] = one, golden.Secrets
	}
	return shelf, want, secrets
}

// TestUpgradeLosesNoGame: what every version has written is served by the
// present program at either store, and its players go on with the links they
// have.
func TestUpgradeLosesNoGame(t *testing.T) {
	t.Parallel()
	shelf, want, secrets := goldenShelf(t)
	check := func(t *testing.T, clients ...*client) {
		t.Helper()
		for id, then := range want {
			now := mustTable(t, clients[0], id)
			if now.Seq != then.Seq || now.ToAct != then.ToAct || now.Score != then.Score || now.Round != then.Round {
				t.Errorf("table %s is at event %d, %s to act, %v in round %d; it was %+v", id, now.Seq, now.ToAct, now.Score, now.Round, then)
			}
			rename := wire.Command{Key: "upgraded", Seen: now.Seq, Kind: "rename", Text: "Upgraded"}
			_, err := clients[0].command(t.Context(), id, secrets[id]["first"], rename)
			// Tables that are open to anybody have no names: whoever hears that
			// has a seat there, as strangers get another answer.
			if err != nil && !strings.Contains(err.Error(), "table.nameless") {
				t.Errorf("table %s: its first seat has no place any more: %v", id, err)
			}
			rename.Key = "stranger"
			_, err = clients[0].command(t.Context(), id, strings.Repeat("A", 26), rename)
			if status, ok := errors.AsType[*statusError](err); !ok || status.status != http.StatusUnauthorized {
				t.Errorf("table %s: a stranger is answered by %v", id, err)
			}
			agree(t, id, clients...)
		}
	}
	restored := fmt.Sprintf("%d of %d tables restored", len(want), len(want))
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if said := housekeeping(t, "tables", "-data", dir, "-restore", shelf); !strings.Contains(said, restored) {
			t.Fatal(said)
		}
		check(t, newClient(start(t, dir, "127.0.0.1:0").url))
	})
	t.Run("jetstream", func(t *testing.T) {
		t.Parallel()
		s := newCloud(t)
		if said := housekeeping(t, "tables", "-store", "jetstream", "-nats", s.URL(), "-restore", shelf); !strings.Contains(said, restored) {
			t.Fatal(said)
		}
		check(t, s.clients[0], s.clients[1])
	})
}
