package table

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Diary keeps one small note that outlives the process: a Log may be one as
// well. All processes that share the Log share the note.
type Diary interface {
	// Note keeps a note in place of the one before. When it returns nil, the
	// note survives what the events of the Log survive. After an error either
	// of the two may be there.
	Note(ctx context.Context, note []byte) error
	// LastNote returns the note that was kept last, nil where there never was
	// one.
	LastNote(ctx context.Context) ([]byte, error)
}

const (
	// noteEvery is how often the Diary is told that the site is up, while a
	// clock runs. When the site goes down without a word, this is by how much
	// at the most an outage is taken to be longer than it was.
	noteEvery = 5 * time.Second

	// maxDowns is how many times are remembered at which the site was down.
	// Older ones matter to tables only at which nobody was since.
	maxDowns = 16
)

// down is a time at which the site was down: from the last note before it until
// a process began that found no other.
type down struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// diaryNote is what is kept: the site is up at At, and was down before.
type diaryNote struct {
	At    time.Time `json:"at"`
	Downs []down    `json:"downs,omitempty"` // oldest first
}

// recall takes the last note from before this process began.
func (u *uptime) recall(note []byte) error {
	if len(note) == 0 {
		return nil
	}
	var n diaryNote
	if err := json.Unmarshal(note, &n); err != nil {
		return fmt.Errorf("read the last note of the diary: %w", err)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if n.At.After(u.since) {
		n.At = u.since // a clock was set back meanwhile
	}
	u.downs = append(n.Downs, down{From: n.At, To: u.since})
	u.downs = u.downs[max(0, len(u.downs)-maxDowns):]
	return nil
}

// note is what is kept now.
func (u *uptime) note(now time.Time) ([]byte, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return json.Marshal(diaryNote{At: now.UTC(), Downs: u.downs})
}

// downSince is since when the site was down, for a table whose last event is
// from: when it went down first after that. False where it was up all the time
// since. Nobody looks at a table before it is loaded again; so whatever came
// between two outages counts as a part of them. The caller has locked u.mu.
func (u *uptime) downSince(from time.Time) (time.Time, bool) {
	for _, d := range u.downs {
		if from.Before(d.To) {
			if d.From.After(from) {
				from = d.From
			}
			return from, true
		}
	}
	return from, from.Before(u.since)
}

// keepDiary notes now and then that the site is up, as long as clocks run, until
// ctx ends. It does not note that as well: nobody has been served any more for a
// moment by then.
func (h *Host) keepDiary(ctx context.Context) {
	if h.config.Diary == nil {
		return
	}
	tick := time.NewTicker(noteEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.note(ctx)
		}
	}
}

// note notes that the site is up, if a clock runs.
func (h *Host) note(ctx context.Context) {
	if _, _, some := h.flags.next(); !some {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patienceOfClocks)
	defer cancel()
	note, err := h.uptime.note(time.Now())
	if err == nil {
		err = h.config.Diary.Note(ctx, note)
	}
	if err != nil {
		h.logger.Warn("it could not be noted that the site is up", "err", err)
	}
}
