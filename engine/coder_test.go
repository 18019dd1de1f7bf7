package engine

import (
	"encoding/json"
	"testing"
)

type coded struct {
	n     uint32
	yes   bool
	who   uint8
	set   uint64
	list  [3]uint8
	count int
	nums  [3]uint8
	key   [4]byte
	inner uint8
	many  [2]uint8
	manyN int
}

var colours = NewKind("colour", "red", "green", "blue")

func (r *coded) code(c *Coder) {
	Uint(c, "n", &r.n)
	c.Bool("yes", &r.yes)
	Name(c, "who", colours, 0xff, &r.who)
	Set(c, "set", colours, 0, &r.set)
	Names(c, "list", colours, r.list[:], &r.count)
	Numbers(c, "nums", r.nums[:])
	c.Hex("key", r.key[:])
	c.Object("inner", func(c *Coder) { Uint(c, "x", &r.inner) })
	c.Objects("many", &r.manyN, 2, func(c *Coder, i int) { Uint(c, "x", &r.many[i]) })
}

func TestCoderReadsWhatItWrites(t *testing.T) {
	for _, r := range []coded{
		{who: 0xff},
		{n: 7, yes: true, who: 2, set: 5, list: [3]uint8{1, 0}, count: 2, nums: [3]uint8{0, 9, 0}, key: [4]byte{1, 0, 255, 3}, inner: 4, many: [2]uint8{0, 6}, manyN: 2},
	} {
		w := NewWriter()
		r.code(w)
		if !json.Valid(w.Bytes()) {
			t.Fatalf("not JSON: %s", w.Bytes())
		}
		c, err := NewReader(w.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		got := coded{n: 99, yes: true, inner: 99} // must be overwritten
		got.code(c)
		if c.Err() != nil || got != r {
			t.Errorf("%s became %+v, %v", w.Bytes(), got, c.Err())
		}
	}
}

// A position omits zero values, so a new field does not change the hashes of old games.
func TestZeroesAreNotWritten(t *testing.T) {
	r := coded{who: 0xff}
	w := NewWriter()
	r.code(w)
	if got := string(w.Bytes()); got != "{}" {
		t.Errorf("got %s", got)
	}
}

func TestCoderRefusesNonsense(t *testing.T) {
	for _, text := range []string{"", "{", `{"n":`, `{"n":1}x`, `[1,]`, `{"a":{}`, `{"n" 1}`} {
		if _, err := NewReader([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	for _, text := range []string{`{"n":-1}`, `{"n":"x"}`, `{"who":"pink"}`, `{"set":["pink"]}`, `{"list":["red","red","red","red"]}`, `{"nums":[1]}`, `{"key":"zz"}`, `{"inner":{"x":300}}`, `{"many":[{},{},{}]}`} {
		c, err := NewReader([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var r coded
		if r.code(c); c.Err() == nil {
			t.Errorf("%q was taken: %+v", text, r)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"n":1,"list":["red"],"many":[{"x":2}]}`))
	f.Add([]byte(`[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		if c, err := NewReader(text); err == nil {
			var r coded
			r.code(c) // must not panic
		}
	})
}

// Word omits an empty string and reads back every other string unchanged.
func TestWord(t *testing.T) {
	for _, word := range []string{"", "big-blue", "a \"b\""} {
		text := AppendCode(nil, func(c *Coder) { c.Word("w", &word) })
		c, err := NewReader(text)
		if err != nil {
			t.Fatal(err)
		}
		got := "old"
		if c.Word("w", &got); got != word || (word == "") != (string(text) == "{}") {
			t.Errorf("%q is written as %s and read as %q", word, text, got)
		}
	}
	if got := DataHash([]byte("abc")); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("the hash of data is %s", got)
	}
}
