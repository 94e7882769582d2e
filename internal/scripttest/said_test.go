package scripttest

import (
	"encoding/json"
	"testing"

	"github.com/hod-games/hod/internal/lang"
)

// TestWhatListenersOfNardyAreTold hands the texts of every language over.
func TestWhatListenersOfNardyAreTold(t *testing.T) {
	catalogues, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]json.RawMessage{}
	for code, c := range catalogues {
		if texts[code], err = c.Subset("nardy.flow.", "play."); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	runTests(t, "board/nardy/said_test.ts", string(data))
}
