//go:build unix

package cluster

import "syscall"

// Pause stops node i in its tracks, until Resume: to the others it looks like
// a machine that hangs.
func (c *Cluster) Pause(i int) error { return c.signal(i, syscall.SIGSTOP, false) }

// Resume lets a paused node go on.
func (c *Cluster) Resume(i int) error { return c.signal(i, syscall.SIGCONT, false) }
