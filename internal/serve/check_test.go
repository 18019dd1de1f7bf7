package serve

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// playOn makes moves, but at most most, and returns how many entries the table then has. Each time it chooses
// the first legal move that does not end the game.
func playOn(t *testing.T, s *Server, id string, most int) (n int) {
	t.Helper()
	return makeMoves(t, s, id, most, func(s *table.State, seat engine.Seat) engine.Move {
		return s.Pos.AppendMoves(nil, seat)[0]
	})
}

// playOut makes the default moves that the rules prescribe for absent seats, until the game is over. That is
// soon, because players who only draw cards lose.
func playOut(t *testing.T, s *Server, id string) (n int) {
	t.Helper()
	return makeMoves(t, s, id, 10_000, func(s *table.State, seat engine.Seat) engine.Move { return s.Pos.Default(seat) })
}

func makeMoves(t *testing.T, s *Server, id string, most int, choose func(*table.State, engine.Seat) engine.Move) int {
	t.Helper()
	ctx := context.Background()
	tab, err := s.services.registry.Open(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Release()
	if err := tab.Fresh(ctx); err != nil { // another node may have written newer entries
		t.Fatal(err)
	}
	for range most {
		s := tab.State()
		if s.Over {
			break
		}
		seat := s.Pos.Decision().Owing().First()
		move := s.Pos.Vocabulary().Move(choose(s, seat))
		if _, err := tab.Do(ctx, "k"+strconv.Itoa(s.N), table.Answer{Seat: seat, Question: s.Question(), Move: move}); err != nil {
			t.Fatal(err)
		}
	}
	return tab.State().N
}

// filled returns a data folder with a finished game, a running one, and a table that waits for players.
func filled(t *testing.T) (folder string, g *guest, over, runs string, entries int) {
	t.Helper()
	folder = t.TempDir()
	s := open(t, Options{Data: folder})
	g = arrive(t, s.URL())
	over, _ = g.table()
	runs, _ = g.table()
	g.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "public": true}, nil)
	entries = playOut(t, s, over) + playOn(t, s, runs, 3) + 2 // plus the opening entry of each game
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var out struct{ Status string }
		g.ask(http.MethodGet, "/api/tables/"+over, nil, &out)
		if out.Status == string(lobby.Finished) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the lobby does not know that %s is over: %s", over, out.Status)
		}
	}
	shut(t, s)
	return folder, g, over, runs, entries
}

func openStorage(t *testing.T, folder string) *Storage {
	t.Helper()
	st, err := OpenStorage(Options{Data: folder}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// A server restored from a backup has the same games and people as the original, and its games can continue.
func TestBackupAndRestore(t *testing.T) {
	from, g, over, runs, entries := filled(t)
	ctx := context.Background()
	to := t.TempDir()
	st := restored(t, copied(t, from), to)
	seen := 0
	r, err := Check(ctx, st, slog.New(slog.DiscardHandler), func(done, total int) { seen = total - done + 1 })
	st.Close()
	if err != nil {
		t.Fatal(err)
	}
	if r.People != 1 || r.Games != 2 || r.Entries != entries || len(r.Broken) != 0 || seen != 1 ||
		r.Tables[lobby.Finished] != 1 || r.Tables[lobby.Playing] != 1 || r.Tables[lobby.Gathering] != 1 {
		t.Errorf("%+v, %d entries wanted", r, entries)
	}

	s := open(t, Options{Data: to})
	g.url = s.URL()
	g.ask(http.MethodGet, "/api/me", nil, nil)
	before := playOn(t, s, runs, 0)
	if after := playOn(t, s, runs, 1); after != before+1 {
		t.Errorf("the game does not go on: %d, %d", before, after)
	}
	var list struct{ Tables []struct{ ID string } }
	g.ask(http.MethodGet, "/api/tables?list=mine", nil, &list)
	if len(list.Tables) != 3 {
		t.Errorf("%d tables of mine, with %s", len(list.Tables), over)
	}
}

// copied backs up a data folder into a file.
func copied(t *testing.T, data string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "backup")
	if err := Backup(t.Context(), data, file, nil); err != nil {
		t.Fatal(err)
	}
	return file
}

// restored restores a backup and opens its store.
func restored(t *testing.T, file, to string) *Storage {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	st, err := Restore(t.Context(), to, in, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// Check finds a game whose log is broken, and changes nothing.
func TestCheckFindsDamage(t *testing.T) {
	folder, _, _, runs, _ := filled(t)
	st := openStorage(t, folder)
	ctx := context.Background()
	last, err := st.Store.Log().Last(ctx, runs, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Store.Log().Append(ctx, runs, last.At, "forged", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := Check(ctx, st, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Games != 1 || len(r.Broken) != 1 || r.Broken[0].Table != runs {
			t.Errorf("%+v", r)
		}
	}
	st.Close()
	// A running server alerts the operator to the broken game.
	s := open(t, Options{Data: folder, Private: "127.0.0.1:0"})
	tab, err := s.services.registry.Open(ctx, runs)
	if err != nil {
		t.Fatal(err)
	}
	tab.Release()
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	if !strings.Contains(metrics, "theriac_tables_broken 1\n") {
		t.Error("no alarm")
	}
}
