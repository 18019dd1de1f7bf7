package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/world"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

func asRefusal(err error, r **table.Refusal) bool { return errors.As(err, r) }

// One node writes a whole game. Another node gets the same game from the log, from the snapshot, and from the
// archive.
func TestAWholeGame(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		h := header(t, 1)
		ta := a.begun(t, "tablewholegame", h, time.Hour)
		if err := b.Begin(within(t), "tablewholegame", h, table.Limit{Each: time.Hour}); err != nil {
			t.Fatal("to begin again:", err)
		}
		if err := b.Begin(within(t), "tablewholegame", header(t, 2), table.Limit{Each: time.Hour}); !errors.Is(err, store.ErrConflict) {
			t.Fatal("another game began there:", err)
		}
		tb := b.open(t, "tablewholegame")
		r := rand.New(rand.NewPCG(1, 2))
		for i := 0; !ta.State().Over; i++ {
			by := []*table.Live{ta, tb}[i%2]
			if err := by.Fresh(within(t)); err != nil {
				t.Fatal(err)
			}
			if by.State().Over {
				break
			}
			do(t, by, fmt.Sprint("key-", i), answer(by.State(), r))
		}
		select { // the node that writes the last entry must report the game's end
		case <-a.ended:
		case <-b.ended:
		}
		for _, n := range []*node{a, b} {
			tt := n.open(t, "tablewholegame")
			if err := tt.Fresh(within(t)); err != nil {
				t.Fatal(err)
			}
			if !tt.State().Over {
				t.Fatal("a node does not know that the game is over")
			}
		}
		waitFor(t, func() bool {
			_, err := a.log.Last(within(t), "tablewholegame", true)
			return errors.Is(err, store.ErrAbsent)
		})
		c := newNode(t, open(), clock, false)
		tc := c.open(t, "tablewholegame")
		if tc.State().Pos.Hash() != ta.State().Pos.Hash() {
			t.Fatal("the archive holds another game")
		}
		_, err := tc.Do(within(t), "late", table.Answer{Question: tc.State().Question(), Move: "draw"})
		refused(t, err, table.RefusedOver)
		text := tc.State().Transcript(table.Viewer{})
		script, err := transcript.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := script.Fold(world.Game, transcript.Watcher{}); err != nil || s.Hash() != ta.State().Pos.Hash() {
			t.Fatal("the transcript does not fold to the game:", err)
		}
	})
}

func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	for range 2400 {
		if is() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("it did not come")
}

// The snapshot is only a cache. A table loaded without it has the same state.
func TestSnapshotAgreesWithLog(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		st, clock := open(), newClock()
		a := newNode(t, st, clock, true)
		ta := a.begun(t, "tablekept", header(t, 3), time.Hour)
		playOut(t, ta, rand.New(rand.NewPCG(3, 3)), 30)
		// Snapshots are saved while the game is played, and the first one has only a few moves.
		var lines []string
		waitFor(t, func() bool {
			kept, err := a.log.Snapshot(within(t), "tablekept")
			lines = strings.Split(strings.TrimSuffix(string(kept), "\n"), "\n")
			return err == nil && len(lines) >= 10
		})
		items, err := a.log.After(within(t), "tablekept", 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines)-1 > len(items) {
			t.Fatalf("%d entries are kept of %d", len(lines)-1, len(items))
		}
		for i, line := range lines[1:] {
			if _, body, _ := strings.Cut(string(items[i].Data), " "); body != line {
				t.Fatalf("entry %d is kept as another one", i)
			}
		}
		warm := newNode(t, st, clock, true).open(t, "tablekept").State()
		if err := a.log.SaveSnapshot(within(t), "tablekept", []byte("rubbish\n")); err != nil {
			t.Fatal(err)
		}
		cold := newNode(t, st, clock, true).open(t, "tablekept").State()
		elsewhere := newNode(t, open(), clock, false).open(t, "tablekept").State() // each node has its own snapshots
		for _, s := range []*table.State{warm, cold, elsewhere} {
			if s.N != ta.State().N || s.Pos.Hash() != ta.State().Pos.Hash() {
				t.Fatalf("read as entry %d, not %d", s.N, ta.State().N)
			}
		}
	})
}

