package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"theriac/internal/forms"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/lobby/lists"
	"theriac/internal/notices"
	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// Backup copies the store of a single node into a file, while a server runs on it or not.
// ErrNoNode says that the folder has none.
func Backup(ctx context.Context, data, to string, progress func(done, total int64)) error {
	dir := filepath.Join(data, storeFolder)
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s", ErrNoNode, data)
	}
	return sqlite.Backup(ctx, dir, to, progress)
}

// ErrNoNode says that a folder is not that of a single node.
var ErrNoNode = errors.New("there is no server data")

// Restore fills the empty store that the options name, from a backup of whichever kind,
// and opens it. Close it.
func Restore(ctx context.Context, o Options, r io.ReadSeeker, name string, log *slog.Logger) (_ *Storage, err error) {
	head := make([]byte, 16)
	if _, err := io.ReadFull(r, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	file, single := sqlite.IsBackup(head), o.single()
	if file && single {
		if err := restoreFile(ctx, o.Data, r); err != nil {
			return nil, err
		}
	}
	st, err := OpenStorage(ctx, o, log)
	if err != nil {
		return nil, err
	}
	switch {
	case file && !single:
		err = carry(ctx, st.Store, func(f func(any) error) error { return sqlite.Rows(ctx, name, f) })
	case !file:
		err = st.restoreShared(ctx, r)
	}
	if err == nil { // the nodes of the store that was copied are not those of this one
		err = forms.ForgetAll(ctx, st.Store.KV(notices.BucketServer))
	}
	if err != nil {
		st.Close()
		return nil, err
	}
	return st, nil
}

// restoreFile makes the data folder of a single node from its backup.
func restoreFile(ctx context.Context, data string, r io.Reader) error {
	folder, err := OpenFolder(data)
	if err != nil {
		return err
	}
	if err = folder.claimKind(Options{}.kind()); err == nil {
		err = sqlite.Restore(ctx, filepath.Join(folder.Path, storeFolder), r)
	}
	return errors.Join(err, folder.Close())
}

// discarder is a store that can leave out what a backup has too much.
type discarder interface {
	Games(ctx context.Context, f func(table string)) error
	Discard(ctx context.Context, table string) error
}

// restoreShared fills an empty store from the backup of a cluster and settles what changed
// while it was made. Such a backup is of the moment at which its buckets were copied: it
// has no game of a table that had not begun by then; a game that has gone on since, or
// ended, catches up once the server opens.
func (st *Storage) restoreShared(ctx context.Context, r io.ReadSeeker) (err error) {
	exact, s := false, st.Store
	if st.Shared != nil {
		exact, err = st.Shared.Restore(ctx, r)
	} else {
		err = carry(ctx, s, func(f func(any) error) error {
			exact, err = jetstream.Rows(r, time.Now(), f)
			return err
		})
	}
	if err != nil || !exact {
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
	games := s.(discarder)
	if err := games.Games(ctx, func(table string) {
		if !begun[table] {
			late = append(late, table)
		}
	}); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	for _, table := range late {
		if err := games.Discard(ctx, table); err != nil {
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
