//go:build !linux

package bots

// yieldProcessor does nothing: elsewhere priorities are those of processes.
func yieldProcessor() error { return nil }

// mainThread is not asked for where threads keep their priority.
func mainThread() bool { return false }
