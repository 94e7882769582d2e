package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/wire"
)

// nardyAt opens a table of nardy for two people at this device, in a position.
func (p *person) nardyAt(s *site, variant, position string) string {
	p.t.Helper()
	options, err := json.Marshal(map[string]string{"variant": variant})
	if err != nil {
		p.t.Fatal(err)
	}
	made := mustCreate(p.t, s.api, wire.Create{Game: "nardy", Options: options, Mode: "hotseat", Position: position})
	var words []string
	for seat, secret := range made.Seats {
		words = append(words, seat[:1]+"."+secret)
	}
	p.open(made.URL + "#" + strings.Join(words, "~"))
	p.until("location.hash == '' && document.querySelector('#table').dataset.line == 'open'")
	return p.path()
}

// slower is how many times slower than this machine a phone is taken to be.
const slower = 4

// TestTenPlansCostNothing tries ten plans for the doubles with the most plays
// and takes each of them back: no byte is sent. What the page does for a tap
// should take a phone 50 ms at most; the time of its thread is logged and not
// judged, since other things that the machine does slow that down as well.
func TestTenPlansCostNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, w := range [...][2]string{
		{"short", "1,1,0,1,1,0,1,1,0,1,-1,1,0,1,1,0,1,1,-1,1,1,1,0,0|0,0|0,13 play L 1-1-1-1"},
		{"plakoto", "1,-1,1,1,1,-1,1,1,-1,1,-1,1,-1,1,1,-1,1,-1,1,1,1,-1,1,0|0,0|0,7 play L 1-1-1-1"},
		{"tbilisi", "0,-1,1,1,0,1,1,1,0,1,1,0,1,1,1,1,0,1,1,0,1,1,0,0|0,0|0,14 play L 1-1-1-1"},
		{"classic", ""}, // after sixty turns
	} {
		t.Run(w[0], func(t *testing.T) {
			p := s.person().onPhone()
			if w[1] != "" {
				p.nardyAt(s, w[0], w[1])
			} else {
				p.atNardy(s.longGame(t, w[0], 120))
			}
			p.until("document.querySelector('#board .movable') && !document.querySelector('#table').hasAttribute('data-guard')")
			// The seats commit themselves, and the receipts are read, before anything is counted.
			p.until("Object.keys(JSON.parse(localStorage['dice/secrets'] ?? '{}')).length >= 2")
			rest(p)
			if err := second(chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: "threadTicks"})); err != nil {
				t.Fatal(err)
			}
			before := p.busy()
			eval[bool](p, `(() => {
				window.said = window.pressed = 0;
				const send = WebSocket.prototype.send, ask = window.fetch;
				WebSocket.prototype.send = function (x) { window.said++; send.call(this, x); };
				window.fetch = (...x) => { window.said++; return ask(...x); };
				const press = (what) => {
					window.pressed++;
					what.click();
					document.body.getBoundingClientRect(); // the layout belongs to the reaction
					return new Promise(requestAnimationFrame);
				};
				const last = (list) => list[Math.floor(Math.random() * list.length)];
				window.plans = async () => {
					for (let plan = 0; plan < 10; plan++) {
						let hops = 0;
						while (hops < 4) {
							const movable = [...document.querySelectorAll('#board .movable')];
							if (!movable.length) break;
							await press(last(movable));
							const targets = [...document.querySelectorAll('#board [data-place].target')];
							if (!targets.length) continue;
							await press(last(targets));
							hops++;
						}
						while (!document.querySelector('#undo').disabled) {
							await press(document.querySelector('#undo'));
						}
					}
					window.finished = true;
				};
				window.plans();
				return true;
			})()`)
			p.within(4*patience, "window.finished")
			if n := eval[int](p, "window.said"); n != 0 {
				t.Errorf("the plans have cost %d messages", n)
			}
			taps := eval[float64](p, "window.pressed")
			each := slower * 1000 * (p.busy() - before) / taps
			t.Logf("%.0f taps, each %.1f ms on a phone", taps, each)
			if taps < 25 { // chance decides: a throw may leave one hop to play
				t.Errorf("only %.0f taps", taps)
			}
			if p.has("#done:not(:disabled)") {
				t.Error("everything was taken back, and the turn can end")
			}
		})
	}
}

// rest lets the page do what it does when it has nothing better to do.
func rest(p *person) {
	p.t.Helper()
	eval[bool](p, "requestIdleCallback(() => window.idle = true), true")
	p.until("window.idle")
}

// busy is for how long the thread of the page has worked, in seconds.
func (p *person) busy() float64 {
	p.t.Helper()
	got, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range got.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	p.t.Fatalf("the browser does not tell: %v", got.Metrics)
	return 0
}

