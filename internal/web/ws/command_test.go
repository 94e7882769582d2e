package ws

import (
	"encoding/json"
	"testing"

	"github.com/hod-games/hod/internal/wire"
)

// FuzzDecodeCommand holds the short way of reading a command against the long
// one.
func FuzzDecodeCommand(f *testing.F) {
	for _, seed := range []string{
		`{"key":"a","seat":"s","seen":1,"kind":"act","text":"3"}`, ` { "seen" : 0 , "key" : "" } `, `{"key":"a","key":"b"}`, `{"seen":5,"seen":0}`,
		`{"seen":0,"seen":5}`, `{"seen":01}`, `{"seen":1e3}`, `{"seen":1.0}`, `{"seen":18446744073709551615}`, `{"seen":-0}`, `{"KEY":"a"}`, `{"key":"\u0061"}`,
		`{"key":"é"}`, `{"key":null}`, `{"key":"a",}`, `{}`, `{"key":"a"}x`, `{"key":"a"} {}`, "{\"key\":\"\x7f\"}", `{"":"a"}`, `{"key" "a"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var short, long wire.Command
		gotErr, wantErr := decodeCommand(data, &short), wire.Decode(data, &long)
		switch {
		case (gotErr == nil) != (wantErr == nil), gotErr != nil && gotErr.Error() != wantErr.Error():
			t.Errorf("%q: error %v, want %v", data, gotErr, wantErr)
		case gotErr == nil && short != long:
			t.Errorf("%q: %+v, want %+v", data, short, long)
		}
	})
}

// FuzzEncodeAnswer does the same for answers.
func FuzzEncodeAnswer(f *testing.F) {
	f.Add("a", uint64(1), "")
	f.Add("", uint64(0), "stale")
	f.Add("<\"\\\x00é\xff&", uint64(1)<<63, "no")
	f.Fuzz(func(t *testing.T, key string, seq uint64, problem string) {
		a := wire.Answer{Key: key, Seq: seq, Refusal: wire.Refusal{Error: problem, Message: problem}}
		if (seq == 0) == (problem == "") {
			return // no such answer is ever made
		}
		want, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if got := encodeAnswer(a); string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestPlainCommandsTakeTheShortWay(t *testing.T) {
	for _, data := range []string{
		`{"key":"1-2","seat":"TD4D2MSROJIVOHBR5WU6YYHKYZ","seen":12,"kind":"act","text":"3"}`,
		`{"key":"1-2","seat":"TD4D2MSROJIVOHBR5WU6YYHKYZ","seen":0,"kind":"resign"}`,
	} {
		if !plainCommand([]byte(data), new(wire.Command)) {
			t.Errorf("%s takes the long way", data)
		}
	}
}
