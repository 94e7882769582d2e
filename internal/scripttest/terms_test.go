package scripttest

import "testing"

// TestBoardFindsTheGlossaryWordsOfThePages marks words in sentences as the
// pages do.
func TestBoardFindsTheGlossaryWordsOfThePages(t *testing.T) {
	for _, c := range []struct{ list, text, want string }{
		{"double куш:3 гош:3; head голов:2; home дом:2", "Куш: с головы снимают двух, и ещё куш.", "[Куш](#term-double): с [головы](#term-head) снимают двух, и ещё куш."},
		{"dice зар:3; home дом:2", "Домовой заранее дома", "Домовой заранее [дома](#term-home)"},
		{"bear-off bear-off:1", "No bear-off here", "No [bear-off](#term-bear-off) here"},
	} {
		if got := run(t, "board/nardy/terms_test.ts", c.list+"\n"+c.text+"\n"); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
