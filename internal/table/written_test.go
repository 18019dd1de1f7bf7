package table

import (
	"encoding/json"
	"testing"

	"theriac/engine"
)

// appendText writes an entry byte for byte as the standard library does.
func TestWrittenAsTheStandardLibraryDoes(t *testing.T) {
	deal := uint64(7)
	for _, e := range []Entry{
		{Kind: KindOpen, At: 1, Open: NewOpening(engine.Header{Game: "g", Revision: 3, Seats: []string{"0", "1"}, Settings: engine.Settings{{Name: "a", Value: "b"}},
			Seed: engine.NewSeed(engine.Key{1}, engine.Key{2})}, 0)},
		{Kind: KindOpen, Open: &Opening{Game: "g", Seats: []string{}, Settings: [][2]string{}, Number: &deal, Nonces: []string{"", "x"}, Limit: 5}},
		{Format: 1, N: 3, At: 99, Kind: KindPlay, Key: "k", By: 5, Question: "1.2", Hash: "ff", Plays: []Play{{Seat: 0, Move: "drive paris"}, {Seat: 2, Move: "wait", Why: WhyBot}}},
		{N: 4, Kind: KindUndo, To: 2, By: 1},
		{N: 5, Kind: KindAsk, What: ProposeEnd, By: 2},
		{N: 6, Kind: KindStanding, By: 2, Passes: []string{"waive airlift", "a \"b\" \\ \x1f"}},
	} {
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.appendText(nil); string(got) != string(want) {
			t.Errorf("written %s\nwanted  %s", got, want)
		}
	}
}

// A local table that resumes from its entries has the same state as the one that wrote them, and does not apply
// a repeated command again.
func TestLocalGoesOn(t *testing.T) {
	g := gameOf(t)
	h := headerOf(t, g)
	var log [][]byte
	keep := func(entry []byte) { log = append(log, entry) }
	l, err := BeginLocal("here", h, 1, keep)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		s := l.State()
		seat := s.Pos.Decision().Owing().First()
		move := s.Pos.Vocabulary().Move(s.Pos.AppendMoves(nil, seat)[0])
		c := Answer{Seat: seat, Question: s.Question(), Move: move}
		n, err := l.Do("k"+move+s.Question(), c, 2)
		if err != nil || n != s.N+1 {
			t.Fatal(n, err)
		}
		if again, err := l.Do("k"+move+s.Question(), c, 3); err != nil || again != n || len(log) != n+1 {
			t.Fatal("a repeated command was applied again", again, err)
		}
	}
	two, err := ResumeLocal("here", log, keep)
	if err != nil || two.State().Pos.Hash() != l.State().Pos.Hash() || two.State().N != l.State().N {
		t.Fatal("it went on elsewhere", err)
	}
	if _, err := ResumeLocal("there", log, keep); err == nil {
		t.Error("a log passed for that of another table")
	}
	log[5] = append([]byte(nil), log[6]...)
	if _, err := ResumeLocal("here", log, keep); err == nil {
		t.Error("a damaged log was read")
	}
}

func gameOf(t *testing.T) engine.Game {
	t.Helper()
	g, ok := find("world")
	if !ok {
		t.Fatal("no game")
	}
	return g
}

func headerOf(t *testing.T, g engine.Game) engine.Header {
	t.Helper()
	settings, err := engine.Resolve(g.Options(), engine.Settings{{Name: "players", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	return engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: settings, Seats: []string{"0", "1"}, Seed: engine.NewSeed(engine.Key{4}, engine.Key{5})}
}

// FuzzEncode checks that every entry is written exactly as encoding/json writes it.
func FuzzEncode(f *testing.F) {
	f.Add("play", "0-key", "3.1", "drive paris", "bot", "", "ff", uint8(1), 3, 2, int64(9))
	f.Add("play", "<k>", "3.1", "a \"b\" \\ c", "", "undo", "", uint8(0), 0, 0, int64(0))
	f.Add("", "0", "0", "0", "0", "", "0", uint8(1), 3, 2, int64(9))
	f.Add("undo", "k&", "\x1f", "\x7f é \u2028", "\xff", "", "", uint8(255), -1, -2, int64(-3))
	f.Fuzz(func(t *testing.T, kind, key, question, move, why, what, hash string, by uint8, n, to int, at int64) {
		for _, e := range []Entry{
			{Kind: Kind(kind), Key: key, Question: question, What: what, Hash: hash, By: SeatList(by), N: n, To: to, At: at, Plays: []Play{{Seat: engine.Seat(by), Move: move, Why: why}}},
			{Format: n, Kind: Kind(kind), Passes: []string{move, why}},
		} {
			want, err := json.Marshal(&e)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := e.encode(); err != nil || string(got) != string(want) {
				t.Errorf("written %s, %v\nwanted  %s", got, err, want)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	e := Entry{N: 30, At: 1_790_000_000_000, Kind: KindPlay, Key: "0-1234567890123", By: 1, Question: "30.0",
		Plays: []Play{{Move: "drive paris"}}, Hash: "0123456789abcdef0123456789abcdef"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.encode(); err != nil {
			b.Fatal(err)
		}
	}
}
