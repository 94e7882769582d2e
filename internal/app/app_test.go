package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/hod-games/hod/internal/app"
	"github.com/hod-games/hod/internal/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func none(string) string { return "" }

// running is a server of a test.
type running struct {
	t      *testing.T
	url    string
	stderr *safeBuffer
	cancel context.CancelFunc
	done   chan int
}

// safeBuffer is a buffer that many may write to.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// run starts the whole program and waits for its line.
func run(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{t: t, stderr: &safeBuffer{}, cancel: cancel, done: make(chan int, 1)}
	out, in := io.Pipe()
	go func() {
		r.done <- app.Main(ctx, append([]string{"-listen", "localhost:0"}, args...), none, in, r.stderr)
		_ = in.Close()
	}()
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("no line: %v\n%s", err, r.stderr)
	}
	m := regexp.MustCompile(`^Hod is ready at (http://localhost:\d+)\n$`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("its line is %q", line)
	}
	r.url = m[1]
	rest := make(chan []byte, 1)
	go func() {
		data, _ := io.ReadAll(lines)
		rest <- data
	}()
	t.Cleanup(func() {
		cancel()
		http.DefaultClient.CloseIdleConnections()
		if more := <-rest; len(more) != 0 {
			t.Errorf("it also prints %q", more)
		}
	})
	return r
}

// stop stops it as a signal would and returns the exit code.
func (r *running) stop() int {
	r.cancel()
	select {
	case code := <-r.done:
		return code
	case <-time.After(30 * time.Second):
		r.t.Fatalf("it does not stop:\n%s", r.stderr)
		return -1
	}
}

func (r *running) ask(method, path, secret, body string) (int, string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+secret)
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(data))
}

func TestItServesStopsAndComesBackWithEverything(t *testing.T) {
	for _, store := range []string{"sqlite", "memory"} {
		t.Run(store, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "not", "there", "yet")
			r := run(t, "-data", data, "-store", store)
			if status, text := r.ask(http.MethodGet, "/healthz", "", ""); status != http.StatusOK {
				t.Errorf("healthz: %d %s", status, text)
			}
			_, text := r.ask(http.MethodPost, "/api/tables", "", `{"game":"bachet","mode":"hotseat"}`)
			var made struct {
				Table string
				Seats map[string]string
			}
			if err := json.Unmarshal([]byte(text), &made); err != nil {
				t.Fatal(err)
			}
			if status, text := r.ask(http.MethodPost, "/api/tables/"+made.Table+"/commands", made.Seats["first"], `{"key":"1","seen":1,"kind":"act","text":"3"}`); status != http.StatusOK {
				t.Fatalf("move: %d %s", status, text)
			}
			socket, answer, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/api/tables/"+made.Table+"/socket", nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			defer func() { _ = socket.Close() }()
			ended := make(chan error, 1)
			go func() {
				for {
					if _, _, err := socket.ReadMessage(); err != nil {
						ended <- err
						return
					}
				}
			}()
			if _, text := r.ask(http.MethodGet, "/metrics", "", ""); !strings.Contains(text, "\nhod_sockets 1\n") || !strings.Contains(text, "\nhod_tables_live 1\n") {
				t.Errorf("metrics:\n%s", text)
			}
			if code := r.stop(); code != 0 {
				t.Errorf("exit code %d:\n%s", code, r.stderr)
			}
			if err := <-ended; !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
				t.Errorf("the socket ends with %v", err)
			}
			for line := range strings.Lines(r.stderr.String()) {
				if !json.Valid([]byte(line)) {
					t.Errorf("the log has %q", line)
				}
			}
			if strings.Contains(r.stderr.String(), `"level":"ERROR"`) || strings.Contains(r.stderr.String(), `"level":"WARN"`) {
				t.Errorf("the log complains:\n%s", r.stderr)
			}
			if store == "memory" {
				if _, err := os.Stat(data); err == nil {
					t.Error("a server that keeps nothing has made a folder")
				}
				return
			}
			r = run(t, "-data", data)
			if status, text := r.ask(http.MethodGet, "/api/tables/"+made.Table, "", ""); status != http.StatusOK || !strings.Contains(text, `"seq":2,`) {
				t.Errorf("after a restart: %d %s", status, text)
			}
			if code := r.stop(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

func TestWhatKeepsItFromStartingIsOneSentence(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	used := t.TempDir()
	other := run(t, "-data", used)
	defer other.stop()
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "hod.db"), []byte(strings.Repeat("this is no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		code int
		says string
	}{
		"the port is taken":        {[]string{"-listen", taken.Addr().String(), "-store", "memory"}, 1, "is in use by another program"},
		"no such address":          {[]string{"-listen", "203.0.113.77:1", "-store", "memory"}, 1, "can not be served on"},
		"the folder is a file":     {[]string{"-data", file}, 1, "the data folder " + file + " can not be made"},
		"the folder is in use":     {[]string{"-data", used}, 1, "is in use by another hod"},
		"the file is no database":  {[]string{"-data", broken}, 1, "can not be used"},
		"no such store":            {[]string{"-store", "paper"}, 2, `-store is sqlite, jetstream or memory, not "paper"`},
		"nobody at -nats":          {[]string{"-store", "jetstream", "-nats", "nats://me:secret@127.0.0.1:1"}, 1, "no NATS server answers at nats://127.0.0.1:1"},
		"no such flag":             {[]string{"-storre", "memory"}, 2, "flag provided but not defined"},
		"a word too many":          {[]string{"serve"}, 2, `"serve" is not a flag`},
		"an origin that is a path": {[]string{"-store", "memory", "-origin", "hod.example/games"}, 1, "is not of the form"},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			args := append([]string{"-listen", "localhost:0"}, test.args...)
			code := app.Main(t.Context(), args, none, &stdout, &stderr)
			if code != test.code || !strings.Contains(stderr.String(), test.says) {
				t.Errorf("exit code %d:\n%s", code, stderr.String())
			}
			if text := stderr.String(); strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "hod: ") {
				t.Errorf("more than a sentence:\n%s", text)
			}
			if stdout.Len() != 0 {
				t.Errorf("it prints %s", &stdout)
			}
		})
	}
}

