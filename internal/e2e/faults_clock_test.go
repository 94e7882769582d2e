package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// clockOff sets the clock that the scripts of a tab's pages see, from the next
// page on.
func (p *person) clockOff(by time.Duration) {
	p.t.Helper()
	source := fmt.Sprintf(`(() => {
		const Real = Date, by = %d;
		globalThis.Date = class extends Real {
			constructor(...a) { if (a.length) super(...a); else super(Real.now() + by) }
			static now() { return Real.now() + by }
		};
	})()`, by.Milliseconds())
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		p.t.Fatal(err)
	}
}

// TestFaultClockOfAClient: one player's clock is ten minutes fast, the other's
// ten minutes slow, and the table has a clock of five. Nobody loses on time,
// both see the time that the site counts, and the log has the site's.
func TestFaultClockOfAClient(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	begun := time.Now()
	const bank = 300
	made := mustCreate(t, s.api, wire.Create{
		Game: "bachet", Mode: "link", Options: []byte(`{"sticks":10,"max":3}`), Clock: &wire.Tempo{Kind: "fischer", Bank: bank, Each: 1},
	})
	w := witness(t, made.Table, s.api)
	host, guest := s.person(), s.person()
	host.clockOff(10 * time.Minute)
	guest.clockOff(-10 * time.Minute)
	host.open(made.URL + "#f." + made.Seats["first"])
	guest.open(made.Join)
	guest.click("#sit")
	for i, p := range []*person{host, guest} {
		p.until("document.querySelector('#table')?.dataset.line == 'open' && document.querySelector('#table').dataset.seq == '2'")
		if off := eval[float64](p, "Date.now()") - float64(time.Now().UnixMilli()); i == 0 && off < 9*60e3 || i == 1 && off > -9*60e3 {
			t.Fatalf("the clock of person %d is off by %g ms", i, off)
		}
	}
	for turn, left := 0, 10; left > 0; turn++ {
		p := []*person{host, guest}[turn%2]
		if !p.awaitTurn() {
			t.Fatalf("the round is over with %d left", left)
		}
		if turn == 2 {
			for _, p := range []*person{host, guest} {
				for _, seat := range []string{"first", "second"} {
					text := p.text(fmt.Sprintf("[data-clock=%s] .clock-time", seat))
					var minutes, seconds int
					if _, err := fmt.Sscanf(strings.TrimSpace(text), "%d:%d", &minutes, &seconds); err != nil {
						t.Fatalf("the clock of the %s seat shows %q", seat, text)
					}
					// It can not have run for longer than the test.
					if shown, least := 60*minutes+seconds, bank-int(time.Since(begun).Seconds())-2; shown < least || shown > bank+5 {
						t.Errorf("the clock of the %s seat shows %s, and at least %d seconds are left", seat, text, least)
					}
				}
			}
		}
		n := min(left, 3)
		w.take(p, n)
		left -= n
		for _, p := range []*person{host, guest} {
			p.awaitLeft(left)
		}
	}
	events, kinds := s.history(made.Table)
	if kinds["flagged"] != 0 || kinds["acted"] != 4 || kinds["ended"] != 1 {
		t.Errorf("the log has %v", kinds)
	}
	for _, e := range events {
		if e.At < begun.UnixMilli()-1000 || e.At > time.Now().UnixMilli()+1000 {
			t.Errorf("event %d says it was at %s", e.Seq, time.UnixMilli(e.At))
		}
	}
	pagesAgree(t, made.Table, []*client{s.api}, host, guest)
	for _, p := range []*person{host, guest} {
		p.expect(unreachable)
	}
	settle(t, s.server, s.dir, w)
}
