package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	driver "modernc.org/sqlite"

	"github.com/hod-games/hod/internal/table"
)

// ErrClosed is the error of everything that is asked of a closed log.
var ErrClosed = errors.New("the log is closed")

// maxEvent is how many bytes an event may have. Real ones have some hundred;
// the limit only keeps a mistake from becoming a transaction of gigabytes.
const maxEvent = 64 << 20

// Options say which file to use and who wants to know how it goes.
type Options struct {
	// Path is the database file. It is made if nothing has that name; its
	// folder must be there.
	Path string

	// Observe, if not nil, is called after each transaction with the number
	// of events it made durable and the time that took. It is called by the
	// goroutine that writes and must be quick.
	Observe func(batch int, d time.Duration)
}

// Log is a table.Log in a file. It is made by Open and safe for concurrent
// use.
type Log struct {
	path    string
	observe func(batch int, d time.Duration)
	lock    *fileLock
	readers *sql.DB
	read    *sql.Stmt
	writer  *writer

	requests sync.Pool     // of *request
	queue    chan *request // closed by Close
	written  chan struct{} // closed when everything in queue is answered

	// mu is read-locked by whoever is putting something into the queue or
	// reading a page; Close locks it.
	mu     sync.RWMutex
	closed bool

	alive context.Context // ended by Close; interrupts backups
	stop  context.CancelFunc
	tasks sync.WaitGroup // backups
}

// Open opens the log in o.Path, or makes a new one if nothing has that name.
// It returns an error, and changes nothing, if the file is anything but a log
// of this or an older version, if it can not be written, or if another process
// has it open. The context is for opening alone.
func Open(ctx context.Context, o Options) (*Log, error) {
	l, err := open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("open event log %s: %w", o.Path, err)
	}
	return l, nil
}

func open(ctx context.Context, o Options) (_ *Log, err error) {
	// It asks as much of the disk as fsync as far as data are concerned and
	// spares the file system a journal entry for the time of the last change.
	// Where there is no fdatasync, fsync stays.
	if _, err := driver.Fdatasync(true); err != nil && !errors.Is(err, driver.ErrFdatasyncUnavailable) {
		return nil, fmt.Errorf("choose fdatasync: %w", err)
	}

	path, err := resolve(o.Path)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	l := &Log{
		path:    path,
		observe: o.Observe,
		lock:    lock,
		queue:   make(chan *request, maxBatch),
		written: make(chan struct{}),
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.release())
		}
	}()

	if err := ensureFile(ctx, path); err != nil {
		return nil, err
	}
	if l.writer, err = newWriter(ctx, path); err != nil {
		return nil, err
	}
	if err := l.openReaders(ctx); err != nil {
		return nil, err
	}
	l.requests.New = func() any { return &request{done: make(chan error, 1)} }
	l.alive, l.stop = context.WithCancel(context.Background())
	go l.write()
	return l, nil
}

// Append implements table.Log. A table must have a name.
func (l *Log) Append(ctx context.Context, id table.ID, e table.Event) error {
	if err := l.append(ctx, id, e); err != nil {
		return fmt.Errorf("append event %d of table %q: %w", e.Seq, id, err)
	}
	return nil
}

func (l *Log) append(ctx context.Context, id table.ID, e table.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if id == "" {
		return errors.New("the table has no name")
	}
	if e.Seq == 0 || e.Seq > math.MaxInt64 {
		return table.ErrConflict
	}
	if n := len(id) + len(e.Key) + len(e.Kind) + len(e.Body) + len(e.Private); n > maxEvent {
		return fmt.Errorf("the event has %d bytes, more than %d", n, maxEvent)
	}

	r := l.requests.Get().(*request)
	r.fill(id, e)
	return l.carryOut(ctx, r)
}

// carryOut has r written and waits for the answer.
func (l *Log) carryOut(ctx context.Context, r *request) error {
	if err := l.enqueue(ctx, r); err != nil {
		return err
	}
	select {
	case err := <-r.done:
		l.requests.Put(r)
		return err
	case <-ctx.Done():
		// The writer may be using r, or has yet to find out that nobody
		// waits for it: it is left to the garbage collector.
		r.abandon()
		return ctx.Err()
	}
}

func (l *Log) enqueue(ctx context.Context, r *request) error {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return ErrClosed
	}
	select {
	case l.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close writes what has queued up, answers those who wait for it, interrupts
// backups, and closes the file. What is asked afterwards, another Close
// included, gets ErrClosed.
func (l *Log) Close() error {
	l.stop()
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return fmt.Errorf("close event log %s: %w", l.path, ErrClosed)
	}
	l.closed = true
	close(l.queue)
	l.mu.Unlock()

	<-l.written
	l.tasks.Wait()
	if err := l.release(); err != nil {
		return fmt.Errorf("close event log %s: %w", l.path, err)
	}
	return nil
}

// release closes whatever open has opened. The connection that writes is the
// last to go, so that it is the one that empties the write-ahead log.
func (l *Log) release() error {
	var errs []error
	if l.read != nil {
		errs = append(errs, l.read.Close())
	}
	if l.readers != nil {
		errs = append(errs, l.readers.Close())
	}
	if l.writer != nil {
		errs = append(errs, l.writer.close())
	}
	return errors.Join(append(errs, l.lock.unlock())...)
}