func TestConfiguration(t *testing.T) {
	nats := app.NATS{URL: "nats://localhost:4222", Stream: "HOD", Replicas: 3}
	want := app.Config{Listen: "localhost:8080", Data: "data", Store: "sqlite", NATS: nats, Pause: 500 * time.Millisecond, Claim: 5 * time.Minute, Level: slog.LevelInfo}
	got, err := app.Parse(nil, none, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	env := map[string]string{
		"HOD_LISTEN": ":1", "HOD_DATA": "/d", "HOD_STORE": "memory", "HOD_ORIGIN": "https://hod.example",
		"HOD_NATS": "nats://a,nats://b", "HOD_BOT_PAUSE": "1s", "HOD_BOT_WORKERS": "3", "HOD_MAX_SOCKETS": "7", "HOD_LOG_LEVEL": "debug",
	}
	got, err = app.Parse([]string{"-listen", ":2", "-max-commands=9"}, func(name string) string { return env[name] }, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	nats.URL = "nats://a,nats://b"
	want = app.Config{
		Listen: ":2", Data: "/d", Store: "memory", NATS: nats, Origin: "https://hod.example", Pause: time.Second, Workers: 3, Claim: 5 * time.Minute,
		Limits: web.Limits{Sockets: 7, CommandsPerSecond: 9}, Level: slog.LevelDebug,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arguments before environment (-want +got):\n%s", diff)
	}
	env["HOD_MAX_SOCKETS"] = "many"
	if _, err := app.Parse(nil, func(name string) string { return env[name] }, io.Discard); err == nil || !strings.Contains(err.Error(), `HOD_MAX_SOCKETS is "many"`) {
		t.Errorf("error %v", err)
	}
}

func TestHelpNamesEveryFlag(t *testing.T) {
	var help bytes.Buffer
	if code := app.Main(t.Context(), []string{"-h"}, none, &help, io.Discard); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if _, err := app.Parse([]string{"-help"}, none, io.Discard); err == nil || !strings.Contains(err.Error(), flag.ErrHelp.Error()) {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"-listen", "-data", "-store", "-nats", "-origin"} {
		if !strings.Contains(help.String(), "  "+name+" ") {
			t.Errorf("no word of %s:\n%s", name, &help)
		}
	}
}
