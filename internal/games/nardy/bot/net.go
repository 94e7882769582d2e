package bot

// Net is a network with one hidden layer that turns inputs into chances. It
// does not change while it is read.
type Net struct {
	Inputs, Hidden, Outputs int
	First                   []float32 // Inputs rows of Hidden weights
	Bias                    []float32 // Hidden
	Second                  []float32 // Outputs rows of Hidden weights
	Last                    []float32 // Outputs
}

// NewNet is a network of zeros.
func NewNet(inputs, hidden, out int) *Net {
	return &Net{
		Inputs: inputs, Hidden: hidden, Outputs: out,
		First: make([]float32, inputs*hidden), Bias: make([]float32, hidden),
		Second: make([]float32, out*hidden), Last: make([]float32, out),
	}
}

// Clone is a copy that shares nothing.
func (n *Net) Clone() *Net {
	c := *n
	c.First = append([]float32(nil), n.First...)
	c.Bias = append([]float32(nil), n.Bias...)
	c.Second = append([]float32(nil), n.Second...)
	c.Last = append([]float32(nil), n.Last...)
	return &c
}

// squash is 1/(1+e^-x), within 4e-5, by a quotient of polynomials for the
// hyperbolic tangent of x/2. Beyond ±9.8 it does not grow any more. The
// conversions keep compilers from fusing operations.
func squash(x float32) float32 {
	y := x * 0.5
	if y > 4.9 {
		y = 4.9
	}
	if y < -4.9 {
		y = -4.9
	}
	z := float32(y * y)
	up := 135135 + float32(z*(17325+float32(z*(378+z))))
	down := 135135 + float32(z*(62370+float32(z*(3150+float32(z*28)))))
	return 0.5 + float32(0.5*(float32(y*up)/down))
}

// Reader runs a network on one position after another. Neighbours differ in few
// inputs, so it keeps the sums of the last position and adds what has changed.
// One Reader serves one goroutine.
type Reader struct {
	net    *Net
	last   []float32 // the inputs that sums belong to
	sums   []float32
	hidden []float32 // the hidden units of the last position
	since  int       // positions since the sums were added up from nothing
	index  []int32
	delta  []float32
}

// newReader reads a network.
func newReader(n *Net) *Reader {
	return &Reader{
		net: n, last: make([]float32, n.Inputs), sums: make([]float32, n.Hidden),
		hidden: make([]float32, n.Hidden), since: freshAfter,
		index: make([]int32, 0, n.Inputs+3), delta: make([]float32, 0, n.Inputs+3),
	}
}

// freshAfter is after how many positions the sums are added up anew, so that
// rounding does not pile up.
const freshAfter = 256

// Reset makes the next result independent of all that were read before.
func (r *Reader) Reset() { r.since = freshAfter }

// Read is the chances for inputs x.
func (r *Reader) Read(x []float32) (c Chances) {
	r.sum(x)
	for i, s := range r.sums {
		r.hidden[i] = squash(s)
	}
	n := r.net
	for o := range n.Outputs {
		c[o] = squash(dot(n.Last[o], r.hidden, n.Second[o*n.Hidden:(o+1)*n.Hidden]))
	}
	return c
}

func dot(start float32, a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	return start + ((s0 + s1) + (s2 + s3))
}

// sum brings the sums up to date with x.
func (r *Reader) sum(x []float32) {
	if r.since >= freshAfter {
		r.since = 0
		clear(r.last)
		copy(r.sums, r.net.Bias)
	}
	r.since++
	index, delta := r.index[:0], r.delta[:0]
	last := r.last[:len(x)]
	for i, v := range x {
		if d := v - last[i]; d != 0 {
			index = append(index, int32(i))
			delta = append(delta, d)
			last[i] = v
		}
	}
	for len(index)%4 != 0 {
		index = append(index, 0)
		delta = append(delta, 0)
	}
	h := r.net.Hidden
	row := func(i int) []float32 { at := int(index[i]) * h; return r.net.First[at : at+h] }
	for i := 0; i < len(index); i += 4 {
		addRows(r.sums, row(i), row(i+1), row(i+2), row(i+3), delta[i], delta[i+1], delta[i+2], delta[i+3])
	}
}

// addRows adds four rows of weights at once. The conversions keep compilers
// from fusing operations, which would make results differ between machines.
func addRows(sums, w0, w1, w2, w3 []float32, d0, d1, d2, d3 float32) {
	n := len(sums)
	w0, w1, w2, w3 = w0[:n], w1[:n], w2[:n], w3[:n]
	for i := range sums {
		sums[i] += (float32(d0*w0[i]) + float32(d1*w1[i])) + (float32(d2*w2[i]) + float32(d3*w3[i]))
	}
}
