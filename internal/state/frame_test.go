package state_test

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"theriac/internal/state"
	"theriac/internal/state/statetest"
)

// everyOp has each kind of operation with each field set.
var everyOp = []state.Op{
	state.Append{Table: "t", After: math.MaxUint64, Key: "k", Data: []byte("data")},
	state.Archive{Table: "t", Data: []byte("game")},
	state.Put{Bucket: "b", Key: "a.b", Version: 7, Ends: -5, Data: []byte{0}},
	state.Delete{Bucket: "b", Key: "k", Only: true, Version: 300},
	state.Post{Table: "t", Person: "p", Data: []byte("hello")},
	state.Unsay{Person: "p"},
	state.Remind{Table: "t", At: 1 << 40},
	state.Done{Table: "t", At: -1},
	state.Batch{Parts: []state.Part{
		{Bucket: "b", Key: "a.b", Version: 7, Ends: -5, Data: []byte{0}}, {Bucket: "c", Key: "k", Any: true, Data: []byte{}},
	}},
}

func frame(ops ...state.Op) state.Frame {
	return state.Frame{
		Name:  state.Name{Member: 1 << 63, Boot: 3, Nonce: 5, Number: 1000},
		Claim: state.Claim{Index: 256, Hash: state.Digest([]byte("x"))},
		Ops:   ops,
	}
}

func TestFramesAreReadAsWritten(t *testing.T) {
	for n := range len(everyOp) + 1 {
		f := frame(append([]state.Op(nil), everyOp[:n]...)...)
		b, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := state.Decode(b)
		if err != nil || !reflect.DeepEqual(got, f) {
			t.Fatalf("%v: %+v instead of %+v", err, got, f)
		}
		for i, op := range f.Ops {
			alone, err := frame(op).Encode()
			none, _ := frame().Encode()
			if err != nil || len(alone)-len(none) > state.Size(op) {
				t.Errorf("operation %d has %d bytes and not %d: %v", i, len(alone)-len(none), state.Size(op), err)
			}
		}
	}
}

// A damaged frame is never mistaken for another frame, or for one of a newer version.
func TestBrokenFrames(t *testing.T) {
	b, err := frame(everyOp...).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i := range b {
		if _, err := state.Decode(b[:i]); !errors.Is(err, state.ErrBroken) {
			t.Fatalf("the first %d bytes: %v", i, err)
		}
		for bit := range 8 {
			bad := bytes.Clone(b)
			bad[i] ^= 1 << bit
			if _, err := state.Decode(bad); !errors.Is(err, state.ErrBroken) {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
		}
	}
}

// Decode reports that a frame with unknown content is newer. It does not skip the unknown part.
func TestNewerFrames(t *testing.T) {
	sealed := func(body []byte) []byte {
		sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
		return append(bytes.Clone(body), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	}
	b, err := frame(state.Unsay{Person: "p"}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	body := b[:len(b)-4]
	if _, err := state.Decode(sealed(body)); err != nil {
		t.Fatal(err)
	}
	version := bytes.Clone(body)
	version[0]++
	op := bytes.Clone(body)
	op[len(op)-4] = 200 // the last bytes are: code, length of the operation, length of the person's name, name
	longer := bytes.Clone(append(bytes.Clone(body), 1))
	longer[len(longer)-4]++
	for name, bad := range map[string][]byte{"version": version, "operation": op, "field": longer} {
		if _, err := state.Decode(sealed(bad)); !errors.Is(err, state.ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	b, err := frame(everyOp...).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b[:len(b)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
		got, err := state.Decode(append(bytes.Clone(body), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)))
		if err != nil {
			return
		}
		again, err := got.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := state.Decode(again); err != nil || !reflect.DeepEqual(back, got) {
			t.Fatalf("%v: %+v and %+v", err, back, got)
		}
	})
}

// A window accepts each frame number once, in any order, like a set of all names.
func TestWindowTakesEachFrameOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var w state.Window
		taken := map[state.Name]bool{}
		boot, high, lowest := uint64(1), uint64(0), uint64(1)
		for range 300 {
			name := state.Name{Member: 1, Boot: boot, Nonce: boot, Number: lowest + rng.Uint64N(state.MaxAhead+1)}
			switch rng.IntN(60) {
			case 0: // a new start
				boot++
				name.Boot, name.Nonce, name.Number, high, lowest = boot, boot, 1, 0, 1
			case 1: // a later frame of another node with the same name
				if w.Boot == boot {
					name.Nonce += 100
				}
			case 2: // a frame of the member's previous start
				if w.Boot == boot {
					name.Boot, name.Nonce = boot-1, boot-1
				}
			}
			next, fresh := w.Add(name)
			want := name.Boot == boot && name.Nonce == boot && !taken[name]
			if fresh != want {
				t.Fatalf("%+v after %+v: %t instead of %t", name, w, fresh, want)
			}
			if w = next; fresh {
				taken[name] = true
				high = max(high, name.Number)
				for taken[state.Name{Member: 1, Boot: boot, Nonce: boot, Number: lowest}] {
					lowest++
				}
			}
			if w.Boot > 0 && w.High != high {
				t.Fatalf("%+v instead of %d", w, high)
			}
		}
	}
}

// Equal frames on equal rows give equal marks. If the result differs, so does the mark.
func TestHashesCoverResults(t *testing.T) {
	f := frame(state.Put{Bucket: "b", Key: "k", Data: []byte("1")})
	one, two, other := statetest.New(), statetest.New(), statetest.New()
	if _, err := state.Apply(other, 1, state.Put{Bucket: "b", Key: "k", Data: []byte("0")}); err != nil {
		t.Fatal(err)
	}
	apply := func(r state.FrameRows, f state.Frame) state.Result {
		t.Helper()
		b, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		res, err := state.ApplyFrame(r, f, state.Digest(b))
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	a, b, c := apply(one, f), apply(two, f), apply(other, f)
	if !reflect.DeepEqual(a, b) || a.Mark.Index != 1 || a.Answers[0].At != state.Place(1, 0) {
		t.Errorf("%+v and %+v", a, b)
	}
	if a.Mark.Hash == c.Mark.Hash || !c.Answers[0].Conflict {
		t.Errorf("%+v and %+v", a, c)
	}
	if again := apply(one, f); !again.Dropped || again.Answers != nil || again.Mark.Index != 2 || again.Mark.Hash == a.Mark.Hash {
		t.Errorf("again: %+v", again)
	}
	if w, _ := one.Window(f.Member); w.Claimed != 256 || w.High != 1000 {
		t.Errorf("%+v", w)
	}
}
