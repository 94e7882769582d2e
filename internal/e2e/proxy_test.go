package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hod-games/hod/internal/wire"
)

// nginxConfig is a balancer as README.md describes it, with nginx's timeouts
// as they are: any request goes to any process.
const nginxConfig = `
daemon off;
pid %[1]s/pid;
error_log %[1]s/error.log warn;
worker_processes 1;
events { worker_connections 512; }
http {
	access_log off;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
	map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
	upstream hod {
		%[2]s
		keepalive 8;
	}
	server {
		listen 127.0.0.1:%[3]d;
		location / {
			proxy_pass http://hod;
			proxy_http_version 1.1;
			proxy_set_header Upgrade $http_upgrade;
			proxy_set_header Connection $connection_upgrade;
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			# Host is not passed on: the programs know by -origin where they are.
		}
	}
}
`

// nginx runs a balancer in front of some programs until the test ends.
func nginx(t *testing.T, port int, programs ...string) {
	t.Helper()
	name, err := exec.LookPath("nginx")
	if err != nil {
		if name = "/usr/sbin/nginx"; fileMissing(name) {
			if os.Getenv("HOD_E2E_REQUIRED") == "1" {
				t.Fatal("there is no nginx")
			}
			t.Skip("there is no nginx")
		}
	}
	dir := t.TempDir()
	var servers strings.Builder
	for _, url := range programs {
		fmt.Fprintf(&servers, "server %s max_fails=1 fail_timeout=1s;\n", strings.TrimPrefix(url, "http://"))
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConfig, dir, servers.String(), port), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, "-c", file, "-p", dir, "-e", filepath.Join(dir, "error.log"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := <-ended; err != nil && t.Failed() {
			t.Logf("nginx ended: %v", err)
		}
		if said, err := os.ReadFile(filepath.Join(dir, "error.log")); t.Failed() && err == nil {
			t.Logf("nginx said:\n%s", said)
		}
	})
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), time.Second)
		if err == nil {
			_ = c.Close()
			return
		}
		select {
		case err := <-ended:
			said, _ := os.ReadFile(filepath.Join(dir, "error.log"))
			ended <- err
			t.Fatalf("nginx ended: %v\n%s", err, said)
		default:
		}
		if time.Since(begun) > 10*time.Second {
			t.Fatal("nginx does not listen")
		}
	}
}

func fileMissing(name string) bool {
	_, err := os.Stat(name)
	return err != nil
}

// freePort is a port that nobody listens on at this moment.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// TestClusterBehindAProxy: a full game by two people who both come through
// nginx, which sends each request to whichever process it likes; in the middle
// the NATS server that leads dies, and later one of the processes. All logs are
// equal at the end.
func TestClusterBehindAProxy(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	origin := fmt.Sprintf("http://127.0.0.1:%d", port)
	s := newCloud(t, "-origin", origin)
	nginx(t, port, s.programs[0].url, s.programs[1].url)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()

	front := &cloud{Cluster: s.Cluster, programs: s.programs, clients: [2]*client{newClient(origin), newClient(origin)}}
	made := mustCreate(t, front.clients[0], wire.Create{Game: "bachet", Mode: "link", Options: json.RawMessage(`{"sticks":40,"max":3}`)})
	page, invitation, _ := cutJoin(made.Join)
	answer, err := http.DefaultClient.Get(origin + page)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the invitation's page: %s", answer.Status)
	}
	sat, err := front.clients[1].sit(ctx, made.Table, wire.Sit{Invitation: invitation, Key: "b"})
	if err != nil {
		t.Fatal(err)
	}
	secrets := [2]string{made.Seats["first"], sat.Secret}
	w := witness(t, made.Table, front.clients[:]...)

	seq := uint64(2)
	for move := range 40 {
		switch move {
		case 15:
			leader, err := s.leader(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Kill(leader); err != nil {
				t.Fatal(err)
			}
		case 25:
			s.programs[0].kill()
		}
		cmd := command(fmt.Sprint("m", move), seq, "1")
		answer, took, err := front.persist(ctx, 0, made.Table, secrets[move%2], cmd)
		if err != nil {
			t.Fatalf("move %d: %v", move, err)
		}
		w.note(cmd, answer)
		if answer.Seq != seq+1 {
			t.Fatalf("move %d is event %d, want %d", move, answer.Seq, seq+1)
		}
		seq = answer.Seq
		if took > time.Second {
			t.Logf("move %d took %s", move, took)
		}
	}
	// The other process alone says how it ended, before the dead one is back.
	if now, err := awaitEvent(ctx, front.clients[0], made.Table, seq+1); err != nil || now.Seq != seq+1 || now.ToAct != "nobody" {
		t.Errorf("after event %d the table is at %d, %s to act: %v", seq, now.Seq, now.ToAct, err)
	}
	before := w.agree(front.clients[0], s.clients[1])
	s.start(t, 0, s.programs[0].host())
	w.same(before, s.clients[0])
}

// TestOnlyThePublicOriginIsServed: behind a proxy that sends on another host
// name, pages of the public origin may open sockets and send forms; those of
// another one, and of the address behind the proxy, may not.
func TestOnlyThePublicOriginIsServed(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	origin := fmt.Sprintf("http://127.0.0.1:%d", port)
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0", "-origin", origin)
	nginx(t, port, p.url)
	c := newClient(origin)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, c, newClient(p.url))
	for from, want := range map[string]bool{origin: true, "https://evil.example": false, p.url: false, "": true} {
		header := http.Header{}
		if from != "" {
			header.Set("Origin", from)
		}
		conn, answer, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(origin, "http")+"/api/tables/"+made.Table+"/socket?after=0",
			&websocket.DialOptions{HTTPHeader: header})
		if answer != nil && answer.Body != nil {
			_ = answer.Body.Close()
		}
		if (err == nil) != want {
			t.Errorf("a socket of a page of %q: %v", from, err)
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
	}
	w.command(c, made.Seats["first"], command("k", 1, "2"))
	if times(0, 1) == 1 {
		idleBehindAProxy(t, c, made.Table)
	}
	settle(t, p, dir, w)
}

// idleBehindAProxy checks that an idle socket outlives the minute after which
// nginx closes silent ones: beats come more often.
func idleBehindAProxy(t *testing.T, c *client, id string) {
	t.Helper()
	conn, err := c.socket(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	until := time.Now().Add(90 * time.Second)
	for time.Now().Before(until) {
		ctx, cancel := context.WithDeadline(t.Context(), until)
		_, _, err := conn.Read(ctx)
		cancel()
		if err != nil && time.Now().Before(until) {
			t.Fatalf("an idle socket through nginx ends: %v", err)
		}
	}
}
