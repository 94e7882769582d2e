package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that runs beside the generator.
type process struct {
	cmd  *exec.Cmd
	url  string
	done chan error
}

// start runs a program that prints one line with its address, the last word of
// it, when it is ready.
func start(ctx context.Context, stderr io.Writer, name string, args ...string) (*process, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &process{cmd: cmd, done: make(chan error, 1)}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		return nil, errors.Join(fmt.Errorf("start %s: it ended without an address", name), cmd.Wait())
	}
	words := strings.Fields(lines.Text())
	if len(words) == 0 {
		_ = cmd.Process.Kill()
		return nil, errors.Join(fmt.Errorf("start %s: its first line is empty", name), cmd.Wait())
	}
	p.url = words[len(words)-1]
	go func() { p.done <- cmd.Wait() }()
	return p, nil
}

// stop ends the process as its user would, and waits for it.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop server: %w", err)
	}
	select {
	case err := <-p.done:
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGTERM {
				return nil // the relay dies of it
			}
		}
		return err
	case <-time.After(30 * time.Second):
		return errors.Join(errors.New("stop server: it does not end"), p.cmd.Process.Kill())
	}
}

// clockTick is the unit of CPU times in /proc, the same on every Linux.
const clockTick = 10 * time.Millisecond

// cpu is the processor time that the process has used.
func (p *process) cpu() (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read CPU time: %w", err)
	}
	// The second field is the name in parentheses and may hold anything.
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, errors.New("read CPU time: /proc has an unknown form")
	}
	sum := 0
	for _, field := range fields[11:13] { // user and system time
		n, err := strconv.Atoi(field)
		if err != nil {
			return 0, fmt.Errorf("read CPU time: %w", err)
		}
		sum += n
	}
	return time.Duration(sum) * clockTick, nil
}

// longestUnrest is when a server that goes on computing is measured as it is.
const longestUnrest = time.Minute

// rest waits until the process has used less than a hundredth of a core for a
// while, or has been at work for longestUnrest.
func (p *process) rest(ctx context.Context, while time.Duration) error {
	for end := time.Now().Add(longestUnrest); ; {
		before, err := p.cpu()
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(while):
		}
		after, err := p.cpu()
		if err != nil {
			return err
		}
		if after-before <= max(while/100, clockTick) || time.Now().After(end) {
			return nil
		}
	}
}

// memory is the resident memory of the process, in KiB.
func (p *process) memory() (int, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read memory: %w", err)
	}
	_, rest, ok := strings.Cut(string(data), "VmRSS:")
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		return 0, errors.New("read memory: /proc has an unknown form")
	}
	n, err := strconv.Atoi(fields[0])
	if err != nil {
		return 0, fmt.Errorf("read memory: %w", err)
	}
	return n, nil
}
