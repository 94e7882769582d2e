package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// client speaks the JSON API as other people's programs do.
type client struct {
	url  string
	http *http.Client
}

func newClient(url string) *client {
	// A transport of its own: a connection to a program that was killed is not
	// kept for the next one on the same port.
	return &client{url: url, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 20 * time.Second}}
}

// statusError is an answer that is not the expected one.
type statusError struct {
	status int
	body   string
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d: %s", e.status, e.body) }

// ask sends a request and reads the JSON of its answer.
func (c *client) ask(ctx context.Context, method, path, secret string, want int, body, answer any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("write the body of %s: %w", path, err)
		}
		sent = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, sent)
	if err != nil {
		return fmt.Errorf("ask for %s: %w", path, err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("ask for %s: %w", path, err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("read the answer to %s: %w", path, err)
	}
	if resp.StatusCode != want {
		return &statusError{resp.StatusCode, string(text)}
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("read the answer to %s: %w", path, err)
	}
	return nil
}

func (c *client) create(ctx context.Context, w wire.Create) (wire.Created, error) {
	var made wire.Created
	err := c.ask(ctx, http.MethodPost, "/api/tables", "", http.StatusCreated, w, &made)
	return made, err
}

func (c *client) table(ctx context.Context, id string) (wire.Table, error) {
	var found wire.Table
	err := c.ask(ctx, http.MethodGet, "/api/tables/"+id, "", http.StatusOK, nil, &found)
	return found, err
}

func (c *client) command(ctx context.Context, id, secret string, w wire.Command) (wire.Answer, error) {
	var done wire.Answer
	err := c.ask(ctx, http.MethodPost, "/api/tables/"+id+"/commands", secret, http.StatusOK, w, &done)
	return done, err
}

func (c *client) sit(ctx context.Context, id string, w wire.Sit) (wire.Seated, error) {
	var done wire.Seated
	err := c.ask(ctx, http.MethodPost, "/api/tables/"+id+"/seats", "", http.StatusOK, w, &done)
	return done, err
}

// message is whatever comes over a socket: an event or an answer.
type message struct {
	Kind string          `json:"kind"`
	At   int64           `json:"at"`
	Body json.RawMessage `json:"body"`
	Now  *wire.Now       `json:"now"`
	wire.Answer
}

// socket opens the socket of a table from the event after.
func (c *client) socket(ctx context.Context, id string, after uint64) (*websocket.Conn, error) {
	url := fmt.Sprintf("ws%s/api/tables/%s/socket?after=%d", strings.TrimPrefix(c.url, "http"), id, after)
	conn, resp, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: c.http})
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("open the socket of %s: %w", id, err)
	}
	conn.SetReadLimit(1 << 20)
	return conn, nil
}

// history reads the events of a table from the first up to seq, as the socket
// sends them. A process whose log does not answer just now closes the socket:
// then it is opened again.
func (c *client) history(ctx context.Context, id string, seq uint64) ([]message, error) {
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		events, err := c.historyOnce(ctx, id, seq)
		var order *orderError
		if err == nil || errors.As(err, &order) || ctx.Err() != nil || time.Since(begun) > patience {
			return events, err
		}
	}
}

func (c *client) historyOnce(ctx context.Context, id string, seq uint64) ([]message, error) {
	conn, err := c.socket(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.CloseNow() }()
	events := make([]message, 0, seq)
	for uint64(len(events)) < seq {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			return nil, fmt.Errorf("read event %d of table %s: %w", len(events)+1, id, err)
		}
		if m.Kind == "beat" {
			continue
		}
		if last := uint64(len(events)); m.Seq != last+1 {
			return nil, &orderError{"table " + id, last, m.Seq}
		}
		events = append(events, m)
	}
	return events, nil
}

func mustCreate(t *testing.T, c *client, w wire.Create) wire.Created {
	t.Helper()
	made, err := c.create(t.Context(), w)
	if err != nil {
		t.Fatalf("open a table: %v", err)
	}
	return made
}

func mustTable(t *testing.T, c *client, id string) wire.Table {
	t.Helper()
	found, err := c.table(t.Context(), id)
	if err != nil {
		t.Fatalf("look at table %s: %v", id, err)
	}
	return found
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// cutJoin cuts a join link into its page and its invitation.
func cutJoin(link string) (page, invitation string, ok bool) { return strings.Cut(link, "#") }

// command is an action that has seen the event seq.
func command(key string, seq uint64, action string) wire.Command {
	return wire.Command{Key: key, Seen: seq, Kind: "act", Text: action}
}
