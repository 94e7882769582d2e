package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/hod-games/hod/internal/table"
)

const (
	// createNotes makes the place for the one note.
	createNotes = `CREATE TABLE IF NOT EXISTS notes (
  one  INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  note BLOB    NOT NULL
) STRICT`

	replaceNote = `INSERT INTO notes (one, note) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET note = excluded.note`

	selectNote = `SELECT note FROM notes WHERE one = 1`
)

// Note implements table.Diary. The note shares its transaction, and the sync of
// the disk, with the events that are appended in that moment.
func (l *Log) Note(ctx context.Context, note []byte) error {
	err := ctx.Err()
	switch {
	case err != nil:
	case len(note) == 0:
		err = errors.New("it is empty")
	case len(note) > maxEvent:
		err = fmt.Errorf("it has %d bytes, more than %d", len(note), maxEvent)
	default:
		r := l.requests.Get().(*request)
		r.fillNote(note)
		err = l.carryOut(ctx, r)
	}
	if err != nil {
		return fmt.Errorf("keep a note: %w", err)
	}
	return nil
}

// LastNote implements table.Diary.
func (l *Log) LastNote(ctx context.Context) ([]byte, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return nil, fmt.Errorf("read the last note: %w", ErrClosed)
	}
	var note []byte
	err := l.readers.QueryRowContext(ctx, selectNote).Scan(&note)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the last note: %w", l.readError(ctx, err))
	}
	return note, nil
}

var _ table.Diary = (*Log)(nil)
