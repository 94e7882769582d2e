package fair_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/table"
)

// TestThrowsThatComeAgainAreChecked has people take back what they played: both
// verifiers follow, and count each throw once.
func TestThrowsThatComeAgainAreChecked(t *testing.T) {
	again := 0
	for seed := range uint64(12) {
		for _, mode := range []table.Mode{table.HotSeat, table.Link} {
			p := sitDown(t, rand.New(rand.NewPCG(seed, 77)), mode, seed%3 == 0)
			p.undo = true
			p.play(25)
			all := p.events()
			sum, err := fair.CheckLog(p.id, toy.Rules{}, each(all))
			if err != nil {
				t.Fatalf("%s, seed %d: %v", mode, seed, err)
			}
			if n, err := twinCheck(string(p.id), plain(t, all)); err != nil || n != sum.Throws {
				t.Fatalf("%s, seed %d: the second verifier finds %d throws, not %d: %v", mode, seed, n, sum.Throws, err)
			}
			again += sum.Again
		}
	}
	if again < 50 { // about 110, as the dice will
		t.Errorf("only %d throws came again", again)
	}
}

// TestAThrowInsteadOfTheOneThatStandsIsFound changes events around a throw that
// comes again.
func TestAThrowInsteadOfTheOneThatStandsIsFound(t *testing.T) {
	var p *people
	var all []table.Event
	at, back := -1, -1
	for seed := uint64(0); at < 0; seed++ {
		p = sitDown(t, rand.New(rand.NewPCG(seed, 78)), table.HotSeat, true)
		p.undo = true
		p.play(40)
		all = p.events()
		at, back = throwAfterOneTakeBack(t, all)
		if seed > 100 {
			t.Fatal("no throw came again after one take-back")
		}
	}
	pips := body(t, all[at])["pips"]
	for name, change := range map[string]func(events []table.Event){
		"other dice":              func(e []table.Event) { set(t, &e[at], "pips", []int{1, 1, 1}) },
		"the dice of no event":    func(e []table.Event) { set(t, &e[at], "again", 2) },
		"a fresh throw":           func(e []table.Event) { set(t, &e[at], "again", nil) },
		"a receipt of its own":    func(e []table.Event) { set(t, &e[at], "receipt", map[string]any{"n": 1}) },
		"more is taken back":      func(e []table.Event) { set(t, &e[back], "plies", 1000) },
		"nothing is taken back":   func(e []table.Event) { set(t, &e[back], "plies", 0) },
		"it was never taken back": func(e []table.Event) { e[back].Kind = table.KindRenamed },
	} {
		events := slices.Clone(all)
		change(events)
		if _, err := fair.CheckLog(p.id, nil, each(events)); err == nil {
			t.Errorf("%s (it shows %v): nothing is found", name, pips)
		}
		if _, err := twinCheck(string(p.id), plain(t, events)); err == nil {
			t.Errorf("%s (it shows %v): the second verifier finds nothing", name, pips)
		}
	}
}

// throwAfterOneTakeBack finds the first throw that comes again and the only
// take-back since it was made; both are -1 if there is none. Of several, one may
// be of no account for the dice: that it was left out is for the rules to find.
func throwAfterOneTakeBack(t *testing.T, all []table.Event) (at, back int) {
	t.Helper()
	for i, e := range all {
		if e.Kind != table.KindRolled || body(t, e)["again"] == nil {
			continue
		}
		thrown := slices.IndexFunc(all, func(first table.Event) bool {
			return float64(first.Seq) == body(t, e)["again"]
		})
		var since []int
		for j := thrown; j < i; j++ {
			if all[j].Kind == table.KindTookBack {
				since = append(since, j)
			}
		}
		if len(since) == 1 {
			return i, since[0]
		}
	}
	return -1, -1
}

func body(t *testing.T, e table.Event) map[string]any {
	t.Helper()
	var b map[string]any
	if err := json.Unmarshal(e.Body, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// set changes a field of an event's body; nil removes it.
func set(t *testing.T, e *table.Event, field string, value any) {
	t.Helper()
	b := body(t, *e)
	if b[field] = value; value == nil {
		delete(b, field)
	}
	var err error
	if e.Body, err = json.Marshal(b); err != nil {
		t.Fatal(err)
	}
}
