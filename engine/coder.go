package engine

import "strconv"

// Coder visits the named fields of a position or a view. The same walk function writes, reads and describes
// them, so whatever is written can be read, and each field name occurs in only one place. The coder writes
// JSON in the order of the walk and omits zero values. This form is hashed, stored and sent.
type Coder struct {
	out   []byte
	fresh bool      // nothing written yet in the current object
	in    *node     // nil while writing
	into  Describer // set only while fields are described; in is then an empty object
	bad   string
}

// NewWriter returns a coder that writes every field that a walk passes to it.
func NewWriter() *Coder { return &Coder{out: []byte{'{'}, fresh: true} }

// AppendCode appends to dst the JSON that code writes.
func AppendCode(dst []byte, code func(*Coder)) []byte {
	c := Coder{out: append(dst, '{'), fresh: true}
	code(&c)
	return append(c.out, '}')
}

// NewReader returns a coder that fills fields from JSON written by a coder.
func NewReader(text []byte) (*Coder, error) {
	n, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	return &Coder{in: n}, nil
}

// Reading reports whether the coder fills fields from text.
func (c *Coder) Reading() bool { return c.in != nil && c.into == nil }

// Writing reports whether the coder writes the values of fields as text.
func (c *Coder) Writing() bool { return c.in == nil }

// Bytes returns the JSON written so far as a complete object.
func (c *Coder) Bytes() []byte { return append(c.out[:len(c.out):len(c.out)], '}') }

// Err returns the first error that occurred while reading, or nil.
func (c *Coder) Err() error {
	if c.bad == "" {
		return nil
	}
	return &ParseError{Text: c.bad, Why: "unexpected value"}
}

// Fail records that a field has an invalid value. Only the first failure is kept.
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

// Uint writes or reads an unsigned integer. Zero is omitted.
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

// Bool writes or reads a boolean. False is omitted.
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

// Name writes or reads a value of kind k by its name. The number none stands for “no value” and is omitted.
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

// Word writes or reads a string that is not the name of a kind's value. An empty string is omitted.
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

// Names writes or reads the first *n elements of v, values of kind k, as a list of names. *n is at most
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

// Set writes or reads a set of up to 64 values of kind k as a list of names. Bit 0 stands for the value whose
// number is given as first.
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

// Numbers writes or reads a fixed-length list of numbers. A list of zeros is omitted.
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

// Hex writes or reads bytes in hexadecimal.
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

// Object writes or reads a group of fields, nested under name. A group without values is omitted.
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

// Objects writes or reads a list of *n groups of fields. Reading fails if the list has more groups than most
// allows.
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
