package ai

import "math"

// Net is a neural net that estimates how likely a position is to be won, from a list of numbers that describe
// it. It has one hidden layer, plus direct weights from the inputs to the output.
type Net struct {
	Inputs, Hidden int
	Mean, Scale    []float32 // normalise the inputs
	In             []float32 // Hidden rows of Inputs weights each
	Bias, Out      []float32
	Linear         []float32
	Last           float32
	x              []float32
}

// NewNet returns a net whose weights are all zero.
func NewNet(inputs, hidden int) *Net {
	f := func(n int) []float32 { return make([]float32, n) }
	return &Net{
		Inputs: inputs, Hidden: hidden, Mean: f(inputs), Scale: f(inputs), In: f(inputs * hidden),
		Bias: f(hidden), Out: f(hidden), Linear: f(inputs), x: f(inputs),
	}
}

// LogOdds returns the log-odds of a win. It uses scratch memory, so a net is not safe for concurrent use; see
// Copy.
func (n *Net) LogOdds(inputs []float32) float64 {
	x := n.x[:n.Inputs]
	z := n.Last
	for i := range x {
		x[i] = (inputs[i] - n.Mean[i]) * n.Scale[i]
		z += x[i] * n.Linear[i]
	}
	for h := range n.Hidden {
		w := n.In[h*n.Inputs:][:len(x)]
		var a, b, c, d float32
		i := 0
		for ; i+4 <= len(x); i += 4 {
			a += w[i] * x[i]
			b += w[i+1] * x[i+1]
			c += w[i+2] * x[i+2]
			d += w[i+3] * x[i+3]
		}
		for ; i < len(x); i++ {
			a += w[i] * x[i]
		}
		if v := a + b + c + d + n.Bias[h]; v > 0 {
			z += v * n.Out[h]
		}
	}
	return float64(z)
}

// Copy returns a net with the same shared weights and its own scratch memory.
func (n *Net) Copy() *Net {
	c := *n
	c.x = make([]float32, n.Inputs)
	return &c
}

// parts returns the net's numbers in the order in which Bytes writes them.
func (n *Net) parts() [][]float32 {
	return [][]float32{n.Mean, n.Scale, n.In, n.Bias, n.Out, n.Linear}
}

// Bytes encodes the net in little-endian order: its two sizes, then its numbers.
func (n *Net) Bytes() []byte {
	out := []byte{byte(n.Inputs), byte(n.Inputs >> 8), byte(n.Hidden), byte(n.Hidden >> 8)}
	put := func(f float32) {
		u := math.Float32bits(f)
		out = append(out, byte(u), byte(u>>8), byte(u>>16), byte(u>>24))
	}
	for _, part := range n.parts() {
		for _, f := range part {
			put(f)
		}
	}
	put(n.Last)
	return out
}

// ReadNet decodes the result of Bytes. It returns nil if text is not a net.
func ReadNet(text []byte) *Net {
	if len(text) < 4 {
		return nil
	}
	n := NewNet(int(text[0])|int(text[1])<<8, int(text[2])|int(text[3])<<8)
	text = text[4:]
	count := 1
	for _, part := range n.parts() {
		count += len(part)
	}
	if len(text) != 4*count {
		return nil
	}
	get := func() float32 {
		u := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
		text = text[4:]
		return math.Float32frombits(u)
	}
	for _, part := range n.parts() {
		for i := range part {
			part[i] = get()
		}
	}
	n.Last = get()
	return n
}
