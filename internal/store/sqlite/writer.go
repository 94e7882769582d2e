package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"runtime"
	"time"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/hod-games/hod/internal/table"
)

const (
	// maxBatch is how many events one transaction holds at most. More would
	// make the first of them wait longer and save little.
	maxBatch = 256

	// maxBatchBytes bounds the memory that a transaction needs: it is closed
	// by the event that passes this size.
	maxBatchBytes = 8 << 20
)

// insertEvent adds the event ?2 of table ?1 if it follows the last one. If its
// predecessor is missing, the number becomes NULL, which the column does not
// take; if it is there already, neither does the primary key. OR IGNORE makes
// either a statement that inserts no row.
const insertEvent = `INSERT OR IGNORE INTO events (tbl, seq, at, kind, key, body, private)
VALUES (?1, iif(?2 = 1, 1, (SELECT seq + 1 FROM events WHERE tbl = ?1 AND seq = ?2 - 1)), ?3, ?4, ?5, ?6, ?7)`

// write writes what is in the queue until it is closed.
func (l *Log) write() {
	defer close(l.written)
	batch := make([]*request, 0, maxBatch)
	for r := range l.queue {
		if len(batch) > 1 {
			// Those who were answered a moment ago are ready to run, and
			// many have their next event at hand. Let them queue it before
			// the next sync begins, in place of waiting for the one after.
			// A lone caller has nobody to wait for.
			runtime.Gosched()
		}
		batch = l.gather(batch[:0], r)
		if len(batch) == 0 {
			continue
		}
		start := time.Now()
		durable := l.writer.write(batch)
		if l.observe != nil && durable > 0 {
			l.observe(durable, time.Since(start))
		}
		for i, r := range batch {
			err := r.err
			batch[i], r.err = nil, nil
			r.done <- err
		}
	}
}

// gather returns first and what else has queued up, as far as it fits into one
// transaction, without those whose callers have gone.
func (l *Log) gather(batch []*request, first *request) []*request {
	size := 0
	for r := first; ; {
		if r.take() {
			batch = append(batch, r)
			size += r.size()
		}
		if len(batch) == maxBatch || size >= maxBatchBytes {
			return batch
		}
		var ok bool
		select {
		case r, ok = <-l.queue:
			if !ok {
				return batch
			}
		default:
			return batch
		}
	}
}

// writer is the connection that writes. It must be used by one goroutine at a
// time.
//
// It speaks to the driver's statements, since at hundreds of events a
// transaction the bookkeeping of database/sql for each would be a good part of
// the cost.
type writer struct {
	path string
	db   *sql.DB
	conn *sql.Conn
	args []sqldriver.NamedValue // of insert

	begin, commit, rollback, insert, note sqldriver.StmtExecContext
}

// newWriter returns a connection that has passed every check of configure.
func newWriter(ctx context.Context, path string) (_ *writer, err error) {
	w := &writer{path: path, args: make([]sqldriver.NamedValue, 7)}
	for i := range w.args {
		w.args[i].Ordinal = i + 1
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if w.db, err = sql.Open("sqlite", dsn(path, "rw")); err != nil {
		return nil, err
	}
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return nil, explain(err)
	}
	if err := configure(ctx, w.conn); err != nil {
		return nil, err
	}
	if err := w.conn.Raw(w.prepare); err != nil {
		return nil, fmt.Errorf("prepare statements: %w", explain(err))
	}
	return w, nil
}

func (w *writer) prepare(driverConn any) error {
	conn := driverConn.(sqldriver.ConnPrepareContext)
	for _, s := range []struct {
		to  *sqldriver.StmtExecContext
		sql string
	}{
		{&w.begin, "BEGIN IMMEDIATE"},
		{&w.commit, "COMMIT"},
		{&w.rollback, "ROLLBACK"},
		{&w.insert, insertEvent},
		{&w.note, replaceNote},
	} {
		// The statements live as long as the connection: no context.
		stmt, err := conn.PrepareContext(context.Background(), s.sql)
		if err != nil {
			return err
		}
		*s.to = stmt.(sqldriver.StmtExecContext)
	}
	return nil
}

func (w *writer) close() error {
	var errs []error
	for _, s := range []sqldriver.StmtExecContext{w.begin, w.commit, w.rollback, w.insert, w.note} {
		if s != nil {
			errs = append(errs, s.(sqldriver.Stmt).Close())
		}
	}
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	if w.db != nil {
		errs = append(errs, w.db.Close())
	}
	return errors.Join(errs...)
}

// write sets the err of every request and returns how many of them are durable
// now.
func (w *writer) write(batch []*request) (durable int) {
	err := w.conn.Raw(func(any) error {
		durable = w.transact(batch)
		return nil
	})
	if err != nil {
		w.fail(batch, err)
	}
	return durable
}

// transact writes the batch in one transaction. If something is wrong with one
// event, it is to fail alone: then each is written by itself.
func (w *writer) transact(batch []*request) (durable int) {
	if err := w.exec(w.begin); err != nil {
		w.fail(batch, err)
		return 0
	}
	for _, r := range batch {
		inserted, err := w.add(r)
		if err != nil {
			// Some errors end the transaction: nothing more may be
			// executed before it is certain that it is over.
			return w.recover(batch, err, true)
		}
		r.err = nil
		switch {
		case inserted:
			durable++
		case !r.note:
			r.err = table.ErrConflict
		}
	}
	if err := w.exec(w.commit); err != nil {
		// When the disk is full, a smaller transaction may fit. After any
		// other error it is not known what has reached the disk.
		return w.recover(batch, err, resultCode(err) == sqlite3.SQLITE_FULL)
	}
	return durable
}

// recover ends a transaction that has met err, and writes its events one by
// one if that is of use.
func (w *writer) recover(batch []*request, err error, again bool) (durable int) {
	// Fails when the error has ended the transaction; then all is well too.
	_ = w.exec(w.rollback)
	if len(batch) == 1 || !again {
		w.fail(batch, err)
		return 0
	}
	for i := range batch {
		durable += w.transact(batch[i : i+1])
	}
	return durable
}

func (w *writer) fail(batch []*request, err error) {
	code := resultCode(err)
	err = fmt.Errorf("write %s: %w", w.path, explain(err))
	switch code {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL:
		err = fmt.Errorf("%w: %w", table.ErrSilent, err) // it will when the lock is gone, or there is room
	}
	for _, r := range batch {
		r.err = err
	}
}

// add inserts the event of r, unless it does not follow the last one. A note is
// kept, and counts as no event.
func (w *writer) add(r *request) (inserted bool, err error) {
	if r.note {
		_, err := w.note.ExecContext(context.Background(), []sqldriver.NamedValue{{Ordinal: 1, Value: blob(r.body)}})
		return false, err
	}
	a := w.args
	a[0].Value, a[1].Value, a[2].Value = r.id, r.seq, r.at
	a[3].Value, a[4].Value = r.kind, r.key
	a[5].Value, a[6].Value = blob(r.body), blob(r.private)
	result, err := w.insert.ExecContext(context.Background(), a)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func blob(b []byte) sqldriver.Value {
	if b == nil {
		return nil
	}
	return b
}

func (w *writer) exec(s sqldriver.StmtExecContext) error {
	// A transaction belongs to many callers: no context of one of them.
	_, err := s.ExecContext(context.Background(), nil)
	return err
}

// resultCode returns the primary result code of SQLite in err, or 0.
func resultCode(err error) int {
	if e, ok := errors.AsType[*driver.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}
