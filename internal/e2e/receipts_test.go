package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/wire"
)

// TestReceiptsOfThrows begins a game of nardy against the computer: the page
// commits itself with the form that opens the table, asks for the draw, checks
// every throw as it arrives, and shows the numbers. The log of the table then
// passes the check of the public page, and does not once a die was changed.
func TestReceiptsOfThrows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.open("/nardy")
	p.until("document.querySelector('#choose input[name=commit]')?.value.length == 64")
	p.load(func() { p.click("#start-computer") })
	id := tableID(p.path())
	p.until("JSON.parse(document.querySelector('#boot').textContent).dice.commits[0].length == 64")
	p.until("!document.querySelector('#roll').disabled")
	p.until("!document.querySelector('#table').hasAttribute('data-guard')")
	p.click("#roll")
	// The computer may have thrown after the draw: to that the page could add nothing.
	p.until("['checked', 'site'].includes(document.querySelector('#receipt').dataset.mark)")

	p.click("#receipt")
	p.until("document.querySelector('#receipts .verdict')")
	for range 10 {
		if p.has("#receipt-back:disabled") {
			break
		}
		p.click("#receipt-back")
	}
	p.until("document.querySelector('#receipts .verdict').dataset.mark == 'checked'") // the draw
	p.click("#receipts summary")
	p.until("document.querySelectorAll('#receipts .numbers code').length >= 4")
	p.passesAxe("the receipt of a throw")
	p.resize(320, 568)
	p.fits("the receipt of a throw")
	p.resize(1200, 900)
	if p.has("#receipts .problem") {
		t.Errorf("the dialog complains: %s", p.text("#receipts .problem"))
	}

	eval[bool](p, "fetch('/api/tables/"+id+"/log').then(r => r.text()).then(t => sessionStorage.log = t), true")
	p.until("sessionStorage.log?.length > 500")
	p.open("/dice")
	p.passesAxe("the page about dice")
	check := func(change string) string {
		t.Helper()
		eval[bool](p, "document.querySelector('#check-result').replaceChildren(), document.querySelector('#check-text').value = sessionStorage.log"+change+", true")
		p.click("#check-go")
		p.until("document.querySelector('#check-result').textContent != ''")
		return eval[string](p, "document.querySelector('#check-result p').className")
	}
	if class := check(""); class != "verdict" {
		t.Errorf("the log as it is: %s", p.text("#check-result"))
	}
	if class := check(`.replace(/"pips":\[\d/, '"pips":[9')`); class != "problem" {
		t.Errorf("a log with another die: %s", p.text("#check-result"))
	}
	p.passesAxe("a log that does not pass")
	p.resize(320, 568)
	p.fits("/dice")
	p.resize(1200, 900)
	if class := check(".slice(5)"); class != "problem" {
		t.Errorf("half a log: %s", p.text("#check-result"))
	}

	// The same as a file, without the site.
	kept := filepath.Join(t.TempDir(), "check.html")
	if err := os.WriteFile(kept, download(t, s.url+"/en/dice/check.html"), 0o600); err != nil {
		t.Fatal(err)
	}
	log := download(t, s.url+"/api/tables/"+id+"/log")
	p.do(chromedp.Navigate("file://" + kept))
	eval[bool](p, fmt.Sprintf("document.querySelector('#check-text').value = %q, true", log))
	p.click("#check-go")
	p.until("document.querySelector('#check-headline')?.className == 'verdict'")
	if text := p.text("#check-headline"); !strings.HasPrefix(text, "The throws add up") {
		t.Errorf("the file says %q", text)
	}
}

func download(t *testing.T, url string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", url, answer.StatusCode, err)
	}
	return body
}

