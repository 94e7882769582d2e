package scripttest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

func TestListsOfGamesLoseNothing(t *testing.T) { runTests(t, "mine_test.ts", "") }

// TestAFileWithAGameKnowsWhenItWasChanged tampers with a made-up file of two
// rounds, with a move that was taken back.
func TestAFileWithAGameKnowsWhenItWasChanged(t *testing.T) {
	const whole = `{"ply":2,"round":0,"frames":[` +
		`{"ply":0,"text":"start","code":"A","label":"a","pieces":"<g/>"},` +
		`{"ply":1,"text":"5–3","dice":[5,3],"code":"B","label":"b","pieces":"<g/>"},` +
		`{"ply":2,"text":"24/16","code":"D","label":"d","pieces":"<g/>"}],` +
		`"log":{"table":"abcdefghjkmn","events":[` +
		`{"seq":1,"kind":"opened"},` +
		`{"seq":2,"kind":"acted","body":{"position":"Z"}},` +
		`{"seq":3,"kind":"ended"},` +
		`{"seq":4,"kind":"next","body":{"round":2}},` +
		`{"seq":5,"kind":"rolled","body":{"pips":[5,3],"position":"B"}},` +
		`{"seq":6,"kind":"acted","body":{"position":"C"}},` +
		`{"seq":7,"kind":"said","body":{"phrase":"oops"}},` +
		`{"seq":8,"kind":"tookback","body":{"plies":1,"position":"B"}},` +
		`{"seq":9,"kind":"acted","body":{"position":"D"}}]}}`
	sum := sha256.Sum256([]byte(whole))
	seal := hex.EncodeToString(sum[:])
	type verdict struct{ Sealed, Fits bool }
	cases := []struct {
		what, old, new string
		fits           bool
	}{
		{"nothing", "", "", true},
		{"a die in the log", `"pips":[5,3]`, `"pips":[5,4]`, false},
		{"a die that is shown", `"dice":[5,3]`, `"dice":[6,6]`, false},
		{"a position in the log", `"position":"D"`, `"position":"E"`, false},
		{"a move left out", `,{"seq":9,"kind":"acted","body":{"position":"D"}}`, "", false},
		{"what is said of a move", "24/16", "24/21", true}, // only the seal knows
		{"a drawing", `"label":"d","pieces":"<g/>"`, `"label":"d","pieces":"<h/>"`, true},
		{"another round", `"round":0`, `"round":1`, false},
		{"the round by its number", `"round":0`, `"round":2`, true},
		{"a round that is not there", `"round":0`, `"round":7`, false},
	}
	var lines []string
	for _, c := range cases {
		text := strings.Replace(whole, c.old, c.new, 1)
		line, err := json.Marshal(map[string]string{"text": text, "seal": seal})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	said := run(t, "gamefile_test.ts", strings.Join(lines, "\n"))
	if len(said) != len(cases) {
		t.Fatalf("%d verdicts on %d cases", len(said), len(cases))
	}
	for i, c := range cases {
		var got verdict
		if err := json.Unmarshal([]byte(said[i]), &got); err != nil {
			t.Fatal(err)
		}
		if want := (verdict{Sealed: c.old == "", Fits: c.fits}); got != want {
			t.Errorf("%s: %+v, want %+v", c.what, got, want)
		}
	}
}

// TestAPageKeepsWhatItHasToSay runs the state of a table page, and what it reads
// from its address.
func TestAPageKeepsWhatItHasToSay(t *testing.T) { runTests(t, "store_test.ts", "") }
