package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/cluster"
)

// built is where the program is built, for all tests together.
var built struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	if child, err := cluster.Child(ctx); child { // a NATS server of a test
		stop()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	stop()
	if os.Getenv("HOD_CHECK") == "later" {
		fmt.Println("HOD_CHECK=later: these tests wait for make check")
		return
	}
	code := m.Run()
	stopBrowser()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// binary returns the program, which it builds when it is first asked: with the
// race detector if the tests have it.
func binary() (string, error) {
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "hod-e2e-"); built.err != nil {
			return
		}
		args := []string{"build", "-o", filepath.Join(built.dir, "hod")}
		if raceEnabled {
			args = append(args, "-race")
		}
		out, err := exec.CommandContext(context.Background(), "go", append(args, "../../cmd/hod")...).CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("build the program: %w\n%s", err, out)
		}
	})
	return filepath.Join(built.dir, "hod"), built.err
}

// program is a running server.
type program struct {
	url string
	cmd *exec.Cmd

	mu     sync.Mutex
	stderr bytes.Buffer

	exited chan struct{}
	err    error // of Wait, once exited is closed
}

// address is in the one line that the program prints when it is ready.
var address = regexp.MustCompile(`https?://[^\s"]+`)

// start runs the program on the data in dir. It listens on listen, which is
// "127.0.0.1:0" for any free port. It is killed when the test ends.
func start(t *testing.T, dir, listen string, flags ...string) *program {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{exited: make(chan struct{})}
	p.cmd = exec.Command(name, append([]string{"-listen", listen, "-data", dir}, flags...)...)
	p.cmd.Stderr = p
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if found := address.FindString(lines.Text()); found != "" {
				select {
				case ready <- found:
				default:
				}
			}
		}
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	t.Cleanup(func() {
		p.kill()
		if said := p.tail(); t.Failed() && said != "" {
			t.Logf("the program said:\n%s", said)
		}
		if said := p.said(); strings.Contains(said, "panic") || strings.Contains(said, "hijacked") || strings.Contains(said, "DATA RACE") {
			t.Errorf("the program said:\n%s", p.tail())
		}
	})
	select {
	case p.url = <-ready:
	case <-p.exited:
		t.Fatalf("the program ended before it was ready: %v\n%s", p.err, p.tail())
	case <-time.After(4 * patience):
		t.Fatalf("the program was not ready in time\n%s", p.tail())
	}
	p.url = strings.TrimSuffix(p.url, "/")
	return p
}

// Write takes what the program says on standard error.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.Write(b)
}

func (p *program) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// tail is the end of what the program said, without ordinary news.
func (p *program) tail() string {
	var lines []string
	for line := range strings.Lines(p.said()) {
		if !strings.Contains(line, `"level":"INFO"`) {
			lines = append(lines, line)
		}
	}
	said := strings.Join(lines, "")
	return said[max(0, len(said)-4000):]
}

// kill ends the program as a power failure would: it gets no chance to do
// anything.
func (p *program) kill() {
	select {
	case <-p.exited:
		return
	default:
	}
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// terminate asks the program to stop and waits until it has.
func (p *program) terminate(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatalf("ask the program to stop: %v", err)
	}
	p.stopped(t)
}

// stopped waits until the program has ended, which it must do soon and in
// good order.
func (p *program) stopped(t *testing.T) {
	t.Helper()
	select {
	case <-p.exited:
	case <-time.After(4 * patience):
		p.kill()
		t.Fatal("the program did not stop within a minute of SIGTERM")
	}
	if exit, ok := errors.AsType[*exec.ExitError](p.err); ok {
		t.Errorf("after SIGTERM the program ended with %v\n%s", exit, p.tail())
	}
}

// host is the address without the scheme, for starting again on the same port.
func (p *program) host() string {
	_, host, _ := strings.Cut(p.url, "://")
	return host
}
