package fair_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/fair"
	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/table"
)

// aReceipt is a throw with both shares.
func aReceipt(t *testing.T) (id table.ID, pips []int, receipt fair.Receipt) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 5))
	throw := table.Throw{Table: "abcdefghjkmn", N: 12, Key: make([]byte, 32), Draw: game.Draw{Dice: 4, Faces: 6}}
	for i, seat := range seats {
		secret := randomSecret(r)
		commit, err := fair.Commitment(secret)
		if err != nil {
			t.Fatal(err)
		}
		throw.Shares[i] = &table.RevealedShare{Seat: seat, Commit: commit, CommitSeq: uint64(20 + i), Reveal: secret, RevealSeq: uint64(22 + i)}
	}
	pips, data, err := fair.Roller{}.Roll(throw)
	if err != nil {
		t.Fatal(err)
	}
	if receipt, err = fair.ParseReceipt(data); err != nil {
		t.Fatal(err)
	}
	return throw.Table, pips, receipt
}

func TestAReceiptIsCheckedByItself(t *testing.T) {
	id, pips, good := aReceipt(t)
	if err := good.Check(id, pips); err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("5a", 32)
	for what, change := range map[string]func(r *fair.Receipt){
		"number":                   func(r *fair.Receipt) { r.N++ },
		"no number":                func(r *fair.Receipt) { r.N = 0 },
		"secret":                   func(r *fair.Receipt) { r.Site = other },
		"secret in capitals":       func(r *fair.Receipt) { r.Site = strings.ToUpper(r.Site) },
		"commitment":               func(r *fair.Receipt) { r.SiteCommit = other },
		"next commitment":          func(r *fair.Receipt) { r.NextCommit = r.NextCommit[1:] },
		"dice":                     func(r *fair.Receipt) { r.Dice++ },
		"many dice":                func(r *fair.Receipt) { r.Dice = 1 << 40 },
		"faces":                    func(r *fair.Receipt) { r.Faces = 8 },
		"many faces":               func(r *fair.Receipt) { r.Faces = 257 },
		"no shares":                func(r *fair.Receipt) { r.Shares = nil },
		"one share":                func(r *fair.Receipt) { r.Shares = r.Shares[:1] },
		"three shares":             func(r *fair.Receipt) { r.Shares = append(r.Shares, r.Shares[1]) },
		"shares the other way":     func(r *fair.Receipt) { slices.Reverse(r.Shares) },
		"share of chance":          func(r *fair.Receipt) { r.Shares[0].Seat = game.Chance },
		"both shares of one":       func(r *fair.Receipt) { r.Shares[1].Seat = game.First },
		"share":                    func(r *fair.Receipt) { r.Shares[0].Reveal = other },
		"commitment of a share":    func(r *fair.Receipt) { r.Shares[1].Commit = other },
		"revealed before it stood": func(r *fair.Receipt) { r.Shares[0].RevealSeq = 20 },
		"from before the log":      func(r *fair.Receipt) { r.Shares[0].CommitSeq = 0 },
		"committed too late": func(r *fair.Receipt) {
			r.Shares[1].CommitSeq, r.Shares[1].RevealSeq = 22, 25 // the first seat revealed at 22
		},
	} {
		_, _, bad := aReceipt(t)
		change(&bad)
		if err := bad.Check(id, pips); err == nil {
			t.Errorf("%s: nothing is found in %+v", what, bad)
		}
	}
	for i := range pips {
		wrong := slices.Clone(pips)
		wrong[i] = wrong[i]%6 + 1
		if good.Check(id, wrong) == nil {
			t.Errorf("%v passes for %v", wrong, pips)
		}
	}
	if good.Check(id, pips[1:]) == nil || good.Check(id, nil) == nil || good.Check("abcdefghjkmp", pips) == nil {
		t.Error("too few dice, or another table")
	}
}

func TestWhatIsNoReceipt(t *testing.T) {
	_, _, good := aReceipt(t)
	data, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "null x", "[]", string(data) + "{}", strings.Replace(string(data), `"n":`, `"m":1,"n":`, 1), string(data[:len(data)-1])} {
		if r, err := fair.ParseReceipt([]byte(bad)); err == nil {
			t.Errorf("%.60s is read as %+v", bad, r)
		}
	}
}

func TestALogOfOwnDice(t *testing.T) {
	host := newHost()
	opened, err := host.Open(t.Context(), table.Opening{Game: "toy", Mode: table.HotSeat, Dice: table.OwnDice})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := host.Do(t.Context(), opened.ID, table.Command{Key: "1", Secret: opened.Seats[game.First], Seen: 1, Kind: table.KindRoll, Text: "3 1"}); err != nil {
		t.Fatal(err)
	}
	var events []table.Event
	for e, err := range host.Events(t.Context(), opened.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	if sum, err := fair.CheckLog(opened.ID, toy.Rules{}, each(events)); err != nil || sum.Own != 1 || sum.Throws != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	for what, body := range map[string]string{
		"nobody's dice":      `{"pips":[3,1],"position":"decide first 0,0 0,0 1 nobody","receipt":{"own":true}}`,
		"dice of the table":  `{"pips":[3,1],"position":"decide first 0,0 0,0 1 nobody","receipt":{"own":false,"by":"first"}}`,
		"no receipt":         `{"pips":[3,1],"position":"decide first 0,0 0,0 1 nobody"}`,
		"another position":   `{"pips":[3,1],"position":"decide second 0,0 0,0 1 nobody","receipt":{"own":true,"by":"first"}}`,
		"three dice":         `{"pips":[3,1,1],"position":"decide first 0,0 0,0 1 nobody","receipt":{"own":true,"by":"first"}}`,
		"a body in pieces":   `{"pips":[3`,
		"pips that are text": `{"pips":"31"}`,
	} {
		changed := slices.Clone(events)
		changed[1].Body = json.RawMessage(body)
		if _, err := fair.CheckLog(opened.ID, toy.Rules{}, each(changed)); err == nil {
			t.Errorf("%s: nothing is found", what)
		}
	}
	if _, err := fair.CheckLog(opened.ID, toy.Rules{}, each(nil)); err == nil {
		t.Error("no events are in order")
	}
	if _, err := fair.CheckLog(opened.ID, nil, each(events[1:])); err == nil {
		t.Error("a log without its beginning is in order")
	}
}
