package bot

import (
	_ "embed"
	"errors"
	"fmt"
)

// weightsFile is the trained network as MarshalBinary writes it. Teach made it;
// its course and seed are DefaultCourse and CourseSeed.
//
//go:embed weights.bin
var weightsFile []byte

// Trained is the network that the bots play with.
func Trained() *Network {
	var w Weights
	if err := w.UnmarshalBinary(weightsFile); err != nil {
		panic(fmt.Sprintf("the embedded weights: %v", err)) // a broken build
	}
	return w.Network()
}

// Weights are what a network has learned, as whole numbers.
type Weights struct {
	First  [features][hidden]int16 // in 1/firstScale
	Bias   [hidden]int16           // in 1/firstScale
	Second [2][hidden]int16        // in 1/secondScale, from -128 to 127
	Last   int32                   // in 1/(firstScale*secondScale)
}

// weightsBytes is the length of a written network.
const weightsBytes = 2*hidden*(features+1+2) + 4

// MarshalBinary writes the weights as little-endian 16-bit numbers, layer by
// layer, and the last one in 32 bits.
func (w *Weights) MarshalBinary() ([]byte, error) {
	data := make([]byte, 0, weightsBytes)
	write := func(r *[hidden]int16) {
		for _, v := range r {
			data = append(data, byte(v), byte(uint16(v)>>8))
		}
	}
	for i := range w.First {
		write(&w.First[i])
	}
	write(&w.Bias)
	write(&w.Second[0])
	write(&w.Second[1])
	last := uint32(w.Last)
	return append(data, byte(last), byte(last>>8), byte(last>>16), byte(last>>24)), nil
}

// UnmarshalBinary reads what MarshalBinary writes.
func (w *Weights) UnmarshalBinary(data []byte) error {
	if len(data) != weightsBytes {
		return errors.New("not a network of this shape")
	}
	read := func(r *[hidden]int16) {
		for i := range r {
			r[i] = int16(uint16(data[0]) | uint16(data[1])<<8)
			data = data[2:]
		}
	}
	for i := range w.First {
		read(&w.First[i])
	}
	read(&w.Bias)
	read(&w.Second[0])
	read(&w.Second[1])
	w.Last = int32(uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24)
	return nil
}
