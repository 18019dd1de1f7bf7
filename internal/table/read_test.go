//go:build !js

package table

import (
	"bytes"
	"reflect"
	"testing"
)

// sameRead parses an entry with both parsers, and fails the test if the results differ. It reports whether
// the entry is plain.
func sameRead(t *testing.T, body []byte) (plain bool) {
	t.Helper()
	got, plain := readPlain(body)
	if !plain {
		return false
	}
	want, err := decodeAny(body)
	if checked := got.check(); (checked == nil) != (err == nil) || err != nil && checked.Error() != err.Error() {
		t.Fatalf("%s: %v, and the standard library says %v", body, checked, err)
	}
	if err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s\nread %+v\nwant %+v", body, got, want)
	}
	return true
}

// The fast reader and the standard library parse every entry to the same result, and nearly all entries are
// plain.
func TestReadAsTheStandardLibraryDoes(t *testing.T) {
	for _, e := range []Entry{
		{Format: 1, N: 3, At: 1795000000000, Kind: KindPlay, Key: "k", By: 5, Question: "1.2", Hash: "ff", Plays: []Play{{Seat: 0, Move: "drive paris"}, {Seat: 2, Move: "wait", Why: WhyBot}}},
		{N: 4, Kind: KindUndo, To: 2, By: 1},
		{N: 5, Kind: KindAsk, What: ProposeEnd, By: 2},
		{N: 6, Kind: "later"},
		{Format: 99, N: 7, Kind: KindPlay},
	} {
		body, err := e.encode()
		if err != nil {
			t.Fatal(err)
		}
		if !sameRead(t, body) {
			t.Errorf("not plain: %s", body)
		}
		// Remove or change one byte. Whether or not the result is plain, both parsers must agree.
		for i := range body {
			sameRead(t, append(bytes.Clone(body[:i]), body[i+1:]...))
			for _, c := range []byte(`"\{}[],:0-9n é`) {
				other := bytes.Clone(body)
				other[i] = c
				sameRead(t, other)
			}
		}
	}
	for _, body := range []string{
		``, `{}`, `{"n":1,}`, `{"n":01}`, `{"n":-1}`, `{"n":1e3}`, `{"n":1,"n":2}`, `{"at":1,"n":2}`, `{"n":null}`, `{"n":1} `, `{"n":1}{"n":2}`,
		`{"N":1}`, `{"n":99999999999999999999}`, `{"n":1,"by":[]}`, `{"n":1,"by":[9]}`, `{"n":1,"plays":[]}`, `{"n":1,"plays":[{}]}`,
		`{"n":1,"plays":[{"move":"a","seat":1}]}`, `{"n":1,"plays":[{"seat":1,"move":"a"},]}`, `{"n":1,"kind":"a\u0062"}`, `{"n":1,"kind":"é"}`,
		`{"n":1,"passes":["a"]}`, `{"n":1,"seat":1}`, `{"n":1,"more":1}`, `{"n":1,"open":{}}`,
	} {
		if sameRead(t, []byte(body)) {
			t.Errorf("plain: %s", body)
		}
	}
	_, log := opened(t, 40)
	for _, data := range log[1:] {
		if !sameRead(t, data[chainText+1:]) {
			t.Errorf("not plain: %s", data)
		}
	}
}

// FuzzRead checks that readPlain and the standard library parse any entry to the same result.
func FuzzRead(f *testing.F) {
	_, log := opened(f, 6)
	for _, data := range log {
		f.Add(data[chainText+1:])
	}
	f.Add([]byte(`{"n":7,"at":3,"kind":"undo","by":[0,1],"to":2}`))
	f.Fuzz(func(t *testing.T, body []byte) { sameRead(t, body) })
}

// Reading a snapshot gives the same state as applying its entries one by one.
func TestSnapshotIsTheSameState(t *testing.T) {
	s, log := opened(t, 40)
	one := begin("fuzzed")
	for _, data := range log {
		var err error
		if one, err = one.fold(data); err != nil {
			t.Fatal(err)
		}
	}
	got, _, err := foldSnapshot("fuzzed", s.snapshot(1))
	if err != nil {
		t.Fatal(err)
	}
	if got.next == nil || got.passing || Closed(got.next) {
		t.Error("nobody can wait for the next state")
	}
	a, b := *got, *one
	for _, x := range []*State{&a, &b} {
		x.next, x.common, x.delayed, x.history = nil, nil, nil, nil
		if x.Pos.Hash() != s.Pos.Hash() {
			t.Error("another position")
		}
		x.Pos = nil
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got  %+v\nwant %+v", a, b)
	}
	// Adding an entry to a game does not change the state before it.
	hash := got.Pos.Hash()
	seat := got.Pos.Decision().Owing().First()
	e, err := Answer{Seat: seat, Question: got.Question(), Move: got.Pos.Vocabulary().Move(got.Pos.AppendMoves(nil, seat)[0])}.draft(got)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := got.draft(e, 3, noWishes); err != nil || got.Pos.Hash() != hash {
		t.Error("the next entry changed the state before it", err)
	}
	// A state without readers may be changed in place. An invalid entry must leave it unchanged, too.
	got.passing = true
	was := *got
	if _, err := got.carryOut(&Entry{N: got.N + 1, At: got.At + 1, Kind: KindUndo, To: -1}, nil); err == nil || !reflect.DeepEqual(*got, was) {
		t.Errorf("%v: %+v", err, got)
	}
}
