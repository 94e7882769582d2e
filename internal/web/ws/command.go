package ws

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/hod-games/hod/internal/wire"
)

// decodeCommand reads a command as wire.Decode does. Most are plain objects
// without escapes or nesting, and for those this takes a tenth of the time;
// whatever is not plain is left to wire.Decode, errors included.
func decodeCommand(data []byte, c *wire.Command) error {
	if plainCommand(data, c) {
		return nil
	}
	*c = wire.Command{}
	return wire.Decode(data, c)
}

// plainCommand reads a command if it is plain, and reports whether it is.
func plainCommand(data []byte, c *wire.Command) bool {
	p := plain{data: data}
	if !p.next('{') {
		return false
	}
	for {
		name, ok := p.text()
		if !ok || !p.next(':') {
			return false
		}
		// A field that stands twice is rare enough for wire.Decode.
		switch string(name) {
		case "key":
			ok = c.Key == "" && p.string(&c.Key)
		case "seat":
			ok = c.Seat == "" && p.string(&c.Seat)
		case "kind":
			ok = c.Kind == "" && p.string(&c.Kind)
		case "text":
			ok = c.Text == "" && p.string(&c.Text)
		case "reveal":
			ok = c.Reveal == "" && p.string(&c.Reveal)
		case "commit":
			ok = c.Commit == "" && p.string(&c.Commit)
		case "seen":
			ok = c.Seen == 0 && p.number(&c.Seen)
		default:
			ok = false
		}
		switch {
		case !ok:
			return false
		case p.next(','):
		case p.next('}'):
			p.space()
			return len(p.data) == 0
		default:
			return false
		}
	}
}

// plain is JSON that is read from the front.
type plain struct{ data []byte }

func (p *plain) space() { p.data = bytes.TrimLeft(p.data, " \t\r\n") }

// next takes a byte that has to come, after any space.
func (p *plain) next(b byte) bool {
	p.space()
	if len(p.data) == 0 || p.data[0] != b {
		return false
	}
	p.data = p.data[1:]
	return true
}

// text takes a string of printable ASCII without escapes.
func (p *plain) text() ([]byte, bool) {
	if !p.next('"') {
		return nil, false
	}
	for i, b := range p.data {
		switch {
		case b == '"':
			text := p.data[:i]
			p.data = p.data[i+1:]
			return text, true
		case b == '\\' || b < ' ' || b > '~':
			return nil, false
		}
	}
	return nil, false
}

func (p *plain) string(into *string) bool {
	text, ok := p.text()
	*into = string(text)
	return ok
}

// number takes a number of at most eighteen digits.
func (p *plain) number(into *uint64) bool {
	p.space()
	n := 0
	for n < len(p.data) && n < 18 && '0' <= p.data[n] && p.data[n] <= '9' {
		*into = *into*10 + uint64(p.data[n]-'0')
		n++
	}
	if n == 0 || n > 1 && p.data[0] == '0' {
		return false
	}
	p.data = p.data[n:]
	return true // what follows has to be a comma or the end
}

// encodeAnswer writes the answer to a command.
func encodeAnswer(a wire.Answer) []byte {
	if a.Refusal == (wire.Refusal{}) && simple(a.Key) {
		b := make([]byte, 0, len(a.Key)+32)
		b = append(b, `{"key":"`...)
		b = append(b, a.Key...)
		b = append(b, `","seq":`...)
		b = strconv.AppendUint(b, a.Seq, 10)
		return append(b, '}')
	}
	data, err := json.Marshal(a)
	if err != nil {
		// Strings and numbers always have a JSON form.
		return []byte(`{"error":"the answer could not be written"}`)
	}
	return data
}

// simple reports whether s stands for itself in JSON.
func simple(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b > '~' || b == '"' || b == '\\' || b == '<' || b == '>' || b == '&' {
			return false
		}
	}
	return s != ""
}
