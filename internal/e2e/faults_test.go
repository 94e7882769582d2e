package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/hod-games/hod/internal/wire"
)

// refusesToStart runs the program, which must end with code 1 and one sentence.
func refusesToStart(t *testing.T, dir string) (sentence string) {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, "-listen", "127.0.0.1:0", "-data", dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 1 || stdout.Len() > 0 || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("it should refuse to start with a sentence: %v\n%s%s", err, &stdout, &stderr)
	}
	return stderr.String()
}

// TestFaultDamagedDatabase: whatever has happened to the file, the program says
// so, and neither changes it nor begins a new one in its place.
func TestFaultDamagedDatabase(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	p := start(t, whole, "127.0.0.1:0")
	c := newClient(p.url)
	var last wire.Created
	for range 20 {
		last = mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	}
	w := witness(t, last.Table, c)
	w.command(c, last.Seats["first"], command("k", 1, "2"))
	before := w.agree(c)
	p.terminate(t)
	good, err := os.ReadFile(filepath.Join(whole, "hod.db"))
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func([]byte) []byte{
		"emptied":           func([]byte) []byte { return nil },
		"cut off":           func(b []byte) []byte { return b[:len(b)/2] },
		"another file":      func([]byte) []byte { return bytes.Repeat([]byte("not a database\n"), 500) },
		"damaged beginning": func(b []byte) []byte { copy(b[100:], bytes.Repeat([]byte{0xff}, 2000)); return b },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "hod.db")
			bad := spoil(bytes.Clone(good))
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			if said := refusesToStart(t, dir); !strings.Contains(said, file) {
				t.Errorf("it does not name the file: %s", said)
			}
			if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, bad) {
				t.Errorf("it has changed the file: %v", err)
			}
			// With the copy that somebody has kept all is there again.
			if err := os.WriteFile(file, good, 0o600); err != nil {
				t.Fatal(err)
			}
			w.same(before, newClient(start(t, dir, "127.0.0.1:0").url))
		})
	}
}

// TestFaultLockedDatabase: while one program uses a database, another one, or
// one that was started twice by mistake, says so and leaves it alone. While
// somebody else keeps the file locked, moves are refused, and not later.
func TestFaultLockedDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, c)
	if said := refusesToStart(t, dir); !strings.Contains(said, "in use by another hod") || !strings.Contains(said, dir) {
		t.Errorf("it says %s", said)
	}
	w.command(c, made.Seats["first"], command("k", 1, "2")) // the first one is not disturbed

	// A program of another kind, which writes to the file, takes this lock.
	shared, err := os.OpenFile(filepath.Join(dir, "hod.db-shm"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = shared.Close() }()
	const writeLock = 120 // https://sqlite.org/walformat.html#locks
	if err := syscall.FcntlFlock(shared.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK, Start: writeLock, Len: 1}); err != nil {
		t.Fatal(err)
	}
	meanwhile := command("m", 2, "1")
	_, err = c.command(t.Context(), made.Table, made.Seats["second"], meanwhile)
	if status, ok := errors.AsType[*statusError](err); !ok || status.status != http.StatusServiceUnavailable {
		t.Errorf("a move while the file is locked is answered by %v", err)
	}
	if now := mustTable(t, c, made.Table); now.Seq != 2 {
		t.Errorf("while the file is locked the table has %d events", now.Seq)
	}
	if err := shared.Close(); err != nil { // which ends its locks
		t.Fatal(err)
	}
	w.command(c, made.Seats["second"], meanwhile)
	settle(t, p, dir, w)
}

// smallDisk mounts a file system of that many MB, or skips the test.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm", megabytes)); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestFaultReadOnlyDisk: a disk that became read-only is said at the start.
func TestFaultReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 4)
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, c)
	w.command(c, made.Seats["first"], command("k", 1, "2"))
	before := w.agree(c)
	p.terminate(t)
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if said := refusesToStart(t, dir); !strings.Contains(said, "read-only") || !strings.Contains(said, dir) {
		t.Errorf("it says %s", said)
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT, ""); err != nil {
		t.Fatal(err)
	}
	p = start(t, dir, "127.0.0.1:0")
	w.same(before, newClient(p.url))
	p.kill()
}

