package ws_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
	"github.com/hod-games/hod/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds every wait for something that has to come.
const patience = 20 * time.Second

// site is the whole server behind its real router.
type site struct {
	t    testing.TB
	log  table.Log
	host *table.Host
	web  *web.Server
	http *httptest.Server
}

// newSite starts a site; change, if not nil, changes its configuration.
func newSite(t testing.TB, log table.Log, change func(*web.Config)) *site {
	t.Helper()
	if log == nil {
		log = memory.New()
	}
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	host := table.New(table.Config{Log: log, Games: games.All(), Roller: fair.Roller{}})
	config := web.Config{Host: host, Languages: languages, Limits: web.Limits{CommandsPerSecond: -1, TablesPerAddress: -1, SocketsPerAddress: -1}}
	if change != nil {
		change(&config)
	}
	server, err := web.New(config)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, log: log, host: host, web: server, http: httptest.NewServer(server)}
	t.Cleanup(s.close)
	return s
}

func (s *site) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.web.Close(ctx) // some tests leave clients that do not answer
	s.http.Close()
	http.DefaultClient.CloseIdleConnections()
}

// post sends JSON and returns the status and the answer.
func (s *site) post(path, secret, body string) (int, []byte) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.http.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	status, data := s.do(req)
	return status, []byte(data)
}

func (s *site) do(req *http.Request) (int, string) {
	s.t.Helper()
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(data))
}

// open opens a table of Bachet for two on one device.
func (s *site) open(options string) wire.Created {
	s.t.Helper()
	status, data := s.post("/api/tables", "", `{"game":"bachet","mode":"hotseat","options":`+options+`}`)
	var made wire.Created
	if err := json.Unmarshal(data, &made); err != nil || status != http.StatusCreated {
		s.t.Fatalf("open table: %d %s", status, data)
	}
	return made
}

// address is where the socket of a table is.
func (s *site) address(id string, after uint64) string {
	return "ws" + strings.TrimPrefix(s.http.URL, "http") + "/api/tables/" + id + "/socket?lang=en&after=" + strconv.FormatUint(after, 10)
}

// client is one socket of a test.
type client struct {
	t    testing.TB
	conn *websocket.Conn
	key  int
}

func (s *site) dial(id string, after uint64) *client {
	s.t.Helper()
	conn, answer, err := websocket.DefaultDialer.DialContext(s.t.Context(), s.address(id, after), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = answer.Body.Close()
	s.t.Cleanup(func() { _ = conn.Close() })
	return &client{t: s.t, conn: conn}
}

// received is any message of the server.
type received struct {
	wire.Event
	Key     string `json:"key"`
	Error   string `json:"error"`
	Message string `json:"message"`
	Rule    string `json:"rule"`
	raw     string
}

// next returns the next message that is no beat.
func (c *client) next() received {
	c.t.Helper()
	for {
		_ = c.conn.SetReadDeadline(time.Now().Add(patience))
		kind, data, err := c.conn.ReadMessage()
		if err != nil {
			c.t.Fatalf("wait for a message: %v", err)
		}
		var m received
		if err := json.Unmarshal(data, &m); err != nil || kind != websocket.TextMessage {
			c.t.Fatalf("message of type %d, %q: %v", kind, data, err)
		}
		m.raw = string(data)
		if m.Kind != "beat" {
			return m
		}
	}
}

// event returns the next message, which has to be event seq.
func (c *client) event(seq uint64) received {
	c.t.Helper()
	m := c.next()
	if m.Key != "" || m.Seq != seq || m.Kind == "" {
		c.t.Fatalf("got %s, want event %d", m.raw, seq)
	}
	return m
}

// send sends a command and returns its key.
func (c *client) send(secret string, seen uint64, kind, text string) string {
	c.t.Helper()
	c.key++
	key := "k" + strconv.Itoa(c.key)
	c.raw(wire.Command{Key: key, Seat: secret, Seen: seen, Kind: kind, Text: text})
	return key
}

func (c *client) raw(command wire.Command) {
	c.t.Helper()
	if err := c.conn.WriteJSON(command); err != nil {
		c.t.Fatal(err)
	}
}

// act sends an action and returns its answer, which has to be the next message
// but for the events that the action makes.
func (c *client) act(secret string, seen uint64, text string) received {
	c.t.Helper()
	return c.answer(c.send(secret, seen, "act", text))
}

// answer returns the answer to a command, skipping events.
func (c *client) answer(key string) received {
	c.t.Helper()
	for {
		if m := c.next(); m.Key == key {
			return m
		}
	}
}

// closed waits for the end of the connection and returns the close code.
func (c *client) closed() int {
	c.t.Helper()
	_, code := c.rest()
	return code
}

// rest waits for the end of the connection and returns the last message before
// it, if there was one, and the close code.
func (c *client) rest() (last string, code int) {
	c.t.Helper()
	_ = c.conn.SetReadDeadline(time.Now().Add(patience))
	for {
		_, data, err := c.conn.ReadMessage()
		var end *websocket.CloseError
		switch {
		case err == nil:
			last = string(data)
		case errors.As(err, &end):
			return last, end.Code
		default:
			c.t.Fatalf("wait for the end: %v", err)
		}
	}
}

// seq is the number of the last event of a table.
func (s *site) seq(id string) uint64 {
	s.t.Helper()
	snapshot, err := s.host.Snapshot(s.t.Context(), table.ID(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return snapshot.Seq
}
