package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pressNow waits until a button of the table can be pressed, and presses it.
func (p *person) pressNow(id string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector('#%s:not(:disabled)') && !document.querySelector('#table').hasAttribute('data-guard')", id))
	p.click("#" + id)
}

// enter tells the table what own dice show.
func (p *person) enter(pips string) {
	p.t.Helper()
	p.until("document.querySelector('#own-dice:not(:disabled)')")
	p.fill("#own-dice", pips)
	p.pressNow("roll")
}

// playTyped plays a turn in notation.
func (p *person) playTyped(text string) {
	p.t.Helper()
	p.until("document.querySelector('#type-go:not(:disabled)')")
	p.fill("#type-text", text)
	p.pressNow("type-go")
}

// says waits for a text, in which spaces are spaces and nothing is joined.
func (p *person) says(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("(document.querySelector(%q)?.textContent ?? '').replace(/\\u2060/g, '').replace(/\\s+/g, ' ').trim() == %q", selector, text))
}

// compare is what a table page says differently from the page that the server
// would send now, one line each.
const compare = `
fetch(location.pathname + '?record').then((r) => r.text()).then((html) => {
	const page = new DOMParser().parseFromString(html, 'text/html');
	const text = (of, at) => [...of.querySelectorAll(at)].map((e) => e.textContent.replace(/\s+/g, '') + (e.disabled ? ' (disabled)' : '')).join('|');
	const all = ['#headline', '#detail', '#match:not([hidden])', '#plies li', '#luck-first', '#luck-second', '#round', '#next-rule', '#nardy-result:not([hidden])',
		'#roll', '#raise', '#take', '#drop', '#type-go', '[data-seat=first] .seat-note', '[data-seat=second] .seat-note', '.seat-tally', '.seat-points'];
	window.compared = all.filter((at) => text(page, at) !== text(document, at))
		.map((at) => at + ': ' + text(document, at) + ', and the server: ' + text(page, at)).join('\n');
})`

// saysWhatTheServerSays holds what the script has made of the page against what
// the server makes of it.
func (p *person) saysWhatTheServerSays() {
	p.t.Helper()
	p.until("document.querySelector('#table').dataset.pending == 'false'")
	eval[bool](p, "delete window.compared, "+compare+", true")
	p.until("window.compared !== undefined")
	if got := eval[string](p, "window.compared"); got != "" {
		p.t.Errorf("the page says\n%s", got)
	}
}

// TestNardyByLinkWithTheCube plays a match by a link with dice of their own, so
// that its course is known: a raise is dropped, another one taken, and both
// pages say the same of prices and results.
func TestNardyByLinkWithTheCube(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person().onPhone(), s.person()
	host.open("/nardy")
	host.pick("variant", "short")
	host.click("#stakes summary")
	host.pick("cube", "doubling")
	host.pick("dice", "own")
	eval[bool](host, "document.querySelector('#points').value = '', true")
	host.fill("#points", "3")
	host.load(func() { host.click("#start-link") })
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.load(func() { guest.click("#sit") })

	host.says("#headline", "Розыгрыш")
	host.enter("5 3")
	host.playTyped("17/22 19/22")
	guest.says("#detail", "Бросьте зары или поднимите цену с 1 до 2. Соперник: 5–3: 17/22 19/22.")
	guest.says("#raise", "Поднять до 2")
	guest.pressNow("raise")
	host.says("#detail", "Соперник: поднимаю цену с 1 до 2. Возьмёте — играете за 2, откажетесь — отдаёте 1.")
	host.says("#drop", "Отказ, −1")
	host.saysWhatTheServerSays()
	guest.saysWhatTheServerSays()
	host.pressNow("drop")
	host.until("document.querySelector('#ask-drop[open]')")
	host.says("#drop-note", "Партия на этом кончится: вы отдадите 1 очко.")
	host.pressNow("drop-yes")
	for p, want := range map[*person][2]string{
		host:  {"Вы проиграли", "Вы не приняли повышения и отдаёте цену до него. Сопернику 1 очко."},
		guest: {"Вы выиграли", "Соперник не принял повышения и отдаёт цену до него. Вам 1 очко."},
	} {
		p.says("#headline", want[0])
		p.says("#detail", want[1])
		p.says("#result-kind", "Отказ от повышения: 1 очко")
		p.until("!document.querySelector('#nardy-result').hidden")
	}
	host.says("#result-match", "Матч до 3: Вы — 0, Соперник — 1.")
	host.saysWhatTheServerSays()
	guest.saysWhatTheServerSays()

	// The sides stay, and the dice say who begins.
	guest.pressNow("next")
	host.says("#match", "Матч до 3: 0 : 1")
	guest.enter("2 6")
	guest.playTyped("24/18 13/11")
	host.pressNow("raise")
	guest.says("#take", "Взять 2")
	guest.pressNow("take")
	host.says("#headline", "Ваш бросок")
	host.until("document.querySelector('#cube').dataset.owner == 'second' && document.querySelector('#cube').textContent.trim() == '2'")

	// What was rolled and played survives a reload of either page.
	host.enter("66")
	host.says("#headline", "Ваш ход")
	host.load(func() { host.do(chromedp.Reload()) })
	host.says("#headline", "Ваш ход")
	host.playTyped("1/7(2) 12/18(2)")
	guest.says("#raise", "Поднять до 4")
	host.saysWhatTheServerSays()
	guest.saysWhatTheServerSays()

	// Giving up has its price: a koks with the cube on two, and the match.
	guest.pressNow("resign")
	guest.says("#resign-note", "Сейчас это кокс — ни одной выброшенной и шашка на баре или в чужом доме: соперник получит 6 очков.")
	guest.click("#resign-yes")
	host.says("#result-kind", "Сдача: 6 очков")
	host.says("#result-sum", "ставка 1 × куб 2 × вид победы 3")
	guest.says("#result-match", "Матч до 3: Соперник — 6, Вы — 1. Матч до 3 проигран.")
	guest.says("#headline", "Матч проигран, 1 : 6")
	host.says("#headline", "Матч выигран, 6 : 1")
	host.says("#again", "Новый матч")
	host.says(".seat.bottom .seat-points", "6")
	if got := host.text("#plies"); !strings.Contains(got, "поднимаете до 2") && !strings.Contains(got, "поднимает до 2") || !strings.Contains(got, "принимает") {
		t.Errorf("the turns are %s", got)
	}
	host.pressNow("again")
	guest.says("#match", "Матч до 3: 0 : 0")
	guest.says(".seat.top .seat-points", "0")
	guest.says("#next", "Ещё партию")
}
