package jetstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// Packs lie in a stream of their own or, where the store was given other objects, there. A
// pack elsewhere has a note in the stream, so that everything but its games is known
// without asking anybody. No object is ever deleted: an older backup may have its note.

// fetches is how many packs may be read from elsewhere at once, so that many readers do not
// need much memory.
const fetches = 8

// place is where new packs go.
func (s *Store) place() store.Objects {
	if s.objects != nil {
		return s.objects
	}
	return streamObjects{s}
}

// streamObjects are packs in the stream.
type streamObjects struct{ *Store }

// Where is the stream.
func (o streamObjects) Where() string { return packStream }

// Put writes a pack that is not there yet.
func (o streamObjects) Put(ctx context.Context, name string, data []byte) error {
	m := &nats.Msg{Subject: packSubject(name), Data: data, Header: nats.Header{natsjs.ExpectedLastSubjSeqHeader: {"0"}}}
	_, unsure, err := o.publish(ctx, o.conn(name), m)
	if unsure && errors.Is(err, errWrongLast) {
		return nil // the first attempt was written; whoever reads it back sees whether it was this one
	}
	return err
}

// Get reads a pack from the leader.
func (o streamObjects) Get(ctx context.Context, name string) ([]byte, error) {
	m, err := o.newest(ctx, packStream, packSubject(name), true)
	return m.data, err
}

// objectName is the name of a pack elsewhere. It follows from the games, so that a packer
// that was stopped writes the same object again.
func objectName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// writeNote writes a note where nothing is, unless it is there.
func (s *Store) writeNote(ctx context.Context, name string, n packNote) error {
	m := &nats.Msg{Subject: packSubject(name), Data: encodeNote(n), Header: nats.Header{natsjs.ExpectedLastSubjSeqHeader: {"0"}}}
	_, _, err := s.publish(ctx, s.conn(name), m)
	if errors.Is(err, errWrongLast) {
		there, bad := s.newest(ctx, packStream, m.Subject, true)
		if bad != nil {
			return bad
		}
		if bytes.Equal(there.data, m.Data) {
			return nil
		}
	}
	return err
}

// packAway reads a pack from elsewhere. The note is nil where it was lost.
func (s *Store) packAway(ctx context.Context, name string, note *packNote) (*gamesPack, error) {
	if s.objects == nil {
		return nil, fmt.Errorf("%w, %s, which this program was not told how to reach", store.ErrAway, note.where)
	}
	select {
	case s.fetching <- struct{}{}:
		defer func() { <-s.fetching }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", store.ErrAway, ctx.Err())
	}
	if p := s.packs.cached(name); p != nil { // somebody else has fetched it meanwhile
		return p, nil
	}
	data, err := s.objects.Get(ctx, name)
	switch {
	case errors.Is(err, store.ErrAbsent) && note != nil && note.where != s.objects.Where():
		return nil, fmt.Errorf("%w, %s: this program uses %s, which does not have %s", store.ErrAway, note.where, s.objects.Where(), name)
	case errors.Is(err, store.ErrAbsent):
		return nil, fmt.Errorf("%w: %s has no object %s any more", errPack, s.objects.Where(), name)
	case err != nil:
		return nil, err
	}
	p, err := decodePack(data)
	if err != nil {
		return nil, fmt.Errorf("the object %s of %s: %w", name, s.objects.Where(), err)
	}
	p.note = note
	return p, nil
}

// unnote takes a game out of the note of a pack elsewhere; the object stays as it is.
func (s *Store) unnote(ctx context.Context, name string, note *packNote, table string) error {
	at, there := slices.BinarySearch(note.tables, table)
	if !there {
		return nil
	}
	rest := packNote{note.where, slices.Delete(slices.Clone(note.tables), at, at+1)}
	if err := errors.Join(s.purge(ctx, packStream, packSubject(name), 0), s.purge(ctx, listStream, listSubject(name), 0)); err != nil {
		return err
	}
	s.packs.forget()
	if len(rest.tables) == 0 {
		return nil
	}
	if err := s.writeNote(ctx, name, rest); err != nil {
		return err
	}
	return s.writeList(ctx, name, rest.tables)
}

// movePacks moves the packs of the stream elsewhere, where there is such a place: those
// that were written before there was one. It writes the object, reads it back, and
// puts a note behind the pack; then it removes the pack. A crash in between leaves both, and
// readers take the newer one.
func (s *Store) movePacks(ctx context.Context) error {
	if s.objects == nil {
		return nil
	}
	for ctx.Err() == nil {
		list, _, err := s.batchOf(ctx, packStream, ">", s.packs.moved+1, moveAtOnce, moveAtOnce*packBytes)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			if err := s.movePack(ctx, m); err != nil {
				return err
			}
			s.packs.moved = m.seq
		}
	}
	return ctx.Err()
}

// moveAtOnce is how many packs are read at once to be moved.
const moveAtOnce = 4

func (s *Store) movePack(ctx context.Context, m message) error {
	name := lastWord(m.subject)
	if note, err := decodeNote(m.data); note != nil || err != nil {
		return nil // it is elsewhere; of a bad note the object is found without it
	}
	p, err := decodePack(m.data)
	if err == nil {
		_, err = p.games()
	}
	if err != nil { // what is bad in it is not made better elsewhere
		_ = s.reportDamage(packStream+" "+m.subject, err.Error())
		return nil
	}
	last, err := s.newest(ctx, packStream, m.subject, true)
	if err != nil {
		return err
	}
	if last.seq == m.seq {
		if err := s.putPack(ctx, s.objects, name, m.data); err != nil {
			return err
		}
		if err := s.packStep("moved"); err != nil {
			return err
		}
		_, unsure, err := s.publish(ctx, s.conn(name), &nats.Msg{
			Subject: m.subject, Data: encodeNote(packNote{s.objects.Where(), p.tables}),
			Header: nats.Header{natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(m.seq, 10)}},
		})
		if err != nil && (!unsure || !errors.Is(err, errWrongLast)) {
			return err
		}
		if err := s.packStep("noted"); err != nil {
			return err
		}
		if last, err = s.newest(ctx, packStream, m.subject, true); err != nil {
			return err
		}
	}
	if note, err := decodeNote(last.data); note == nil || err != nil {
		return err // somebody else has written a pack there: it is looked at in its turn
	}
	return s.purge(ctx, packStream, m.subject, last.seq-1)
}
