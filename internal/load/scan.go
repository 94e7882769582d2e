package load

import (
	"bytes"
	"strconv"
)

func seatNames() [2]string { return [2]string{"first", "second"} }

// message is what a player has to know of a message. It is picked out by hand:
// a generator that decodes JSON properly would use more of the machine than
// the server it measures.
type message struct {
	seq    uint64 // of an event, 0 for anything else
	kind   string
	toAct  string
	left   int
	max    int
	failed bool // an answer that says no
}

// scan reads a message of a table of Bachet, or of a relay.
func scan(data []byte) message {
	var m message
	if bytes.HasPrefix(data, []byte(`{"seq":`)) && bytes.Contains(data, []byte(`"kind":"`)) {
		m.seq = uint64(number(data, `{"seq":`))
		m.kind = word(data, `"kind":"`)
		m.toAct = word(data, `"toAct":"`)
		m.left = number(data, `"left":`)
		m.max = number(data, `"max":`)
		return m
	}
	m.kind = word(data, `"kind":"`) // a beat
	m.failed = bytes.Contains(data, []byte(`"error":`))
	return m
}

// number returns the digits after the first place where before stands.
func number(data []byte, before string) int {
	_, rest, ok := bytes.Cut(data, []byte(before))
	if !ok {
		return 0
	}
	end := 0
	for end < len(rest) && '0' <= rest[end] && rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(string(rest[:end]))
	if err != nil {
		return 0
	}
	return n
}

// word returns what stands between the first before and the next quote. Of
// the words that occur no new string is made.
func word(data []byte, before string) string {
	_, rest, ok := bytes.Cut(data, []byte(before))
	if !ok {
		return ""
	}
	text, _, ok := bytes.Cut(rest, []byte(`"`))
	if !ok {
		return ""
	}
	switch string(text) {
	case "acted":
		return "acted"
	case "first":
		return "first"
	case "second":
		return "second"
	default:
		return string(text)
	}
}
