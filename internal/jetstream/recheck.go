package jetstream

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// While the server runs, recheck reads the blocks that were not read before the start,
// the longest unread first, at a bounded rate. It repairs nothing: the server has the
// files open. What it finds is reported, and the block is repaired before the next start.
// Until then a reader of the entry gets store.ErrDamaged, as from any block that goes bad
// under a running server.

const (
	// checkRate is how many bytes a second it reads, unless said otherwise.
	checkRate = 16 << 20
	// checkAgain is how long ago a block was read that is read again.
	checkAgain = 7 * 24 * time.Hour
	// checkPause is the time between two rounds.
	checkPause = time.Hour
	// saveAfter is how many blocks are read before that is noted on disk.
	saveAfter = 200
)

// recheck reads blocks in the background.
type recheck struct {
	server *Server
	known  *checked
	log    *slog.Logger
	rate   int64
	before int // blocks that were read before the start

	waiting atomic.Int64
	quit    chan struct{}
	once    sync.Once
	done    sync.WaitGroup
}

// newRecheck begins to read.
func newRecheck(s *Server, known *checked, before int, rate int64) *recheck {
	if rate <= 0 {
		rate = checkRate
	}
	r := &recheck{server: s, known: known, log: s.log, rate: rate, before: before, quit: make(chan struct{})}
	first := r.due(time.Now())
	r.waiting.Store(int64(len(first)))
	if before > 0 || len(first) > 0 {
		r.log.Info("blocks of the store were checked", "before_start", before, "waiting", len(first))
	}
	r.done.Go(func() {
		for list := first; ; list = r.due(time.Now()) {
			r.round(list)
			if !r.sleep(checkPause) {
				return
			}
		}
	})
	return r
}

// stop ends it.
func (r *recheck) stop() {
	r.once.Do(func() { close(r.quit) })
	r.done.Wait()
}

// sleep waits; it returns false once the server stops.
func (r *recheck) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.quit:
		return false
	case <-t.C:
		return true
	}
}

// due lists the blocks that were not read for long, or not as they are now, the longest
// unread first. It leaves out those that grow.
func (r *recheck) due(now time.Time) (list []string) {
	if r.known.foreign {
		return nil
	}
	blocks, newest, err := allBlocks(r.known.dir)
	if err != nil {
		r.log.Warn("the blocks of the store cannot be listed", "err", err)
		return nil
	}
	when := map[string]time.Time{}
	for _, file := range blocks {
		if blockNumber(file) == newest[filepath.Dir(file)] || writtenLater(streamOf(file)) {
			continue
		}
		read, same := r.known.same(file)
		if !same {
			read = time.Time{}
		}
		if now.Sub(read) >= checkAgain {
			when[file] = read
			list = append(list, file)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return when[a].Compare(when[b]) })
	return list
}

// round reads some blocks.
func (r *recheck) round(list []string) {
	defer r.waiting.Store(0)
	for i, file := range list {
		r.waiting.Store(int64(len(list) - i))
		began := time.Now()
		size, err := r.block(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			r.log.Warn("a block of the store cannot be checked", "block", r.known.name(file), "err", err)
		}
		if i%saveAfter == saveAfter-1 {
			r.log.Info("blocks of the store are being checked", "done", i+1, "of", len(list))
			r.save()
		}
		if !r.sleep(time.Duration(float64(size)/float64(r.rate)*float64(time.Second)) - time.Since(began)) {
			break
		}
	}
	if len(list) > 0 {
		r.save()
	}
}

func (r *recheck) save() {
	blocks, _, err := allBlocks(r.known.dir)
	if err == nil {
		err = r.known.save(blocks)
	}
	if err != nil {
		r.log.Warn("what was checked of the store cannot be noted", "err", err)
	}
}

// block reads one block, and reports what is damaged in it.
func (r *recheck) block(file string) (size int, err error) {
	before, data, err := readStill(file)
	if err != nil || data == nil {
		return 0, err
	}
	if e := examine(file, bytes.Clone(data), false); len(e.found) > 0 {
		// What is being written may look torn: it counts if it is the same a moment later.
		if !r.sleep(time.Second) {
			return len(data), nil
		}
		again, second, err := readStill(file)
		if err != nil || again != before || !bytes.Equal(second, data) {
			return len(data), err
		}
		r.known.forget(file)
		r.report(e.found)
		return len(data), nil
	}
	r.known.note(file, before, time.Now())
	return len(data), nil
}

// report adds damage to what is known.
func (r *recheck) report(found []finding) {
	s := r.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range found {
		d.What = "an entry cannot be read; the next start of this node repairs the block"
		if !slices.Contains(s.damages, d) {
			s.damages = append(s.damages, d)
			r.log.Error("store damaged", "where", d.Where, "what", d.What)
		}
	}
}

// readStill reads a file that nobody writes meanwhile; without data if somebody does, or
// did a moment ago.
func readStill(file string) (seenBlock, []byte, error) {
	before, err := look(file)
	if err != nil || time.Since(time.Unix(0, before.Changed)) < coarse {
		return before, nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return before, nil, err
	}
	after, err := look(file)
	if err != nil || after != before || int64(len(data)) != before.Size {
		return before, nil, err
	}
	return before, data, nil
}
