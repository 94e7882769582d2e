package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// before runs a script in every page before its own scripts.
func (p *person) before(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// TestTwoTalkByPhrases: what one says stands in the other's strip for a while
// and is read out, unless that one does not want to read it; it disturbs no
// move.
func TestTwoTalkByPhrases(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	guest.click(".seat-talk")
	guest.until("document.querySelector('#talk[open]')")
	guest.isAccessible("the dialog with phrases")
	guest.click("#talk [data-phrase='good-luck']")
	guest.until("!document.querySelector('#talk').open")
	said := func(p *person) string { return p.text(".seat[data-seat=second] .seat-said:not([hidden])") }
	host.until("document.querySelector('.seat[data-seat=second] .seat-said:not([hidden])')")
	if got := said(host); got != "Удачи!" {
		t.Errorf("the strip says %q", got)
	}
	host.until("document.querySelector('#talk-live').textContent == 'Боря: Удачи!'")
	host.isAccessible("a table at which something was said")
	if now := s.table(path); len(now.Plies) != 0 || now.ToAct != "first" {
		t.Errorf("a phrase has moved the game: %+v", now.Now)
	}
	host.awaitTurn()
	host.take(2)
	guest.awaitLeft(8)

	// Muted, also after coming back.
	host.until("document.querySelector('.seat[data-seat=second] .seat-said:not([hidden])')")
	host.click("#extras")
	host.click("#talk-mute")
	if got := said(host); got != "" {
		t.Errorf("whoever wants to read nothing goes on reading %q", got)
	}
	host.press(kb.Escape)
	host.until("!document.querySelector('#talk').open")
	guest.click(".seat-talk")
	guest.click("#talk [data-phrase='oops']")
	guest.until("document.querySelector('.seat[data-seat=second] .seat-said').textContent == 'Ой, ошибка.'")
	host.until("document.querySelector('#table').dataset.seq >= " + eval[string](guest, "document.querySelector('#table').dataset.seq"))
	if got := host.text("#talk-live"); strings.Contains(got, "Ой") {
		t.Errorf("whoever wants to hear nothing hears %q", got)
	}
	host.open(path)
	host.until("document.querySelector('#extras[data-muted]')")
	if got := said(host); got != "" {
		t.Errorf("after a reload the strip says %q", got)
	}
}

// TestNothingSoundsUnasked: no sound, no buzz and no question about
// notifications before somebody has chosen them; then they are remembered.
func TestNothingSoundsUnasked(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	guest.before(`window.sounds = 0; window.buzzes = 0; window.asked = 0;
		for (const c of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
			const start = c.prototype.start;
			c.prototype.start = function (...a) { window.sounds++; return start.apply(this, a); };
		}
		navigator.vibrate = () => { window.buzzes++; return true; };
		Notification.requestPermission = async () => { window.asked++; return 'denied'; };`)
	guest.open(path)
	guest.until("document.querySelector('#table').dataset.line == 'open'")
	guest.click("#main") // the script comes with the first press
	guest.until("typeof hodTable.told == 'function'")
	host.awaitTurn()
	host.take(1)
	guest.awaitLeft(9)
	if n := eval[int](guest, "sounds + buzzes + asked"); n != 0 {
		t.Fatalf("%d sounds, buzzes and questions that nobody wanted", n)
	}
	guest.click("#extras")
	guest.isAccessible("the dialog with sounds")
	guest.click("#talk-sound")
	guest.press(kb.ArrowDown + kb.Enter)
	guest.until("document.querySelector('#talk-sound').value == '1' && sounds > 0")
	guest.click("#talk-buzz")
	guest.click("#talk-notify")
	guest.until("asked == 1 && !document.querySelector('#talk-notify').checked && document.querySelector('#talk-note').textContent")
	guest.press(kb.Escape)
	guest.awaitTurn()
	guest.take(1)
	host.awaitLeft(8)
	before := eval[int](guest, "sounds")
	buzzes := eval[int](guest, "buzzes")
	host.awaitTurn()
	host.take(1)
	guest.awaitLeft(7)
	guest.until(fmt.Sprintf("sounds > %d && buzzes > %d", before, buzzes))
	if got := eval[int](guest, "buzzes"); got != buzzes+1 {
		t.Errorf("%d buzzes for one move", got-buzzes)
	}
	guest.open(path)
	guest.until("document.querySelector('#table').dataset.line == 'open'")
	guest.click("#extras")
	guest.until("document.querySelector('#talk-sound')?.value == '1' && document.querySelector('#talk-buzz').checked && !document.querySelector('#talk-notify').checked")
}

// TestTalkPageIsAccessible: the page with phrases for browsers without script,
// looked at by one that can run a checker.
func TestTalkPageIsAccessible(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, guest, path := s.twoByLink()
	guest.onPhone()
	for _, theme := range []string{"light", "dark"} {
		guest.inTheme(theme)
		guest.open("/en" + path + "/talk")
		guest.isAccessibleIn(theme, "phrases as forms")
	}
	guest.open(path + "/talk")
	guest.isAccessibleToo("phrases as forms, in Russian")
	guest.open("/en" + path + "/talk")
	guest.load(func() { guest.click("#say button[value='thanks']") })
	if got := guest.text(".seat[data-seat=second] .seat-said"); got != "Thank you!" || guest.path() != "/en"+path {
		t.Errorf("at %s the strip says %q", guest.path(), got)
	}
}

// keepBack lets nothing through that has one of these words in its address, and
// without words everything.
func (p *person) keepBack(words ...string) {
	p.t.Helper()
	var patterns []*network.BlockPattern
	for _, word := range words {
		patterns = append(patterns, &network.BlockPattern{URLPattern: "http://*:*/assets/" + word + "*", Block: true})
	}
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromedp.Call(p.ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: patterns}); err != nil {
		p.t.Fatal(err)
	}
	p.expect("ERR_BLOCKED")
}

