package nardy_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest"
	"github.com/hod-games/hod/internal/games/nardy"
)

// packedSample is a graph in both forms, for the scripts of boards: they unpack
// it by themselves, and find the moves of one tap in it.
type packedSample struct {
	Variant  string        `json:"variant"`
	Position string        `json:"position"`
	Packed   nardy.Packed  `json:"packed"`
	Nodes    []game.Node   `json:"nodes,omitempty"` // of small graphs
	Joints   []sampleJoint `json:"joints,omitempty"`
	// Of large graphs how many nodes and hops they have, and the actions in the
	// order of their nodes.
	NodeCount int           `json:"nodeCount"`
	HopCount  int           `json:"hopCount"`
	Actions   []game.Action `json:"actions,omitempty"`
}

// sampleJoint is a move of several hops that one tap can make at a node.
type sampleJoint struct {
	Node int    `json:"node"`
	From string `json:"from"`
	To   string `json:"to"`
	Hops []int  `json:"hops"`
	Next int    `json:"next"`
}

func samplePack(t *testing.T, s *nardy.State) packedSample {
	t.Helper()
	turn := s.Graph().Turn()
	out := packedSample{
		Variant: s.Variant().ID, Position: s.String(), Packed: nardy.Pack(turn), NodeCount: len(turn.Nodes),
	}
	for _, n := range turn.Nodes {
		out.HopCount += len(n.Hops)
	}
	if len(turn.Nodes) > 60 {
		for _, n := range turn.Nodes {
			if n.Action != "" {
				out.Actions = append(out.Actions, n.Action)
			}
		}
		return out
	}
	out.Nodes = turn.Nodes
	for i := range turn.Nodes {
		for _, j := range nardy.Joints(&turn, i) {
			out.Joints = append(out.Joints, sampleJoint{i, j.From, j.To, j.Hops, j.Next})
		}
	}
	return out
}

// TestPackedSamples keeps testdata/packed.json, from which the scripts' reader
// is tested, and unpacks it.
func TestPackedSamples(t *testing.T) {
	states := []*nardy.State{
		at(t, "short", "5:1 24:5", "8:1 6:5", "play L 3-2"),                                                // the example of Packed
		at(t, "short", "5:1 20:1", "1:5", "play L 3-2"),                                                    // nodes met twice
		at(t, "short", "bar:2 24:1", "3:1 6:5", "play L 3-3-3-3"),                                          // from the bar, with a hit, counted
		at(t, "classic", "10:1 24:1", "13:15", "play L 5-5-5-5"),                                           // off
		start(t, "plakoto", "0,0,0,0,0,0,0,2,0,-1*,-1,0,0,12,0,0,0,0,0,0,0,0,0,-13|0,0|0,0 play D 3-2"),    // Dark covers and uncovers
		start(t, "plakoto", "0,0,0,0,0,0,0,0,0,2*,0,-1,0,13,0,0,0,0,0,-13,0,0,0,0|0,0|0,0 play L 2-2-2-2"), // Light does
		at(t, "caucasian", "17:2 12:5 1:8", "20:1 6:14", "play L 3-2"),                                     // no hit-and-run
		at(t, "two_by_two", "1:1 24:14", "12:15", "play L 4-3-2-1"),                                        // ways of one, two and three hops
		start(t, "short", code(worst()["short double 1"].pos, []uint8{1, 1, 1, 1})),                        // numbers of two digits
		start(t, "short", "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 2-2-2-2"),
	}
	samples := make([]packedSample, len(states))
	for i, s := range states {
		samples[i] = samplePack(t, s)
	}
	var want bytes.Buffer
	want.WriteString("[\n")
	for i, s := range samples {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		want.Write(line)
		if i+1 < len(samples) {
			want.WriteByte(',')
		}
		want.WriteByte('\n')
	}
	want.WriteString("]\n")
	const path = "testdata/packed.json"
	if gametest.Update() {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(data)); diff != "" {
		t.Fatalf("%s (-now +file; -update writes it):\n%.2000s", path, diff)
	}
	var kept []packedSample
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if got := kept[0].Packed.Code; got != "203171A" {
		t.Errorf("the example of Packed is %q", got)
	}
	for _, s := range kept {
		turn, err := s.Packed.Turn()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.Nodes, turn.Nodes); s.Nodes != nil && diff != "" {
			t.Errorf("%s (-want +unpacked):\n%s", s.Position, diff)
		}
		actions, err := gametest.WalkTurn(turn)
		if err != nil || s.Actions != nil && !cmp.Equal(actions, s.Actions) {
			t.Errorf("%s: %d actions, want %d (%v)", s.Position, len(actions), len(s.Actions), err)
		}
	}
}

// TestPackedDigitsNeedNoEscapes keeps the code as short in JSON as it is.
func TestPackedDigitsNeedNoEscapes(t *testing.T) {
	data, err := json.Marshal(nardy.Alphabet)
	if err != nil || string(data) != `"`+nardy.Alphabet+`"` {
		t.Errorf("in JSON the digits are %s (%v)", data, err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		if i := r.IntN(len(nardy.Alphabet)); bytes.IndexByte([]byte(nardy.Alphabet), nardy.Alphabet[i]) != i {
			t.Fatalf("digit %d is there twice", i)
		}
	}
}
