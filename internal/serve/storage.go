package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"theriac/internal/bucket"
	"theriac/internal/jetstream"
	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// Engine is an open store.
type Engine interface {
	store.Store
	Work() store.Work
	Close()
}

// Storage is an open store with its folder.
type Storage struct {
	Store  Engine
	Shared *jetstream.Store // the same if it can be shared by nodes; nil for a single one's file
	Folder *Folder          // nil where the store is external and nothing is stored here
	Bucket *bucket.Bucket   // nil where packed games lie in the store

	server *jetstream.Server // nil where the store is external; without streams beside a file
}

// single is the store of a node that is alone: a file, and messages for its workers.
type single struct {
	*sqlite.Store
	queue *jetstream.Queue
}

func (s single) Work() store.Work { return s.queue }

func (s single) Close() {
	s.queue.Close()
	s.Store.Close()
}

// OpenStorage opens the store that the options name: it locks the folder and starts
// the embedded server, or connects to an external one. Close it.
func OpenStorage(ctx context.Context, o Options, log *slog.Logger) (_ *Storage, err error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	st := &Storage{}
	defer func() {
		if err != nil {
			st.Close()
		}
	}()
	if o.Data != "" {
		if st.Folder, err = OpenFolder(o.Data); err != nil {
			return nil, err
		}
	}
	conf := jetstream.Config{URL: o.NATS, Shards: o.Shards, Replicas: o.Replicas, Conns: o.Conns, Logger: log}
	if o.Archive != "" {
		if st.Bucket, err = bucket.Open(o.Archive); err != nil {
			return nil, err
		}
		conf.Objects = st.Bucket
	}
	if !o.embedded() {
		conf.Creds = o.Peers.Creds
		if conf.TLS, err = o.Peers.client(); err != nil {
			return nil, err
		}
	}
	if o.embedded() {
		if err = st.Folder.claimKind(o.kind()); err != nil {
			return nil, err
		}
		if err = st.startServer(o, log); err != nil {
			return nil, err
		}
		conf.Server = st.server
	}
	if o.single() {
		return st, st.openFile(o, log)
	}
	if st.Shared, err = jetstream.Open(ctx, conf); err != nil {
		return nil, fmt.Errorf("the store cannot be opened: %w", err)
	}
	st.Store = st.Shared
	return st, nil
}

// startServer starts the embedded server: of the store's streams, or of messages alone
// where no other node shares them.
func (st *Storage) startServer(o Options, log *slog.Logger) (err error) {
	conf := jetstream.ServerConfig{
		Name: o.Node, ClusterName: o.ClusterName, ClusterListen: o.ClusterListen,
		Routes: o.Routes, ClientListen: o.ClientListen, WorkerKey: o.WorkerKey, StoreKey: o.StoreKey, MaxStore: o.MaxStore, Logger: log,
		ClusterSecret: o.ClusterSecret,
	}
	if !o.single() {
		conf.Dir = filepath.Join(st.Folder.Path, storeFolder)
	}
	if conf.ClusterTLS, err = o.Peers.nodes(); err != nil {
		return err
	}
	if conf.ClientTLS, err = o.Peers.server(); err != nil {
		return err
	}
	if st.server, err = jetstream.StartServer(conf); err != nil {
		return fmt.Errorf("the store in %s cannot be started: %w", st.Folder.Path, err)
	}
	return nil
}

// openFile opens the store of a node that is alone.
func (st *Storage) openFile(o Options, log *slog.Logger) error {
	file, err := sqlite.Open(sqlite.Config{Dir: filepath.Join(st.Folder.Path, storeFolder), MaxStore: o.MaxStore, Logger: log})
	if err != nil {
		return fmt.Errorf("the store in %s cannot be opened: %w", st.Folder.Path, err)
	}
	queue, err := jetstream.OpenQueue(st.server, log)
	if err != nil {
		file.Close()
		return err
	}
	st.Store = single{file, queue}
	return nil
}

// worker connects a worker of this process. Close it.
func (st *Storage) worker(log *slog.Logger) (*jetstream.Worker, error) {
	if s, ok := st.Store.(single); ok {
		return s.queue.Worker(log)
	}
	return st.Shared.Worker()
}

// Close closes the connections, hands over what this node leads, and unlocks the
// folder.
func (st *Storage) Close() { st.closeWithin(context.Background()) }

// closeWithin is Close, and hands nothing over any more once the context has ended.
func (st *Storage) closeWithin(ctx context.Context) {
	if st.Store != nil {
		st.Store.Close()
	}
	if st.server != nil {
		st.server.Shutdown(ctx)
	}
	if st.Folder != nil {
		_ = st.Folder.Close() // the end of the process unlocks it too
	}
}

// remark is what /readyz adds while packed games cannot be read. Such a node is ready.
func (st *Storage) remark() string {
	if st.Bucket != nil && st.Bucket.Failing() != nil {
		return "bucket"
	}
	return ""
}

// remarks puts a space between those that there are.
func remarks(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
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
func (f *folderSize) bytesAt(now time.Time) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.at.IsZero() && now.Sub(f.at) < measureEvery {
		return f.bytes
	}
	f.at, f.bytes = now, 0
	_ = filepath.WalkDir(f.path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // a file that has gone meanwhile
		}
		info, err := e.Info()
		if err == nil {
			f.bytes += info.Size()
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	})
	return f.bytes
}
