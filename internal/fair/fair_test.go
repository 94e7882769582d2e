package fair_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/table"
)

// TestThrowsComputedElsewhere compares with throws that a third program, in
// another language, has computed.
func TestThrowsComputedElsewhere(t *testing.T) {
	file, err := os.Open("testdata/throws.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var v struct {
			Table, Site, Commit, First, Second string
			N, Dice, Faces                     int
			Pips                               []int
		}
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		got, err := fair.Pips(v.Site, fair.Throw{Table: v.Table, N: v.N, Dice: v.Dice, Faces: v.Faces, Shares: [2]string{v.First, v.Second}})
		if err != nil || !slices.Equal(got, v.Pips) {
			t.Errorf("line %d: %v (%v), want %v", n+1, got, err, v.Pips)
		}
		if commit, err := fair.Commitment(v.Site); err != nil || commit != v.Commit {
			t.Errorf("line %d: commitment %s (%v), want %s", n+1, commit, err, v.Commit)
		}
	}
	if n < 50 {
		t.Errorf("only %d throws", n)
	}
}

func TestBothVerifiersAgreeWithTheTable(t *testing.T) {
	tables, throws := 20, 120
	if soak() {
		tables = 400
	}
	r := rand.New(rand.NewPCG(1, 5))
	var by [3]int
	for i := range tables {
		p := sitDown(t, r, [...]table.Mode{table.HotSeat, table.Link}[i%2], i%4 == 1)
		p.play(throws)
		events := p.events()
		sum, err := fair.CheckLog(p.id, toy.Rules{}, each(events))
		if err != nil {
			t.Fatal(err)
		}
		n, err := twinCheck(string(p.id), plain(t, events))
		if err != nil {
			t.Fatal(err)
		}
		if n != sum.Throws || n < throws || sum.Own != 0 {
			t.Fatalf("%d throws, %d, %d were made", n, sum.Throws, throws)
		}
		for k := range by {
			by[k] += sum.By[k]
		}
		if p.honest && sum.By[2] < sum.Throws/2 {
			t.Errorf("where both keep to the protocol only %d of %d throws hold both shares", sum.By[2], sum.Throws)
		}
	}
	// The material has to have all that the rule tells apart.
	for k, count := range by {
		if count < tables*throws/60 {
			t.Errorf("only %d throws with %d shares", count, k)
		}
	}
}

// TestBothVerifiersAgreeOnManyReceipts throws a hundred thousand times without
// tables, with shares of every kind.
func TestBothVerifiersAgreeOnManyReceipts(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	key := make([]byte, 32)
	for n := 1; n <= 100_000; n++ {
		if n%1000 == 1 {
			key = []byte(randomSecret(r))[:32]
		}
		throw := table.Throw{Table: table.NewID(), N: n, Key: key, Draw: game.Draw{Dice: 1 + r.IntN(4), Faces: 6}}
		if n%10 == 0 {
			throw.Draw = game.Draw{Dice: 1 + r.IntN(30), Faces: 2 + r.IntN(255)}
		}
		secrets := [2]string{}
		for i, seat := range seats {
			if r.IntN(3) > 0 {
				secrets[i] = randomSecret(r)
				commit, err := fair.Commitment(secrets[i])
				if err != nil {
					t.Fatal(err)
				}
				throw.Shares[i] = &table.RevealedShare{
					Seat: seat, Commit: commit, CommitSeq: 1 + r.Uint64N(5), Reveal: secrets[i], RevealSeq: 6 + r.Uint64N(5),
				}
			}
		}
		pips, data, err := fair.Roller{}.Roll(throw)
		if err != nil {
			t.Fatal(err)
		}
		receipt, err := fair.ParseReceipt(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := receipt.Check(throw.Table, pips); err != nil {
			t.Fatal(err)
		}
		want := twinPips(receipt.Site, string(throw.Table), n, throw.Draw.Dice, throw.Draw.Faces, secrets[0], secrets[1])
		if !slices.Equal(pips, want) {
			t.Fatalf("throw %d: %v, the second verifier has %v", n, pips, want)
		}
		if !fits(receipt.Site, receipt.SiteCommit) || (fair.Roller{}).Commit(key, n+1) != receipt.NextCommit {
			t.Fatalf("throw %d: commitments", n)
		}
	}
}

func TestTheSameQuestionGetsTheSameThrow(t *testing.T) {
	throw := table.Throw{Table: "abcdefghjkmn", N: 7, Draw: game.Draw{Dice: 2, Faces: 6}, Key: make([]byte, 32)}
	pips, receipt, err := fair.Roller{}.Roll(throw)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		again, same, err := fair.Roller{}.Roll(throw)
		if err != nil || !slices.Equal(pips, again) || string(receipt) != string(same) {
			t.Errorf("%v %s, then %v %s (%v)", pips, receipt, again, same, err)
		}
	}
	// Everything in the question changes the answer.
	share := &table.RevealedShare{Seat: game.First, Commit: randomSecret(rand.New(rand.NewPCG(1, 1))), CommitSeq: 1, Reveal: randomSecret(rand.New(rand.NewPCG(2, 2))), RevealSeq: 2}
	other := *share
	other.Seat = game.Second
	many := throw
	many.Draw.Dice = 40
	base, _, err := fair.Roller{}.Roll(many)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*table.Throw){
		"table":        func(t *table.Throw) { t.Table = "abcdefghjkmp" },
		"number":       func(t *table.Throw) { t.N = 8 },
		"key":          func(t *table.Throw) { t.Key = append([]byte{1}, t.Key[1:]...) },
		"first share":  func(t *table.Throw) { t.Shares[0] = share },
		"second share": func(t *table.Throw) { t.Shares[1] = &other },
	} {
		changed := many
		change(&changed)
		got, _, err := fair.Roller{}.Roll(changed)
		if err != nil || slices.Equal(got, base) {
			t.Errorf("another %s gives the same forty dice (%v)", name, err)
		}
	}
	for name, bad := range map[string]func(*table.Throw){
		"short key": func(t *table.Throw) { t.Key = t.Key[:31] },
		"no key":    func(t *table.Throw) { t.Key = nil },
		"no dice":   func(t *table.Throw) { t.Draw.Dice = 0 },
		"one face":  func(t *table.Throw) { t.Draw.Faces = 1 },
		"300 faces": func(t *table.Throw) { t.Draw.Faces = 300 },
		"no secret": func(t *table.Throw) { t.Shares[0] = &table.RevealedShare{Seat: game.First, Reveal: "0x"} },
	} {
		changed := throw
		bad(&changed)
		if pips, _, err := (fair.Roller{}).Roll(changed); err == nil {
			t.Errorf("%s: %v", name, pips)
		}
	}
}

