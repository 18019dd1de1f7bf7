package jetstream

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// Names of the streams of packs and of their lists. The lists have a stream of their own
// so that a node can read them all without reading the blocks of the packs.
const (
	packStream = "PACKS"
	listStream = "PACKED"
)

func packSubject(name string) string { return "p." + name }
func listSubject(name string) string { return "x." + name }

// packs is what this node knows of the packs.
type packs struct {
	reading sync.Mutex // held by the one who reads what is new

	mu    sync.Mutex
	index packIndex
	read  uint64 // place of the last list that was read
	began bool   // the lists were read once
	cache []cachedPack
}

type cachedPack struct {
	name string
	pack *gamesPack
}

// cachedPacks is how many packs stay in memory: who reads one game of an evening often
// reads the next.
const cachedPacks = 8

// find lists the names of the packs that may have a table, by what this node knows.
func (p *packs) find(table string) (names []string, began bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.index.find(table) {
		names = append(names, p.index.names[n])
	}
	return names, p.began
}

// packed takes a game out of its pack; store.ErrAbsent if none that this node knows has
// it.
func (s *Store) packed(ctx context.Context, table string) ([]byte, error) {
	names, began := s.packs.find(table)
	var bad error
	if !began {
		// A pack that cannot be read hides nothing of the others.
		if bad = s.readLists(ctx); bad != nil && !errors.Is(bad, store.ErrDamaged) && !errors.Is(bad, store.ErrNewer) {
			return nil, bad
		}
		names, _ = s.packs.find(table)
	}
	for _, name := range names {
		data, err := s.packedIn(ctx, name, table)
		switch {
		case err == nil:
			return data, nil
		case errors.Is(err, store.ErrDamaged):
			bad = s.reportDamage(packStream+" "+packSubject(name), err.Error())
		case !errors.Is(err, store.ErrAbsent): // another table has the same hash
			bad = err
		}
	}
	if bad != nil {
		return nil, bad
	}
	return nil, store.ErrAbsent
}

// packedIn takes a game out of a pack. Where there are several replicas and the copy of one
// is bad, it reads on until a sound one answers.
func (s *Store) packedIn(ctx context.Context, name, table string) (data []byte, err error) {
	for try := 1; ; try++ {
		p, err := s.readPack(ctx, name)
		if err == nil {
			data, err = p.game(table)
		}
		if s.repl == 1 || try == rereads || !errors.Is(err, store.ErrDamaged) {
			return data, err
		}
		s.packs.mu.Lock()
		s.packs.cache = slices.DeleteFunc(s.packs.cache, func(c cachedPack) bool { return c.name == name })
		s.packs.mu.Unlock()
	}
}

// readPack reads a pack.
func (s *Store) readPack(ctx context.Context, name string) (*gamesPack, error) {
	s.packs.mu.Lock()
	for i, c := range s.packs.cache {
		if c.name == name {
			s.packs.cache = append(slices.Delete(s.packs.cache, i, i+1), c)
			s.packs.mu.Unlock()
			return c.pack, nil
		}
	}
	s.packs.mu.Unlock()
	m, err := s.newest(ctx, packStream, packSubject(name), false)
	if err != nil {
		return nil, err
	}
	p, err := decodePack(m.data)
	if err != nil {
		return nil, err
	}
	s.packs.mu.Lock()
	defer s.packs.mu.Unlock()
	s.packs.cache = append(s.packs.cache, cachedPack{name, p})
	if n := len(s.packs.cache) - cachedPacks; n > 0 {
		s.packs.cache = slices.Delete(s.packs.cache, 0, n)
	}
	return p, nil
}

// readLists reads the lists that are new since the last time. Where there are packs
// without a list that can be read, it reads those packs instead.
func (s *Store) readLists(ctx context.Context) error {
	p := &s.packs
	p.reading.Lock()
	defer p.reading.Unlock()
	var info streamInfo
	if err := s.api(ctx, "STREAM.INFO."+listStream, nil, &info); err != nil {
		return reading(err)
	}
	p.mu.Lock()
	from := p.read + 1
	p.mu.Unlock()
	for from <= info.State.LastSeq {
		list, _, err := s.batch(ctx, listStream, ">", from)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		p.mu.Lock()
		for _, m := range list {
			if hashes, ok := decodeList(m.data); ok {
				p.index.add(lastWord(m.subject), hashes)
			}
			p.read, from = m.seq, m.seq+1
		}
		p.mu.Unlock()
	}
	if err := s.unlisted(ctx, nil); err != nil {
		return err
	}
	p.mu.Lock()
	p.began = true
	p.mu.Unlock()
	return nil
}

