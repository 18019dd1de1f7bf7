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

	"github.com/nats-io/nats.go"

	"theriac/internal/bus"
	"theriac/internal/replica"
	"theriac/internal/sqlite"
	"theriac/internal/store"
	"theriac/internal/wire"
)

// Storage is an open store together with its data folder.
type Storage struct {
	Store  store.Store
	Folder *Folder

	file   *sqlite.Store // the store of a single node; nil in a cluster
	server *wire.Server  // the message server of a single node, for workers; nil in a cluster
	node   *bus.Node     // this node of a cluster, with its message server; nil for a single node
	queue  *wire.Queue   // questions for workers
	peers  *nats.Conn    // for messages to the other nodes that are not stored; nil for a single node
}

// OpenStorage opens the store that the options describe. It locks the data folder, and starts the message server for
// workers. A cluster's node starts without waiting for the others; calls wait until it has joined them. The caller
// must close the Storage.
func OpenStorage(o Options, log *slog.Logger) (_ *Storage, err error) {
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
	if st.Folder, err = OpenFolder(o.Data); err != nil {
		return nil, err
	}
	if err = st.Folder.claimKind(o.kind()); err != nil {
		return nil, err
	}
	if o.clustered() {
		err = st.openNode(o, log)
	} else {
		err = st.openFile(o, log)
	}
	if err != nil {
		return nil, fmt.Errorf("the store in %s cannot be opened: %w", st.Folder.Path, err)
	}
	return st, nil
}

// messageServer returns the configuration of this node's message server.
func messageServer(o Options, log *slog.Logger) (conf wire.ServerConfig, err error) {
	conf = wire.ServerConfig{
		Name: o.Node, ClusterName: o.ClusterName, ClusterListen: o.ClusterListen, Routes: o.Routes, ClusterSecret: o.ClusterSecret,
		ClientListen: o.ClientListen, WorkerKey: o.WorkerKey, Logger: log,
	}
	if conf.ClusterTLS, err = o.Peers.nodes(); err != nil {
		return conf, err
	}
	conf.ClientTLS, err = o.Peers.server()
	return conf, err
}

// openFile opens the store of a single node, and starts a message server for its workers.
func (st *Storage) openFile(o Options, log *slog.Logger) error {
	conf, err := messageServer(o, log)
	if err != nil {
		return err
	}
	if st.file, err = sqlite.Open(sqlite.Config{Dir: filepath.Join(st.Folder.Path, storeFolder), MaxStore: o.MaxStore, Logger: log}); err != nil {
		return err
	}
	st.Store = st.file
	if st.server, err = wire.StartServer(conf); err != nil {
		return err
	}
	st.queue, err = wire.OpenQueue(st.server.Connect)
	return err
}

// members is how many nodes a cluster has.
const members = 3

// openNode starts this node of a cluster.
func (st *Storage) openNode(o Options, log *slog.Logger) error {
	conf, err := messageServer(o, log)
	if err != nil {
		return err
	}
	if conf.ClusterTLS == nil && conf.ClusterSecret == "" {
		log.Warn("the cluster's port has no password: anyone who reaches it can read and write everything", "address", o.ClusterListen)
	}
	st.node, err = bus.Open(bus.Config{Dir: st.Folder.Path, Host: o.Node, Members: members, MaxStore: o.MaxStore, Server: conf, Keep: o.KeepLog, Logger: log})
	if err != nil {
		return err
	}
	st.Store = st.node.Store()
	if st.queue, err = wire.OpenQueue(st.node.Connect); err != nil {
		return err
	}
	st.peers, err = st.node.Connect()
	return err
}

// Close closes the store, hands over the lead of the cluster's log if this node has it, and unlocks the data folder.
func (st *Storage) Close() { st.closeWithin(context.Background()) }

// closeWithin closes the store like Close, but hands nothing over once ctx has ended.
func (st *Storage) closeWithin(ctx context.Context) {
	if st.queue != nil {
		st.queue.Close()
	}
	if st.peers != nil {
		st.peers.Close()
	}
	if st.node != nil {
		st.node.Close(ctx)
	}
	st.kill()
	if st.server != nil {
		st.server.Kill()
	}
	if st.Folder != nil {
		_ = st.Folder.Close() // if this fails, the lock ends with the process
	}
}

// kill stops the store immediately. Calls that wait for it fail.
func (st *Storage) kill() {
	if st.node != nil {
		st.node.Kill()
	}
	if st.file != nil {
		st.file.Close()
	}
}

// problem returns a one-word reason why this node cannot serve requests, or "".
func (st *Storage) problem() string {
	if st.node == nil {
		return ""
	}
	err := st.node.Problem()
	for _, c := range []struct {
		err  error
		word string
	}{
		{bus.ErrStarting, "starting"}, {bus.ErrDoubts, "doubts"}, {bus.ErrLogLost, "log-lost"}, {bus.ErrShort, "log-lost"},
		{bus.ErrTwoData, "two-data"}, {store.ErrFull, "full"}, {replica.ErrNewer, "newer"},
	} {
		if errors.Is(err, c.err) {
			return c.word
		}
	}
	if err != nil {
		return "store"
	}
	return ""
}

// counts returns how often certain events have occurred at this node since it started.
func (st *Storage) counts() bus.Counts {
	if st.node == nil {
		return bus.Counts{}
	}
	return st.node.Counts()
}

// remarks joins its non-empty arguments with spaces.
func remarks(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// folderSize caches the size of a folder, which takes time to measure.
type folderSize struct {
	path string

	mu    sync.Mutex
	at    time.Time
	bytes int64
}

const measureEvery = time.Minute

// bytesAt returns the total size of the folder's files in bytes, which may have been measured shortly before
// now.
func (f *folderSize) bytesAt(now time.Time) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.at.IsZero() && now.Sub(f.at) < measureEvery {
		return f.bytes
	}
	f.at, f.bytes = now, 0
	_ = filepath.WalkDir(f.path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // skip a file that has just been deleted
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
