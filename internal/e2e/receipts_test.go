package e2e

import (
	"testing"
	"time"
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
	p.load(func() { p.click("#choose button[type=submit]") })
	p.until("JSON.parse(document.querySelector('#boot').textContent).dice.commits[0].length == 64")
	p.until("!document.querySelector('#roll').disabled")
	time.Sleep(500 * time.Millisecond) // the guard of a new turn
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
	if p.has("#receipts .problem") {
		t.Errorf("the dialog complains: %s", p.text("#receipts .problem"))
	}

	eval[bool](p, "fetch(`/api/tables/${document.querySelector('#table').dataset.table}/log`).then(r => r.text()).then(t => sessionStorage.log = t), true")
	p.until("sessionStorage.log?.length > 500")
	p.open("/dice")
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
	if class := check(".slice(5)"); class != "problem" {
		t.Errorf("half a log: %s", p.text("#check-result"))
	}
}
