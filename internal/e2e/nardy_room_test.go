package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/wire"
)

// nardySaid are the sentences that the message above a nardy board may hold:
// refusals, news, what there is to do or has been the reason for the end; each as
// long as it can get.
func nardySaid(t *testing.T, c *lang.Catalogue) [3][]string {
	t.Helper()
	const name = "Константин Великий"
	fill := strings.NewReplacer("{winner}", name, "{loser}", name, "{name}", name, "{nameMid}", name, "{n}", "24", "{all}", "4",
		"{price}", "32", "{next}", "64", "{pips}", "6–6", "{dice}", "6–6", "{now}", "Бросает "+name,
		"{text}", "24/18* 24/18* 18/12* 18/12*", "{start}", c.Text("nardy.flow.start.first"))
	words := func(key string) string { return fill.Replace(c.Text(key)) }
	var said [3][]string
	var whys []string
	for _, key := range c.Keys() {
		switch {
		case strings.HasPrefix(key, "reason.nardy."):
			said[2] = append(said[2], words(key))
		case strings.HasPrefix(key, "refusal.nardy."):
			said[0] = append(said[0], words(key))
		case strings.HasPrefix(key, "nardy.flow.why."):
			whys = append(whys, words(key))
		case strings.HasPrefix(key, "nardy.flow.do.own"), key == "nardy.flow.do.called",
			key == "nardy.flow.do.answer", key == "nardy.flow.do.answering", key == "nardy.flow.past.now":
			said[2] = append(said[2], words(key))
		case strings.HasPrefix(key, "nardy.flow.auto."):
			said[1] = append(said[1], strings.ReplaceAll(words(key), "{why}", c.Text("nardy.flow.why.runner-first")))
		}
	}
	for _, why := range whys {
		said[2] = append(said[2], words("nardy.flow.do.play")+" "+strings.ReplaceAll(words("nardy.flow.do.stuck"), "{why}", why))
	}
	said[2] = append(said[2],
		words("nardy.flow.side.second")+" "+words("nardy.flow.do.draw"),
		words("nardy.flow.do.draw.again")+" "+words("nardy.flow.do.draw"),
		words("nardy.flow.do.drawn")+" "+words("nardy.flow.do.play")+" "+words("nardy.flow.do.usable"),
		words("nardy.flow.do.handed")+" "+words("nardy.flow.do.usable"),
		words("nardy.flow.do.decide")+" "+words("nardy.flow.said.play"))
	if len(said[0]) < 25 || len(said[1]) < 5 || len(said[2]) < 30 {
		t.Fatalf("%d refusals, %d news, %d details", len(said[0]), len(said[1]), len(said[2]))
	}
	return said
}

