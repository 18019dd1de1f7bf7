package engine

import "strconv"

// Coder walks the named fields of a position or a view. The same walk writes,
// reads and describes, so that what is written can always be read, and there is
// one place where a field has its name. What it writes is JSON with the fields in
// the order of the walk and zero values left out: the form that is hashed, stored
// and sent.
type Coder struct {
	out   []byte
	fresh bool      // nothing written yet at this level
	in    *node     // nil while writing
	into  Describer // nil unless the walk only describes; in is empty then
	bad   string
}

// NewWriter makes a coder that writes.
func NewWriter() *Coder { return &Coder{out: []byte{'{'}, fresh: true} }

// AppendCode adds what a coder is made to write to some bytes.
func AppendCode(dst []byte, code func(*Coder)) []byte {
	c := Coder{out: append(dst, '{'), fresh: true}
	code(&c)
	return append(c.out, '}')
}

// NewReader makes a coder that reads what a writer wrote.
func NewReader(text []byte) (*Coder, error) {
	n, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	return &Coder{in: n}, nil
}

// Reading says whether the walk fills fields in.
func (c *Coder) Reading() bool { return c.in != nil && c.into == nil }

// Writing says whether the walk writes what the fields hold.
func (c *Coder) Writing() bool { return c.in == nil }

// Bytes is what was written.
func (c *Coder) Bytes() []byte { return append(c.out[:len(c.out):len(c.out)], '}') }

// Err says what could not be read, if anything.
func (c *Coder) Err() error {
	if c.bad == "" {
		return nil
	}
	return &ParseError{Text: c.bad, Why: "unexpected value"}
}

// Fail notes that a field has an impossible value. Only the first is kept.
func (c *Coder) Fail(name string) {
	if c.bad == "" {
		c.bad = name
	}
}

func (c *Coder) key(name string) {
	if !c.fresh {
		c.out = append(c.out, ',')
	}
	c.fresh = false
	c.out = appendText(c.out, name)
	c.out = append(c.out, ':')
}

// Uint walks a number.
func Uint[T ~uint8 | ~uint16 | ~uint32 | ~uint64](c *Coder, name string, v *T) {
	if c.in == nil {
		if *v != 0 {
			c.key(name)
			c.out = strconv.AppendUint(c.out, uint64(*v), 10)
		}
		return
	}
	if c.into != nil {
		c.into.Number(name)
		return
	}
	*v = 0
	if n := c.in.get(name); n != nil {
		u, err := strconv.ParseUint(n.text, 10, 64)
		*v = T(u)
		if err != nil || uint64(*v) != u {
			c.Fail(name)
		}
	}
}

// Bool walks a boolean. False is not written.
func (c *Coder) Bool(name string, v *bool) {
	if c.in == nil {
		if *v {
			c.key(name)
			c.out = append(c.out, "true"...)
		}
		return
	}
	if c.into != nil {
		c.into.Truth(name)
		return
	}
	n := c.in.get(name)
	*v = n != nil && n.text == "true"
}

// Name walks a value that has a name; none is the number that stands for no
// value and is left out.
func Name[T ~uint8](c *Coder, name string, k *Kind, none T, v *T) {
	if c.in == nil {
		if *v != none {
			c.key(name)
			c.out = k.appendText(c.out, uint8(*v))
		}
		return
	}
	if c.into != nil {
		c.into.Name(name, k)
		return
	}
	*v = none
	if n := c.in.get(name); n != nil {
		x, ok := k.Parse(n.text)
		if !ok {
			c.Fail(name)
		}
		*v = T(x)
	}
}

// Word walks a name that no kind lists. The empty one is not written.
func (c *Coder) Word(name string, v *string) {
	if c.in == nil {
		if *v != "" {
			c.key(name)
			c.out = appendText(c.out, *v)
		}
		return
	}
	if c.into != nil {
		c.into.Word(name)
		return
	}
	*v = ""
	if n := c.in.get(name); n != nil {
		*v = n.text
	}
}

// Names walks a list of values that have names. Its length is *n, at most
// len(v).
func Names[T ~uint8](c *Coder, name string, k *Kind, v []T, n *int) {
	if c.in == nil {
		if *n > 0 {
			c.key(name)
			c.list(*n, func(i int) { c.out = k.appendText(c.out, uint8(v[i])) })
		}
		return
	}
	if c.into != nil {
		c.into.Names(name, k)
		return
	}
	*n = 0
	if list := c.in.get(name); list != nil {
		for _, e := range list.list {
			x, ok := k.Parse(e.text)
			if !ok || *n == len(v) {
				c.Fail(name)
				return
			}
			v[*n] = T(x)
			*n++
		}
	}
}

