package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"theriac/internal/state"
	"theriac/internal/state/hub"
	"theriac/internal/store"
)

// Config of a store.
type Config struct {
	Dir      string // the folder of the file
	MaxStore int64  // how many bytes the file may have; 0: as many as the disk
	NoSync   bool   // do not wait for the disk: for a file that nobody would miss
	Logger   *slog.Logger
}

// readers is how many connections read at once.
const readers = 4

// Store is a durable store in one file.
type Store struct {
	*writer
	log     *slog.Logger
	dir     string
	readers chan *conn
	hub     *hub.Hub
	due     hub.Reminders

	closing sync.Once
	stop    context.CancelFunc
	tasks   sync.WaitGroup

	mu      sync.Mutex
	damages map[store.Damage]struct{}
}

// Open opens the store of a folder, or makes it. Close it.
func Open(cfg Config) (_ *Store, err error) {
	s := &Store{log: cfg.Logger, dir: cfg.Dir, readers: make(chan *conn, readers), hub: hub.New(false), damages: map[store.Damage]struct{}{}}
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
	if err := s.checkWAL(path); err != nil {
		return nil, err
	}
	menders.Store(path, s.damaged)
	c, err := openFile(path, cfg.NoSync)
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
	if s.writer, err = newWriter(c, path, s.hub.Tell); err != nil {
		return nil, err
	}
	err = s.between(context.Background(), emptyWAL)
	// The first write makes the WAL, whose name must be on disk before anybody depends on it.
	if err == nil {
		_, err = s.propose(context.Background())
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

// limit is how many bytes the file may have.
func limit(c *conn, bytes int64) error {
	return fault(c.Exec(fmt.Sprintf("PRAGMA max_page_count=%d", bytes/pageSize)))
}

// Close waits for those who read and write, and closes the file.
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

// Log is the logs of tables.
func (s *Store) Log() store.Log { return tableLog{s} }

// KV is a bucket of records.
func (s *Store) KV(name string) store.KV { return kv{s, name} }

// Chat is the chats of tables.
func (s *Store) Chat() store.Chat { return chat{s} }

// Feed is the feed of this process. It has no entries, which this process has written itself.
func (s *Store) Feed() store.Feed { return s.hub }

// Health is the state of the store.
func (s *Store) Health() store.Health { return health{s} }

// Counts is how many transactions and operations were committed since the start.
func (s *Store) Counts() (commits, ops uint64) { return s.commits.Load(), s.applied.Load() }

// read lends a connection and reports what it finds damaged.
func (s *Store) read(ctx context.Context, f func(*conn) error) error {
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

// write applies one operation.
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

// noted remembers damage, so that it is an alarm even if nobody reads it again.
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