// TestTamperingIsFound changes every field of every event that has to do with
// dice, one at a time: both verifiers have to notice.
func TestTamperingIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, honest := range []bool{true, false} {
		p := sitDown(t, r, table.Link, honest)
		p.play(9)
		events := p.events()
		if _, err := fair.CheckLog(p.id, toy.Rules{}, each(events)); err != nil {
			t.Fatal(err)
		}
		last := 0 // nobody can know yet whether what follows the last throw is true
		for i, e := range events {
			if e.Kind == table.KindRolled {
				last = i
			}
		}
		// A commitment whose secret never comes is as good as any other. While a seat
		// stands by a copy of the other's, a secret that does not count fits both.
		kept, copied := make(map[int]bool), make(map[int]bool)
		standing, commits := make(map[string]int), make(map[string]string)
		for i, e := range events[:last+1] {
			body := struct{ Seat, Reveal, Commit string }{Seat: "first"} // who opens the table does not say so
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
			copied[i] = commits["first"] == commits["second"]
			if body.Reveal != "" {
				kept[standing[body.Seat]] = true
				commits[body.Seat] = ""
			}
			if body.Commit != "" {
				standing[body.Seat], commits[body.Seat] = i, body.Commit
			}
		}
		tampered := 0
		try := func(what string, changed []table.Event, alike bool) {
			t.Helper()
			tampered++
			if _, err := fair.CheckLog(p.id, toy.Rules{}, each(changed)); err == nil {
				t.Errorf("%s: CheckLog finds nothing", what)
			}
			if _, err := twinCheck(string(p.id), plain(t, changed)); err == nil && !alike {
				t.Errorf("%s: the second verifier finds nothing", what)
			}
		}
		for i, e := range events[:last+1] {
			for path, body := range mutations(t, e.Body, func(path string) bool {
				return (path != ".commit" || kept[i]) && (path != ".seat" || !copied[i]) && (path != ".receipt.nextCommit" || i < last)
			}) {
				changed := slices.Clone(events)
				changed[i].Body = body
				// Other dice can show the same by chance; only the rules tell.
				chance := strings.HasPrefix(path, ".receipt.faces") || strings.HasPrefix(path, ".receipt.dice")
				try(fmt.Sprintf("event %d, %s, %s: %s", e.Seq, e.Kind, path, body), changed, chance)
			}
			if e.Kind == table.KindRolled {
				without := slices.Delete(slices.Clone(events), i, i+1)
				for j := i; j < len(without); j++ {
					without[j].Seq--
				}
				if i < last {
					try(fmt.Sprintf("event %d, a throw, left out", e.Seq), without, false)
				}
			}
			if i > 0 && i < len(events)-1 {
				try(fmt.Sprintf("event %d left out", e.Seq), slices.Delete(slices.Clone(events), i, i+1), false)
			}
		}
		if _, err := fair.CheckLog("abcdefghjkmn", toy.Rules{}, each(events)); err == nil {
			t.Error("the throws pass for those of another table")
		}
		if tampered < 200 {
			t.Errorf("only %d changes", tampered)
		}
	}
}

