package ws_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
)

// TestTheExampleOfTheProtocolIsTrue plays the example of PROTOCOL.md: it sends
// what is sent there and compares what comes with what comes there.
func TestTheExampleOfTheProtocolIsTrue(t *testing.T) {
	document, err := os.ReadFile("../../wire/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(document), "```text\n")
	example, _, ok := strings.Cut(example, "```")
	if !ok {
		t.Fatal("the document has no example")
	}
	r := &replay{t: t, site: newSite(t, nil, nil), sockets: make(map[string]*client), names: make(map[string]string)}
	steps := 0
	lines := bufio.NewScanner(strings.NewReader(example))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" {
			r.step(line)
			steps++
		}
	}
	if steps < 30 {
		t.Errorf("the example has %d steps", steps)
	}
}

// replay is an example that is being played.
type replay struct {
	t       *testing.T
	site    *site
	sockets map[string]*client
	names   map[string]string // <NAME> → what the server made up
	status  int               // of the last request
	answer  string
}

func (r *replay) step(line string) {
	r.t.Helper()
	line = r.known(line)
	words := strings.SplitN(line, " ", 3)
	switch {
	case words[0] == "connect":
		target := "ws" + strings.TrimPrefix(r.site.http.URL, "http") + words[2]
		conn, answer, err := websocket.DefaultDialer.DialContext(r.t.Context(), target, http.Header{"Accept-Language": {"en"}})
		if err != nil {
			r.t.Fatalf("%s: %v", line, err)
		}
		_ = answer.Body.Close()
		r.t.Cleanup(func() { _ = conn.Close() })
		r.sockets[words[1]] = &client{t: r.t, conn: conn}
	case words[0] == "POST":
		secret, data := "", words[2]
		if rest, ok := strings.CutPrefix(data, "as "); ok {
			secret, data, _ = strings.Cut(rest, " ")
		}
		r.request(http.MethodPost, words[1], secret, data)
	case words[0] == "GET":
		r.request(http.MethodGet, words[1], "", "")
	case len(words) == 3 && words[1] == "sends":
		if err := r.sockets[words[0]].conn.WriteMessage(websocket.TextMessage, []byte(words[2])); err != nil {
			r.t.Fatal(err)
		}
	case len(words) == 3 && words[1] == "gets":
		r.same(line, words[2], r.sockets[words[0]].next().raw)
	case words[0] == "200" || words[0] == "201" || words[0][0] == '4':
		if status := strconv.Itoa(r.status); status != words[0] {
			r.t.Fatalf("%s: status %s, %s", line, status, r.answer)
		}
		r.same(line, strings.TrimSpace(strings.TrimPrefix(line, words[0])), r.answer)
	case len(words) == 2 && words[1] == "disconnects":
		_ = r.sockets[words[0]].conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""), time.Now().Add(patience))
	default:
		r.t.Fatalf("what does this line mean? %s", line)
	}
}

func (r *replay) request(method, path, secret, body string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.site.http.URL+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Accept-Language", "en")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	r.status, r.answer = r.site.do(req)
}

var placeholder = regexp.MustCompile(`<[A-Z]+>`)

// known puts in what names stand for, as far as that is known.
func (r *replay) known(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := r.names[name]; ok {
			return value
		}
		return name
	})
}

// same compares JSON. A name that stands for something unknown yet is known
// afterwards; <AT> is always something else.
func (r *replay) same(line, want, got string) {
	r.t.Helper()
	pattern := regexp.QuoteMeta(want)
	var names []string
	pattern = placeholder.ReplaceAllStringFunc(pattern, func(name string) string {
		names = append(names, name)
		return `([A-Za-z0-9]+)`
	})
	found := regexp.MustCompile("^" + pattern + "$").FindStringSubmatch(got)
	if found == nil {
		r.t.Errorf("%s\ngot %s\n%s", line, got, cmp.Diff(want, got))
		return
	}
	for i, name := range names {
		switch {
		case name == "<AT>":
		case r.names[name] == "":
			r.names[name] = found[i+1]
		case r.names[name] != found[i+1]:
			r.t.Errorf("%s\n%s stands for two things in %s", line, name, got)
		}
	}
	if !json.Valid([]byte(got)) {
		r.t.Errorf("%s\nis no JSON: %s", line, got)
	}
}
