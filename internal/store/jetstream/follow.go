package jetstream

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/hod-games/hod/internal/table"
)

const (
	// lookEvery is how often the end of the stream is compared with what was
	// told last, in case the very last message got lost on its way.
	lookEvery = 5 * time.Second

	// askers is how many tables are asked about at a time after something got
	// lost.
	askers = 8

	// maxTold and maxToldBytes bound what may queue up here of what the
	// server tells. What does not fit is lost, noticed, and asked for.
	maxTold      = 65_536
	maxToldBytes = 32 << 20
)

// followed are the tables that this process has in memory, by the word of
// their subject.
type followed struct {
	mu     sync.Mutex
	tables map[string]map[*follower]struct{}
	last   uint64        // the number in the stream of the last message told of
	doubt  chan struct{} // has room for one: something may have got lost
}

// follower is one that wants to know.
type follower struct{ moved func(seq uint64) }

func (f *followed) init() {
	f.tables = make(map[string]map[*follower]struct{})
	f.doubt = make(chan struct{}, 1)
}

// suspect has all followed tables asked about.
func (f *followed) suspect() {
	select {
	case f.doubt <- struct{}{}:
	default:
	}
}

// Follow implements table.Follower.
func (l *Log) Follow(id table.ID, moved func(seq uint64)) (stop func()) {
	word, err := token(id)
	if err != nil {
		return func() {} // nothing can be appended to it
	}
	one := &follower{moved}
	f := &l.follow
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tables[word] == nil {
		f.tables[word] = make(map[*follower]struct{}, 1)
	}
	f.tables[word][one] = struct{}{}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if delete(f.tables[word], one); len(f.tables[word]) == 0 {
			delete(f.tables, word)
		}
	}
}

// tell calls those who follow a table, outside the lock.
func (f *followed) tell(word string, seq uint64) {
	f.mu.Lock()
	var one *follower // the usual case needs no list
	var more []*follower
	for each := range f.tables[word] {
		if one == nil {
			one = each
		} else {
			more = append(more, each)
		}
	}
	f.mu.Unlock()
	if one != nil {
		one.moved(seq)
	}
	for _, each := range more {
		each.moved(seq)
	}
}

// listen begins to take what the server tells.
func (l *Log) listen() error {
	prefix := l.told("")
	sub, err := l.conn.Subscribe(l.told("*"), func(m *nats.Msg) {
		stream, err := headerNumber(m.Header, "Nats-Sequence")
		if err != nil {
			return // somebody else publishes there
		}
		seq, err := headerNumber(m.Header, seqHeader)
		if err != nil {
			return
		}
		l.follow.arrived(stream)
		l.follow.tell(strings.TrimPrefix(m.Subject, prefix), seq)
	})
	if err != nil {
		return fmt.Errorf("listen to stream %s: %w", l.stream, err)
	}
	if err := sub.SetPendingLimits(maxTold, maxToldBytes); err != nil {
		return fmt.Errorf("listen to stream %s: %w", l.stream, err)
	}
	if err := l.conn.FlushTimeout(askTimeout); err != nil {
		return fmt.Errorf("listen to stream %s: %w", l.stream, err)
	}
	return nil
}

// arrived is told the number of each message; a gap means that some got lost.
func (f *followed) arrived(stream uint64) {
	f.mu.Lock()
	gap := f.last != 0 && stream > f.last+1
	f.last = max(f.last, stream)
	f.mu.Unlock()
	if gap {
		f.suspect()
	}
}

// keepUp asks for what may have got lost, until the log is closed.
func (l *Log) keepUp() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	before := uint64(0) // the end of the stream when it was last looked at
	for {
		select {
		case <-l.alive.Done():
			return
		case <-l.follow.doubt:
			if err := l.askAll(); err != nil && l.alive.Err() == nil {
				l.logger.Warn("what others have appended can not be asked for", "err", err)
				l.follow.suspectLater()
			}
		case <-tick.C:
			before = l.look(before)
		}
	}
}

// suspectLater is suspect after a moment.
func (f *followed) suspectLater() { time.AfterFunc(time.Second, f.suspect) }

// look compares the end of the stream, as it was a while ago, with what has
// been told since.
func (l *Log) look(before uint64) (end uint64) {
	l.follow.mu.Lock()
	quiet, some := l.follow.last, len(l.follow.tables) > 0
	l.follow.mu.Unlock()
	if quiet < before {
		l.follow.mu.Lock()
		l.follow.last = max(l.follow.last, before)
		l.follow.mu.Unlock()
		l.follow.suspect()
	}
	if !some || !l.conn.IsConnected() {
		return before
	}
	ctx, cancel := l.waiting(l.alive, askTimeout)
	defer cancel()
	stream, err := l.js.Stream(ctx, l.stream)
	if err != nil {
		return before // there will be another look
	}
	return stream.CachedInfo().State.LastSeq
}

// askAll asks for the last event of every followed table.
func (l *Log) askAll() error {
	l.follow.mu.Lock()
	words := make(chan string, len(l.follow.tables))
	for word := range l.follow.tables {
		words <- word
	}
	l.follow.mu.Unlock()
	close(words)
	var (
		all    sync.WaitGroup
		mu     sync.Mutex
		failed error
	)
	for range askers {
		all.Go(func() {
			for word := range words {
				if err := l.askOne(word); err != nil {
					mu.Lock()
					failed = err
					mu.Unlock()
					return
				}
			}
		})
	}
	all.Wait()
	return failed
}

func (l *Log) askOne(word string) error {
	return l.use(func() error {
		ctx, cancel := context.WithTimeout(l.alive, askAgainFor)
		defer cancel()
		last, found, err := l.last(ctx, word)
		if err != nil || !found {
			return err
		}
		l.follow.tell(word, last.event.Seq)
		return nil
	})
}
