package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/table"
)

// maxOffersPerAddress is how many tables of one address wait for anybody at a
// time: more than a classroom that plays from behind one address has waiting at
// once, and less than a third of the lobby.
const maxOffersPerAddress = 30

// made are the tables that were offered to anybody, by the address from which
// that was done. One counts until somebody has sat down there, the offer was
// withdrawn, or its time is over; not only while its opener is there, who may
// come back to many tables at once. The nil value counts nothing.
type made struct {
	mu     sync.Mutex
	offers addresses[[]*madeOffer]
}

// madeOffer is one of them.
type madeOffer struct {
	id table.ID // empty while it is being offered
	at time.Time
}

func newMade() *made { return &made{offers: newAddresses[[]*madeOffer]()} }

// room takes a place among the offers of an address, for a table or, where id
// is empty, for one yet to be opened. Where there is none it returns nil and the
// tables that have the places. A table that has one keeps it.
func (m *made) room(address string, id table.ID, now time.Time) (one *madeOffer, full []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.offers.sweep(now, func(all []*madeOffer) bool {
		return !slices.ContainsFunc(all, func(o *madeOffer) bool { return !o.over(now) })
	})
	all := slices.DeleteFunc(m.offers.of[address], func(o *madeOffer) bool { return o.over(now) })
	if i := slices.IndexFunc(all, func(o *madeOffer) bool { return id != "" && o.id == id }); i >= 0 {
		one = all[i]
	} else if len(all) < maxOffersPerAddress {
		one = &madeOffer{at: now}
		all = append(all, one)
	} else {
		for _, o := range all {
			full = append(full, o.id)
		}
	}
	m.offers.of[address] = all
	return one, full
}

// settle notes that a place was taken for a table, which is on offer from now.
func (m *made) settle(one *madeOffer, id table.ID, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	one.id, one.at = id, now
}

// drop gives the places back that which tells of.
func (m *made) drop(address string, which func(*madeOffer) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.offers.of[address] = slices.DeleteFunc(m.offers.of[address], which)
}

// over reports whether its time is over.
func (o *madeOffer) over(now time.Time) bool { return now.Sub(o.at) >= table.OfferLasts }

// offering has do offer a table to anybody, unless its address has too many on
// offer; do returns which table it was.
func (s *Server) offering(ctx context.Context, network string, id table.ID, do func() (table.ID, error)) error {
	if s.made == nil || isThisMachine(network) {
		_, err := do()
		return err
	}
	place, full := s.made.room(network, id, time.Now())
	if place == nil {
		// Only now: this may have to read tables.
		s.made.drop(network, s.notOffered(ctx, full))
		if place, _ = s.made.room(network, id, time.Now()); place == nil {
			return &requestError{status: http.StatusTooManyRequests, key: "error.offers"}
		}
	}
	id, err := do()
	if err != nil {
		s.made.drop(network, func(o *madeOffer) bool { return o == place && o.id == "" })
		return err
	}
	s.made.settle(place, id, time.Now())
	return nil
}

// notOffered finds those of the tables that nobody can sit down at any more.
func (s *Server) notOffered(ctx context.Context, ids []table.ID) func(*madeOffer) bool {
	over := make(map[table.ID]bool)
	for _, id := range ids {
		if id == "" {
			continue // being opened
		}
		snapshot, err := s.host.Snapshot(ctx, id)
		over[id] = err == nil && !snapshot.Offered || errors.Is(err, table.ErrNotFound)
	}
	return func(o *madeOffer) bool { return over[o.id] }
}

// openTableOf opens a table for whoever has sent a request.
func (s *Server) openTableOf(r *http.Request, opening table.Opening) (opened table.Opened, err error) {
	open := func() (table.ID, error) {
		opened, err = s.host.Open(r.Context(), opening)
		err = unsaved("error.silent.open", err)
		return opened.ID, err
	}
	if !opening.Open {
		_, err = open()
		return opened, err
	}
	err = s.offering(r.Context(), networkOf(s.address(r)), "", open)
	return opened, err
}

// do carries out a command that came from a network, by whatever way.
func (s *Server) do(ctx context.Context, network string, id table.ID, c table.Command) (e table.Event, err error) {
	do := func() (table.ID, error) {
		e, err = s.host.Do(ctx, id, c)
		return id, err
	}
	if c.Kind == table.KindOffer {
		err = s.offering(ctx, network, id, do)
	} else {
		_, err = do()
	}
	if c.Kind == table.KindRoll || c.Kind == table.KindAct && nardyWord(game.Action(c.Text)) == "" {
		err = unsaved("error.silent.move", err) // all else is no move in people's eyes
	}
	return e, err
}
