package scripttest

import (
	"strings"
	"testing"
)

// TestAnInvitationLosesWhatStoodAfterIt: the full stop of the sentence that ends
// with the link, and whatever else a messenger takes for a part of it.
func TestAnInvitationLosesWhatStoodAfterIt(t *testing.T) {
	const secret = "ABCDEFGHIJKLMNOPQRSTUVWX23"
	var hashes []string
	for _, after := range []string{"", ".", ")", ").", "…", "»", "%C2%BB", "%20", "\u200b", ", see you", "?!"} {
		hashes = append(hashes, "#"+secret+after)
	}
	codes := len(hashes)
	hashes = append(hashes, "", "#", "#.", "#%20")
	got := run(t, "invitation_test.ts", strings.Join(hashes, "\n"))
	if len(got) != len(hashes) {
		t.Fatalf("%d answers to %d addresses", len(got), len(hashes))
	}
	for i, hash := range hashes {
		want := "<>"
		if i < codes {
			want = "<" + secret + ">"
		}
		if got[i] != want {
			t.Errorf("%q: %s, want %s", hash, got[i], want)
		}
	}
}

// TestAPressBeforeTheScriptIsCarriedOut: once, with the code of the link, and
// where there are dice with the commitment. Nobody sits down without a press.
func TestAPressBeforeTheScriptIsCarriedOut(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{`{"hash":"#CODE23.","pressed":true,"dice":false}`, "sent CODE23, hidden true"},
		{`{"hash":"#CODE23","pressed":true,"dice":true}`, "hidden true, sent CODE23"},
		{`{"hash":"#CODE23","pressed":false,"dice":false}`, "hidden true"},
		{`{"hash":"#CODE23","pressed":false,"dice":true}`, "hidden true"},
		{`{"hash":"","pressed":true,"dice":false}`, "hidden false"},
		{`{"hash":"#main","pressed":true,"dice":false}`, "hidden false"},
	} {
		if got := strings.Join(run(t, "join_test.ts", c.page), ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.page, got, c.want)
		}
	}
}
