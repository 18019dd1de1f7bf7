package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"theriac/internal/replica"
	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/store"
)

// Config configures a store for Open.
type Config struct {
	Dir      string // folder that contains the file
	MaxStore int64  // maximum size of the file in bytes; 0 for no limit
	NoSync   bool   // do not sync writes to disk; only if the file may be lost
	// Replicated means that the file holds one node's state in a cluster. Then only frames of a replicated log
	// change it, through Machine. Operations go to that log, and fail before Join is called. A power cut may
	// undo the last frames, which the log still has.
	Replicated bool
	Logger     *slog.Logger
}

// readers is the number of connections that can read in parallel.
const readers = 4

// Store is a durable store in one file. It is safe for concurrent use.
type Store struct {
	*writer
	log     *slog.Logger
	dir     string
	readers chan *conn
	hub     *hub.Hub
	due     hub.Reminders
	node    atomic.Pointer[replica.Node]

	closing sync.Once
	stop    context.CancelFunc
	tasks   sync.WaitGroup

	mu      sync.Mutex
	damages map[store.Damage]struct{}
}

// Open opens the store in a folder, or creates it. The caller must close it.
func Open(cfg Config) (_ *Store, err error) {
	s := &Store{log: cfg.Logger, dir: cfg.Dir, readers: make(chan *conn, readers), hub: hub.New(cfg.Replicated), damages: map[store.Damage]struct{}{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	dir, err := filepath.EvalSymlinks(cfg.Dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, FileName)
	keptWAL, rotten, err := checkWAL(path)
	if err != nil {
		return nil, err
	}
	menders.Store(path, s.damaged)
	mode := syncCommits
	switch {
	case cfg.NoSync:
		mode = syncNever
	case cfg.Replicated:
		mode = syncLater
	}
	c, err := openFile(path, mode)
	if err != nil {
		menders.Delete(path)
		return nil, err
	}
	defer func() {
		if err != nil {
			menders.Delete(path)
			s.closeReaders(len(s.readers))
			_ = c.Close()
		}
	}()
	if cfg.MaxStore > 0 {
		if err := limit(c, cfg.MaxStore); err != nil {
			return nil, err
		}
	}
	for range readers {
		r, err := dial(path, 0, "query_only=ON", "cache_size=-4096")
		if err != nil {
			return nil, err
		}
		s.readers <- r
	}
	if s.writer, err = newWriter(c, path, mode, cfg.Replicated, s.hub.Tell); err != nil {
		return nil, err
	}
	switch {
	case keptWAL == "":
	case s.mark.Epoch == 0:
		s.damaged(rotten)
	default: // in a cluster, a power cut can damage any transaction since the last sync, and the log has all of them
		s.log.Warn("the last transactions of this node's file are lost: they come again from the log", "frame", s.mark.Index)
		_ = os.Remove(keptWAL)
	}
	err = s.between(context.Background(), emptyWAL)
	// The first write creates the WAL. Its name must be on disk before any acknowledged data depend on it.
	if err == nil {
		err = s.submit(context.Background(), &write{sync: true})
	}
	if err == nil {
		err = syncFolders(cfg.Dir)
	}
	if err != nil {
		close(s.quit)
		<-s.ended
		return nil, fault(err)
	}
	s.startTasks()
	return s, nil
}

// limit sets the maximum size of the file.
func limit(c *conn, bytes int64) error {
	return fault(c.Exec(fmt.Sprintf("PRAGMA max_page_count=%d", bytes/pageSize)))
}

// Close waits for readers and writers to finish, and then closes the file.
func (s *Store) Close() {
	s.closing.Do(func() {
		s.stop()
		s.tasks.Wait()
		close(s.quit)
		<-s.ended
		s.closeReaders(readers)
		menders.Delete(s.path)
		if err := s.conn.Close(); err != nil {
			s.log.Warn("the store was not closed well", "err", err)
		}
	})
	<-s.ended
}

func (s *Store) closeReaders(n int) {
	for range n {
		_ = (<-s.readers).Close()
	}
}

// Log returns the logs of all tables.
func (s *Store) Log() store.Log { return tableLog{s} }

// KV returns the bucket with a given name.
func (s *Store) KV(name string) store.KV { return kv{s, name} }

// Chat returns the chats of all tables.
func (s *Store) Chat() store.Chat { return chat{s} }

// Feed returns the feed of this process. It includes log entries only if the store is replicated, because
// otherwise this process has written all of them itself.
func (s *Store) Feed() store.Feed { return s.hub }

// Health returns the interface that reports the state of the store.
func (s *Store) Health() store.Health { return health{s} }

// Counts returns the number of transactions and operations committed since the store was opened.
func (s *Store) Counts() (commits, ops uint64) { return s.commits.Load(), s.applied.Load() }

// read calls f with a free connection, and records any damage that f finds.
func (s *Store) read(ctx context.Context, f func(*conn) error) error {
	if err := s.live(ctx); err != nil {
		return err
	}
	select {
	case <-s.ended:
		return store.ErrLost
	default:
	}
	select {
	case c := <-s.readers:
		err := fault(f(c))
		s.readers <- c
		return s.noted(err)
	case <-s.ended:
		return store.ErrLost
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
}

// write applies one operation and returns the version or sequence number that it created.
func (s *Store) write(ctx context.Context, op state.Op) (uint64, error) {
	answers, err := s.propose(ctx, op)
	switch {
	case err != nil:
		return 0, s.noted(err)
	case answers[0].Conflict:
		return 0, store.ErrConflict
	}
	return answers[0].At, nil
}

// Do makes several changes in one transaction.
func (s *Store) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	op, err := hub.Batch(changes)
	if err != nil {
		return 0, err
	}
	return s.write(ctx, op)
}

// noted records damage, so that alarms continue even if the damaged row is never read again.
func (s *Store) noted(err error) error {
	if errors.Is(err, store.ErrDamaged) {
		s.damaged(store.Damage{Where: s.path, What: err.Error()})
	}
	return err
}

func (s *Store) damaged(d store.Damage) {
	s.mu.Lock()
	_, known := s.damages[d]
	s.damages[d] = struct{}{}
	s.mu.Unlock()
	if !known {
		s.log.Error("store damaged", "where", d.Where, "what", d.What)
	}
}