// TestNardyTurnByKeys makes a turn with the keyboard alone: arrows between the
// points, digits for the dice, Enter, Backspace, and Enter again for the end.
func TestNardyTurnByKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	path := p.nardyAt(s, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 3-1")
	p.until("document.querySelector('#board .movable') && !document.querySelector('#table').hasAttribute('data-guard')")
	focus := func() string { return eval[string](p, "document.activeElement.dataset.place ?? ''") }
	played := func() int { return len(s.table(path).Plies) } // the page may commit itself to dice meanwhile
	before := played()

	p.press(kb.ArrowDown)
	if focus() == "" {
		t.Fatal("an arrow chooses no point")
	}
	// From any point the arrows lead to any other one.
	for _, to := range []string{"17", "19", "1", "12"} {
		p.arrowTo("#board [data-place='" + to + "']")
		if focus() != to {
			t.Fatalf("the arrows lead to %q, not to %s", focus(), to)
		}
	}
	p.arrowTo("#board [data-place='17']")
	p.press(kb.Enter)
	p.until("document.querySelector('#board [data-place=\"17\"]').classList.contains('selected')")
	p.arrowTo("#board [data-place='20']")
	p.press(kb.Enter)
	p.until("!document.querySelector('#undo').disabled")
	p.press(kb.Backspace)
	p.until("document.querySelector('#undo').disabled")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(2))) // nothing is left to take back
	p.arrowTo("#board [data-place='17']")
	p.press(kb.Enter)
	p.press(kb.Escape)
	p.until("!document.querySelector('#board .selected')")
	p.press(kb.Enter)
	p.arrowTo("#board [data-place='21']")
	p.press(kb.Enter) // both dice at once
	p.until("!document.querySelector('#done').disabled")
	if played() != before {
		t.Error("something was sent before the end of the turn")
	}
	time.Sleep(500 * time.Millisecond) // a quick second Enter would be one press too many
	if focus() != "21" {
		t.Errorf("the focus is at %q after a move to 21", focus())
	}
	p.press(kb.Enter)
	p.until("document.querySelector('#done').disabled")
	for end := time.Now().Add(patience); played() == before && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	plies := s.table(path).Plies
	if len(plies) == 0 || plies[0].Action != "17/20 20/21" && plies[0].Action != "17/18 18/21" {
		t.Errorf("played: %+v", plies)
	}
}

// slide moves a finger from one point to another, of which it misses the middle
// by some pixels. A cancelled gesture ends as the browser ends it when it scrolls.
func (p *person) slide(from, to string, miss float64, cancel bool) {
	p.t.Helper()
	middle := func(at string) []float64 {
		return eval[[]float64](p, fmt.Sprintf("(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())", point(at)))
	}
	a, b := middle(from), middle(to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		if points == nil {
			points = []*input.TouchPoint{}
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
			p.t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: a[0], Y: a[1]})
	for i := range 5 {
		part := float64(i+1) / 5
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: a[0] + part*(b[0]-a[0]), Y: a[1] + part*(b[1]+miss-a[1])})
	}
	p.until("document.querySelector('#board .ghost.dragged')")
	if cancel {
		touch(input.DispatchTouchEventTypeTouchCancel)
	} else {
		touch(input.DispatchTouchEventTypeTouchEnd)
	}
	p.until("!document.querySelector('#board .ghost.dragged')")
}

// point is the selector of a point, of the bar or of the tray of the side to
// move.
func point(at string) string { return fmt.Sprintf("#board [data-place='%s']", at) }

// TestNardyTurnByFinger makes turns on a phone: by two taps, by a drag, by one
// tap, and by a double tap.
func TestNardyTurnByFinger(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	p.nardyAt(s, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 3-1")
	p.until("document.querySelector('#board .movable') && !document.querySelector('#table').hasAttribute('data-guard')")
	checkers := func(at string) string { return p.accessibleName(point(at)) }
	undone := checkers("17")
	undo := func() {
		t.Helper()
		// Not by a tap: after touches made by hand Chromium may keep its click back.
		eval[bool](p, "document.querySelector('#undo').click(), true")
		p.until("document.querySelector('#undo').disabled")
		if now := checkers("17"); now != undone {
			t.Errorf("taken back, point 17 is %q, was %q", now, undone)
		}
	}

	p.click(point("17"))
	p.until(fmt.Sprintf("document.querySelector(%q).classList.contains('selected')", point("17")))
	p.click(point("20"))
	p.until("!document.querySelector('#undo').disabled")
	undo()

	p.slide("17", "20", 0, true) // the browser takes it
	p.slide("17", "17", 10, false)
	if !p.has("#undo:disabled") {
		t.Error("a drag that went nowhere has moved a checker")
	}
	for _, miss := range []float64{0, 8} {
		p.slide("17", "21", miss, false) // both dice
		p.until("!document.querySelector('#done').disabled")
		undo()
	}

	// With one tap for a hop the first die is played, after a tap on the dice the other.
	eval[bool](p, "localStorage['nardy/settings'] = JSON.stringify({ tap: true }), true")
	p.load(func() { p.open(p.path()) })
	p.until("document.querySelector('#board .movable') && !document.querySelector('#table').hasAttribute('data-guard')")
	p.click(point("17"))
	p.until("!document.querySelector('#undo').disabled")
	if !strings.Contains(checkers("20"), "1") || p.has(point("18")+" .first") {
		t.Errorf("a tap has not played the 3: point 20 is %q", checkers("20"))
	}
	undo()
	p.click("#dice")
	p.click(point("17"))
	p.until(fmt.Sprintf("document.querySelectorAll(%q).length == 1", point("18")+" .stack i"))
	p.click(point("17")) // and the 3 with what is left
	p.until("!document.querySelector('#done').disabled")

	eval[bool](p, "localStorage.removeItem('nardy/settings'), true")
	path := p.nardyAt(s, "short", "0,0,0,-2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,2|0,0|12,13 play L 6-1")
	p.until("document.querySelector('#board .movable') && !document.querySelector('#table').hasAttribute('data-guard')")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).click(), document.querySelector(%q).click(), void 0", point("24"), point("24"))))
	p.until("!document.querySelector('#undo').disabled")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector(%q).click(), document.querySelector(%q).click(), void 0", point("22"), point("22"))))
	p.until("!document.querySelector('#done').disabled")
	p.click("#done")
	for end := time.Now().Add(patience); len(s.table(path).Plies) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the turn was not sent")
		}
	}
	if action := s.table(path).Plies[0].Action; action != "24/off 22/off" {
		t.Errorf("borne off: %q", action)
	}
}
