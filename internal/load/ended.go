package load

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Finished games are made from a few that were really played: each of the others has
// the entries of one of those, chained to its own table, and the records that it left
// behind, with other names in them.

// listedGames is how many games the list of finished games keeps.
const listedGames = 500

// played is how many games are really played.
const played = 8

// endedGame is a game that was played to its end, as it was archived.
type endedGame struct {
	id          string
	host, guest string
	data        []byte
	entries     []byte // of the data, behind its first line, compressed
	left        []leftRecord
}

// leftRecord is a record that a finished game leaves in a bucket.
type leftRecord struct {
	bucket, key string
	data        []byte
}

// lasting is how many records it leaves for ever.
func (g endedGame) lasting() (n int) {
	for _, r := range g.left {
		if r.bucket != "finished" {
			n++
		}
	}
	return n
}

// endedTables makes finished games.
type endedTables struct {
	job      FillJob
	store    *jetstream.Store
	people   *identity.People
	lobby    *lobby.Lobby
	registry *table.Registry
	games    []endedGame
}

// play plays the games that the others are copied from.
func (e *endedTables) play(ctx context.Context) error {
	for i := range min(played, e.job.Tables) {
		host, _, err := e.people.Guest(ctx, identity.Newcomer{})
		if err != nil {
			return err
		}
		guest, _, err := e.people.Guest(ctx, identity.Newcomer{})
		if err != nil {
			return err
		}
		id, err := e.gather(ctx, host, guest)
		if err != nil {
			return err
		}
		g := endedGame{id: id, host: host.ID, guest: guest.ID}
		if g.data, err = e.toTheEnd(ctx, id, rand.New(rand.NewPCG(e.job.Seed, uint64(i)+1<<32))); err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		_, entries, _ := bytes.Cut(g.data, []byte{'\n'})
		if g.entries, err = jetstream.Compressed(entries); err != nil {
			return err
		}
		for _, bucket := range e.lobby.Buckets() {
			list, err := e.store.KV(bucket.Name).List(ctx, "")
			if err != nil {
				return err
			}
			for _, r := range list {
				if strings.Contains(r.Key, id) {
					g.left = append(g.left, leftRecord{bucket.Name, r.Key, r.Data})
				}
			}
		}
		e.games = append(e.games, g)
	}
	return nil
}

// gather makes a table of two people and starts it.
func (e *endedTables) gather(ctx context.Context, host, guest identity.Person) (string, error) {
	made, err := e.lobby.Create(ctx, host, lobby.Draft{Game: games.Default(), Settings: engine.Settings{{Name: "players", Value: "2"}}, Public: true})
	if err != nil {
		return "", err
	}
	for seat, who := range []identity.Person{host, guest} {
		if _, _, err := e.lobby.Sit(ctx, who, made.ID, seat, ""); err != nil {
			return "", err
		}
	}
	_, err = e.lobby.Start(ctx, host, made.ID)
	return made.ID, err
}

// toTheEnd plays random moves until the game is over, and reads it from the archive.
func (e *endedTables) toTheEnd(ctx context.Context, id string, rng *rand.Rand) ([]byte, error) {
	t, err := e.registry.Open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	for n := 0; !t.State().Over; n++ {
		if err := randomMove(ctx, t, n, rng); err != nil {
			return nil, err
		}
	}
	for ctx.Err() == nil { // the registry archives it by itself
		data, err := e.store.Log().Archived(ctx, id)
		if !errors.Is(err, store.ErrAbsent) {
			return data, err
		}
		time.Sleep(time.Millisecond)
	}
	return nil, ctx.Err()
}

// randomMove plays one.
func randomMove(ctx context.Context, t *table.Table, n int, rng *rand.Rand) error {
	s := t.State()
	seat := s.Pos.Decision().Owing().First()
	list := s.Pos.AppendMoves(nil, seat)
	move := s.Pos.Vocabulary().Move(list[rng.IntN(len(list))])
	_, err := t.Do(ctx, "m"+strconv.Itoa(n), table.Answer{Seat: seat, Question: s.Question(), Move: move})
	return err
}

