package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// site is a program that serves pages, always at the same address.
type site struct {
	t      *testing.T
	dir    string
	url    string
	api    *client
	server *program
}

func newSite(t *testing.T) *site {
	t.Helper()
	browser(t) // before anything is built for nothing
	s := &site{t: t, dir: t.TempDir()}
	s.begin("127.0.0.1:0")
	return s
}

func (s *site) begin(listen string) {
	s.t.Helper()
	s.server = start(s.t, s.dir, listen, "-bot-pause", "30ms")
	s.url = s.server.url
	s.api = newClient(s.url)
}

// restart kills the program and starts it again, as after a power failure.
func (s *site) restart() {
	s.t.Helper()
	s.server.kill()
	s.begin(s.server.host())
}

// update stops the program in good order and starts it again, as for a new
// version.
func (s *site) update() {
	s.t.Helper()
	s.server.terminate(s.t)
	s.begin(s.server.host())
}

// person opens a new profile at the site.
func (s *site) person() *person {
	s.t.Helper()
	return newPerson(s.t, s.url)
}

// table is the table that the address of a page names, as the API tells it.
func (s *site) table(path string) wire.Table {
	s.t.Helper()
	return mustTable(s.t, s.api, tableID(path))
}

// tableID takes the table out of the path of its page.
func tableID(path string) string {
	_, rest, _ := strings.Cut(path, "/t/")
	id, _, _ := strings.Cut(rest, "/")
	return id
}

// history is all events of a table, and how many there are of each kind.
func (s *site) history(id string) ([]message, map[string]int) {
	s.t.Helper()
	events, err := s.api.history(s.t.Context(), id, mustTable(s.t, s.api, id).Seq)
	if err != nil {
		s.t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range events {
		kinds[e.Kind]++
	}
	return events, kinds
}

// opening says how a game is chosen on its page.
type opening struct {
	mode, bot, starts string
	heap              string // "15"
	names             [2]string
}

// choose opens a table of Bachet's game through the page on which one chooses,
// and returns the path of the table.
func (p *person) choose(o opening) string {
	p.t.Helper()
	p.open("/bachet")
	p.pick("mode", o.mode)
	if o.mode == "computer" {
		p.pick("bot", o.bot)
		if o.starts != "" {
			p.pick("starts", o.starts)
		}
	}
	if o.heap != "" {
		p.pick("heap", o.heap)
	}
	for i, name := range o.names {
		if name != "" {
			p.fill(fmt.Sprintf("#name%d", i+1), name)
		}
	}
	p.click("#start")
	p.until("location.pathname.startsWith('/t/') && document.querySelector('#board')")
	return p.path()
}

// pick chooses one of a group of radio buttons.
func (p *person) pick(group, value string) {
	p.t.Helper()
	p.click(fmt.Sprintf("label:has(input[name=%s][value=%q])", group, value))
	p.until(fmt.Sprintf("document.querySelector('input[name=%s][value=%q]').checked", group, value))
}

// fill types text into a field.
func (p *person) fill(selector, text string) {
	p.t.Helper()
	p.click(selector)
	p.press(text)
}

// left is how many sticks the page shows.
func (p *person) left() int {
	p.t.Helper()
	return eval[int](p, "Number(document.querySelector('#board').dataset.left)")
}

// awaitLeft waits until the page shows that many sticks.
func (p *person) awaitLeft(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector('#board')?.dataset.left == '%d'", n))
}

// awaitTurn waits until the page lets one play, or the round is over, and
// reports whether one can play.
func (p *person) awaitTurn() bool {
	p.t.Helper()
	p.until("(document.querySelector('#takes button:not([disabled])') || document.querySelector('#table')?.dataset.over == 'true') && " + ready)
	return !p.over()
}

func (p *person) over() bool {
	p.t.Helper()
	return eval[bool](p, "document.querySelector('#table').dataset.over == 'true'")
}

// ready is true in a table page that waits for nothing: its last command has
// been answered, and the short while after a turn in which it ignores what was
// meant for the turn before is over.
const ready = "document.querySelector('#table:not([data-guard])') && document.querySelector('#table').dataset.pending != 'true'"

// take presses the button that takes n sticks.
func (p *person) take(n int) {
	p.t.Helper()
	p.until(ready)
	p.click(fmt.Sprintf("#takes button[data-take='%d']", n))
}
