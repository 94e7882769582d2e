package fair_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
)

// The second verifier: written from the text of doc.go alone, on plain JSON
// values, with an HMAC of its own. It shares nothing with the package.

type object = map[string]any

// sha is the SHA-256 of the parts, one after the other.
func sha(parts ...[]byte) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// twinHMAC is RFC 2104 for keys of at most a block.
func twinHMAC(key, message []byte) []byte {
	inner, outer := make([]byte, 64), make([]byte, 64)
	copy(inner, key)
	copy(outer, key)
	for i := range inner {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	return sha(outer, sha(inner, message))
}

// isHex64 reports whether v is 64 lower-case hexadecimal digits.
func isHex64(v any) bool {
	s, ok := v.(string)
	if !ok || len(s) != 64 {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func fits(secret, commitment any) bool {
	if !isHex64(secret) || !isHex64(commitment) {
		return false
	}
	raw, err := hex.DecodeString(secret.(string))
	return err == nil && hex.EncodeToString(sha(raw)) == commitment
}

// twinPips throws the dice.
func twinPips(site, table string, n, dice, faces int, first, second string) []int {
	if first == "" {
		first = "-"
	}
	if second == "" {
		second = "-"
	}
	message := "hod/dice/1"
	for _, field := range []string{table, strconv.Itoa(n), strconv.Itoa(dice), strconv.Itoa(faces), first, second} {
		message += "\n" + field
	}
	message += "\n"
	key, err := hex.DecodeString(site)
	if err != nil {
		return nil
	}
	var pips []int
	for k := 0; len(pips) < dice; k++ {
		for _, b := range twinHMAC(key, []byte(message+strconv.Itoa(k))) {
			if v := int(b); v < 256-256%faces && len(pips) < dice {
				pips = append(pips, v%faces+1)
			}
		}
	}
	return pips
}

// said is something that a seat committed itself to, and revealed perhaps.
type said struct {
	seat, commit, secret  string
	committed, revealedAt int
}

// dice are a throw as it showed; an action has none.
type dice struct {
	event int
	pips  string
	count int
}

// twinCheck goes through the public events of a table and returns how many
// throws are in order, and what is wrong with the first thing that is not.
func twinCheck(table string, events []object) (throws int, err error) {
	var (
		kind, site string
		standing   = map[string]*said{}
		open       []said // revealed since the last throw
		made       []dice // the round's actions and throws
		stands     []dice // throws that were taken back
	)
	for i, e := range events {
		seq := i + 1
		if number(e["seq"]) != seq {
			return throws, fmt.Errorf("event %d is number %v", seq, e["seq"])
		}
		if (e["kind"] == "opened") != (seq == 1) {
			return throws, fmt.Errorf("event %d is %v", seq, e["kind"])
		}
		body, _ := e["body"].(object)
		if body == nil {
			body = object{}
		}
		if e["kind"] == "opened" {
			if d, ok := body["dice"].(object); ok {
				kind, _ = d["kind"].(string)
				site, _ = d["commit"].(string)
			}
			body["seat"] = "first"
		}
		switch e["kind"] {
		case "next", "reset":
			made, stands = nil, nil
		case "acted":
			made = append(made, dice{})
		case "tookback":
			n := number(body["plies"])
			if n < 1 || n > len(made) {
				return throws, fmt.Errorf("event %d takes back %d of %d", seq, n, len(made))
			}
			var undone []dice
			for _, d := range made[len(made)-n:] {
				if d.event > 0 {
					undone = append(undone, d)
				}
			}
			made, stands = made[:len(made)-n], append(undone, stands...)
		case "rolled":
			pips := fmt.Sprint(body["pips"])
			if again, ok := body["again"]; ok {
				if len(stands) == 0 || stands[0].event != number(again) || stands[0].pips != pips || kind == "fair" && body["receipt"] != nil {
					return throws, fmt.Errorf("event %d: that throw does not stand", seq)
				}
				made, stands = append(made, stands[0]), stands[1:]
				continue
			}
			if list, _ := body["pips"].([]any); len(stands) > 0 && len(list) == stands[0].count {
				return throws, fmt.Errorf("event %d: another throw stands", seq)
			} else {
				made, stands = append(made, dice{seq, pips, len(list)}), nil
			}
		}
		if e["kind"] == "rolled" {
			if kind == "own" {
				r, _ := body["receipt"].(object)
				if r["own"] != true || r["by"] != "first" && r["by"] != "second" {
					return throws, fmt.Errorf("event %d: whose dice?", seq)
				}
				continue
			}
			if kind != "fair" {
				return throws, fmt.Errorf("event %d: dice from nowhere", seq)
			}
			if site, err = twinThrow(table, throws+1, site, body, open); err != nil {
				return throws, fmt.Errorf("event %d: %w", seq, err)
			}
			open = nil
			throws++
			continue
		}
		seat, _ := body["seat"].(string)
		if secret, ok := body["reveal"]; ok {
			s := standing[seat]
			if s == nil || !fits(secret, s.commit) {
				return throws, fmt.Errorf("event %d: the %s seat reveals what it never committed itself to", seq, seat)
			}
			s.secret, s.revealedAt = secret.(string), seq
			open = append(open, *s)
			delete(standing, seat)
		}
		if commit, ok := body["commit"]; ok {
			if !isHex64(commit) || seat != "first" && seat != "second" {
				return throws, fmt.Errorf("event %d: no commitment", seq)
			}
			standing[seat] = &said{seat: seat, commit: commit.(string), committed: seq}
		}
	}
	return throws, nil
}

// twinThrow checks one throw and returns the commitment for the next.
func twinThrow(table string, n int, site string, body object, open []said) (string, error) {
	r, ok := body["receipt"].(object)
	if !ok {
		return "", fmt.Errorf("no receipt")
	}
	if len(r) != 7 {
		return "", fmt.Errorf("%d fields", len(r))
	}
	dice, faces := number(r["dice"]), number(r["faces"])
	switch {
	case number(r["n"]) != n:
		return "", fmt.Errorf("throw %v instead of %d", r["n"], n)
	case r["siteCommit"] != site:
		return "", fmt.Errorf("another commitment of the site")
	case !fits(r["site"], r["siteCommit"]):
		return "", fmt.Errorf("the site's secret does not fit")
	case !isHex64(r["nextCommit"]):
		return "", fmt.Errorf("no next commitment")
	case dice < 1 || dice > 100 || faces < 2 || faces > 256:
		return "", fmt.Errorf("%d dice of %d faces", dice, faces)
	}
	counted := twinCounted(open)
	list, ok := r["shares"].([]any)
	if !ok || len(list) != len(counted) {
		return "", fmt.Errorf("%v shares, %d count", r["shares"], len(counted))
	}
	secrets := map[string]string{}
	for i, want := range counted {
		got, _ := list[i].(object)
		if len(got) != 5 || got["seat"] != want.seat || got["commit"] != want.commit || got["reveal"] != want.secret ||
			number(got["commitSeq"]) != want.committed || number(got["revealSeq"]) != want.revealedAt {
			return "", fmt.Errorf("share %v, %v counts", got, want)
		}
		secrets[want.seat] = want.secret
	}
	want := twinPips(r["site"].(string), table, n, dice, faces, secrets["first"], secrets["second"])
	got, _ := body["pips"].([]any)
	if len(got) != len(want) {
		return "", fmt.Errorf("%d dice show something", len(got))
	}
	for i, pip := range want {
		if number(got[i]) != pip {
			return "", fmt.Errorf("the dice show %v, not %v", got, want)
		}
	}
	return r["nextCommit"].(string), nil
}

// twinCounted chooses among what was revealed, in the order of the seats.
func twinCounted(open []said) []said {
	by := map[string][]said{}
	for _, s := range open {
		by[s.seat] = append(by[s.seat], s)
	}
	if len(by) == 0 {
		return nil
	}
	if len(by) == 1 {
		return open[len(open)-1:]
	}
	type pair struct{ a, b said }
	var pairs []pair
	for _, a := range by["first"] {
		for _, b := range by["second"] {
			if a.committed < b.revealedAt && b.committed < a.revealedAt {
				pairs = append(pairs, pair{a, b})
			}
		}
	}
	if len(pairs) == 0 {
		return open[:1]
	}
	ends := func(p pair) (low, high int) {
		return min(p.a.revealedAt, p.b.revealedAt), max(p.a.revealedAt, p.b.revealedAt)
	}
	sort.Slice(pairs, func(i, j int) bool {
		li, hi := ends(pairs[i])
		lj, hj := ends(pairs[j])
		return li > lj || li == lj && hi > hj
	})
	return []said{pairs[0].a, pairs[0].b}
}

// number is a JSON number that is whole, or -1.
func number(v any) int {
	switch n := v.(type) {
	case json.Number:
		i, err := strconv.Atoi(n.String())
		if err != nil {
			return -1
		}
		return i
	default:
		return -1
	}
}