// TestFaultFullDisk: when the disk is full, moves are refused, what is there is
// still shown; when there is room again all goes on, and everything that was
// acknowledged is there once.
func TestFaultFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 16)
	p := start(t, dir, "127.0.0.1:0", "-max-commands", "-1")
	c := newClient(p.url)
	w := &writer{name: "w", rand: rand.New(rand.NewPCG(1, 1))}
	if err := w.open(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	seen := witness(t, w.id, c)
	busy, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	if err := w.run(busy, c); err != nil {
		t.Fatal(err)
	}
	if err := w.settle(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 20<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := w.run(ctx, c); err != nil || w.pending == nil || ctx.Err() != nil {
		t.Fatalf("the disk is full, and the last command is %v: %v", w.pending, err)
	}
	again := *w.pending
	again.Seat = ""
	_, err := c.command(t.Context(), w.id, w.pending.Seat, again)
	if status, ok := errors.AsType[*statusError](err); !ok || status.status != http.StatusServiceUnavailable {
		t.Fatalf("a full disk is answered by %v", err)
	}
	before := len(w.done)
	now := mustTable(t, c, w.id)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := w.settle(t.Context(), c); err != nil {
		t.Fatalf("when there is room again: %v", err)
	}
	if after := mustTable(t, c, w.id); after.Seq < now.Seq {
		t.Errorf("the table had %d events, and has %d", now.Seq, after.Seq)
	}
	seen.done = w.done
	settle(t, p, dir, seen)
	t.Logf("full after %d commands", before)
}

// TestFaultClientThatNeverReads: it costs neither the others at its table
// their time, nor the program its memory.
func TestFaultClientThatNeverReads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0", "-max-commands", "-1")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	seen := witness(t, made.Table, c)
	for range times(20, 200) {
		deaf, err := c.socket(t.Context(), made.Table, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = deaf.CloseNow() }()
	}
	before := residentKB(t, p)
	conn, err := c.socket(t.Context(), made.Table, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	w := &writer{name: "w", id: made.Table, last: 1}
	slowest := time.Duration(0)
	for i := range times(1000, 20000) {
		begun := time.Now()
		cmd := wire.Command{Key: fmt.Sprint(i), Seat: made.Seats["first"], Seen: w.last, Kind: "rename", Text: fmt.Sprint(i)}
		answer, err := w.exchange(ctx, conn, cmd)
		if err != nil || answer.Error != "" {
			t.Fatalf("command %d: %v, %+v", i, err, answer)
		}
		seen.note(cmd, answer)
		slowest = max(slowest, time.Since(begun))
	}
	// Far more than the program computes for its bots after the start, and far
	// less than what those who do not read would have been sent in the long run.
	if grown := residentKB(t, p) - before; !raceEnabled && grown > 512<<10 {
		t.Errorf("the program has grown by %d KiB", grown)
	}
	t.Logf("the slowest command took %s", slowest)
	if slowest > 2*patience {
		t.Errorf("a command took %s", slowest)
	}
	if now, want := mustTable(t, c, made.Table), uint64(times(1000, 20000)+1); now.Seq != want {
		t.Errorf("the table has %d events, want %d", now.Seq, want)
	}
	settle(t, p, dir, seen)
}

// residentKB is the memory of the program, in KiB.
func residentKB(t *testing.T, p *program) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Skipf("the memory of a process is not to be seen here: %v", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFaultFloodFromOneSeat: whoever sends more than fifty commands a second is
// told to wait, and others notice nothing.
func TestFaultFloodFromOneSeat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	noisy, calm := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"}), mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	flooded, other := witness(t, noisy.Table, c), witness(t, calm.Table, c)
	conn, err := c.socket(t.Context(), noisy.Table, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	n := times(600, 50000)
	begun := time.Now()
	noise := func(key string) wire.Command {
		return wire.Command{Key: key, Seat: noisy.Seats["first"], Kind: "rename", Text: key}
	}
	go func() {
		for i := range n {
			if wsjson.Write(ctx, conn, noise(fmt.Sprint(i))) != nil {
				return
			}
		}
	}()
	// The calm seat meanwhile.
	for i := range 20 {
		other.command(c, calm.Seats["first"], wire.Command{Key: fmt.Sprint(i), Kind: "rename", Text: "calm"})
		time.Sleep(20 * time.Millisecond)
	}
	done, tooFast := 0, 0
	for done+tooFast < n {
		var m message
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			t.Fatalf("after %d carried out and %d refused: %v", done, tooFast, err)
		}
		switch {
		case m.Key == "":
		case m.Error == "":
			done++
			flooded.note(noise(m.Key), m.Answer)
		default:
			tooFast++
		}
	}
	took := time.Since(begun)
	t.Logf("%d commands were carried out and %d refused within %s", done, tooFast, took)
	// On a machine that is too slow for fifty a second nobody is too fast.
	slow := float64(n)/took.Seconds() < 60
	if most := 200 + int(60*took.Seconds()); done == 0 || done > most || tooFast == 0 && !slow {
		t.Errorf("%d of %d commands were carried out within %s", done, n, took)
	}
	if now := mustTable(t, c, noisy.Table); now.Seq != uint64(done)+1 {
		t.Errorf("%d commands were acknowledged, and the table has %d events", done, now.Seq)
	}
	settle(t, p, dir, flooded, other)
}

// TestFaultReconnectStorm: the program dies while many watch, and all come
// back in the same moment. Each gets what it missed, once.
func TestFaultReconnectStorm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	flags := []string{"-max-sockets-per-address", "-1", "-max-tables-per-address", "-1", "-max-commands", "-1"}
	p := start(t, dir, "127.0.0.1:0", flags...)
	c := newClient(p.url)
	tables := times(20, 100)
	perTable := times(15, 50)
	made := make([]wire.Created, tables)
	for i := range made {
		made[i] = mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	}
	watch := func(after uint64) []*websocket.Conn {
		conns := make([]*websocket.Conn, tables*perTable)
		var all sync.WaitGroup
		for i := range conns {
			all.Go(func() {
				var err error
				if conns[i], err = c.socket(t.Context(), made[i%tables].Table, after); err != nil {
					t.Errorf("watcher %d: %v", i, err)
				}
			})
		}
		all.Wait()
		if t.Failed() {
			t.FailNow()
		}
		return conns
	}
	seen := make([]*witnesses, tables)
	for i, m := range made {
		seen[i] = witness(t, m.Table, c)
	}
	conns := watch(1)
	move := func(seq uint64) {
		for i, m := range made {
			seat := []string{"second", "first"}[seq%2]
			seen[i].command(c, m.Seats[seat], command(fmt.Sprint(seq), seq, "1"))
		}
	}
	move(1)
	p.kill()
	for _, conn := range conns {
		_ = conn.CloseNow()
	}
	p = start(t, dir, p.host(), flags...)
	c = newClient(p.url)
	begun := time.Now()
	conns = watch(1)
	t.Logf("%d sockets were back after %s", len(conns), time.Since(begun))
	move(2)
	var all sync.WaitGroup
	for i, conn := range conns {
		all.Go(func() {
			defer func() { _ = conn.CloseNow() }()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for seq := uint64(2); seq <= 3; {
				var m message
				if err := wsjson.Read(ctx, conn, &m); err != nil {
					t.Errorf("watcher %d waits for event %d: %v", i, seq, err)
					return
				}
				if m.Kind == "" || m.Kind == "beat" {
					continue
				}
				if m.Seq != seq {
					t.Errorf("watcher %d gets event %d in place of %d", i, m.Seq, seq)
					return
				}
				seq++
			}
		})
	}
	all.Wait()
	settle(t, p, dir, seen...)
}

