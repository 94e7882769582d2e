package wire_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	for data, want := range map[string]string{
		``:                              "the message is empty",
		"  \n":                          "the message is empty",
		`{`:                             "the message is not JSON",
		`{"key":"a"`:                    "the message is not JSON",
		`{"key":'a'}`:                   "the message is not JSON",
		`{"key":1}`:                     `the field "key" has the wrong type: number`,
		`{"seen":"1"}`:                  `the field "seen" has the wrong type: string`,
		`{"seen":-1}`:                   `the field "seen" has the wrong type: number -1`,
		`{"seen":18446744073709551616}`: `the field "seen" has the wrong type: number 18446744073709551616`,
		`{"seen":1.5}`:                  `the field "seen" has the wrong type: number 1.5`,
		`{"pips":[6,6]}`:                `there is no field "pips"`,
		`{} {}`:                         "the message holds more than one object",
		`{},`:                           "the message holds more than one object",
		`[]`:                            "the message is not a JSON object",
		`null`:                          "the message is not a JSON object",
		`  null`:                        "the message is not a JSON object",
	} {
		var c wire.Command
		if err := wire.Decode([]byte(data), &c); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
	var c wire.Command
	if err := wire.Decode([]byte(" {\"key\":\"a\",\"seat\":\"s\",\"seen\":7,\"kind\":\"act\",\"text\":\"3\"}\n"), &c); err != nil {
		t.Error(err)
	}
	if want := (wire.Command{Key: "a", Seat: "s", Seen: 7, Kind: "act", Text: "3"}); c != want {
		t.Errorf("got %+v", c)
	}
}

// FuzzDecode looks for input that is taken although it is no JSON object, or
// that does not survive being written and read again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"key":"a","seat":"s","seen":1,"kind":"act","text":"3"}`, `{"game":"bachet","options":{"sticks":15},"mode":"link","names":["a","b"]}`,
		`{"invitation":"x","key":"1","name":"\u0000\ud800"}`, `null`, `[]`, `{}{}`, `{"options":`, strings.Repeat(`{"options":`, 100), "\xff", `{"KEY":"a"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, into := range []func() any{
			func() any { return new(wire.Command) }, func() any { return new(wire.Create) },
			func() any { return new(wire.Sit) }, func() any { return new(wire.Try) },
		} {
			first := into()
			if err := wire.Decode(data, first); err != nil {
				if err.Error() == "" {
					t.Error("an error without words")
				}
				continue
			}
			var object map[string]json.RawMessage
			if err := json.Unmarshal(data, &object); err != nil || object == nil {
				t.Errorf("%q is taken and is no object", data)
			}
			written, err := json.Marshal(first)
			if err != nil {
				t.Fatalf("%q: %v", data, err)
			}
			second := into()
			if err := wire.Decode(written, second); err != nil {
				t.Fatalf("%q, written as %s: %v", data, written, err)
			}
			again, err := json.Marshal(second)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(written, again) {
				t.Errorf("%q: %s, and then %s", data, written, again)
			}
		}
	})
}
