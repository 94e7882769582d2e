package table

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hod-games/hod/internal/game"
)

const (
	// MaxOffers is how many open tables the lobby lists at the most.
	MaxOffers = 100
	// OfferLasts is for how long an offer is listed.
	OfferLasts = time.Hour
	// lobbyEvery is how often offers are looked at that time alone may end.
	lobbyEvery = time.Second
)

// Offer is an open table: one that anybody may sit down at, and whose opener is
// there and waits.
type Offer struct {
	ID       ID              `json:"id"`
	Game     string          `json:"game"`
	Options  json.RawMessage `json:"options"`            // canonical
	Position string          `json:"position,omitempty"` // where it begins, if not where the game does
	Starts   game.Side       `json:"starts"`
	Dice     DiceKind        `json:"dice,omitempty"`  // empty in games without dice
	Clock    *Tempo          `json:"clock,omitempty"` // nil without one
	At       time.Time       `json:"at"`              // since when it is offered
}

// Lobby is what is on offer, as it was at one moment. It is never changed.
type Lobby struct {
	Offers []Offer // newest first
	// Tag stands for the offers: two lobbies with the same tag are the same,
	// also those of two processes.
	Tag string
	// Changed is closed when this lobby is not the present one any more.
	Changed <-chan struct{}

	changed chan struct{}
}

// Lobby returns what is on offer now, by all processes.
func (h *Host) Lobby() *Lobby { return h.lobby.now.Load() }

// Standing returns the offer of a table that is in the memory of this process,
// if anybody may take its free seat now; listed reports whether it is in the
// lobby, too, which has room for MaxOffers.
func (h *Host) Standing(id ID) (offer Offer, listed, ok bool) {
	t := h.inMemory(id)
	if t == nil {
		return Offer{}, false, false
	}
	p := t.published.Load()
	if p == nil || !t.standing(p.snapshot, time.Now()) {
		return Offer{}, false, false
	}
	return offerOf(p.snapshot), h.lobby.lists(id), true
}

// standing reports whether somebody may sit down at a table that looks like
// that: it is offered, and its opener is there.
func (t *live) standing(s *Snapshot, now time.Time) bool {
	return s.Offered && now.Sub(s.OfferedAt) < OfferLasts && t.attendance.presence().Here[index(game.First)]
}

// lobby gathers the open tables: those whose opener is connected to this
// process, and what other processes tell of theirs. No log lists them: an offer
// ends with the presence of whoever made it.
type lobby struct {
	tell func() // the other processes
	now  atomic.Pointer[Lobby]

	mu     sync.Mutex
	tables map[*live]struct{} // that are offered, their openers there or not
	own    []Offer
	n      uint64                 // grows with every change of own
	others map[string]heardOffers // by process
}

// heardOffers are the offers of another process.
type heardOffers struct {
	offers []Offer
	n      uint64
}

func newLobby(tell func()) *lobby {
	l := &lobby{tell: tell, tables: make(map[*live]struct{}), others: make(map[string]heardOffers)}
	l.set(nil)
	return l
}

// consider looks at a table that has changed, or whose opener has come or gone.
func (l *lobby) consider(t *live) {
	p := t.published.Load()
	offered := p != nil && p.snapshot.Offered
	if offered == t.listed.Load() && !offered {
		return // the usual case
	}
	l.mu.Lock()
	if offered {
		l.tables[t] = struct{}{}
	} else {
		delete(l.tables, t)
	}
	t.listed.Store(offered)
	l.mu.Unlock()
	l.look()
}

// leave takes out a table that leaves memory.
func (l *lobby) leave(t *live) {
	if !t.listed.Load() {
		return
	}
	l.mu.Lock()
	delete(l.tables, t)
	l.mu.Unlock()
	l.look()
}

// hear takes what another process has on offer, unless it has told newer news
// already.
func (l *lobby) hear(process string, offers []Offer, n uint64) {
	l.mu.Lock()
	last, known := l.others[process]
	newer := !known || n > last.n
	if newer {
		l.others[process] = heardOffers{offers[:min(len(offers), MaxOffers)], n}
	}
	l.mu.Unlock()
	if newer {
		l.look()
	}
}

// forget forgets what a process has told.
func (l *lobby) forget(process string) {
	l.mu.Lock()
	delete(l.others, process)
	l.mu.Unlock()
	l.look()
}

// ownOffers are those of this process, and how often they have changed.
func (l *lobby) ownOffers() ([]Offer, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.own, l.n
}

// look lists the offers anew.
func (l *lobby) look() {
	l.mu.Lock()
	before := tagOf(l.own)
	l.own = nil
	now := time.Now()
	for t := range l.tables {
		s := t.published.Load().snapshot
		if s.Offered && now.Sub(s.OfferedAt) < OfferLasts && t.attendance.holds(index(game.First)) {
			l.own = append(l.own, offerOf(s))
		}
	}
	l.own = listed(l.own)
	all := slices.Clone(l.own)
	for _, offers := range l.others {
		for _, o := range offers.offers {
			if now.Sub(o.At) < OfferLasts {
				all = append(all, o)
			}
		}
	}
	l.set(listed(all))
	tell := tagOf(l.own) != before
	if tell {
		l.n++
	}
	l.mu.Unlock()
	if tell {
		l.tell()
	}
}

// set shows the offers, if they are others than before. The caller has locked
// l.mu.
func (l *lobby) set(offers []Offer) {
	next := &Lobby{Offers: offers, Tag: tagOf(offers), changed: make(chan struct{})}
	next.Changed = next.changed
	last := l.now.Load()
	if last != nil && last.Tag == next.Tag {
		return
	}
	l.now.Store(next)
	if last != nil {
		close(last.changed)
	}
}

// tick lists the offers anew because time has passed.
func (l *lobby) tick() {
	l.mu.Lock()
	some := len(l.tables)+len(l.others) > 0
	l.mu.Unlock()
	if some {
		l.look()
	}
}

// listed puts offers into their order and leaves out what is too much, and
// what stands there twice: an opener may change from one process to another.
// Those that have waited longest stay, or else whoever opens many tables could
// drive out all others.
func listed(offers []Offer) []Offer {
	slices.SortFunc(offers, func(a, b Offer) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID))
	})
	offers = slices.CompactFunc(offers, func(a, b Offer) bool { return a.ID == b.ID })
	return offers[max(0, len(offers)-MaxOffers):]
}

func offerOf(s *Snapshot) Offer {
	o := Offer{
		ID: s.ID, Game: s.Game, Options: s.Options, Starts: s.Starts, At: s.OfferedAt,
	}
	if start, err := s.Rules.Start(s.Options, ""); err == nil && start.String() != s.Begin {
		o.Position = s.Begin
	}
	if s.Dice != nil {
		o.Dice = s.Dice.Kind
	}
	if s.Clock != nil {
		tempo := s.Clock.Tempo
		o.Clock = &tempo
	}
	return o
}

// tagOf is a short word that stands for offers.
func tagOf(offers []Offer) string {
	var b bytes.Buffer
	for _, o := range offers {
		b.WriteString(string(o.ID))
		b.WriteByte(0)
	}
	sum := sha256.Sum256(b.Bytes())
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// lists reports whether a table is in the lobby now.
func (l *lobby) lists(id ID) bool {
	return slices.ContainsFunc(l.now.Load().Offers, func(o Offer) bool { return o.ID == id })
}