// TestFaultFrames: what is no message of the protocol harms nobody: the socket
// that sent it is told or closed, and the table goes on.
func TestFaultFrames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "127.0.0.1:0")
	c := newClient(p.url)
	made := mustCreate(t, c, wire.Create{Game: "bachet", Mode: "hotseat"})
	seen := witness(t, made.Table, c)
	good, err := json.Marshal(wire.Command{Key: "k", Seat: made.Seats["first"], Seen: 1, Kind: "act", Text: "1"})
	if err != nil {
		t.Fatal(err)
	}
	text := func(payload []byte) []byte { return frame(0x81, payload) }
	for name, sent := range map[string][]byte{
		"binary":                   frame(0x82, good),
		"not UTF-8":                text([]byte{'"', 0xff, 0xfe, '"'}),
		"not JSON":                 text([]byte("take three")),
		"half a message":           text(good[:len(good)/2]),
		"an array":                 text([]byte(`[` + string(good) + `]`)),
		"a frame cut off":          text(good)[:20],
		"an unknown opcode":        frame(0x83, good),
		"reserved bits":            frame(0xf1, good),
		"not masked":               append([]byte{0x81, byte(len(good))}, good...),
		"far too long":             text(bytes.Repeat([]byte("a"), 1<<20)),
		"a length that is a lie":   {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4},
		"continuation of nothing":  frame(0x80, good),
		"a close with a bad code":  frame(0x88, []byte{0, 1}),
		"a ping of too many bytes": frame(0x89, bytes.Repeat([]byte("p"), 200)),
		"plain noise":              []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"deep nesting":             text(bytes.Repeat([]byte("["), 10000)),
	} {
		raw := rawSocket(t, p, made.Table)
		if _, err := raw.Write(sent); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// Whatever it answers, it must not keep half a message waiting after
		// the other side has gone, nor carry anything out.
		_ = raw.(*net.TCPConn).CloseWrite()
		_ = raw.SetReadDeadline(time.Now().Add(2 * patience))
		if _, err := io.Copy(io.Discard, raw); err != nil {
			t.Errorf("%s: the socket stays open: %v", name, err)
		}
		_ = raw.Close()
		if now := mustTable(t, c, made.Table); now.Seq != 1 {
			t.Fatalf("%s: the table has %d events", name, now.Seq)
		}
	}

	// A message in many fragments is one; the same one again and again is
	// carried out once; an older one after a newer one is refused.
	conn, err := c.socket(t.Context(), made.Table, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	w, err := conn.Writer(t.Context(), websocket.MessageText)
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		if _, err := w.Write(good[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	newer := wire.Command{Key: "newer", Seat: made.Seats["second"], Seen: 2, Kind: "act", Text: "1"}
	older := wire.Command{Key: "older", Seat: made.Seats["second"], Seen: 1, Kind: "act", Text: "2"}
	sent := []wire.Command{newer, older, newer, {Key: "k", Seat: made.Seats["first"], Seen: 1, Kind: "act", Text: "1"}}
	for _, cmd := range sent {
		if err := wsjson.Write(t.Context(), conn, cmd); err != nil {
			t.Fatal(err)
		}
	}
	want := []wire.Answer{{Key: "k", Seq: 2}, {Key: "newer", Seq: 3}, {Key: "older"}, {Key: "newer", Seq: 3}, {Key: "k", Seq: 2}}
	for n := 0; n < len(want); {
		var m message
		if err := wsjson.Read(t.Context(), conn, &m); err != nil {
			t.Fatal(err)
		}
		if m.Key == "" {
			continue
		}
		if m.Key != want[n].Key || m.Seq != want[n].Seq || (m.Error == "stale") != (m.Key == "older") {
			t.Errorf("answer %d is %+v, want %+v", n, m.Answer, want[n])
		}
		n++
	}
	if now := mustTable(t, c, made.Table); now.Seq != 3 {
		t.Errorf("the table has %d events, want 3", now.Seq)
	}
	seen.note(sent[3], wire.Answer{Seq: 2})
	seen.note(newer, wire.Answer{Seq: 3})
	settle(t, p, dir, seen)
}

// frame is a masked frame of a client.
func frame(first byte, payload []byte) []byte {
	mask := [4]byte{1, 2, 3, 4}
	f := []byte{first}
	switch n := len(payload); {
	case n < 126:
		f = append(f, 0x80|byte(n))
	case n < 1<<16:
		f = append(f, 0x80|126, byte(n>>8), byte(n))
	default:
		f = append(f, 0x80|127, 0, 0, 0, 0, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	f = append(f, mask[:]...)
	for i, b := range payload {
		f = append(f, b^mask[i%4])
	}
	return f
}

// rawSocket opens a socket by hand, after the handshake.
func rawSocket(t *testing.T, p *program, table string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", p.host())
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET /api/tables/%s/socket?after=1 HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", table, p.host())
	if err != nil {
		t.Fatal(err)
	}
	var head []byte
	for one := make([]byte, 1); !bytes.HasSuffix(head, []byte("\r\n\r\n")); head = append(head, one[0]) {
		if _, err := io.ReadFull(conn, one); err != nil {
			t.Fatalf("handshake: %v after %q", err, head)
		}
	}
	if !bytes.HasPrefix(head, []byte("HTTP/1.1 101 ")) {
		t.Fatalf("handshake: %q", head)
	}
	return conn
}

// TestFaultStopUnderLoad: SIGTERM while many write and all NATS servers are
// away: the program still ends in good order, and in time.
func TestFaultStopUnderLoad(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "hotseat"})
	w := witness(t, made.Table, s.clients[:]...)
	w.command(s.clients[0], made.Seats["first"], command("before", 1, "1"))
	for i := range s.Len() {
		if err := s.Kill(i); err != nil {
			t.Fatal(err)
		}
	}
	answered := make(chan error, 8)
	for i := range cap(answered) {
		go func() {
			_, err := s.clients[0].command(t.Context(), made.Table, made.Seats["first"], wire.Command{Key: fmt.Sprint(i), Kind: "rename", Text: "x"})
			answered <- err
		}()
	}
	time.Sleep(300 * time.Millisecond)
	begun := time.Now()
	_ = s.programs[0].cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.programs[0].exited:
		t.Logf("it ended after %s", time.Since(begun))
	case <-time.After(4 * patience):
		t.Error("it does not end")
	}
	for range cap(answered) {
		if err := <-answered; err == nil {
			t.Error("a command was acknowledged that nobody could keep")
		}
	}
	// When the servers are back, what was acknowledged is there, and what was
	// not is done when it is asked for again, once.
	for i := range s.Len() {
		if err := s.Restart(t.Context(), i); err != nil {
			t.Fatal(err)
		}
	}
	s.start(t, 0, s.programs[0].host())
	again := wire.Command{Key: "0", Kind: "rename", Text: "x"}
	for range 2 {
		answer, _, err := s.persist(t.Context(), 0, made.Table, made.Seats["first"], again)
		if err != nil || answer.Seq != 3 {
			t.Fatalf("asked again: event %d, %v", answer.Seq, err)
		}
	}
	w.note(again, wire.Answer{Seq: 3})
	s.settle(t, w)
}
