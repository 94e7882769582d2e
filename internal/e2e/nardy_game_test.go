package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/hod-games/hod/internal/wire"
)

// nardyCode writes a position of a variant whose sides have so many checkers.
// What stands nowhere has been borne off; bar are Light's and Dark's checkers
// there. A "*" after a number means that an enemy checker lies below.
func nardyCode(checkers int, points map[int]string, bar [2]int, rest string) string {
	off := [2]int{checkers - bar[0], checkers - bar[1]}
	all := make([]string, 24)
	for i := range all {
		all[i] = "0"
		text, ok := points[i+1]
		if !ok {
			continue
		}
		all[i] = text
		owner, n := 0, 0
		if strings.HasPrefix(text, "-") {
			owner = 1
		}
		_, _ = fmt.Sscanf(strings.Trim(text, "-*"), "%d", &n)
		off[owner] -= n
		if strings.HasSuffix(text, "*") {
			off[1-owner]--
		}
	}
	return fmt.Sprintf("%s|%d,%d|%d,%d %s", strings.Join(all, ","), bar[0], bar[1], off[0], off[1], rest)
}

// nardyStart is the initial position of the short family with this rest of a
// code.
func nardyStart(rest string) string {
	points := map[int]string{1: "2", 12: "5", 17: "3", 19: "5", 6: "-5", 8: "-3", 13: "-5", 24: "-2"}
	return nardyCode(15, points, [2]int{}, rest)
}

// nardyTable opens a table of nardy for two people at this device.
func (p *person) nardyTable(s *site, variant, position, dice string) string {
	p.t.Helper()
	options, err := json.Marshal(map[string]string{"variant": variant})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.atNardy(mustCreate(p.t, s.api, wire.Create{Game: "nardy", Options: options, Mode: "hotseat", Position: position, Dice: dice}))
}

// atNardy takes the seats of a table and waits for its page.
func (p *person) atNardy(made wire.Created) string {
	p.t.Helper()
	var words []string
	for seat, secret := range made.Seats {
		words = append(words, seat[:1]+"."+secret)
	}
	p.open(made.URL + "#" + strings.Join(words, "~"))
	p.until("location.hash == '' && document.querySelector('#table').dataset.line == 'open'")
	return p.path()
}

// nardyDue is what the page of a table wants next: "over", "dice", "roll",
// "hop" or "done"; "" while it wants nothing.
const nardyDue = `(() => {
	const table = document.querySelector('#table');
	if (!table || table.dataset.over == 'true') return table ? 'over' : '';
	if (table.hasAttribute('data-guard') || table.dataset.pending == 'true') return '';
	const free = id => document.querySelector(id + ':not(:disabled)');
	return free('#own-dice') ? 'dice' : free('#roll') ? 'roll'
		: document.querySelector('#board .movable') ? 'hop' : free('#done') ? 'done' : '';
})()`

// due waits until the page wants something.
func (p *person) due() string {
	p.t.Helper()
	p.until("window.due = " + nardyDue) // a moment later it may want something else
	return eval[string](p, "window.due")
}

// awaitDue waits until the page wants what is said.
func (p *person) awaitDue(what string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s == %q", nardyDue, what))
}

// hop moves a checker by two taps.
func (p *person) hop(from, to string) {
	p.t.Helper()
	p.awaitDue("hop")
	p.click(point(from))
	p.until(fmt.Sprintf("document.querySelector(%q)", point(to)+".target"))
	p.click(point(to))
	p.until("!document.querySelector('#board .selected')")
}

// someHop is a hop that the page offers: the foremost checker, and the tray
// where it can get there.
func (p *person) someHop(pick func(from string)) (from, to string) {
	p.t.Helper()
	from = eval[string](p, "[...document.querySelectorAll('#board .movable')].at(-1).dataset.place")
	pick(from)
	p.until("document.querySelector('#board [data-place].target')")
	return from, eval[string](p, `(all => (all.find(b => b.dataset.place == 'off') ?? all[0]).dataset.place)
		([...document.querySelectorAll('#board [data-place].target')])`)
}

// hands are the ways in which somebody plays: how to throw, to hop, to end.
type hands struct {
	roll, hop, done func()
}

// fingers play by taps.
func (p *person) fingers() hands {
	return hands{
		roll: func() { p.click("#roll") },
		hop: func() {
			_, to := p.someHop(func(from string) { p.click(point(from)) })
			p.click(point(to))
			p.until("!document.querySelector('#board .selected')")
		},
		done: func() { p.click("#done") },
	}
}

// keys play without anything but a keyboard.
func (p *person) keys() hands {
	enter := func(selector string) {
		p.t.Helper()
		p.tabTo(selector)
		p.press(kb.Enter)
	}
	return hands{
		roll: func() { enter("#roll") },
		hop: func() {
			_, to := p.someHop(func(from string) {
				p.t.Helper()
				if !eval[bool](p, "document.activeElement.matches('#board [data-place]')") {
					eval[bool](p, "document.activeElement.blur(), true")
					p.press(kb.ArrowDown)
				}
				p.arrowTo(point(from))
				p.press(kb.Enter)
			})
			p.arrowTo(point(to))
			p.press(kb.Enter)
			p.until("!document.querySelector('#board .selected')")
		},
		done: func() { enter("#done") },
	}
}

