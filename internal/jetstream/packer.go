package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"theriac/internal/store"
)

// The packer moves games from the archive into packs. In this order: it writes a pack,
// reads it back, writes a note if the pack lies elsewhere, writes its list, and only then removes its games from the archive. A crash
// in between leaves games in both, and the next run removes those from the archive that a
// pack has. Two packers at once would at worst pack games twice.

// Pack packs the archived games that were archived before a time, in full packs only, and
// returns how many games it packed. It does nothing while another node packs.
func (s *Store) Pack(ctx context.Context, before time.Time) (games int, err error) {
	if !s.alone {
		free, release, err := s.lease(ctx, "packer", packLease)
		if err != nil || !free {
			return 0, err
		}
		defer release()
	}
	if err := s.readLists(ctx); err != nil {
		return 0, err
	}
	if err := s.mendLists(ctx); err != nil {
		return 0, err
	}
	for ctx.Err() == nil {
		n, full, err := s.packOnce(ctx, before)
		games += n
		if err != nil {
			return games, err
		}
		if !full {
			return games, s.movePacks(ctx)
		}
	}
	return games, ctx.Err()
}

// packLease is how long a node that packs keeps the others from it.
const packLease = 30 * time.Minute

// lease claims a task for this node, unless another one has it.
func (s *Store) lease(ctx context.Context, task string, life time.Duration) (mine bool, release func(), err error) {
	bucket := s.KV("leases")
	_, err = bucket.PutFor(ctx, task, []byte("1"), life)
	if errors.Is(err, store.ErrConflict) {
		return false, nil, nil
	}
	return err == nil, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.wait)
		defer cancel()
		if err := bucket.Delete(ctx, task); err != nil {
			s.log.Warn("a lease ends by itself only", "task", task, "err", err)
		}
	}, err
}

// Lease claims a task for this node for half an hour or until release, unless another node has
// it.
func (s *Store) Lease(ctx context.Context, task string) (mine bool, release func(), err error) {
	if s.alone {
		return true, func() {}, nil
	}
	return s.lease(ctx, task, packLease)
}

// mendLists writes the lists that are missing.
func (s *Store) mendLists(ctx context.Context) error {
	listed := map[string]bool{}
	err := s.subjects(ctx, listStream, listSubject("*"), func(subject string, _ uint64) bool {
		listed[lastWord(subject)] = true
		return true
	})
	if err != nil {
		return err
	}
	var names []string
	err = s.subjects(ctx, packStream, packSubject("*"), func(subject string, _ uint64) bool {
		if name := lastWord(subject); !listed[name] {
			names = append(names, name)
		}
		return true
	})
	for _, name := range names {
		var tables []string
		if tables, err = s.packTables(ctx, name); err == nil {
			err = s.writeList(ctx, name, tables)
		}
		if err != nil {
			break
		}
	}
	return err
}

// packRound is what one run through the beginning of the archive has found.
type packRound struct {
	games []packedGame
	taken []single // where those lie in the archive
	done  []single // games that some pack has already
	size  int
	read  uint64 // messages that were read
	last  uint64 // place of the last of them
	kept  bool   // some of them stay in the archive
}

// single is a game in the archive.
type single struct {
	table string
	place uint64
}

// packOnce writes one pack of the oldest games. full says that there may be more.
func (s *Store) packOnce(ctx context.Context, before time.Time) (n int, full bool, err error) {
	r := packRound{}
	if full, err = s.oldest(ctx, before, &r); err != nil {
		return 0, false, err
	}
	if full {
		if err := s.writePack(ctx, r.games); err != nil {
			return 0, false, err
		}
		n = len(r.games)
		r.done = append(r.done, r.taken...)
	} else {
		r.kept = r.kept || len(r.games) > 0 // they wait until there are enough
	}
	if err := s.packStep("listed"); err != nil {
		return n, false, err
	}
	return n, full, s.removeSingles(ctx, &r)
}

// oldest collects the games of a pack from the beginning of the archive. full says that it
// has as many as a pack takes.
func (s *Store) oldest(ctx context.Context, before time.Time, r *packRound) (full bool, err error) {
	for from := uint64(1); ; {
		list, _, err := s.batchOf(ctx, archiveStream, ">", from, s.packGames+1, packBytes)
		if err != nil || len(list) == 0 {
			return len(r.games) == s.packGames, err
		}
		for _, m := range list {
			at, err := time.Parse(time.RFC3339Nano, m.header.Get("Nats-Time-Stamp"))
			if err != nil {
				return false, fmt.Errorf("jetstream: an archived game without a time: %w", err)
			}
			switch {
			case len(r.games) == s.packGames, r.size+len(m.data) > packBytes && len(r.games) > 0:
				return true, nil
			case !at.Before(before):
				return false, nil
			}
			if err := s.collect(ctx, m, r); err != nil {
				return false, err
			}
			r.read, r.last, from = r.read+1, m.seq, m.seq+1
		}
	}
}

// collect adds a game to a round.
func (s *Store) collect(ctx context.Context, m message, r *packRound) error {
	here := single{lastWord(m.subject), m.seq}
	there, err := s.packed(ctx, here.table)
	switch {
	case err == nil && bytes.Equal(there, m.data): // a packer was stopped before it removed it
		r.done = append(r.done, here)
	case err == nil:
		_ = s.reportDamage(archiveStream+" "+m.subject, "the archive and a pack have two different games")
		r.kept = true
	case errors.Is(err, store.ErrDamaged), len(m.data) > packBytes: // a bad copy in a pack: this one stays
		r.kept = true
	case errors.Is(err, store.ErrAbsent):
		r.games, r.taken = append(r.games, packedGame{here.table, m.data}), append(r.taken, here)
		r.size += len(m.data)
	default:
		return err
	}
	return nil
}

// removeSingles removes from the archive what is in packs now.
func (s *Store) removeSingles(ctx context.Context, r *packRound) error {
	if len(r.done) == 0 {
		return nil
	}
	// What a crash left of their logs goes first: nobody may open these games again.
	for _, g := range r.done {
		if err := (tableLog{s}).clear(ctx, shardOf(g.table, s.shards), g.table); err != nil {
			return err
		}
	}
	if !r.kept {
		whole, err := s.noneBetween(ctx, r)
		if err != nil {
			return err
		}
		if whole {
			return s.purge(ctx, archiveStream, "", r.last)
		}
	}
	// Something among them stays, or cannot be read: it must not go with them.
	for _, g := range r.done {
		if err := s.purge(ctx, archiveStream, archiveSubject(g.table), g.place); err != nil {
			return err
		}
	}
	return nil
}

// noneBetween says that the archive has nothing up to the end of a round but what was
// read: no message that cannot be read.
func (s *Store) noneBetween(ctx context.Context, r *packRound) (bool, error) {
	for range 4 {
		list, more, err := s.batchOf(ctx, archiveStream, ">", r.last+1, 1, packBytes)
		if err != nil {
			return false, err
		}
		var info streamInfo
		if err := s.api(ctx, "STREAM.INFO."+archiveStream, nil, &info); err != nil {
			return false, reading(err)
		}
		// Whatever was archived since the first of the two makes it look like more.
		if info.State.Msgs == r.read+uint64(len(list))+more {
			return true, nil
		}
		newPause().wait(ctx)
	}
	return false, nil
}

// packStep is between the steps of the packer, where a test may stop it.
func (s *Store) packStep(step string) error {
	if s.packStopped == nil {
		return nil
	}
	return s.packStopped(step)
}