// TestNardySaysNothingThatMoves writes everything that may be said into the
// message: the board, the players and the buttons stay where they are, nothing is
// cut, no more than a player's line is covered, on a small phone nothing at all,
// and in a phone held upright all of the board is above the buttons. What has not
// enough room on a small phone is there in whole after a tap.
func TestNardySaysNothingThatMoves(t *testing.T) {
	t.Parallel()
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	p := s.person()
	options := json.RawMessage(`{"variant":"short","cube":"doubling"}`)
	path := p.atNardy(mustCreate(t, s.api, wire.Create{Game: "nardy", Options: options, Mode: "hotseat", Dice: "own"}))
	for _, code := range lang.Languages() {
		said, err := json.Marshal(nardySaid(t, catalogues[code]))
		if err != nil {
			t.Fatal(err)
		}
		prefix := ""
		if code != "ru" {
			prefix = "/" + code
		}
		p.phone(360, 740)
		p.open(prefix + path)
		p.until("document.querySelector('#table').dataset.line == 'open'")
		for _, size := range [][2]int64{{320, 568}, {360, 640}, {320, 720}, {360, 740}, {390, 844}, {430, 932}, {640, 360}, {844, 390}, {768, 1024}, {1280, 720}, {1440, 900}} {
			p.phone(size[0], size[1])
			moved := eval[[]string](p, fmt.Sprintf(`(() => {
				const [refusals, news, details] = %s;
				const [sent, detail, message, offer] = ['sent', 'detail', 'message', 'offer'].map(id => document.getElementById(id));
				const places = () => [...document.querySelectorAll('.seat.top, #board, .seat.bottom, #act')].map(e => Math.round(e.getBoundingClientRect().top + scrollY)).join(' ');
				const moved = [], offline = %q, begin = places(), now = detail.textContent;
				const small = innerWidth < 768 && innerHeight > innerWidth && innerHeight <= 704;
				const look = text => {
					const cut = () => Math.max(...[message, sent.firstElementChild].map(e => !e || getComputedStyle(e).overflowY == 'visible' ? 0 : e.scrollHeight - e.clientHeight));
					const at = places(), most = small ? 1 : 3; // a board has a rim of 2 px
					if (at != begin) moved.push('moved from ' + begin + ' to ' + at + ': ' + text);
					let hidden = cut();
					if (hidden > 1 && small) {
						message.focus();
						hidden = cut() - 2; // a line is lower than its letters
						message.blur();
					}
					if (hidden > 1) moved.push(hidden + ' px are cut: ' + text);
					const below = small ? document.querySelector('.seat.top') : innerWidth >= 1024 ? [...document.querySelectorAll('.side > *')].find(e => e.offsetHeight > 0)
						: innerHeight < innerWidth ? document.querySelector('.nardy-buttons') : document.getElementById('board');
					const end = Math.max(...[message, sent, offer].map(e => e.getBoundingClientRect().bottom));
					const over = end - below.getBoundingClientRect().top;
					if (over > most) moved.push('lies over ' + over + ' px of what is below: ' + text);
				};
				for (const text of refusals) {
					sent.className = 'sent problem';
					sent.innerHTML = '<span></span> <a href="#">Правило</a>';
					sent.firstChild.textContent = text;
					look(text);
				}
				sent.className = 'sent';
				for (const text of news) { sent.textContent = text; look(text); }
				sent.textContent = '';
				for (const text of details) { detail.textContent = text; look(text); }
				detail.textContent = now;
				offer.hidden = false;
				document.querySelector('#asked bdi').textContent = 'Константин Великий просит вернуть последний бросок и ход';
				look('the offer');
				offer.hidden = true;
				const net = document.getElementById('net'), line = net.textContent;
				net.textContent = offline;
				look(offline);
				const bar = net.getBoundingClientRect();
				if (net.scrollWidth > net.clientWidth + 1 || net.scrollHeight > net.clientHeight + 1 || bar.right > innerWidth || bar.height > 44) moved.push('is cut: ' + offline);
				net.textContent = line;
				for (const b of document.querySelectorAll('.nardy-buttons .button')) {
					if (b.querySelector('svg')?.getClientRects().length) continue; // a sign instead of the word
					const words = document.createRange();
					words.selectNodeContents(b);
					const lines = new Set([...words.getClientRects()].filter(r => r.width > 1).map(r => Math.round(r.top))).size;
					const most = b.innerText.trim().split(/\s+/).length;
					if (b.offsetWidth && (b.scrollWidth > b.clientWidth + 1 || lines > most)) moved.push('a button breaks its word: ' + b.innerText);
				}
				if (innerWidth < 768 && innerHeight > innerWidth) {
					const strip = document.querySelector('.seat.bottom').getBoundingClientRect().bottom + scrollY, bar = innerHeight - document.getElementById('act').offsetHeight;
					if (strip > bar + 1) moved.push('the buttons lie over ' + (strip - bar) + ' px of the board and the lower player');
				}
				return moved;
			})()`, said, catalogues[code].Text("play.offline")))
			slices.Sort(moved)
			for _, m := range moved {
				t.Errorf("%s at %d×%d: %s", code, size[0], size[1], m)
			}
		}
	}
}

// TestNardyBeginsTheNextGameWhereOnePlays: once a game is over the buttons of a
// turn give way to the one that goes on, in sight on a phone.
func TestNardyBeginsTheNextGameWhereOnePlays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	code := nardyCode(15, map[int]string{24: "1", 1: "-1"}, [2]int{}, "play L 2-1")
	path := p.nardyTable(s, "short", code, "")
	if !p.has("#again[hidden]") || !p.has("#show-last:not([hidden])") {
		t.Error("during a game another is offered, or what the other side did can not be seen again")
	}
	p.awaitDue("hop")
	p.until("document.querySelector('#board .movable')")
	before := eval[string](p, "JSON.stringify(document.querySelector('.nardy-buttons').getBoundingClientRect())")
	p.click(point("24"))
	p.until("document.querySelector('#table').dataset.over == 'true' || !document.querySelector('#done').disabled || document.querySelector('#board .target')")
	if p.has("#board .target") {
		p.click("#board .target")
	}
	if p.due() == "done" {
		p.click("#done")
	}
	p.until("document.querySelector('#table').dataset.over == 'true' && !document.querySelector('#again').hidden")
	if after := eval[string](p, "JSON.stringify(document.querySelector('#again').getBoundingClientRect())"); after != before {
		t.Errorf("the buttons were at %s, another game is offered at %s", before, after)
	}
	if shown := eval[string](p, "document.elementFromPoint(...(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('#again').getBoundingClientRect()))?.id ?? ''"); shown != "again" {
		t.Errorf("another game is offered below %q", shown)
	}
	p.until("!document.querySelector('#table').hasAttribute('data-guard') && !document.querySelector('#again').disabled")
	p.click("#again")
	p.until("document.querySelector('#table').dataset.over == 'false' && document.querySelector('#again').hidden")
	if now := s.table(path); now.Outcome != nil || now.Round != 2 {
		t.Errorf("the next game has not begun: %+v", now)
	}
}
