package table

import (
	"bytes"
	"testing"

	"theriac/engine"
	"theriac/games/world"
)

// opened returns the state of a game after some moves, and its stored entries.
func opened(t testing.TB, moves int) (*State, [][]byte) {
	set, err := engine.Resolve(world.Game.Options(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: "world", Revision: world.Revision, Settings: set, Seed: engine.NumberedSeed(3), Seats: []string{"a", "b"}}
	s, data, err := begin("fuzzed").draft(&Entry{Kind: KindOpen, Open: NewOpening(h, 1000)}, 1, noWishes)
	if err != nil {
		t.Fatal(err)
	}
	log := [][]byte{data}
	for range moves {
		seat := s.Pos.Decision().Owing().First()
		e, err := Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(s.Pos.AppendMoves(nil, seat)[0])}.draft(s)
		if err != nil {
			t.Fatal(err)
		}
		if s, data, err = s.draft(e, 2, noWishes); err != nil {
			t.Fatal(err)
		}
		log = append(log, data)
	}
	return s, log
}

// FuzzFold applies arbitrary entries after a sound log. Each must either be rejected or leave a valid state.
func FuzzFold(f *testing.F) {
	s, log := opened(f, 6)
	for _, data := range log {
		f.Add(data[chainText+1:])
	}
	f.Add([]byte(`{"n":7,"at":3,"kind":"undo","by":[0,1],"to":2}`))
	f.Add([]byte(`{"n":7,"at":3,"kind":"ask","what":"undo","by":[0],"to":-5}`))
	f.Add([]byte(`{"n":7,"at":3,"kind":"standing","by":[1],"passes":["pass"]}`))
	f.Add([]byte(`{"n":7,"at":3,"kind":"open","open":{"game":"world","revision":1,"settings":[["players","9"]]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		chain, data := seal(s.chain, body)
		next, err := s.fold(data)
		if err == nil && (next.N != s.N+1 || next.chain != chain) {
			t.Fatal("an entry was folded at another place")
		}
		first, err := begin("fuzzed").fold(data) // its chain differs
		if err == nil {
			t.Fatalf("an entry was folded that does not follow: %v", first)
		}
		if len(data) > 0 {
			broken := bytes.Clone(data)
			broken[len(body)%len(broken)] ^= 4
			if _, err := s.fold(broken); err == nil {
				t.Fatal("a changed bit was not seen")
			}
		}
	})
}

// FuzzSnapshot reads snapshots with arbitrary content and must not crash.
func FuzzSnapshot(f *testing.F) {
	s, _ := opened(f, 6)
	sound := s.snapshot(42)
	f.Add(sound)
	f.Add(sound[:len(sound)-1])
	f.Add([]byte(snapshotMark + " 1 1 00\n{}"))
	f.Add([]byte(snapshotMark + " -1 0 \n")) // this snapshot, found by fuzzing, crashed the program
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := foldSnapshot("fuzzed", data)
		if err == nil && !bytes.Equal(got.snapshot(0)[:10], sound[:10]) {
			t.Fatal("read as something else")
		}
		if err == nil && bytes.Equal(bytes.SplitN(data, []byte{'\n'}, 2)[1], bytes.SplitN(sound, []byte{'\n'}, 2)[1]) && got.chain != s.chain {
			t.Fatal("the same entries have another chain")
		}
	})
}

// If any single bit of a snapshot is changed, reading it fails.
func TestSnapshotIsIntact(t *testing.T) {
	s, _ := opened(t, 3)
	sound := s.snapshot(42)
	if got, place, err := foldSnapshot("fuzzed", sound); err != nil || place != 42 || got.Pos.Hash() != s.Pos.Hash() {
		t.Fatalf("%v, place %d", err, place)
	}
	copied, err := CopyArchived("another", sound)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := foldSnapshot("another", copied); err != nil || got.Pos.Hash() != s.Pos.Hash() {
		t.Fatal(err)
	}
	if _, _, err := foldSnapshot("another", sound); err == nil {
		t.Fatal("a table's entries pass for another's")
	}
	from := bytes.IndexByte(sound, '\n')
	for i := from; i < len(sound); i++ {
		for bit := range 8 {
			bad := bytes.Clone(sound)
			bad[i] ^= 1 << bit
			if _, _, err := foldSnapshot("fuzzed", bad); err == nil && i < len(sound)-1 {
				t.Fatalf("bit %d of byte %d was changed unseen", bit, i)
			}
		}
	}
}
