package e2e

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// TestInvitationSurvivesTheLanguageLinks: whoever reads on in another language
// still holds the code of the invitation.
func TestInvitationSurvivesTheLanguageLinks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	host, guest := s.person(), s.person()
	path := host.choose(opening{mode: "link"})
	link := eval[string](host, "document.querySelector('#invite-link').value")
	_, code, _ := strings.Cut(link, "#")
	for _, selector := range []string{".languages a[hreflang=en]", ".join a[hreflang=en]"} {
		guest.open(link)
		guest.click(selector)
		guest.until("document.documentElement.lang == 'en' && document.querySelector('#sit')")
		if got := eval[string](guest, "document.querySelector('#invitation').value"); got != code {
			t.Errorf("%s: the code is now %q, was %q", selector, got, code)
		}
	}
	guest.click("#sit")
	guest.until("location.pathname == '/en" + path + "'")
	if !s.table(path).Seats[1].Taken {
		t.Error("the seat is free")
	}
}

// TestSecretsPastedOverAPage: a seat link, or an invitation, that is pasted into
// the address bar of a tab that shows that very page.
func TestSecretsPastedOverAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "bachet", Mode: "link"})
	p := s.person()
	p.open(made.URL)
	p.until("document.querySelector('#table').dataset.line == 'open'")
	p.open(made.URL + "#f." + made.Seats["first"])
	p.until("location.hash == '' && document.querySelector('#table')?.dataset.act == 'first'")

	guest := s.person()
	link, code, _ := strings.Cut(made.Join, "#")
	guest.open(link)
	guest.until("document.querySelector('#sit')")
	guest.open(link + "#main") // as the link does that skips the bar
	if got := eval[string](guest, "document.querySelector('#invitation').value"); got != "" {
		t.Errorf("the code is %q", got)
	}
	guest.open(made.Join)
	guest.until("document.querySelector('#invitation-field').hidden")
	if got := eval[string](guest, "document.querySelector('#invitation').value"); got != code {
		t.Errorf("the code is %q, want %q", got, code)
	}
	if got := eval[string](guest, "document.querySelector('.languages a[hreflang=en]').hash"); got != "#"+code {
		t.Errorf("in the other language the code is %q", got)
	}
	guest.click("#sit")
	guest.until("document.querySelector('#table')?.dataset.line == 'open'")
	if !mustTable(t, s.api, made.Table).Seats[1].Taken {
		t.Error("the seat is free")
	}
}

// TestNumberOfOnesOwnIsChosenByTyping: typing chooses it, another choice takes
// it back.
func TestNumberOfOnesOwnIsChosenByTyping(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.open("/bachet")
	p.until("document.querySelector('#sticks')")
	p.click("#sticks")
	p.press("40")
	if !eval[bool](p, "document.querySelector('[name=heap][value=own]').checked") {
		t.Error("typing a number does not choose it")
	}
	p.click("[name=heap][value='20']")
	if got := eval[string](p, "document.querySelector('#sticks').value"); got != "" {
		t.Errorf("with 20 chosen the field still holds %q", got)
	}
	p.click("[name=heap][value=own]")
	p.press("41")
	p.click("#start")
	p.until("document.querySelector('#board')")
	if n := p.left(); n != 41 && n < 38 {
		t.Errorf("the heap has %d sticks", n)
	}
}