// copied is a finished game that was made from one that was played. What it leaves is in the
// store, or, where games are packed, still to be put there.
type copied struct {
	id     string
	record []byte // of its table
	game   jetstream.Filling
}

// one makes a finished game from one that was played.
func (e *endedTables) one(ctx context.Context, host, guest string, n int) (c copied, err error) {
	g := e.games[n%len(e.games)]
	c.id = strings.ToLower(crand.Text())[:len(g.id)]
	data, err := table.CopyArchived(c.id, g.data)
	if err != nil {
		return c, err
	}
	names := strings.NewReplacer(g.id, c.id, g.host, host, g.guest, guest)
	for _, r := range g.left {
		if r.bucket == "finished" && n >= listedGames { // the server cuts that list
			continue
		}
		text := []byte(names.Replace(string(r.data)))
		if r.bucket == "tables" {
			c.record = text
		}
		if e.job.Packed && (r.bucket == "tables" || r.bucket == "mine") {
			continue
		}
		if _, err := e.store.KV(r.bucket).Put(ctx, names.Replace(r.key), 0, text); err != nil {
			return c, err
		}
	}
	if !e.job.Packed {
		return c, e.store.Log().Archive(ctx, c.id, data)
	}
	head, _, _ := bytes.Cut(data, []byte{'\n'})
	c.game = jetstream.Filling{Table: c.id, Head: append(head, '\n'), Entries: g.entries}
	return c, nil
}

// put puts what some games leave into the store, as a server does a day later.
func (e *endedTables) put(ctx context.Context, games []copied) error {
	var records [][]byte
	var packs []jetstream.Filling
	for _, c := range games {
		records, packs = append(records, c.record), append(packs, c.game)
	}
	done := make(chan error)
	go func() { done <- e.lobby.Fill(ctx, records) }()
	err := e.store.FillPacks(ctx, packs)
	return errors.Join(err, <-done)
}

// dayGames is how many games are packed, and their records moved, at once.
const dayGames = 20_000

// fillEnded fills a folder with finished games.
func (job FillJob) fillEnded(s *jetstream.Store, people *identity.People) (Filled, error) {
	ctx := context.Background()
	e := &endedTables{job: job, store: s, people: people}
	e.registry = table.NewRegistry(table.Config{
		Log: s.Log(), Feed: s.Feed(), Clock: wallClock{}, Observe: silent{}, Alone: true,
		OnEnd: func(ctx context.Context, end *table.State) error {
			result, _ := end.Pos.Outcome()
			_, err := e.lobby.Finish(ctx, end.Table, lobby.OutcomeOf(result, end.Seats()), time.UnixMilli(end.At))
			return err
		},
	})
	defer e.registry.Close()
	e.lobby = job.lobby(s, people, func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
		return e.registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
	})
	began := time.Now()
	if err := e.play(ctx); err != nil || len(e.games) == 0 {
		return Filled{}, err
	}
	f := Filled{Tokens: make([]string, job.Tables), Tables: make([]string, job.Tables), Records: e.games[0].lasting()}
	if job.Packed {
		f.Records = 0
	}
	var err error
	for from := 0; from < job.Tables && err == nil; from += dayGames {
		err = e.day(ctx, from, min(from+dayGames, job.Tables), &f)
	}
	f.Seconds = time.Since(began).Seconds()
	return f, err
}

// day makes the games of some numbers.
func (e *endedTables) day(ctx context.Context, from, to int, f *Filled) error {
	made := make([]copied, to-from)
	err := each((to-from+perPerson-1)/perPerson, e.job.AtOnce, func(i int) error {
		host, token, err := e.people.Guest(ctx, identity.Newcomer{})
		if err != nil {
			return err
		}
		guest, _, err := e.people.Guest(ctx, identity.Newcomer{})
		if err != nil {
			return err
		}
		for at := from + i*perPerson; at < min(from+(i+1)*perPerson, to); at++ {
			c, err := e.one(ctx, host.ID, guest.ID, at)
			if err != nil {
				return fmt.Errorf("game %d: %w", at, err)
			}
			f.Tokens[at], f.Tables[at], made[at-from] = token, c.id, c
		}
		return nil
	})
	if err != nil || !e.job.Packed {
		return err
	}
	return e.put(ctx, made)
}