// TestTwoPagesThrowTogether plays by a link: both pages commit themselves when
// their seats are taken, every throw is made of numbers of both, and a page that
// has lost its secrets commits itself anew by itself.
func TestTwoPagesThrowTogether(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	host.open("/nardy")
	host.until("document.querySelector('#choose input[name=commit]')?.value.length == 64")
	host.load(func() { host.click("#start-link") })
	path := host.path()
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.until("document.querySelector('#join input[name=commit]')?.value.length == 64")
	guest.load(func() { guest.click("#sit") })
	if d := s.table(path).Dice; d.Commits[0] == "" || d.Commits[1] == "" {
		t.Fatalf("not both are committed: %+v", d)
	}

	pages := map[string]*person{"first": host, "second": guest}
	play := func(throws int) {
		t.Helper()
		for now := s.table(path); now.Dice.Next <= throws; now = s.table(path) {
			seat := now.ToAct
			if len(now.Calls) > 0 {
				seat = now.Calls[0]
			}
			p := pages[seat]
			if p == nil { // the table throws
				host.until(fmt.Sprintf("Number(document.querySelector('#table').dataset.seq) > %d", now.Seq))
				continue
			}
			p.until(fmt.Sprintf("Number(document.querySelector('#table').dataset.seq) >= %d", now.Seq))
			p.until("!document.querySelector('#table').hasAttribute('data-guard') && document.querySelector('#roll:not(:disabled), #type-go:not(:disabled)')")
			if p.has("#roll:not(:disabled)") {
				p.click("#roll")
			} else {
				eval[bool](p, "document.querySelector('#type-text').value = '', true")
				p.fill("#type-text", firstAction(t, now.View))
				p.click("#type-go")
			}
			p.until(fmt.Sprintf("Number(document.querySelector('#table').dataset.seq) > %d", now.Seq))
		}
	}
	marks := func() (all []string) {
		t.Helper()
		for _, p := range pages {
			p.until("document.querySelector('#receipt').dataset.mark == 'checked'")
			all = append(all, p.text("#receipt"))
		}
		return all
	}
	play(3)
	marks()

	// The browser of the guest forgets everything but its seat.
	was := s.table(path).Dice.Commits[1]
	eval[bool](guest, "localStorage.clear(), true")
	guest.load(func() { guest.open(path) })
	for end := time.Now().Add(patience); s.table(path).Dice.Commits[1] == was; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the page does not commit itself anew")
		}
	}
	play(5)
	marks()

	events, _ := s.history(tableID(path))
	both := 0
	for _, e := range events {
		var body struct {
			Receipt struct {
				Shares []json.RawMessage `json:"shares"`
			} `json:"receipt"`
		}
		if err := json.Unmarshal(e.Body, &body); err != nil {
			t.Fatal(err)
		}
		if e.Kind == "rolled" && len(body.Receipt.Shares) == 2 {
			both++
		}
	}
	if both < 4 {
		t.Errorf("only %d throws of 5 were made of numbers of both", both)
	}
}

// TestTheComputersThrowAfterAPassHoldsOurShare plays against the computer from
// a position in which we have to pass: nothing of ours comes with that, and so
// the page calls for the computer's throw by itself.
func TestTheComputersThrowAfterAPassHoldsOurShare(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	lost := strings.Repeat("ab", 32) // a commitment whose secret nobody has: the page makes another
	path := p.atNardy(mustCreate(t, s.api, wire.Create{
		Game: "nardy", Options: json.RawMessage(`{"variant":"short"}`), Mode: "computer", Bot: "random", Commit: lost,
		Position: nardyCode(15, map[int]string{
			1: "-2", 2: "-2", 3: "-2", 4: "-2", 5: "-2", 6: "-2", 8: "-3", 12: "5", 17: "4", 19: "5",
		}, [2]int{1, 0}, "throw L"),
	}))
	for end := time.Now().Add(patience); s.table(path).Dice.Commits[0] == lost; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the page does not commit itself")
		}
	}
	p.until("document.querySelector('#roll:not(:disabled)')")
	p.click("#roll")
	for end := time.Now().Add(patience); s.table(path).Dice.Next < 3; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the computer's throw is waited for: %+v", s.table(path).Now)
		}
	}
	events, _ := s.history(tableID(path))
	var by []string
	for _, e := range events {
		var body struct {
			Receipt struct {
				Shares []struct {
					Seat string `json:"seat"`
				} `json:"shares"`
			} `json:"receipt"`
		}
		if err := json.Unmarshal(e.Body, &body); err != nil {
			t.Fatal(err)
		}
		if e.Kind == "rolled" {
			by = append(by, fmt.Sprint(body.Receipt.Shares))
		}
	}
	if len(by) < 2 || by[0] != "[{first}]" || by[1] != "[{first}]" {
		t.Errorf("the throws were made with %v", by)
	}
	p.until("document.querySelector('#receipt').dataset.mark == 'checked'")
}

// firstAction is a legal turn of nardy.
func firstAction(t *testing.T, view any) string {
	t.Helper()
	data, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	var v nardy.View
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	for _, n := range v.Turn.Nodes {
		if n.Action != "" {
			return string(n.Action)
		}
	}
	t.Fatal("nothing is legal")
	return ""
}
