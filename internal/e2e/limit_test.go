package e2e

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// TestPastTheLimit: beyond so many tables in play new ones are refused with a
// sentence, at either store, while the running ones go on; when they are left,
// there is room again.
func TestPastTheLimit(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		p := start(t, dir, "127.0.0.1:0", "-max-tables", "2")
		settle(t, p, dir, pastTheLimit(t, newClient(p.url)))
	})
	t.Run("jetstream", func(t *testing.T) {
		t.Parallel()
		s := newCloud(t, "-max-tables", "2")
		w := pastTheLimit(t, s.clients[0])
		// A limit is that of a process: the other one has room.
		mustCreate(t, s.clients[1], wire.Create{Game: "bachet", Mode: "hotseat"})
		s.settle(t, w)
	})
}

// pastTheLimit returns the witnesses of a table that ran on.
func pastTheLimit(t *testing.T, c *client) *witnesses {
	t.Helper()
	open := func() (wire.Created, func()) {
		t.Helper()
		made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
		conn, err := c.socket(t.Context(), made.Table, 0)
		if err != nil {
			t.Fatal(err)
		}
		return made, func() { _ = conn.CloseNow() }
	}
	one, leaveOne := open()
	defer leaveOne()
	w := witness(t, one.Table, c)
	other, leaveOther := open()
	_, err := c.create(t.Context(), wire.Create{Game: "bachet", Mode: "hotseat"})
	if status, ok := errors.AsType[*statusError](err); !ok || status.status != http.StatusServiceUnavailable || !strings.Contains(status.body, "message") {
		t.Errorf("a table past the limit: %v", err)
	}
	answer, err := http.PostForm(c.url+"/en/bachet", map[string][]string{"mode": {"hotseat"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
		t.Errorf("a table past the limit, by the page: %s", answer.Status)
	}
	w.command(c, one.Seats["first"], command("k", 1, "1"))
	if _, err := c.command(t.Context(), other.Table, other.Seats["first"], command("k", 1, "1")); err != nil {
		t.Errorf("a running table: %v", err)
	}
	leaveOther()
	for begun := time.Now(); time.Since(begun) < 10*time.Second; time.Sleep(20 * time.Millisecond) {
		if _, err = c.create(t.Context(), wire.Create{Game: "bachet", Mode: "hotseat"}); err == nil {
			return w
		}
	}
	t.Errorf("when a table was left: %v", err)
	return w
}
