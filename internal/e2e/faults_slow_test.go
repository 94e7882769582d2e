package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// TestFaultSlowRequests: whoever begins a request and does not end it is cut
// off, and who sends a head of any length is told; others play meanwhile.
func TestFaultSlowRequests(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, c)
	dial := func(sent string) net.Conn {
		t.Helper()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.host())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.WriteString(conn, sent); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	slow := map[string]net.Conn{}
	for i := range times(50, 500) {
		slow[fmt.Sprint("half a head ", i)] = dial("GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
	}
	if times(0, 1) == 1 {
		slow["half a body"] = dial("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	}
	begun := time.Now()

	long := dial("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", 40<<10) + "\r\n\r\n")
	_ = long.SetReadDeadline(time.Now().Add(2 * patience))
	answer, err := http.ReadResponse(bufio.NewReader(long), nil)
	if err != nil {
		t.Fatalf("a head of 40 KB: %v", err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a head of 40 KB is answered with %s", answer.Status)
	}
	w.command(c, made.Seats["first"], command("k", 1, "2")) // somebody plays
	// They are cut off after ten seconds (a head) and thirty (a body).
	for name, conn := range slow {
		_ = conn.SetReadDeadline(begun.Add(90 * time.Second))
		if _, err := io.Copy(io.Discard, conn); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: the connection stays open: %v", name, err)
		}
	}
	settle(t, p, dir, w)
}
