package sqlite

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ErrInUse is the error of Open for a file that another log, in this process
// or in another one, has open.
var ErrInUse = errors.New("it is in use")

// fileLock is held by whoever has a database open. The system releases it when
// the process ends, however it ends.
type fileLock struct{ file *os.File }

// lockFile locks the file of that name, which it makes if it is missing, or
// returns an error that wraps ErrInUse.
func lockFile(path string) (*fileLock, error) {
	f, err := openLocked(path)
	if err != nil {
		if errors.Is(err, ErrInUse) {
			return nil, fmt.Errorf("%w%s", ErrInUse, holder(path))
		}
		return nil, fmt.Errorf("lock: %w", err)
	}
	// For people who wonder who it is. The lock does not depend on it.
	note := strconv.Itoa(os.Getpid()) + "\n"
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(note), 0)
	}
	return &fileLock{f}, nil
}

// holder says which process has the lock, as far as that can be found out.
func holder(path string) string {
	note, err := os.ReadFile(path)
	pid := strings.TrimSpace(string(note))
	if _, bad := strconv.Atoi(pid); err != nil || bad != nil {
		return " by another process"
	}
	return " by process " + pid
}

func (l *fileLock) unlock() error { return l.file.Close() }
