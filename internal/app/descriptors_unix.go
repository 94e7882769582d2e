//go:build unix

package app

import (
	"math"
	"syscall"
)

// descriptors is how many files and sockets the process may have open. The Go
// runtime has raised the soft limit to the hard one already.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return unknownDescriptors
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) //nolint:unconvert // it is signed on some systems
}
