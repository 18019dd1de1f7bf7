package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"theriac/internal/forms"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/lobby/lists"
	"theriac/internal/notices"
	"theriac/internal/store"
)

// Restore fills an empty store from a backup and settles what changed while the
// backup was made. A backup is of the moment at which its buckets were copied: it has
// no game of a table that had not begun by then; a game that has gone on since, or
// ended, catches up once the server opens.
func Restore(ctx context.Context, s *jetstream.Store, r io.Reader) error {
	exact, err := s.Restore(ctx, r)
	if err != nil {
		return err
	}
	// The nodes of the store that was copied are not those of this one.
	if err := forms.ForgetAll(ctx, s.KV(notices.BucketServer)); err != nil || !exact {
		return err
	}
	tables, err := s.KV(lobby.BucketTables).List(ctx, "")
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	begun := make(map[string]bool, len(tables))
	err = lists.EachVolume(ctx, s.KV(lobby.BucketVolumes), func(table string, data []byte) error {
		t, seed, err := readTable(data)
		begun[table] = err != nil || !t.Started.IsZero() && !seed
		return nil
	})
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNewer) {
		return nil // whose games those are that nobody seems to know cannot be told
	}
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	for _, rec := range tables {
		t, seed, err := readTable(rec.Data)
		// A record that this program cannot read is not its to throw away.
		begun[rec.Key] = err != nil || !t.Started.IsZero() && !seed
		if t.Status == lobby.Playing && begun[rec.Key] {
			// Its reminder may be older than the game, or gone since it ended.
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

// readTable reads a record of the lobby, and whether it still holds the seed of its
// game: then the log may be missing, and whoever opens the table next writes it.
func readTable(data []byte) (t lobby.Table, seed bool, err error) {
	var r struct {
		lobby.Table
		Secret string `json:"secret"`
	}
	err = json.Unmarshal(data, &r)
	return r.Table, r.Secret != "", err
}
