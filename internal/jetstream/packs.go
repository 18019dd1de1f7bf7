package jetstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/nats-io/nats.go"

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

	moved uint64 // place up to which no pack lies here that belongs elsewhere; of the packer
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
			if p.note != nil && errors.Is(err, store.ErrDamaged) {
				err = fmt.Errorf("%w, the object %s of %s", err, name, p.note.where)
			}
		}
		if s.repl == 1 || try == rereads || !errors.Is(err, store.ErrDamaged) {
			return data, err
		}
		s.packs.mu.Lock()
		s.packs.cache = slices.DeleteFunc(s.packs.cache, func(c cachedPack) bool { return c.name == name })
		s.packs.mu.Unlock()
	}
}

// cached is a pack that is in memory, or nil.
func (p *packs) cached(name string) *gamesPack {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, c := range p.cache {
		if c.name == name {
			p.cache = append(slices.Delete(p.cache, i, i+1), c)
			return c.pack
		}
	}
	return nil
}

func (p *packs) remember(name string, pack *gamesPack) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cache = append(p.cache, cachedPack{name, pack})
	if n := len(p.cache) - cachedPacks; n > 0 {
		p.cache = slices.Delete(p.cache, 0, n)
	}
}

// readPack reads a pack, wherever it lies.
func (s *Store) readPack(ctx context.Context, name string) (*gamesPack, error) {
	if p := s.packs.cached(name); p != nil {
		return p, nil
	}
	p, note, err := s.packHere(ctx, name)
	switch {
	case note != nil:
		p, err = s.packAway(ctx, name, note)
	case s.objects != nil && (errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrAbsent)):
		// The note of a pack went bad: its object has the same name.
		there, lost := s.packAway(ctx, name, nil)
		if lost == nil || errors.Is(lost, store.ErrAway) {
			p, err = there, lost
		}
	}
	if err != nil {
		return nil, err
	}
	s.packs.remember(name, p)
	return p, nil
}

// packHere reads what the store itself has of a pack: the pack, or a note.
func (s *Store) packHere(ctx context.Context, name string) (*gamesPack, *packNote, error) {
	m, err := s.newest(ctx, packStream, packSubject(name), false)
	if err != nil {
		return nil, nil, err
	}
	note, err := decodeNote(m.data)
	if note != nil || err != nil {
		return nil, note, err
	}
	p, err := decodePack(m.data)
	return p, nil, err
}

// packTables is the tables of a pack. For a pack elsewhere its note is enough.
func (s *Store) packTables(ctx context.Context, name string) ([]string, error) {
	if p := s.packs.cached(name); p == nil {
		if _, note, err := s.packHere(ctx, name); err == nil && note != nil {
			return note.tables, nil
		}
	}
	p, err := s.readPack(ctx, name)
	if err != nil {
		return nil, err
	}
	return p.tables, nil
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
	if err := s.unlisted(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	p.began = true
	p.mu.Unlock()
	return nil
}

// unlisted reads the packs that no list names. There are some where a packer was
// stopped between a pack and its list, where a list was lost, and after a restore.
func (s *Store) unlisted(ctx context.Context) error {
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
		tables, err := s.packTables(ctx, name)
		if errors.Is(err, store.ErrDamaged) {
			err = s.reportDamage(packStream+" "+packSubject(name), err.Error())
		}
		if err != nil { // whatever is asked for might be in it
			bad = errors.Join(bad, err)
			continue
		}
		s.packs.mu.Lock()
		s.packs.index.add(name, hashesOf(tables))
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
	data := encodePack(games)
	name := newID()
	if s.objects != nil {
		name = objectName(data)
	}
	tables := make([]string, 0, len(games))
	for _, g := range games {
		tables = append(tables, g.table)
	}
	if err := s.putPack(ctx, s.place(), name, data); err != nil {
		return err
	}
	if err := s.packStep("written"); err != nil {
		return err
	}
	if s.objects != nil {
		if err := s.writeNote(ctx, name, packNote{s.objects.Where(), tables}); err != nil {
			return err
		}
		if err := s.packStep("noted"); err != nil {
			return err
		}
	}
	if err := s.writeList(ctx, name, tables); err != nil {
		return err
	}
	s.packs.mu.Lock()
	s.packs.index.add(name, hashesOf(tables))
	s.packs.mu.Unlock()
	return nil
}

// putPack writes a pack and makes sure that all its games can be read back: they are
// removed from the archive once they are here.
func (s *Store) putPack(ctx context.Context, to store.Objects, name string, data []byte) error {
	if err := to.Put(ctx, name, data); err != nil {
		return err
	}
	there, err := to.Get(ctx, name)
	if err != nil {
		return err
	}
	if !bytes.Equal(there, data) {
		return fmt.Errorf("%w: it reads back otherwise from %s", errPack, to.Where())
	}
	p, err := decodePack(there)
	if err == nil {
		_, err = p.games()
	}
	return err
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
		var tables []string
		if tables, err = s.packTables(ctx, name); err == nil {
			err = f(tables)
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
		p, note, err := s.packHere(ctx, name)
		if err != nil {
			return err
		}
		if note != nil {
			if err := s.unnote(ctx, name, note, table); err != nil {
				return err
			}
			continue
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
		s.packs.forget()
	}
	return nil
}

// forget forgets all packs, so that all lists are read again.
func (p *packs) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.index, p.cache, p.read, p.began = packIndex{}, nil, 0, false
}