// A command with a given key is applied once, even if it is repeated or sent to several nodes.
func TestKeys(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		ta := a.begun(t, "tablekeys", header(t, 4), time.Hour)
		tb := b.open(t, "tablekeys")
		c := answer(ta.State(), rand.New(rand.NewPCG(4, 4)))
		first := do(t, ta, "k1", c)
		for _, tt := range []*table.Live{ta, tb} {
			if again := do(t, tt, "k1", c); again.N != first.N || tt.State().N != first.N {
				t.Fatalf("the same key became entry %d, not %d", again.N, first.N)
			}
		}
		c.Move += "x"
		_, err := ta.Do(within(t), "k1", c)
		refused(t, err, table.RefusedKey)
		// The same command arrives many times concurrently, on both nodes.
		c = answer(ta.State(), rand.New(rand.NewPCG(5, 4)))
		before := ta.State().N
		var all sync.WaitGroup
		for i := range 10 {
			all.Add(1)
			go func() {
				defer all.Done()
				r, err := []*table.Live{ta, tb}[i%2].Do(within(t), "k2", c)
				if err != nil || r.N != before+1 {
					t.Errorf("became entry %d: %v", r.N, err)
				}
			}()
		}
		all.Wait()
		if err := ta.Fresh(within(t)); err != nil || ta.State().N != before+1 {
			t.Fatalf("%d entries: %v", ta.State().N, err)
		}
	})
}

// Several seats answer and interject concurrently through two nodes. Every acknowledged move is in the log
// exactly once. A move is rejected only if it was no longer legal.
func TestSeveralAtOnce(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		h := header(t, 6, "players", "4", "epidemics", "5", "hands", "hidden", "events", "secret")
		ta := a.begun(t, "tableatonce", h, time.Hour)
		tb := b.open(t, "tableatonce")
		var mu sync.Mutex
		acked := map[int]string{}
		var all sync.WaitGroup
		for seat := range engine.Seat(4) {
			all.Add(1)
			go func() {
				defer all.Done()
				r := rand.New(rand.NewPCG(7, uint64(seat)))
				tt := []*table.Live{ta, tb}[seat%2]
				for i := range 40 {
					s := tt.State()
					if s.Over {
						return
					}
					list := s.Pos.AppendMoves(nil, seat)
					if len(list) == 0 {
						select {
						case <-s.Next():
						case <-time.After(200 * time.Millisecond):
						}
						continue
					}
					move := s.Pos.Vocabulary().Move(list[r.IntN(len(list))])
					got, err := tt.Do(within(t), fmt.Sprint("s", seat, "-", i), table.Answer{Seat: seat, Question: s.Question(), Move: move})
					var no *table.Refusal
					switch {
					case errors.As(err, &no):
						if no.ID == table.RefusedMove && s.Pos.Decision().Owing().Has(seat) && tt.State().Question() == s.Question() {
							t.Errorf("an answer to the open question was refused: %v", no)
						}
					case err != nil:
						t.Error(err)
					default:
						mu.Lock()
						if other, twice := acked[got.N]; twice {
							t.Errorf("entry %d is %s and %s", got.N, other, move)
						}
						acked[got.N] = fmt.Sprint(seat, " ", move)
						mu.Unlock()
					}
				}
			}()
		}
		all.Wait()
		c := newNode(t, open(), clock, false).open(t, "tableatonce")
		if err := c.Fresh(within(t)); err != nil {
			t.Fatal(err)
		}
		text := c.State().Transcript(table.Viewer{Seats: engine.AllSeats(4)})
		if len(acked) < 10 || len(acked) != c.State().Moves() {
			t.Fatalf("%d acknowledged, %d in the log", len(acked), c.State().Moves())
		}
		moves := movesOf(text)
		for n, want := range acked {
			if moves[n-1] != want {
				t.Fatalf("entry %d is %q, and %q was acknowledged", n, moves[n-1], want)
			}
		}
	})
}

// movesOf returns the lines of a transcript that are moves.
func movesOf(text string) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		if len(l) > 2 && l[0] >= '0' && l[0] <= '9' {
			l, _, _ = strings.Cut(l, "  #")
			out = append(out, l)
		}
	}
	return out
}

// Dropping a table from memory saves a snapshot of all its moves.
func TestDroppedTableLeavesSnapshot(t *testing.T) {
	n := newNode(t, memstore.New(), newClock(), true)
	if err := n.Begin(within(t), "tableletgo", header(t, 1), table.Limit{Each: time.Hour}); err != nil {
		t.Fatal(err)
	}
	tb, err := n.Open(within(t), "tableletgo")
	if err != nil {
		t.Fatal(err)
	}
	// With more entries, a snapshot might be saved during play, and it could replace the last one.
	playOut(t, tb, rand.New(rand.NewPCG(1, 1)), 4)
	last := tb.State().N
	tb.Release()
	n.clock.add(time.Minute)
	n.Sweep(time.Second)
	if n.Live() != 0 {
		t.Fatal("it was not let go")
	}
	waitFor(t, func() bool {
		kept, err := n.log.Snapshot(within(t), "tableletgo")
		return err == nil && strings.Count(string(kept), "\n") == last+2
	})
}