// mutations are bodies in which one value that matters to dice is another one.
func mutations(t *testing.T, body []byte, want func(path string) bool) map[string]json.RawMessage {
	t.Helper()
	made := make(map[string]json.RawMessage)
	var root map[string]any
	var walk func(path string, value any, set func(any))
	change := func(path string, old any, set func(any), values ...any) {
		if !want(path) {
			return
		}
		for k, v := range values {
			set(v)
			data, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			made[fmt.Sprintf("%s #%d", path, k)] = data
		}
		set(old)
	}
	walk = func(path string, value any, set func(any)) {
		switch v := value.(type) {
		case string:
			other := "first"
			if v == "first" {
				other = "second"
			}
			if len(v) == 64 {
				flipped := []byte(v)
				flipped[63] = "1032547698badcfe"[hexDigit(flipped[63])]
				change(path, v, set, string(flipped), v[:63], upper(v), "")
				return
			}
			change(path, v, set, other)
		case float64:
			change(path, v, set, v+1, v-1)
		case []any:
			for i := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), v[i], func(n any) { v[i] = n })
			}
			if path == ".pips" && len(v) > 1 {
				change(path, v, set, v[1:], append(slices.Clone(v), 1.0))
			}
			if path == ".receipt.shares" && len(v) > 0 {
				change(path, v, set, v[1:])
			}
		case map[string]any:
			for key := range v {
				walk(path+"."+key, v[key], func(n any) { v[key] = n })
			}
		}
	}
	if err := json.Unmarshal(body, &root); err != nil {
		t.Fatal(err)
	}
	for key := range root {
		path := "." + key
		switch key {
		case "pips", "receipt", "reveal", "commit":
			walk(path, root[key], func(n any) { root[key] = n })
		case "dice":
			dice := root[key].(map[string]any)
			walk(".dice.commit", dice["commit"], func(n any) { dice["commit"] = n })
		case "seat":
			if _, ok := root["reveal"]; ok {
				walk(path, root[key], func(n any) { root[key] = n })
			}
		}
	}
	return made
}

func hexDigit(b byte) int {
	if b >= 'a' {
		return int(b-'a') + 10
	}
	return int(b - '0')
}

// upper spells the same bytes in another way.
func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' {
			b[i] = c - 'a' + 'A'
			return string(b)
		}
	}
	return "x" + s[1:]
}

func TestAShareThatCameTooLateDoesNotCount(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	p := sitDown(t, r, table.Link, true)
	p.play(4)
	// Play on to where one seat has played and shown its secret, which a forced
	// pass does not, and the other one is awaited.
	var thrower game.Side
	for !thrower.Player() {
		s := p.snapshot()
		switch {
		case s.Over():
			p.do(game.First, table.KindNext, "")
		case len(s.Calls) == 1 && p.hasRevealed(s.Calls[0].Other()):
			thrower = s.Calls[0]
		case len(s.Calls) > 0:
			p.do(s.Calls[0], table.KindRoll, "")
		default:
			a, err := game.Random{}.Choose(t.Context(), s.State, r)
			if err != nil {
				t.Fatal(err)
			}
			p.do(s.ToAct, table.KindAct, string(a))
		}
	}
	// It commits itself anew with the other's secret before its eyes.
	p.secret[thrower] = ""
	p.do(thrower, table.KindCommit, "")
	late := p.snapshot().Seq
	p.do(thrower, table.KindRoll, "")
	events := p.events()
	var body table.RolledBody
	for _, e := range events {
		if e.Kind == table.KindRolled {
			body = table.RolledBody{}
			if err := json.Unmarshal(e.Body, &body); err != nil {
				t.Fatal(err)
			}
		}
	}
	receipt, err := fair.ParseReceipt(body.Receipt)
	if err != nil {
		t.Fatal(err)
	}
	of := make(map[game.Side]bool)
	for _, share := range receipt.Shares {
		of[share.Seat] = true
		if share.CommitSeq >= late {
			t.Errorf("%+v counts: committed to at event %d or later", share, late)
		}
	}
	if !of[thrower.Other()] {
		t.Errorf("the share of the other seat does not count: %+v", receipt.Shares)
	}
	if _, err := fair.CheckLog(p.id, toy.Rules{}, each(events)); err != nil {
		t.Error(err)
	}
}
