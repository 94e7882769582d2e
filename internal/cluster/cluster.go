package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Cluster is a number of nodes, each a process.
type Cluster struct {
	nodes   []Node
	program string
	stderr  io.Writer

	mu      sync.Mutex
	running []*process // by node; nil where it was killed
}

// process is a node that is running.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// Options say what to start.
type Options struct {
	// Program is run for each node and must call Child; empty means the one
	// that is running.
	Program string
	Dir     string // each node keeps its streams in a folder of it
	Nodes   int    // one stands alone, three or more are a cluster
	// Lazy nodes acknowledge before they write to disk, as NATS does unless it
	// is told otherwise. For tests that kill nobody.
	Lazy   bool
	Stderr io.Writer // what the nodes say; nil for nothing
}

// Start starts the nodes and waits until clients can connect to each. That
// they have agreed on a leader by then is not said.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	if o.Program == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program: %w", err)
		}
		o.Program = self
	}
	n := o.Nodes
	ports, err := freePorts(ctx, 3*n)
	if err != nil {
		return nil, err
	}
	c := &Cluster{program: o.Program, stderr: o.Stderr, running: make([]*process, n)}
	for i := range n {
		node := Node{
			Name: fmt.Sprintf("n%d", i+1), Dir: filepath.Join(o.Dir, fmt.Sprintf("n%d", i+1)), Lazy: o.Lazy, Quiet: o.Stderr == nil,
			Client: ports[3*i], Monitor: ports[3*i+1],
		}
		if n > 1 {
			node.Peer = ports[3*i+2]
			for j := range n {
				node.Peers = append(node.Peers, ports[3*j+2])
			}
		}
		c.nodes = append(c.nodes, node)
	}
	for i := range n {
		if err := c.Restart(ctx, i); err != nil {
			return nil, errors.Join(err, c.Stop())
		}
	}
	return c, nil
}

// freePorts finds ports that nobody listens on at this moment.
func freePorts(ctx context.Context, n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer func() { _ = l.Close() }() // all at the end, or one would come twice
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// URL is what clients connect to.
func (c *Cluster) URL() string { return c.urls("nats", func(n Node) int { return n.Client }) }

// Monitors are the addresses for monitoring.
func (c *Cluster) Monitors() string { return c.urls("http", func(n Node) int { return n.Monitor }) }

func (c *Cluster) urls(scheme string, port func(Node) int) string {
	var urls []string
	for _, n := range c.nodes {
		urls = append(urls, fmt.Sprintf("%s://127.0.0.1:%d", scheme, port(n)))
	}
	return strings.Join(urls, ",")
}

// Len is the number of nodes, whether they are running or not.
func (c *Cluster) Len() int { return len(c.nodes) }

// Pid is the process of node i, 0 if it is not running.
func (c *Cluster) Pid(i int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running[i] == nil {
		return 0
	}
	return c.running[i].cmd.Process.Pid
}

// Restart starts node i, which is not running, on what it has on disk.
func (c *Cluster) Restart(ctx context.Context, i int) error {
	node, err := json.Marshal(c.nodes[i])
	if err != nil {
		return fmt.Errorf("start node %d: %w", i, err)
	}
	// It outlives ctx, which is for starting it.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), c.program)
	cmd.Env = append(os.Environ(), nodeVariable+"="+string(node))
	cmd.Stderr = c.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("start node %d: %w", i, err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start node %d: %w", i, err)
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	ready := make(chan struct{})
	go func() {
		if lines := bufio.NewScanner(out); lines.Scan() {
			close(ready)
			for lines.Scan() {
			}
		}
		_ = cmd.Wait()
		close(p.done)
	}()
	select {
	case <-ready:
	case <-p.done:
		return fmt.Errorf("node %d ended before it was ready", i)
	case <-time.After(2 * readyTimeout):
		_ = cmd.Process.Kill()
		return fmt.Errorf("node %d is not ready in time", i)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[i] = p
	return nil
}

// Kill ends node i as a power failure would, without a chance to do anything.
func (c *Cluster) Kill(i int) error { return c.signal(i, os.Kill, true) }

// signal sends a signal to node i and, if it ends of it, waits for that.
func (c *Cluster) signal(i int, s os.Signal, ends bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.running[i]
	if p == nil {
		return fmt.Errorf("node %d is not running", i)
	}
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("send %s to node %d: %w", s, i, err)
	}
	if ends {
		<-p.done
		c.running[i] = nil
	}
	return nil
}

// Stop ends the nodes that are running, in good order, or else by force.
func (c *Cluster) Stop() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for i, p := range c.running {
		if p == nil {
			continue
		}
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			errs = append(errs, fmt.Errorf("stop node %d: %w", i, err))
		}
	}
	for i, p := range c.running {
		if p == nil {
			continue
		}
		select {
		case <-p.done:
		case <-time.After(readyTimeout):
			errs = append(errs, fmt.Errorf("node %d does not end", i), p.cmd.Process.Kill())
			<-p.done
		}
		c.running[i] = nil
	}
	return errors.Join(errs...)
}
