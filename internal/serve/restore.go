package serve

import (
	"bufio"
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

	"theriac/internal/formats"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/sqlite"
)

// Backup copies the store of a node into a file. It works while a server uses the store. It returns errNoNode if the
// data folder has no store.
func Backup(ctx context.Context, data, to string, progress func(done, total int64)) error {
	dir := filepath.Join(data, storeFolder)
	if _, err := os.Stat(filepath.Join(dir, sqlite.FileName)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s", errNoNode, data)
	}
	return sqlite.Backup(ctx, dir, to, progress)
}

// errNoNode reports that a folder is not the data folder of a node.
var errNoNode = errors.New("there is no server data")

// errNoBackup reports that a file is not a backup.
var errNoBackup = errors.New("it is not a backup")

// backupNote is a file in the data folder that every backup rewrites. A metric reports the file's time.
const backupNote = "last-backup"

// NoteBackup records in a data folder that a backup was made now.
func NoteBackup(data string) error {
	return os.WriteFile(filepath.Join(data, backupNote), []byte("The time of this file is that of the last backup.\n"), 0o600)
}

// lastBackup returns when the data folder was last backed up, or the zero time.
func lastBackup(data string) time.Time {
	info, err := os.Stat(filepath.Join(data, backupNote))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Restore fills an empty data folder from a backup, and opens its store as that of a single node. The caller must
// close it. If the folder is then that of a cluster's first node, the other nodes copy its state.
func Restore(ctx context.Context, data string, r io.Reader, log *slog.Logger) (_ *Storage, err error) {
	if err := restoreFile(ctx, data, r); err != nil {
		return nil, err
	}
	st, err := OpenStorage(Options{Data: data}, log)
	if err != nil {
		return nil, err
	}
	// The new store has other nodes than the one that was backed up.
	if err := formats.ForgetAll(ctx, st.Store.KV(notices.BucketServer)); err != nil {
		st.Close()
		return nil, err
	}
	return st, nil
}

// restoreFile creates the data folder of a single node from a backup.
func restoreFile(ctx context.Context, data string, r io.Reader) error {
	folder, err := OpenFolder(data)
	if err != nil {
		return err
	}
	in := bufio.NewReader(r)
	if head, peeked := in.Peek(sqlite.HeadBytes); !sqlite.IsBackup(head) {
		if err = peeked; err == nil || errors.Is(err, io.EOF) {
			err = errNoBackup
		}
	} else if err = folder.claimKind(singleKind); err == nil {
		err = sqlite.Restore(ctx, filepath.Join(folder.Path, storeFolder), in)
	}
	return errors.Join(err, folder.Close())
}

// readTable decodes a table's record, and reports whether the record still holds the game's seed. In that case
// the log may be missing; the next caller that opens the table writes it.
func readTable(data []byte) (t lobby.Table, seed bool, err error) {
	var r struct {
		lobby.Table
		Secret string `json:"secret"`
	}
	err = json.Unmarshal(data, &r)
	return r.Table, r.Secret != "", err
}
