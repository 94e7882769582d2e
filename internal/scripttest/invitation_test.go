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