// playNardy plays a table to its end with what the dice bring, and returns the
// table. Whatever the page offers, the table accepts: no hop is refused.
func (p *person) playNardy(s *site, path string, h hands) wire.Table {
	p.t.Helper()
	for steps := 0; ; steps++ {
		if steps > 1200 {
			p.t.Fatalf("the game does not end\n%s", p.describe())
		}
		if p.step(h) {
			break
		}
	}
	p.until("!document.querySelector('#nardy-result').hidden")
	for _, part := range []string{"#result-kind", "#result-reason"} {
		if p.text(part) == "" {
			p.t.Errorf("the result does not say %s", part)
		}
	}
	now := s.table(path)
	if now.Outcome == nil {
		p.t.Fatalf("the page shows an end and the table has none: %+v", now.Now)
	}
	return now
}

// step does what the page wants next. It returns true when the game is over.
func (p *person) step(h hands) bool {
	p.t.Helper()
	due := p.due()
	if due == "over" {
		return true
	}
	seen := eval[string](p, "document.querySelector('#plies').childElementCount + ' ' + document.querySelector('#board').dataset.code")
	changed := func() {
		p.until(fmt.Sprintf("document.querySelector('#plies').childElementCount + ' ' + document.querySelector('#board').dataset.code != %q", seen))
	}
	switch due {
	case "roll":
		h.roll()
		changed()
	case "hop":
		h.hop()
	case "done":
		if !p.has("#undo:disabled") { // else it is a pass, which goes on by itself after a while
			h.done()
		}
		changed()
	default:
		p.t.Fatalf("the page wants %q", due)
	}
	if p.has("#problem") && p.text("#problem") != "" {
		p.t.Fatalf("the page complains: %s", p.text("#problem"))
	}
	return false
}

// ends are positions shortly before the end, with Light to throw: whatever the
// dice show, every throw bears something off or nearly so.
func ends() map[string]string {
	// On the same way round the home of Dark is 7 … 12, on opposed ones 1 … 6.
	same := map[int]string{21: "1", 23: "2", 24: "1", 9: "-1", 11: "-1", 12: "-2"}
	return map[string]string{
		"short":        nardyCode(15, map[int]string{21: "1", 23: "2", 24: "1", 1: "-2", 2: "-1", 4: "-1"}, [2]int{}, "throw L"),
		"classic":      nardyCode(15, same, [2]int{}, "throw L"),
		"crazy_gulbar": nardyCode(15, same, [2]int{}, "throw L throws=9,9"),
		"triple":       nardyCode(15, map[int]string{19: "2", 21: "1", 23: "2", 24: "1", 9: "-2", 11: "-2", 12: "-2"}, [2]int{}, "throw L"),
		"plakoto":      nardyCode(15, map[int]string{21: "2*", 23: "2", 1: "-2", 2: "-1"}, [2]int{}, "throw L"),
	}
}

// TestNardyGamesByTouch plays on a phone of 360 × 740 to the end: hyper from
// the first throw, the longer ones from where they are nearly over.
func TestNardyGamesByTouch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	for variant, position := range ends() {
		t.Run(variant, func(t *testing.T) {
			p.t = t
			path := p.nardyTable(s, variant, position, "")
			now := p.playNardy(s, path, p.fingers())
			p.fits(path)
			if last := now.Plies[len(now.Plies)-1]; !strings.Contains(last.Action, "/off") {
				t.Errorf("the game ends by %+v", last)
			}
		})
	}
	p.t = t

	p.open("/nardy")
	p.pick("variant", "hyper")
	p.load(func() { p.click("#start-hotseat") })
	now := p.playNardy(s, p.path(), p.fingers())
	t.Logf("hyper: %d throws and turns", len(now.Plies))
	var view struct {
		Off [2]int `json:"off"`
	}
	if err := json.Unmarshal(now.View, &view); err != nil {
		t.Fatal(err)
	}
	if max(view.Off[0], view.Off[1]) != 3 {
		t.Errorf("the game ends with %d checkers borne off", view.Off)
	}
}

// TestNardyGamesByKeyboard plays a short and a long variant to the end with
// nothing but keys.
func TestNardyGamesByKeyboard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	for _, variant := range []string{"short", "classic"} {
		t.Run(variant, func(t *testing.T) {
			p.t = t
			p.playNardy(s, p.nardyTable(s, variant, ends()[variant], ""), p.keys())
		})
	}
	p.t = t
}

// TestNardyGameByForms plays hyper from its choice to its end without a script:
// a turn is chosen from a list.
func TestNardyGameByForms(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().withoutScript()
	p.open("/nardy")
	p.pick("variant", "hyper")
	p.load(func() { p.click("#start-hotseat") })
	path, turns := p.path(), 0
	for !p.over() {
		if turns++; turns > 300 {
			t.Fatalf("the game does not end\n%s", p.describe())
		}
		switch {
		case p.has("#play-list"):
			p.load(func() { p.click("#done") })
		case p.has("#roll:not(:disabled)"):
			p.load(func() { p.click("#roll") })
		default:
			t.Fatalf("there is nothing to press\n%s", p.describe())
		}
	}
	if !p.has("#nardy-result:not([hidden])") || p.text("#result-kind") == "" || p.text("#result-reason") == "" {
		t.Errorf("the page does not say how it ended\n%s", p.describe())
	}
	if now := s.table(path); now.Outcome == nil {
		t.Errorf("the table goes on: %+v", now.Now)
	}
	p.load(func() { p.click("#next") })
	if p.over() {
		t.Error("there is no next game")
	}
}
