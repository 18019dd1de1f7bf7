package sqlite

import (
	"fmt"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// SQLite compiles each statement of a connection once, whatever values it gets. Compiling takes longer than most
// reads.
func TestStatementsAreCompiledOnce(t *testing.T) {
	s, err := Open(Config{Dir: t.TempDir(), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const rounds = 3 * readers
	for i := range rounds {
		key := fmt.Sprint("k", i)
		_, errPut := s.KV("b").Put(t.Context(), "a."+key, 0, []byte("x"))
		_, errGet := s.KV("b").Get(t.Context(), "a."+key)
		_, errPage := s.KV("b").Page(t.Context(), "a", "a."+key, i)
		_, errPost := s.Chat().Post(t.Context(), "table", key, []byte("x"))
		_, errLines := s.Chat().Lines(t.Context(), "table", uint64(i), i)
		at, errAppend := s.Log().Append(t.Context(), key, 0, key, []byte("x"))
		_, errAfter := s.Log().After(t.Context(), key, at)
		for _, err := range []error{errPut, errGet, errPage, errPost, errLines, errAppend, errAfter} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	all := []*conn{s.conn}
	for range readers {
		c := <-s.readers
		defer func() { s.readers <- c }()
		all = append(all, c)
	}
	again := 0
	for _, c := range all {
		for query, stmt := range c.statements {
			if n := stmt.Status(sqlite3.STMTSTATUS_REPREPARE, false); n > 0 {
				t.Errorf("compiled %d times more: %s", n, query)
			}
			if stmt.Status(sqlite3.STMTSTATUS_RUN, false) > 1 {
				again++
			}
		}
	}
	if again < 10 {
		t.Errorf("only %d statements ran again", again)
	}
}
