package e2e

import (
	"testing"
)

// TestEveryRefusalLeavesThePageAlive: a refusal that holds no word of the
// glossary is left as it is; one that holds some has them linked; and the page
// goes on answering after each.
func TestEveryRefusalLeavesThePageAlive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	p.nardyTable(s, "short", nardyStart("play L 3-1"), "")
	p.awaitDue("hop")
	plain, linked := 0, 0
	for _, turn := range []string{"1/6", "2/5", "pass", "1/24", "19/off", "9/10", "1/2", "12/13 12/15", "nonsense", "1/2 2/1"} {
		eval[bool](p, "(s => { s.className = ''; s.textContent = ''; document.querySelector('#type-text').value = ''; return true; })(document.querySelector('#sent'))")
		p.fill("#type-text", turn)
		p.pressNow("type-go")
		p.until("document.querySelector('#sent.problem')?.innerText.trim()")
		if p.has("#sent a.term") {
			linked++
		} else {
			plain++
		}
	}
	if plain == 0 || linked == 0 {
		t.Errorf("%d refusals without a word of the glossary and %d with one; both kinds have to be tried", plain, linked)
	}
}