// Set walks a set of up to 64 values that have names, starting with the value
// first.
func Set[T ~uint8 | ~uint16 | ~uint32 | ~uint64](c *Coder, name string, k *Kind, first uint8, v *T) {
	if c.in == nil {
		if *v != 0 {
			c.key(name)
			c.out = append(c.out, '[')
			comma := false
			for i := range uint8(64) {
				if uint64(*v)>>i&1 != 0 {
					if comma {
						c.out = append(c.out, ',')
					}
					comma = true
					c.out = k.appendText(c.out, first+i)
				}
			}
			c.out = append(c.out, ']')
		}
		return
	}
	if c.into != nil {
		c.into.Names(name, k)
		return
	}
	*v = 0
	if list := c.in.get(name); list != nil {
		for _, e := range list.list {
			x, ok := k.Parse(e.text)
			if !ok || x < first || x-first > 63 {
				c.Fail(name)
				return
			}
			*v |= T(1) << (x - first)
		}
	}
}

// Numbers walks a list of numbers of fixed length; a list of zeros is left out.
func Numbers[T ~uint8 | ~uint16 | ~uint32](c *Coder, name string, v []T) {
	if c.in == nil {
		zero := true
		for _, x := range v {
			zero = zero && x == 0
		}
		if !zero {
			c.key(name)
			c.list(len(v), func(i int) { c.out = strconv.AppendUint(c.out, uint64(v[i]), 10) })
		}
		return
	}
	if c.into != nil {
		c.into.Numbers(name)
		return
	}
	clear(v)
	if list := c.in.get(name); list != nil {
		if len(list.list) != len(v) {
			c.Fail(name)
			return
		}
		for i, e := range list.list {
			u, err := strconv.ParseUint(e.text, 10, 32)
			v[i] = T(u)
			if err != nil || uint64(v[i]) != u {
				c.Fail(name)
			}
		}
	}
}

// Hex walks bytes.
func (c *Coder) Hex(name string, v []byte) {
	if c.in == nil {
		for _, b := range v {
			if b != 0 {
				c.key(name)
				c.out = appendText(c.out, hexText(v))
				return
			}
		}
		return
	}
	if c.into != nil {
		c.into.Word(name)
		return
	}
	clear(v)
	if n := c.in.get(name); n != nil && !hexBytes(v, n.text) {
		c.Fail(name)
	}
}

// Object walks a named group of fields. A group with nothing in it is left out.
func (c *Coder) Object(name string, walk func(*Coder)) {
	if c.in == nil {
		before, fresh := len(c.out), c.fresh
		c.key(name)
		c.out = append(c.out, '{')
		start := len(c.out)
		c.fresh = true
		walk(c)
		if len(c.out) == start {
			c.out, c.fresh = c.out[:before], fresh
			return
		}
		c.out, c.fresh = append(c.out, '}'), false
		return
	}
	if c.into != nil {
		c.into.Object(name)
		walk(c)
		c.into.End()
		return
	}
	inner := Coder{in: c.in.get(name)}
	if inner.in == nil {
		inner.in = &node{}
	}
	walk(&inner)
	if inner.bad != "" {
		c.Fail(name + "." + inner.bad)
	}
}

// Objects walks a list of groups of fields, *n of them and at most most.
func (c *Coder) Objects(name string, n *int, most int, walk func(c *Coder, i int)) {
	if c.in == nil {
		if *n > 0 {
			c.key(name)
			c.list(*n, func(i int) {
				c.out = append(c.out, '{')
				c.fresh = true
				walk(c, i)
				c.out = append(c.out, '}')
			})
			c.fresh = false
		}
		return
	}
	if c.into != nil {
		c.into.Objects(name)
		walk(c, 0)
		c.into.End()
		return
	}
	*n = 0
	if list := c.in.get(name); list != nil {
		if len(list.list) > most {
			c.Fail(name)
			return
		}
		*n = len(list.list)
		for i, e := range list.list {
			inner := Coder{in: e}
			walk(&inner, i)
			if inner.bad != "" {
				c.Fail(name + "." + inner.bad)
			}
		}
	}
}

func (c *Coder) list(n int, item func(i int)) {
	c.out = append(c.out, '[')
	for i := range n {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		item(i)
	}
	c.out = append(c.out, ']')
}
