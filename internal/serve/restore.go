package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/lobby"
)

// Restore fills an empty store from a backup and settles what changed while the
// backup was made. The moment of a backup is that of its buckets: a table that had
// not begun then has no game in it, and a game that has gone on since, or ended, is
// looked after as soon as the house opens.
func Restore(ctx context.Context, s *jetstream.Store, r io.Reader) error {
	exact, err := s.Restore(ctx, r)
	if err != nil || !exact {
		return err
	}
	tables, err := s.KV(bucketTables).List(ctx, "")
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	begun := make(map[string]bool, len(tables))
	for _, rec := range tables {
		t, seed, err := readTable(rec.Data)
		// What cannot be read here is not for this program to throw away.
		begun[rec.Key] = err != nil || !t.Started.IsZero() && !seed
		if t.Status == lobby.Playing && begun[rec.Key] {
			// Its own reminder may be older than the game, or gone since it ended.
			if err := s.Log().Remind(ctx, rec.Key, time.Unix(0, 0)); err != nil {
				return fmt.Errorf("table %s: %w", rec.Key, err)
			}
		}
	}
	var late []string
	if err := s.Games(ctx, func(table string) {
		if !begun[table] {
			late = append(late, table)
		}
	}); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	for _, table := range late {
		if err := s.Discard(ctx, table); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return nil
}

// readTable reads a record of the lobby, and whether the seed of its game is still
// in it: then the log need not be there, and who opens the table next writes it.
func readTable(data []byte) (t lobby.Table, seed bool, err error) {
	var r struct {
		lobby.Table
		Secret string `json:"secret"`
	}
	err = json.Unmarshal(data, &r)
	return r.Table, r.Secret != "", err
}
