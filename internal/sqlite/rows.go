package sqlite

import (
	"fmt"
	"hash/crc32"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

// rows implements state.Rows on the file, for the writer within a transaction.
type rows struct{ *conn }

var _ state.Rows = rows{}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the checksum of a row with the given name, data and numbers.
func sum(name string, data []byte, numbers ...uint64) int64 {
	h := crc32.Update(0, castagnoli, []byte(name))
	for _, n := range numbers {
		var b [9]byte
		for i := range 8 {
			b[i] = byte(n >> (8 * i))
		}
		h = crc32.Update(h, castagnoli, b[:])
	}
	return int64(crc32.Update(h, castagnoli, data))
}

func entrySum(e state.Entry) int64 { return sum("log/"+e.Table+"/"+e.Key, e.Data, e.At, e.Prev) }
func recordSum(r state.Record) int64 {
	return sum("kv/"+r.Bucket+"/"+r.Key, r.Data, r.Version, uint64(r.Ends))
}
func lineSum(l state.Line) int64 { return sum("chat/"+l.Table+"/"+l.Person, l.Data, l.At) }
func gameSum(g state.Game) int64 { return sum("archive/"+g.Table, g.Data, g.At) }
func snapshotSum(table string, data []byte) int64 {
	return sum("snapshot/"+table, data)
}

// damage returns the error for a row whose content does not match its checksum.
func damage(where string) error {
	return fmt.Errorf("%w: %s: its checksum does not match", store.ErrDamaged, where)
}

func (r rows) Last(table string) (uint64, error) {
	n, err := r.number("SELECT at FROM log WHERE tbl=?1 ORDER BY at DESC LIMIT 1", table)
	return uint64(n), err
}

func (r rows) Attempt(table, key string) (uint64, error) {
	n, err := r.number("SELECT at FROM log WHERE tbl=?1 AND key=?2", table, key)
	return uint64(n), err
}

func (r rows) Version(bucket, key string) (uint64, error) {
	n, err := r.number("SELECT version FROM kv WHERE bucket=?1 AND key=?2", bucket, key)
	return uint64(n), err
}

func (r rows) Game(table string) (data []byte, err error) {
	err = r.do("SELECT at, tbl, sum, data FROM archive WHERE tbl=?1", func(s *sqlite3.Stmt) error {
		g, err := gameOf(s)
		if err == nil && g.Table != table {
			err = damage("archive of " + table)
		}
		data = g.Data
		return err
	}, table)
	return data, err
}

func gameOf(s *sqlite3.Stmt) (state.Game, error) {
	g := state.Game{At: uint64(s.ColumnInt64(0)), Table: s.ColumnText(1), Data: blob(s, 3)}
	if gameSum(g) != s.ColumnInt64(2) {
		return g, damage("archive of " + g.Table)
	}
	return g, nil
}

const entryColumns = "at, tbl, prev, key, sum, data"

func entryOf(s *sqlite3.Stmt) (state.Entry, error) {
	e := state.Entry{At: uint64(s.ColumnInt64(0)), Table: s.ColumnText(1), Prev: uint64(s.ColumnInt64(2)), Key: s.ColumnText(3), Data: blob(s, 5)}
	if entrySum(e) != s.ColumnInt64(4) {
		return e, damage(fmt.Sprintf("log of %s at %d", e.Table, e.At))
	}
	return e, nil
}

const recordColumns = "bucket, key, version, ends, sum, data"

func recordOf(s *sqlite3.Stmt) (state.Record, error) {
	r := state.Record{Bucket: s.ColumnText(0), Key: s.ColumnText(1), Version: uint64(s.ColumnInt64(2)), Ends: s.ColumnInt64(3), Data: blob(s, 5)}
	if recordSum(r) != s.ColumnInt64(4) {
		return r, damage(r.Bucket + " " + r.Key)
	}
	return r, nil
}

const lineColumns = "at, tbl, person, sum, data"

func lineOf(s *sqlite3.Stmt) (state.Line, error) {
	l := state.Line{At: uint64(s.ColumnInt64(0)), Table: s.ColumnText(1), Person: s.ColumnText(2), Data: blob(s, 4)}
	if lineSum(l) != s.ColumnInt64(3) {
		return l, damage(fmt.Sprintf("chat of %s at %d", l.Table, l.At))
	}
	return l, nil
}

func (r rows) Reminder(table string) (at *int64, err error) {
	err = r.do("SELECT at FROM due WHERE tbl=?1", func(s *sqlite3.Stmt) error {
		n := s.ColumnInt64(0)
		at = &n
		return nil
	}, table)
	return at, err
}

func (r rows) AddEntry(e state.Entry) error {
	return r.do("INSERT INTO log(at, tbl, prev, key, sum, data) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", nil,
		e.At, e.Table, e.Prev, e.Key, entrySum(e), e.Data)
}

func (r rows) AddGame(g state.Game) error {
	return r.do("INSERT INTO archive(at, tbl, sum, data) VALUES(?1, ?2, ?3, ?4)", nil, g.At, g.Table, gameSum(g), g.Data)
}

func (r rows) Clear(table string) error {
	for _, q := range []string{"DELETE FROM log WHERE tbl=?1", "DELETE FROM snapshot WHERE tbl=?1", "DELETE FROM due WHERE tbl=?1"} {
		if err := r.do(q, nil, table); err != nil {
			return err
		}
	}
	return nil
}

func (r rows) SetRecord(rec state.Record) error {
	return r.do("INSERT INTO kv(bucket, key, version, ends, sum, data) VALUES(?1, ?2, ?3, ?4, ?5, ?6) "+
		"ON CONFLICT(bucket, key) DO UPDATE SET version=?3, ends=?4, sum=?5, data=?6", nil,
		rec.Bucket, rec.Key, rec.Version, rec.Ends, recordSum(rec), rec.Data)
}

func (r rows) RemoveRecord(bucket, key string) error {
	return r.do("DELETE FROM kv WHERE bucket=?1 AND key=?2", nil, bucket, key)
}

func (r rows) AddLine(l state.Line, keep int) error {
	if err := r.do("INSERT INTO chat(at, tbl, person, sum, data) VALUES(?1, ?2, ?3, ?4, ?5)", nil, l.At, l.Table, l.Person, lineSum(l), l.Data); err != nil {
		return err
	}
	return r.do("DELETE FROM chat WHERE at IN (SELECT at FROM chat WHERE person=?1 AND tbl=?2 ORDER BY at DESC LIMIT -1 OFFSET ?3)", nil, l.Person, l.Table, keep)
}

func (r rows) RemoveLines(person string) error {
	return r.do("DELETE FROM chat WHERE person=?1", nil, person)
}

func (r rows) SetReminder(table string, at int64) error {
	return r.do("INSERT INTO due(tbl, at) VALUES(?1, ?2) ON CONFLICT(tbl) DO UPDATE SET at=?2", nil, table, at)
}

func (r rows) RemoveReminder(table string) error {
	return r.do("DELETE FROM due WHERE tbl=?1", nil, table)
}
