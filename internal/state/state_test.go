package state_test

import (
	"slices"
	"testing"

	"theriac/internal/state"
	"theriac/internal/state/statetest"
)

// TestRules tests each rule of the operations once, on rows in maps.
func TestRules(t *testing.T) {
	r := statetest.New()
	frame := uint64(0)
	apply := func(op state.Op) state.Answer {
		t.Helper()
		frame++
		a, err := state.Apply(r, state.Place(frame, 0), op)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	conflict := func(op state.Op) {
		t.Helper()
		if a := apply(op); !a.Conflict || a.At != 0 {
			t.Fatalf("%+v: %+v", op, a)
		}
	}
	at := func(op state.Op) uint64 {
		t.Helper()
		a := apply(op)
		if a.Conflict {
			t.Fatalf("%+v: conflict", op)
		}
		return a.At
	}
	one := at(state.Append{Table: "t", Key: "a", Data: []byte("1")})
	if again := at(state.Append{Table: "t", Key: "a", Data: []byte("1")}); again != one {
		t.Errorf("the same attempt is at %d and %d", one, again)
	}
	conflict(state.Append{Table: "t", Key: "b"})
	two := at(state.Append{Table: "t", After: one, Key: "b"})
	if two <= one {
		t.Errorf("%d after %d", two, one)
	}
	at(state.Archive{Table: "t", Data: []byte("game")})
	at(state.Archive{Table: "t", Data: []byte("game")})
	conflict(state.Archive{Table: "t", Data: []byte("another")})
	conflict(state.Append{Table: "t", Key: "a"})
	conflict(state.Append{Table: "t", After: two, Key: "c"})

	v := at(state.Put{Bucket: "b", Key: "k", Data: []byte("1")})
	conflict(state.Put{Bucket: "b", Key: "k", Data: []byte("2")})
	w := at(state.Put{Bucket: "b", Key: "k", Version: v, Data: []byte("2")})
	conflict(state.Delete{Bucket: "b", Key: "k", Only: true, Version: v})
	at(state.Delete{Bucket: "b", Key: "k", Only: true, Version: w})
	conflict(state.Delete{Bucket: "b", Key: "k", Only: true, Version: w})
	if at(state.Delete{Bucket: "b", Key: "k"}) != 0 {
		t.Error("what is absent was deleted")
	}
	conflict(state.Put{Bucket: "b", Key: "k", Version: w, Data: []byte("3")})

	batch := func(parts ...state.Part) state.Batch { return state.Batch{Parts: parts} }
	both := at(batch(state.Part{Bucket: "b", Key: "one", Data: []byte("1")}, state.Part{Bucket: "c", Key: "two", Any: true, Data: []byte("1")}))
	conflict(batch(state.Part{Bucket: "c", Key: "two", Any: true}, state.Part{Bucket: "b", Key: "one", Data: []byte("2")}))
	conflict(batch(state.Part{Bucket: "c", Key: "two", Any: true}, state.Part{Bucket: "b", Key: "one"}))
	conflict(batch(state.Part{Bucket: "b", Key: "one", Version: both + 1}, state.Part{Bucket: "c", Key: "two", Version: both}))
	at(batch(state.Part{Bucket: "b", Key: "one", Version: both}, state.Part{Bucket: "c", Key: "two", Any: true, Data: []byte("2")}, state.Part{Bucket: "b", Key: "none"}))
	if list := r.Buckets["b"]; len(list) != 0 || string(r.Buckets["c"]["two"].Data) != "2" {
		t.Error(r.Buckets)
	}

	at(state.Remind{Table: "r", At: 5})
	at(state.Remind{Table: "r", At: 7})
	if at(state.Done{Table: "r", At: 5}) != 0 || at(state.Done{Table: "r", At: 7}) == 0 {
		t.Error("a reminder that was put off is done")
	}
	for range state.LinesKept + 3 {
		at(state.Post{Table: "r", Person: "anna", Data: []byte("x")})
	}
	at(state.Post{Table: "r", Person: "bert", Data: []byte("y")})
	if n := len(r.Chats["r"]); n != state.LinesKept+1 {
		t.Errorf("%d messages are kept", n)
	}
	at(state.Unsay{Person: "anna"})
	if n := len(r.Chats["r"]); n != 1 {
		t.Errorf("%d messages are left", n)
	}
	if list := r.Dump(); !slices.IsSorted(list) || len(list) == 0 {
		t.Error(list)
	}
}