// noExtras is true once the scripts of phrases and sounds were tried and have
// failed.
const noExtras = "performance.getEntriesByType('resource').some(e => e.name.includes('/extras-')) && !document.querySelector('head :is(script[src*=\"/extras\"], link[href*=\"/talk\"])')"

// TestTalkWithoutItsScriptIsAPage: where the script of phrases can not be
// fetched the button is the link that it is without any script.
func TestTalkWithoutItsScriptIsAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	guest.keepBack("extras", "talk")
	guest.open(path)
	guest.until("document.querySelector('#table').dataset.line == 'open'")
	guest.click(".seat-talk")
	guest.until("location.pathname == '" + path + "/talk' && document.querySelector('#say')")
	guest.load(func() { guest.click("#say button[value='good-luck']") })
	host.until("document.querySelector('.seat[data-seat=second] .seat-said:not([hidden])')?.textContent == 'Удачи!'")
}

// TestWhatCouldNotBeFetchedComesLater: with the next thing that happens at the
// table, and with the line once it is back; nobody has to press anything.
func TestWhatCouldNotBeFetchedComesLater(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest, path := s.twoByLink()
	for _, p := range []*person{host, guest} {
		p.keepBack("extras", "talk")
		p.expect("WebSocket")
		p.open(path)
		p.until("document.querySelector('#table').dataset.line == 'open'")
		eval[int](p, "localStorage.removeItem('mine'), 0")
		p.click("#main")
	}
	for _, p := range []*person{host, guest} {
		p.until("performance.now() > 8000 && " + noExtras) // the page has tried by itself, too
		p.keepBack()
	}
	const here = "typeof hodTable.told == 'function' && localStorage.getItem('mine')?.includes('first')"
	eval[bool](host, "dispatchEvent(new Event('offline'))")
	host.until("document.querySelector('#table').dataset.line == 'lost'")
	eval[bool](host, "dispatchEvent(new Event('online'))")
	host.until(here + " && [...document.querySelectorAll('link')].some(l => l.href.includes('/talk'))")
	// The other one has missed who is there.
	if _, err := s.api.command(t.Context(), tableID(path), eval[string](host, "hodTable.state.boot.mine.first"), command("m", s.table(path).Seq, "1")); err != nil {
		t.Fatal(err)
	}
	guest.until("typeof hodTable.told == 'function' && document.querySelector('.seat[data-seat=first]').dataset.here == 'yes'")
}

// TestARefusedPhraseIsSeenOnASmallPhone: why nothing was said stands where one
// looks, wherever the dialog has been scrolled to.
func TestARefusedPhraseIsSeenOnASmallPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, guest, path := s.twoByLink()
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	// What the site answers to the fifth phrase within half a minute.
	refusal, err := json.Marshal(map[string]string{"message": catalogues["ru"].Text("refusal." + table.RuleSaidEnough)})
	if err != nil {
		t.Fatal(err)
	}
	guest.before(fmt.Sprintf("{ const ask = fetch; window.fetch = (to, ...a) => String(to).includes('/commands') ? Promise.resolve(new Response(%q, {status: 422})) : ask(to, ...a); }", refusal))
	for _, size := range [][2]int64{{320, 568}, {360, 740}} {
		guest.phone(size[0], size[1])
		guest.open(path)
		guest.until("document.querySelector('#table').dataset.line == 'open'")
		guest.click(".seat-talk")
		guest.until("document.querySelector('#talk[open]')")
		places := "JSON.stringify([...document.querySelectorAll('#talk [data-phrase]')].map(e => e.getBoundingClientRect()))"
		before := eval[string](guest, places)
		guest.click("#talk [data-phrase='thanks']")
		guest.until("document.querySelector('#talk-note').textContent.length > 20")
		if seen := eval[bool](guest, `(r => [r.top + 2, r.bottom - 2].every(y => y > 0 && y < innerHeight && document.elementFromPoint((r.left + r.right) / 2, y)?.id == 'talk-note'))(document.querySelector('#talk-note').getBoundingClientRect())`); !seen {
			t.Errorf("at %d×%d %q is out of sight", size[0], size[1], guest.text("#talk-note"))
		}
		if after := eval[string](guest, places); after != before {
			t.Errorf("at %d×%d the phrases have moved", size[0], size[1])
		}
	}
}