// unlisted reads the packs that no list names, and calls f with each. There are some where
// a packer was stopped between a pack and its list, where a list was lost, and after a restore.
func (s *Store) unlisted(ctx context.Context, f func(name string, p *gamesPack) error) error {
	var info streamInfo
	if err := s.api(ctx, "STREAM.INFO."+packStream, nil, &info); err != nil {
		return reading(err)
	}
	s.packs.mu.Lock()
	known := len(s.packs.index.names)
	s.packs.mu.Unlock()
	if info.State.NumSubjects <= uint64(known) {
		return nil
	}
	var names []string
	err := s.subjects(ctx, packStream, packSubject("*"), func(subject string, _ uint64) bool {
		names = append(names, lastWord(subject))
		return true
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	var bad error
	for _, name := range names {
		s.packs.mu.Lock()
		_, there := s.packs.index.known[name]
		s.packs.mu.Unlock()
		if there {
			continue
		}
		p, err := s.readPack(ctx, name)
		if errors.Is(err, store.ErrDamaged) {
			err = s.reportDamage(packStream+" "+packSubject(name), err.Error())
		}
		if err != nil { // whatever is asked for might be in it
			bad = errors.Join(bad, err)
			continue
		}
		if f != nil {
			if err := f(name, p); err != nil {
				return err
			}
		}
		s.packs.mu.Lock()
		s.packs.index.add(name, hashesOf(p.tables))
		s.packs.mu.Unlock()
	}
	return bad
}

// writeList writes the list of a pack, in place of an older one.
func (s *Store) writeList(ctx context.Context, name string, tables []string) error {
	_, _, err := s.publish(ctx, s.conn(name), &nats.Msg{Subject: listSubject(name), Data: encodeList(tables)})
	return err
}

// writePack writes a pack and its list.
func (s *Store) writePack(ctx context.Context, games []packedGame) error {
	name, data := newID(), encodePack(games)
	m := &nats.Msg{Subject: packSubject(name), Data: data, Header: nats.Header{natsjs.ExpectedLastSubjSeqHeader: {"0"}}}
	_, unsure, err := s.publish(ctx, s.conn(name), m)
	if err != nil && (!unsure || !errors.Is(err, errWrongLast)) {
		return err
	}
	// The games are removed from the archive once they are here: make sure that they can be
	// read back, from the leader.
	p, err := s.readBack(ctx, name)
	if err != nil {
		return err
	}
	there, err := p.games()
	if err != nil || !slices.EqualFunc(there, games, func(a, b packedGame) bool {
		return a.table == b.table && string(a.data) == string(b.data)
	}) {
		return errors.Join(errPack, err)
	}
	if err := s.packStep("written"); err != nil {
		return err
	}
	if err := s.writeList(ctx, name, p.tables); err != nil {
		return err
	}
	s.packs.mu.Lock()
	s.packs.index.add(name, hashesOf(p.tables))
	s.packs.mu.Unlock()
	return nil
}

func (s *Store) readBack(ctx context.Context, name string) (*gamesPack, error) {
	m, err := s.newest(ctx, packStream, packSubject(name), true)
	if err != nil {
		return nil, err
	}
	return decodePack(m.data)
}

// InOrder sorts tables such that those of one pack follow each other, for who reads
// many games.
func (s *Store) InOrder(ctx context.Context, tables []string) error {
	if err := s.readLists(ctx); err != nil && !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) {
		return err
	}
	place := make(map[string]int, len(tables))
	s.packs.mu.Lock()
	for _, t := range tables {
		place[t] = -1
		if packs := s.packs.index.find(t); len(packs) > 0 {
			place[t] = packs[0]
		}
	}
	s.packs.mu.Unlock()
	slices.SortStableFunc(tables, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return nil
}

// packedTables calls f with the tables of every pack.
func (s *Store) packedTables(ctx context.Context, f func(tables []string) error) error {
	var names []string
	err := s.subjects(ctx, packStream, packSubject("*"), func(subject string, _ uint64) bool {
		names = append(names, lastWord(subject))
		return true
	})
	for _, name := range names {
		var p *gamesPack
		if p, err = s.readPack(ctx, name); err == nil {
			err = f(p.tables)
		}
		if err != nil {
			break
		}
	}
	return err
}

// unpackTable removes a game from its packs: each is written anew without it. It is for
// a store that is being restored.
func (s *Store) unpackTable(ctx context.Context, table string) error {
	if err := s.readLists(ctx); err != nil {
		return err
	}
	names, _ := s.packs.find(table)
	for _, name := range names {
		p, err := s.readPack(ctx, name)
		if err != nil {
			return err
		}
		games, err := p.games()
		if err != nil {
			return err
		}
		rest := slices.DeleteFunc(games, func(g packedGame) bool { return g.table == table })
		if len(rest) == len(p.tables) {
			continue
		}
		if len(rest) > 0 {
			if err := s.writePack(ctx, rest); err != nil {
				return err
			}
		}
		if err := errors.Join(s.purge(ctx, packStream, packSubject(name), 0), s.purge(ctx, listStream, listSubject(name), 0)); err != nil {
			return err
		}
		s.packs.mu.Lock() // it forgets no single pack: read all lists again
		s.packs.index, s.packs.cache, s.packs.read, s.packs.began = packIndex{}, nil, 0, false
		s.packs.mu.Unlock()
	}
	return nil
}
