package load

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Only a few games are really played; all other finished games are copies of them. A copy has the same entries,
// rechained for its own table, and the same records with its own ids.

const (
	// listedGames is how many games the server's list of finished games holds.
	listedGames = 500
	// played is how many games are really played.
	played = 8
	// dayGames is how many finished games are created in one step.
	dayGames = 20_000
)

// endedGame is a finished game as it is archived, with the records that it left in the buckets.
type endedGame struct {
	id          string
	host, guest string
	data        []byte
	left        []leftRecord
}

// leftRecord is a record that a finished game left in a bucket.
type leftRecord struct {
	bucket, key string
	data        []byte
}

// ended records in the lobby that a game has finished.
func (f *filler) ended(ctx context.Context, end *table.State) error {
	result, _ := end.Pos.Outcome()
	_, err := f.lobby.Finish(ctx, end.Table, lobby.OutcomeOf(result, end.Seats()), time.UnixMilli(end.At))
	return err
}

// fillEnded plays some games and makes copies of them until there are enough.
func (f *filler) fillEnded(ctx context.Context) error {
	for i := range min(played, f.job.Tables) {
		g, err := f.playOut(ctx, rand.New(rand.NewPCG(f.job.Seed, uint64(i)+1<<32)))
		if err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		f.games = append(f.games, g)
	}
	for _, r := range f.games[0].left { // count only the records that the server keeps for every finished game
		if r.bucket != "finished" {
			f.out.Records++
		}
	}
	for from := 0; from < f.job.Tables; from += dayGames {
		if err := f.day(ctx, from, min(from+dayGames, f.job.Tables)); err != nil {
			return err
		}
	}
	return nil
}

// playOut plays a game to its end, and collects the records that it left.
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
	for g.data == nil { // the registry archives the game in the background
		if g.data, err = f.store.Log().Archived(ctx, g.id); err != nil && !errors.Is(err, store.ErrAbsent) {
			return g, err
		}
		time.Sleep(time.Millisecond)
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

// one creates the n-th finished game as a copy of a game that was really played.
func (f *filler) one(ctx context.Context, host, guest string, n int) error {
	g := f.games[n%len(f.games)]
	id := strings.ToLower(crand.Text())[:len(g.id)]
	f.out.Tables[n] = id
	data, err := table.CopyArchived(id, g.data)
	if err != nil {
		return err
	}
	names := strings.NewReplacer(g.id, id, g.host, host, g.guest, guest)
	for _, r := range g.left {
		if r.bucket == "finished" && n >= listedGames { // the server limits the list of finished games
			continue
		}
		if _, err := f.store.KV(r.bucket).Put(ctx, names.Replace(r.key), 0, []byte(names.Replace(string(r.data)))); err != nil {
			return err
		}
	}
	return f.store.Log().Archive(ctx, id, data)
}

// day creates the finished games from number from up to, but not including, number to.
func (f *filler) day(ctx context.Context, from, to int) error {
	guests := make([]string, (to-from)/perPerson+1)
	return f.each(ctx, from, to, func(host identity.Person, at int) error {
		guest := &guests[(at-from)/perPerson]
		if *guest == "" {
			who, _, err := f.people.Guest(ctx, identity.Newcomer{})
			if err != nil {
				return err
			}
			*guest = who.ID
		}
		return f.one(ctx, host.ID, *guest, at)
	})
}
