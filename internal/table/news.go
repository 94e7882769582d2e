package table

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// beatEvery is how often a process shows the others that it is alive.
	beatEvery = 3 * time.Second
	// deadAfter is after how long without any news a process counts as dead.
	deadAfter = 10 * time.Second
	// retellEvery is how often a process tells of all its pages again, since
	// news can get lost; what was not told again for three times as long is
	// forgotten.
	retellEvery = 30 * time.Second
	forgetAfter = 3 * retellEvery
	// retellAtOnce bounds how many tables one message tells of.
	retellAtOnce = 400
)

// news is what one process tells the others.
type news struct {
	From string `json:"from"`
	// Tables tells of pages at tables of the sender.
	Tables []heardOf `json:"tables,omitempty"`
	// Ask is a table of which the sender wants to be told.
	Ask ID `json:"ask,omitempty"`
	// Beat says that the sender is alive and that Offers, which the lobby may
	// have room for, and More are all it has.
	Beat   bool    `json:"beat,omitempty"`
	Offers []Offer `json:"offers,omitempty"`
	More   []Offer `json:"more,omitempty"`
	// N grows with every change of the offers: news may overtake one another.
	N uint64 `json:"n,omitempty"`
	// Since comes with a Beat: since when the sender knows the site to be up.
	// Downs are when it knows it to have been down before.
	Since time.Time `json:"since,omitzero"`
	Downs []down    `json:"downs,omitempty"`
	// Bye says that the sender ends.
	Bye bool `json:"bye,omitempty"`
}

// heardOf is who is at one table by way of one process.
type heardOf struct {
	Table ID           `json:"table"`
	Heads heads        `json:"heads"`
	Left  [2]time.Time `json:"left"` // when the last page of a seat went, by that process
	N     uint64       `json:"n"`    // grows with every change
}

// company is what a host knows of other processes.
type company struct {
	me     string
	herald Herald
	told   atomic.Uint64 // numbers what is told of pages

	mu    sync.Mutex
	heard map[string]time.Time // process → when it was heard last
}

func newCompany(herald Herald) *company {
	return &company{me: rand.Text()[:10], herald: herald, heard: make(map[string]time.Time)}
}

// next is the number of the next change that is told.
func (c *company) next() uint64 { return c.told.Add(1) }

// hear notes that a process is alive, and reports whether it was known.
func (c *company) hear(process string, now time.Time) (known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, known = c.heard[process]
	c.heard[process] = now
	return known
}

// forget forgets a process, and returns when it was heard last.
func (c *company) forget(process string) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.heard[process]
	delete(c.heard, process)
	return last
}

// silent returns the processes that were not heard since before.
func (c *company) silent(before time.Time) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for process, last := range c.heard {
		if last.Before(before) {
			list = append(list, process)
		}
	}
	return list
}

// announce tells the others, if there are any. What gets lost is told again.
func (h *Host) announce(n news) {
	if h.company.herald == nil {
		return
	}
	n.From = h.company.me
	message, err := json.Marshal(n)
	if err == nil {
		err = h.company.herald.Announce(message)
	}
	if err != nil {
		h.logger.Debug("news can not be told", "err", err)
	}
}

// askAround has other processes tell who is at a table that was just loaded.
func (h *Host) askAround(id ID) { h.announce(news{Ask: id}) }

// hear takes what another process tells.
func (h *Host) hear(message []byte, now time.Time) {
	var n news
	if err := json.Unmarshal(message, &n); err != nil || n.From == "" || n.From == h.company.me {
		return
	}
	if n.Bye {
		h.forgetProcess(n.From)
		return
	}
	if !h.company.hear(n.From, now) {
		h.retell() // it has just begun and knows nothing
		h.announce(h.lifeSign())
	}
	for _, of := range n.Tables {
		if t := h.inMemory(of.Table); t != nil {
			t.attendance.hear(n.From, of, now)
			t.openerMoved()
		}
	}
	if n.Ask != "" {
		if t := h.inMemory(n.Ask); t != nil {
			if of, some := t.attendance.tellOf(t.id); some {
				h.announce(news{Tables: []heardOf{of}})
			}
		}
	}
	if n.Beat {
		h.lobby.hear(n.From, append(n.More, n.Offers...), n.N)
		h.uptime.agree(n.Since, n.Downs)
	}
}

// inMemory returns a table that is in memory, or nil.
func (h *Host) inMemory(id ID) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.live[id]
}

// all returns the tables in memory.
func (h *Host) all() []*live {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*live, 0, len(h.live))
	for _, t := range h.live {
		list = append(list, t)
	}
	return list
}

// forgetProcess forgets what a process has told: whoever was there by way of
// it was seen last when it was heard last.
func (h *Host) forgetProcess(process string) {
	last := h.company.forget(process)
	for _, t := range h.all() {
		t.attendance.forget(process, last)
	}
	h.lobby.forget(process)
}

// retell tells of all pages of this process.
func (h *Host) retell() {
	var told []heardOf
	for _, t := range h.all() {
		if of, some := t.attendance.tellOf(t.id); some {
			told = append(told, of)
		}
		if len(told) == retellAtOnce {
			h.announce(news{Tables: told})
			told = nil
		}
	}
	if len(told) > 0 {
		h.announce(news{Tables: told})
	}
}

// lifeSign is the Beat of this process.
func (h *Host) lifeSign() news {
	offers, n := h.lobby.ownOffers()
	since, downs := h.uptime.sinceWhen()
	more := max(0, len(offers)-MaxOffers)
	return news{Beat: true, Offers: offers[more:], More: offers[:more], N: n, Since: since, Downs: downs}
}

// beat shows that this process is alive, and forgets those that are not.
func (h *Host) beat(now time.Time) {
	h.announce(h.lifeSign())
	for _, process := range h.company.silent(now.Add(-deadAfter)) {
		h.forgetProcess(process)
	}
}

// keepCompany does what keeps the processes together until ctx ends.
func (h *Host) keepCompany(ctx context.Context) {
	if h.company.herald == nil {
		return
	}
	stop, err := h.company.herald.Hear(func(message []byte) { h.hear(message, time.Now()) })
	if err != nil {
		h.logger.Error("what other processes tell can not be heard", "err", err)
		return
	}
	defer stop()
	defer h.announce(news{Bye: true})
	beat, retell := time.NewTicker(beatEvery), time.NewTicker(retellEvery)
	defer beat.Stop()
	defer retell.Stop()
	h.beat(time.Now())
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-beat.C:
			h.beat(now)
		case now := <-retell.C:
			h.retell()
			for _, t := range h.all() {
				t.attendance.doubt(now.Add(-forgetAfter))
			}
		}
	}
}
