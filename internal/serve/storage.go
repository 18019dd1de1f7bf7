package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"theriac/internal/jetstream"
)

// Storage is an open store with its folder.
type Storage struct {
	Store  *jetstream.Store
	Folder *Folder // nil where the store is external and nothing is stored here

	server *jetstream.Server // nil where the store is external
}

// OpenStorage opens the store that the options name: it locks the folder and starts
// the embedded server, or connects to an external one. Close it.
func OpenStorage(ctx context.Context, o Options, log *slog.Logger) (_ *Storage, err error) {
	if o, err = o.filled(); err != nil {
		return nil, err
	}
	v := &Storage{}
	defer func() {
		if err != nil {
			v.Close()
		}
	}()
	if o.Data != "" {
		if v.Folder, err = OpenFolder(o.Data); err != nil {
			return nil, err
		}
	}
	conf := jetstream.Config{URL: o.NATS, Shards: o.Shards, Replicas: o.Replicas, Conns: o.Conns, Logger: log}
	if o.embedded() {
		if err = v.Folder.claimKind(o.kind()); err != nil {
			return nil, err
		}
		v.server, err = jetstream.StartServer(jetstream.ServerConfig{
			Dir: filepath.Join(v.Folder.Path, storeFolder), Name: o.Node, ClusterName: o.ClusterName, ClusterListen: o.ClusterListen,
			Routes: o.Routes, ClientListen: o.ClientListen, MaxStore: o.MaxStore, Logger: log,
		})
		if err != nil {
			return nil, fmt.Errorf("the store in %s cannot be started: %w", v.Folder.Path, err)
		}
		conf.Server = v.server
	}
	if v.Store, err = jetstream.Open(ctx, conf); err != nil {
		return nil, fmt.Errorf("the store cannot be opened: %w", err)
	}
	return v, nil
}

// Close closes the connections, hands over what this node leads, and unlocks the
// folder.
func (v *Storage) Close() {
	if v.Store != nil {
		v.Store.Close()
	}
	if v.server != nil {
		v.server.Shutdown()
	}
	if v.Folder != nil {
		_ = v.Folder.Close() // the end of the process unlocks it too
	}
}

// folderSize measures a folder now and then.
type folderSize struct {
	path string

	mu    sync.Mutex
	at    time.Time
	bytes int64
}

const measureEvery = time.Minute

// bytesAt is how many bytes the files of the folder have.
func (w *folderSize) bytesAt(now time.Time) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.at.IsZero() && now.Sub(w.at) < measureEvery {
		return w.bytes
	}
	w.at, w.bytes = now, 0
	_ = filepath.WalkDir(w.path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // a file that has gone meanwhile
		}
		info, err := e.Info()
		if err == nil {
			w.bytes += info.Size()
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	})
	return w.bytes
}
