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
	// OffersOfAKind is how many offers of one kind are known of even where the
	// list has no room for them, those that have waited longest: enough for
	// whoever looks for just that. KnownOffers bounds all that are known of, by
	// each process, whatever kinds there are.
	OffersOfAKind = 10
	KnownOffers   = 500
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
	// Away is true where the opener's last page has just gone. It may be loaded
	// again, so that the table is still on offer; but nobody is led there.
	Away bool `json:"away,omitempty"`
}

// offerKind is what two who want the same game have in common.
type offerKind struct {
	game, options, position string
	dice                    DiceKind
	clock                   Tempo // zero without one
}

func (o Offer) kind() offerKind {
	k := offerKind{game: o.Game, options: string(o.Options), position: o.Position, dice: o.Dice}
	if o.Clock != nil {
		k.clock = *o.Clock
	}
	return k
}

// SameKind reports whether two offers are of the same game, with all that was
// chosen for it; who begins is not looked at.
func (o Offer) SameKind(other Offer) bool { return o.kind() == other.kind() }

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

// Lobby returns what is on offer now, by all processes, as far as it is listed:
// the MaxOffers that have waited longest. Away is false in all of them.
func (h *Host) Lobby() *Lobby { return h.lobby.now.Load() }

// Waiting returns what the lobby lists, and what it has no room for: of each
// kind those that have waited longest are among it, up to a bound. It changes
// whenever the lobby does.
func (h *Host) Waiting() *Lobby { return h.lobby.all.Load() }

// OfferLike returns what a table would be offered as, if it was opened as this
// one was.
func OfferLike(s *Snapshot) Offer { return offerOf(s) }

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
	return offerOf(p.snapshot), h.Lobby().has(id), true
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
	tell func()                // the other processes
	now  atomic.Pointer[Lobby] // what is listed
	all  atomic.Pointer[Lobby] // what is known of

	mu     sync.Mutex
	tables map[*live]offered      // that are offered, their openers there or not
	own    []Offer                // bounded as all is
	n      uint64                 // grows with every change of own
	others map[string]heardOffers // by process
}

// offered is a table as it was offered.
type offered struct {
	snapshot *Snapshot
	offer    Offer
}

// heardOffers are the offers of another process.
type heardOffers struct {
	offers []Offer
	n      uint64
}

func newLobby(tell func()) *lobby {
	l := &lobby{tell: tell, tables: make(map[*live]offered), others: make(map[string]heardOffers)}
	set(&l.now, nil)
	set(&l.all, nil)
	return l
}

// consider looks at a table that has changed, or whose opener has come or gone.
func (l *lobby) consider(t *live) {
	p := t.published.Load()
	open := p != nil && p.snapshot.Offered
	if !open && !t.listed.Load() {
		return // the usual case
	}
	l.mu.Lock()
	if open {
		if _, among := l.tables[t]; !among {
			l.tables[t] = offered{} // look fills it in
		}
	} else {
		delete(l.tables, t)
	}
	t.listed.Store(open)
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
		l.others[process] = heardOffers{offers[:min(len(offers), KnownOffers)], n}
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
	for t, was := range l.tables {
		s := t.published.Load().snapshot
		if s != was.snapshot && s.Offered {
			was = offered{s, offerOf(s)}
			l.tables[t] = was
		}
		if !s.Offered || now.Sub(s.OfferedAt) >= OfferLasts {
			continue
		}
		if is := t.attendance.opener(); is != openerNone {
			o := was.offer
			o.Away = is == openerAway
			l.own = append(l.own, o)
		}
	}
	l.own = known(l.own)
	all := slices.Clone(l.own)
	for _, offers := range l.others {
		for _, o := range offers.offers {
			if now.Sub(o.At) < OfferLasts {
				all = append(all, o)
			}
		}
	}
	all = known(all)
	set(&l.now, listed(all))
	set(&l.all, all) // last: whoever waits for it looks at both
	tell := tagOf(l.own) != before
	if tell {
		l.n++
	}
	l.mu.Unlock()
	if tell {
		l.tell()
	}
}

// set shows the offers, if they are others than before. One sets at a time.
func set(lobby *atomic.Pointer[Lobby], offers []Offer) {
	next := &Lobby{Offers: offers, Tag: tagOf(offers), changed: make(chan struct{})}
	next.Changed = next.changed
	last := lobby.Load()
	if last != nil && last.Tag == next.Tag {
		return
	}
	lobby.Store(next)
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

// known puts offers into their order and leaves out what is too much, and
// what stands there twice: an opener may change from one process to another.
// Those that have waited longest stay, or else whoever opens many tables could
// drive out all others: MaxOffers of them, and OffersOfAKind of each kind.
func known(offers []Offer) []Offer {
	slices.SortFunc(offers, func(a, b Offer) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID), compareBool(a.Away, b.Away))
	})
	offers = slices.CompactFunc(offers, func(a, b Offer) bool { return a.ID == b.ID })
	if len(offers) <= MaxOffers {
		return offers
	}
	var oldest []Offer
	of := make(map[offerKind]int)
	for _, o := range slices.Backward(offers) {
		k := o.kind()
		of[k]++
		if len(oldest) < MaxOffers || of[k] <= OffersOfAKind && len(oldest) < KnownOffers {
			oldest = append(oldest, o)
		}
	}
	slices.Reverse(oldest)
	return oldest
}

// listed are those of the known offers that the lobby shows. To load a page
// again changes nothing there.
func listed(known []Offer) []Offer {
	list := slices.Clone(known[max(0, len(known)-MaxOffers):])
	for i := range list {
		list[i].Away = false
	}
	return list
}

// compareBool puts false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
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
		if o.Away {
			b.WriteByte(1)
		} else {
			b.WriteByte(0)
		}
	}
	sum := sha256.Sum256(b.Bytes())
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// has reports whether a table is in a lobby.
func (l *Lobby) has(id ID) bool {
	return slices.ContainsFunc(l.Offers, func(o Offer) bool { return o.ID == id })
}
