package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/hod-games/hod/internal/table"
)

const (
	// maxReaders is how many connections read at the same time.
	maxReaders = 4

	// pageEvents and pageBytes bound what is read at once. Events are handed
	// out when their page is complete and the connection is free again: a
	// slow consumer holds up nobody, and may read or append in between.
	pageEvents = 256
	pageBytes  = 1 << 20
)

const selectEvents = `SELECT seq, at, kind, key, body, private FROM events
WHERE tbl = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3`

func (l *Log) openReaders(ctx context.Context) (err error) {
	if l.readers, err = sql.Open("sqlite", dsn(l.path, "rw")+"&_query_only=1"); err != nil {
		return err
	}
	l.readers.SetMaxOpenConns(maxReaders)
	l.readers.SetMaxIdleConns(maxReaders)
	if l.read, err = l.readers.PrepareContext(ctx, selectEvents); err != nil {
		return fmt.Errorf("prepare to read: %w", explain(err))
	}
	return nil
}

// Read implements table.Log.
func (l *Log) Read(ctx context.Context, id table.ID, after uint64) iter.Seq2[table.Event, error] {
	return func(yield func(table.Event, error) bool) {
		for after, more := after, after < math.MaxInt64; more; {
			var page []table.Event
			var err error
			page, more, err = l.page(ctx, id, after)
			for _, e := range page {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(table.Event{}, fmt.Errorf("read table %q: %w", id, err))
				return
			}
			after += uint64(len(page))
		}
	}
}

// page returns the next events, and whether there may be more.
func (l *Log) page(ctx context.Context, id table.ID, after uint64) (page []table.Event, more bool, err error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return nil, false, ErrClosed
	}
	rows, err := l.read.QueryContext(ctx, string(id), int64(after), pageEvents)
	if err != nil {
		return nil, false, l.readError(ctx, err)
	}
	defer rows.Close()
	size := 0
	for rows.Next() {
		var (
			at            int64
			e             table.Event
			body, private []byte
		)
		if err := rows.Scan(&e.Seq, &at, &e.Kind, &e.Key, &body, &private); err != nil {
			return page, false, l.readError(ctx, err)
		}
		if want := after + uint64(len(page)) + 1; e.Seq != want {
			return page, false, fmt.Errorf("read %s: event %d is missing: the file is damaged", l.path, want)
		}
		e.At = time.UnixMilli(at).UTC()
		e.Body, e.Private = json.RawMessage(body), json.RawMessage(private)
		page = append(page, e)
		if size += len(body) + len(private); len(page) == pageEvents || size >= pageBytes {
			return page, true, nil
		}
	}
	if err := rows.Err(); err != nil {
		return page, false, l.readError(ctx, err)
	}
	return page, false, nil
}

func (l *Log) readError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("read %s: %w", l.path, explain(err))
}
