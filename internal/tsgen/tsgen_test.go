package tsgen_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/tsgen"
)

var update = flag.Bool("update", false, "write the golden file anew")

type colour int8

func (c colour) MarshalText() ([]byte, error) {
	names := [...]string{"red", "green"}
	if int(c) >= len(names) {
		return nil, errors.New("no such colour")
	}
	return []byte(names[c]), nil
}

type Point struct {
	X int     `json:"x"`
	Y float64 `json:"y"`
}

type Base struct {
	ID string `json:"id"`
}

type Everything struct {
	Base
	Colour   colour          `json:"colour"`
	Colours  []colour        `json:"colours"`
	At       time.Time       `json:"at"`
	Points   []Point         `json:"points,omitempty"`
	Pair     [2]Point        `json:"pair"`
	Maybe    *Point          `json:"maybe"`
	Maybes   []*Point        `json:"maybes"`
	Missing  *Point          `json:"missing,omitempty"`
	ByName   map[string]bool `json:"byName"`
	Raw      json.RawMessage `json:"raw"`
	Untagged uint8
	Secret   string `json:"-"`
	hidden   string
}

func TestFileIsWhatJSONHolds(t *testing.T) {
	const golden = "testdata/everything.ts"
	got, err := tsgen.File("Generated for a test.", Everything{hidden: "it is"})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFileRefusesWhatHasNoForm(t *testing.T) {
	type channel struct {
		C chan int `json:"c"`
	}
	for name, value := range map[string]any{"a channel": channel{}, "no struct": 3, "nothing": nil} {
		if _, err := tsgen.File("", value); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFileRefusesTwoTypesOfOneName(t *testing.T) {
	one := func() any {
		type Twin struct{ A int }
		return Twin{}
	}
	type Twin struct{ B string }
	if _, err := tsgen.File("", one(), Twin{}); err == nil {
		t.Error("no error")
	}
}
