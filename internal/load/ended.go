package load

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Finished games are made from a few that were really played: each of the others has
// the entries of one of those, chained to its own table, and the records that it left
// behind, with other names in them.

const (
	// listedGames is how many games the list of finished games keeps.
	listedGames = 500
	// played is how many games are really played.
	played = 8
	// dayGames is how many games are packed, and their records moved, at once.
	dayGames = 20_000
)

// endedGame is a game that was played to its end, as it was archived.
type endedGame struct {
	id          string
	host, guest string
	data        []byte
	entries     []byte // of the data, after its first line, compressed
	left        []leftRecord
}

// leftRecord is a record that a finished game leaves in a bucket.
type leftRecord struct {
	bucket, key string
	data        []byte
}

// ended records the end of a game.
func (f *filler) ended(ctx context.Context, end *table.State) error {
	result, _ := end.Pos.Outcome()
	_, err := f.lobby.Finish(ctx, end.Table, lobby.OutcomeOf(result, end.Seats()), time.UnixMilli(end.At))
	return err
}

// fillEnded plays some games and makes the others from them.
func (f *filler) fillEnded(ctx context.Context) error {
	for i := range min(played, f.job.Tables) {
		g, err := f.playOut(ctx, rand.New(rand.NewPCG(f.job.Seed, uint64(i)+1<<32)))
		if err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		f.games = append(f.games, g)
	}
	if !f.job.Packed {
		for _, r := range f.games[0].left { // those that stay
			if r.bucket != "finished" {
				f.out.Records++
			}
		}
	}
	for from := 0; from < f.job.Tables; from += dayGames {
		if err := f.day(ctx, from, min(from+dayGames, f.job.Tables)); err != nil {
			return err
		}
	}
	return nil
}

// playOut plays a game to its end, and collects what it leaves.
func (f *filler) playOut(ctx context.Context, rng *rand.Rand) (g endedGame, err error) {
	host, _, err := f.people.Guest(ctx, identity.Newcomer{})
	if err != nil {
		return g, err
	}
	guest, _, err := f.people.Guest(ctx, identity.Newcomer{})
	if err != nil {
		return g, err
	}
	g.host, g.guest = host.ID, guest.ID
	if g.id, err = f.gather(ctx, true, host, guest); err == nil {
		err = f.play(ctx, g.id, math.MaxInt, rng)
	}
	if err != nil {
		return g, err
	}
	for g.data == nil { // the registry archives it by itself
		if g.data, err = f.store.Log().Archived(ctx, g.id); err != nil && !errors.Is(err, store.ErrAbsent) {
			return g, err
		}
		time.Sleep(time.Millisecond)
	}
	_, entries, _ := bytes.Cut(g.data, []byte{'\n'})
	if g.entries, err = jetstream.Compressed(entries); err != nil {
		return g, err
	}
	for _, bucket := range f.lobby.Buckets() {
		list, err := f.store.KV(bucket.Name).List(ctx, "")
		if err != nil {
			return g, err
		}
		for _, r := range list {
			if strings.Contains(r.Key, g.id) {
				g.left = append(g.left, leftRecord{bucket.Name, r.Key, r.Data})
			}
		}
	}
	return g, nil
}

// copied is a finished game that was made from one that was played. If games are packed, what
// it leaves is still to be put into the store.
type copied struct {
	record []byte // of its table
	game   jetstream.Filling
}

// one makes a finished game from one that was played.
func (f *filler) one(ctx context.Context, host, guest string, n int) (c copied, err error) {
	g := f.games[n%len(f.games)]
	id := strings.ToLower(crand.Text())[:len(g.id)]
	f.out.Tables[n] = id
	data, err := table.CopyArchived(id, g.data)
	if err != nil {
		return c, err
	}
	names := strings.NewReplacer(g.id, id, g.host, host, g.guest, guest)
	for _, r := range g.left {
		if r.bucket == "finished" && n >= listedGames { // the server cuts that list
			continue
		}
		text := []byte(names.Replace(string(r.data)))
		if r.bucket == "tables" {
			c.record = text
		}
		if f.job.Packed && (r.bucket == "tables" || r.bucket == "mine") {
			continue
		}
		if _, err := f.store.KV(r.bucket).Put(ctx, names.Replace(r.key), 0, text); err != nil {
			return c, err
		}
	}
	if !f.job.Packed {
		return c, f.store.Log().Archive(ctx, id, data)
	}
	head, _, _ := bytes.Cut(data, []byte{'\n'})
	c.game = jetstream.Filling{Table: id, Head: append(head, '\n'), Entries: g.entries}
	return c, nil
}

// day makes the games of some numbers, and packs them as a server does a day later.
func (f *filler) day(ctx context.Context, from, to int) error {
	records, packs := make([][]byte, to-from), make([]jetstream.Filling, to-from)
	guests := make([]string, (to-from)/perPerson+1)
	err := f.each(ctx, from, to, func(host identity.Person, at int) error {
		guest := &guests[(at-from)/perPerson]
		if *guest == "" {
			who, _, err := f.people.Guest(ctx, identity.Newcomer{})
			if err != nil {
				return err
			}
			*guest = who.ID
		}
		c, err := f.one(ctx, host.ID, *guest, at)
		records[at-from], packs[at-from] = c.record, c.game
		return err
	})
	if err != nil || !f.job.Packed {
		return err
	}
	done := make(chan error)
	go func() { done <- f.lobby.Fill(ctx, records) }()
	err = f.store.FillPacks(ctx, packs)
	return errors.Join(err, <-done)
}
