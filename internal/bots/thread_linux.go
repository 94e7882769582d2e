package bots

import (
	"fmt"
	"syscall"
)

// niceness is that of whoever thinks: sockets, which have 0, get ten times its
// share of a processor that both want. More would have a move wait for minutes
// while people use all of the machine.
const niceness = 10

// yieldProcessor lowers the priority of the calling thread: on Linux each has
// its own. A process that was started with a lower one keeps that.
func yieldProcessor() error {
	tid := syscall.Gettid()
	if has, err := syscall.Getpriority(syscall.PRIO_PROCESS, tid); err == nil && 20-has >= niceness { // the system answers from 40 to 1
		return nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, tid, niceness); err != nil {
		return fmt.Errorf("lower the priority of a thread: %w", err)
	}
	return nil
}

// mainThread reports whether the caller runs on the thread that the process
// began with.
func mainThread() bool { return syscall.Gettid() == syscall.Getpid() }
