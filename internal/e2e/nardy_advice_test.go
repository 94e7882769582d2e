package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/wire"
)

// TestNardyHintAndAnalysis: one tap asks the computer what to play; its arrows
// lie on the board, which stays where it is, and one tap plays it. After the
// game every play is judged while one waits.
func TestNardyHintAndAnalysis(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.atNardy(mustCreate(t, s.api, wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"hyper"}`), Mode: "computer", Bot: "random", Starts: "first",
		Position: nardyCode(3, map[int]string{1: "1", 2: "1", 3: "1", 24: "-1", 23: "-1", 22: "-1"}, [2]int{}, "throw L"),
	}))
	p.awaitDue("hop") // the first throw is made by itself
	place := func() string {
		t.Helper()
		return eval[string](p, "(r => [r.top + scrollY, r.width, r.height].join(' '))(document.querySelector('#board').getBoundingClientRect())")
	}
	before := place()
	p.click("#hint-go")
	hinted := "document.querySelector('#advice')?.getClientRects().length > 0 && document.querySelectorAll('.advice-trail path.line').length > 0"
	gone := "!document.querySelector('#advice')?.getClientRects().length && document.querySelectorAll('.advice-trail path').length == 0"
	p.until(hinted)
	if after := place(); after != before {
		t.Errorf("with the hint the board is at %s, it was at %s", after, before)
	}
	if !eval[bool](p, "document.querySelector('#hint-go').ariaDisabled == 'true' && document.activeElement.id == 'hint-go'") {
		t.Error("the same hint can be asked for again, or the button has lost the focus")
	}
	// The words, and the board above them, without a touch of the page.
	p.until(`(([board, words, bar]) => board.top >= 0 && words.bottom <= bar.top && words.bottom > board.bottom)(
		['board', 'hint-words', 'act'].map(id => document.getElementById(id).getBoundingClientRect()))`)
	if said := p.text("#live"); said == "" {
		t.Error("nobody hears of the hint")
	}
	p.load(func() { p.do(chromedp.Reload()) })
	p.until(hinted)
	p.readable("a hint")
	best := eval[string](p, "document.querySelector('#advice .advised button[name=text]').value")
	p.click("#advice .advised li:first-child button[name=text]")
	p.until(gone)
	if played := s.table(path).Plies[1]; played.Action != best {
		t.Errorf("%s was advised and taken, %s was played", best, played.Action)
	}
	if count := p.text("#hint-count"); count != "Подсказок в этой партии: 1." {
		t.Errorf("the page says %q", count)
	}
	// It is not offered where the board shows what was, and is there again in its
	// position, after a look back as well.
	p.awaitDue("roll")
	p.click("#takeback")
	p.until(hinted)
	p.click("#step-back")
	p.until(gone)
	p.click("#to-game")
	p.until(hinted)
	if count := p.text("#hint-count"); count != "Подсказок в этой партии: 1." {
		t.Errorf("after a look back the page says %q", count)
	}
	p.click("#advice .advised li:first-child button[name=text]")
	p.until(gone)
	p.awaitDue("roll")
	for range 10 {
		if !eval[bool](p, "document.querySelector('#step-back').hasAttribute('href')") {
			break
		}
		p.click("#step-back")
		p.until(gone)
	}
	p.click("#to-game")
	p.awaitDue("roll")
	p.click("#resign")
	p.click("#resign-yes")
	p.until("document.querySelector('#table').dataset.over == 'true'")
	p.load(func() { p.click("#to-analysis") })
	p.click("#analysis-go")
	p.until("document.querySelector('#analysis').dataset.state == 'done'")
	if said := p.text("#analysis-said"); said != "Разбор готов." {
		t.Errorf("who listens to the analysis hears %q", said)
	}
	if focus := eval[string](p, "document.activeElement.id"); focus != "analysis-sums" {
		t.Errorf("after the analysis the focus is at %q", focus)
	}
	if rows := p.count(".judged tbody tr"); rows < 1 {
		t.Errorf("%d plays are judged", rows)
	}
	p.readable("the analysis")
	p.open("/en" + p.path())
	p.isAccessibleToo("the analysis in English")
}

// readable looks at a page in both themes, on the phone that shows it.
func (p *person) readable(what string) {
	p.t.Helper()
	for _, theme := range []string{"dark", "light"} {
		p.inTheme(theme)
		p.isAccessible(theme + " " + what)
	}
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 360 {
		p.t.Errorf("%s is %d pixels wide on a phone", what, wide)
	}
}

// anyPlay is a play of a table of short nardy that began in a position.
func anyPlay(t *testing.T, now wire.Table, begin string) string {
	t.Helper()
	if n := len(now.Plies); n > 0 {
		begin = now.Plies[n-1].Position
	}
	state, err := nardy.New(now.Options, begin)
	if err != nil {
		t.Fatal(err)
	}
	for a := range state.Legal() {
		return string(a)
	}
	t.Fatalf("nothing to play in %s", begin)
	return ""
}

// TestBotMovesAfterAKill kills the program while the strongest computer thinks,
// again and again: whoever comes back finds its move, once.
func TestBotMovesAfterAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir, "127.0.0.1:0", "-bot-pause", "0s")
	api := newClient(server.url)
	begin := nardyStart("play L 6-5")
	made := mustCreate(t, api, wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"short"}`), Mode: "computer", Bot: "winning", Starts: "first", Position: begin,
	})
	// until looks at the table, at which the computer is asked for its move,
	// until there is something to see.
	until := func(what string, seen func(wire.Table) bool) wire.Table {
		t.Helper()
		for deadline := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
			now := mustTable(t, api, made.Table)
			if now.Outcome != nil {
				t.Fatal("the game is over before its time")
			}
			if seen(now) {
				return now
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s is not seen; %s is to act at event %d: %s", what, now.ToAct, now.Seq, now.View)
			}
		}
	}
	mine := func(now wire.Table) bool { return now.ToAct == "first" || slices.Contains(now.Calls, "first") }
	thinking := 0
	for commands := 0; thinking < 3; commands++ {
		if commands == 40 {
			t.Fatalf("after %d commands it was killed while it thought %d times of 3", commands, thinking)
		}
		now := until("a turn of the person", mine)
		command := wire.Command{Key: fmt.Sprint("k", now.Seq), Seen: now.Seq, Kind: "roll"}
		if now.ToAct == "first" {
			command.Kind, command.Text = "act", anyPlay(t, now, begin)
		}
		_, err := api.command(t.Context(), made.Table, made.Seats["first"], command)
		if status, ok := errors.AsType[*statusError](err); err != nil && !(ok && status.status == http.StatusConflict) {
			t.Fatal(err)
		}
		if command.Kind == "roll" || err != nil {
			continue // where dice were thrown since we looked, we look again
		}
		asked := until("a turn of the computer", func(now wire.Table) bool { return now.ToAct == "second" || mine(now) })
		if asked.ToAct != "second" {
			continue // it had nothing to play, or thought faster than we looked
		}
		server.kill()
		server = start(t, dir, server.host(), "-bot-pause", "0s")
		api = newClient(server.url)
		if mustTable(t, api, made.Table).Seq == asked.Seq {
			thinking++ // nothing had come of it
		}
		moved := until("the move of the computer", func(now wire.Table) bool { return now.ToAct != "second" })
		after := moved.Plies[len(asked.Plies):] // its move, and perhaps the next throw already
		// A person who can not play is passed by, and the computer may have moved again.
		if next := slices.IndexFunc(after, func(p wire.Ply) bool { return p.Seat == "first" }); next > 0 {
			after = after[:next]
		}
		if len(after) == 0 || after[0].Seat != "second" || slices.ContainsFunc(after[1:], func(p wire.Ply) bool { return p.Seat == "second" }) {
			t.Fatalf("the computer was asked at event %d, and the plays are then %+v, were before %+v", asked.Seq, moved.Plies, asked.Plies)
		}
	}
}
