package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/hod-games/hod/internal/games/nardy"
)

// Header is the first line of a file of networks, as JSON: what the networks
// are and where they come from. The weights of all networks follow, each as its
// first layer input by input, the biases of the hidden units, the second layer
// output by output, and the biases of the outputs: little-endian, 16-bit whole
// numbers in the given scales, or 32-bit floating point where Bits is 32.
type Header struct {
	Format  string  `json:"format"` // fileFormat
	Variant string  `json:"variant"`
	Nets    []Shape `json:"nets"` // Contact, Race, and Locked where there is one
	Bits    int     `json:"bits"`
	Trainer string  `json:"trainer"` // the version of the trainer
	Command string  `json:"command"` // how it was called
	Seed    uint64  `json:"seed"`
	Games   int     `json:"games"`             // played in self-play
	Earlier string  `json:"earlier,omitempty"` // the call that made the networks the run began with, and theirs
}

// Shape is the size of one network.
type Shape struct {
	Inputs  string `json:"inputs"` // the name of the set of inputs
	Size    [3]int `json:"size"`   // inputs, hidden units, outputs
	Divisor [4]int `json:"scale"`  // what a weight of 1 is in the file, layer by layer
}

const fileFormat = "hod nets 1"

func (n *Net) layers() [4][]float32 { return [4][]float32{n.First, n.Bias, n.Second, n.Last} }

// Encode writes networks. With 16 bits every layer gets the finest scale that
// its weights fit.
func Encode(h Header, nets Nets) ([]byte, error) {
	v, ok := nardy.VariantNamed(h.Variant)
	if !ok {
		return nil, fmt.Errorf("encode networks: no variant %q", h.Variant)
	}
	h.Format, h.Nets = fileFormat, nil
	written := nets[:Phases(&v)]
	if nets[len(written)-1] == nil {
		written = nets[:Locked]
	}
	for i, n := range written {
		s := Shape{Inputs: setOf(&v, Phase(i)).name, Size: [3]int{n.Inputs, n.Hidden, n.Outputs}}
		for l, weights := range n.layers() {
			s.Divisor[l] = divisor(weights)
		}
		h.Nets = append(h.Nets, s)
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode networks: %w", err)
	}
	data := append(head, '\n')
	for i, n := range written {
		for l, weights := range n.layers() {
			for _, w := range weights {
				if h.Bits == 32 {
					u := math.Float32bits(w)
					data = append(data, byte(u), byte(u>>8), byte(u>>16), byte(u>>24))
					continue
				}
				u := uint16(int16(math.Round(float64(w) * float64(h.Nets[i].Divisor[l]))))
				data = append(data, byte(u), byte(u>>8))
			}
		}
	}
	return data, nil
}

func divisor(weights []float32) int {
	largest := 1e-3
	for _, w := range weights {
		largest = max(largest, math.Abs(float64(w)))
	}
	return int(32767 / largest)
}

// Decode reads what Encode writes and checks that the networks fit the inputs
// of their variant.
func Decode(data []byte) (Header, Nets, error) {
	var h Header
	var nets Nets
	head, rest, found := bytes.Cut(data, []byte{'\n'})
	if !found {
		return h, nets, errors.New("decode networks: no header")
	}
	if err := json.Unmarshal(head, &h); err != nil {
		return h, nets, fmt.Errorf("decode networks: header: %w", err)
	}
	v, ok := nardy.VariantNamed(h.Variant)
	if !ok || h.Format != fileFormat || len(h.Nets) < int(Locked) || len(h.Nets) > Phases(&v) || h.Bits != 16 && h.Bits != 32 {
		return h, nets, fmt.Errorf("decode networks: format %q with %d networks of variant %q is none that is known", h.Format, len(h.Nets), h.Variant)
	}
	for i, s := range h.Nets {
		set := setOf(&v, Phase(i))
		if s.Inputs != set.name || s.Size[0] != set.size() || s.Size[2] != outcomes(&v) || s.Size[1] < 1 || s.Size[1] > 1024 {
			return h, nets, fmt.Errorf("decode networks: %s has inputs %s of size %v, which do not fit", h.Variant, s.Inputs, s.Size)
		}
		n := NewNet(s.Size[0], s.Size[1], s.Size[2])
		for l, weights := range n.layers() {
			if len(rest) < len(weights)*h.Bits/8 {
				return h, nets, errors.New("decode networks: the file is too short")
			}
			rest = decodeLayer(weights, rest, h.Bits, float32(s.Divisor[l]))
		}
		nets[i] = n
	}
	if len(rest) > 0 {
		return h, nets, errors.New("decode networks: the file is too long")
	}
	return h, nets, nil
}

func decodeLayer(weights []float32, data []byte, bits int, scale float32) (rest []byte) {
	for i := range weights {
		if bits == 32 {
			weights[i] = math.Float32frombits(uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24)
			data = data[4:]
			continue
		}
		weights[i] = float32(int16(uint16(data[0])|uint16(data[1])<<8)) / scale
		data = data[2:]
	}
	return data
}
