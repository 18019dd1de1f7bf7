package load

import (
	"context"
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/sqlite"
	"theriac/internal/table"
)

// FillJob configures how many tables to create in a data folder.
type FillJob struct {
	Dir    string
	Tables int
	Moves  int // moves per table
	Seed   uint64
	Ended  bool // create finished games instead of half-played ones
}

// Filled lists the created tables, with tokens that allow reading them.
type Filled struct {
	Tokens  []string
	Tables  []string
	Seconds float64
	Records int // records in the buckets for each finished game
}

const (
	// perPerson is how many tables each person has.
	perPerson = 100
	// fillers is for how many people tables are created in parallel.
	fillers = 128
)

// filler creates tables through the services that a server uses.
type filler struct {
	job      FillJob
	store    *sqlite.Store
	people   *identity.People
	lobby    *lobby.Lobby
	registry *table.Registry
	games    []endedGame
	out      Filled
}

// run creates tables in the data folder of a stopped server. It does not wait for the disk, because the tables
// need not survive a crash.
func (job FillJob) run() (out Filled, err error) {
	ctx := context.Background()
	s, err := sqlite.Open(sqlite.Config{Dir: filepath.Join(job.Dir, "store"), NoSync: true})
	if err != nil {
		return out, err
	}
	defer s.Close()
	f := &filler{job: job, store: s, out: Filled{Tokens: make([]string, job.Tables), Tables: make([]string, job.Tables)}}
	if f.people, err = identity.New(identity.Config{KV: s.KV, Do: s.Do, Now: time.Now, Random: crand.Reader}); err != nil {
		return out, err
	}
	// No other node writes to the store, so the registry need not subscribe to other nodes' entries.
	conf := table.Config{Log: s.Log(), Feed: s.Feed(), Clock: wallClock{}, Observe: silent{}, Standalone: true}
	if job.Ended {
		conf.OnEnd = f.ended
	}
	f.registry = table.NewRegistry(conf)
	defer f.registry.Close()
	f.lobby = lobby.New(lobby.Config{
		KV: s.KV, Do: s.Do, People: f.people, Now: time.Now, Random: crand.Reader,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return f.registry.Begin(ctx, t.ID, h, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
		},
	})
	began := time.Now()
	if job.Ended {
		err = f.fillEnded(ctx)
	} else {
		err = f.begun(ctx)
	}
	f.out.Seconds = time.Since(began).Seconds()
	return f.out, err
}

// wallClock is the clock of the created tables.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }
func (wallClock) AfterFunc(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// silent is an Observer that ignores all events but a broken log, which would be a bug here.
type silent struct{}

func (silent) Appended(time.Duration)       {}
func (silent) Broken(id string, err error)  { panic("load: table " + id + ": " + err.Error()) }
func (silent) Failed(string, string, error) {}

// each calls one for every table number in the half-open range from..to. It passes the person who gets the
// table.
func (f *filler) each(ctx context.Context, from, to int, one func(who identity.Person, at int) error) error {
	return Each((to-from+perPerson-1)/perPerson, fillers, func(i int) error {
		who, token, err := f.people.Guest(ctx, identity.Newcomer{Bot: !f.job.Ended})
		for at := from + i*perPerson; err == nil && at < min(from+(i+1)*perPerson, to); at++ {
			f.out.Tokens[at] = token
			if err = one(who, at); err != nil {
				err = fmt.Errorf("table %d: %w", at, err)
			}
		}
		return err
	})
}

// begun creates tables whose seats all belong to one person, and plays half a game at each.
func (f *filler) begun(ctx context.Context) error {
	return f.each(ctx, 0, f.job.Tables, func(who identity.Person, at int) (err error) {
		if f.out.Tables[at], err = f.gather(ctx, false, who, who); err == nil {
			err = f.play(ctx, f.out.Tables[at], f.job.Moves, rand.New(rand.NewPCG(f.job.Seed, uint64(at))))
		}
		f.registry.Sweep(0)
		return err
	})
}

// gather creates a table, seats people at it and starts the game.
func (f *filler) gather(ctx context.Context, public bool, people ...identity.Person) (string, error) {
	settings := engine.Settings{{Name: "players", Value: strconv.Itoa(len(people))}}
	made, err := f.lobby.Create(ctx, people[0], lobby.Draft{Game: games.Default(), Settings: settings, Public: public})
	for seat := 0; seat < len(people) && err == nil; seat++ {
		_, _, err = f.lobby.Sit(ctx, people[seat], made.ID, seat, "")
	}
	if err == nil {
		_, err = f.lobby.Start(ctx, people[0], made.ID)
	}
	return made.ID, err
}

// play makes random moves until the game is over, but no more than most.
func (f *filler) play(ctx context.Context, id string, most int, rng *rand.Rand) error {
	t, err := f.registry.Open(ctx, id)
	if err != nil {
		return err
	}
	defer t.Release()
	for n := 0; n < most && err == nil && !t.State().Over; n++ {
		s := t.State()
		seat := s.Pos.Decision().Owing().First()
		list := s.Pos.AppendMoves(nil, seat)
		move := s.Pos.Vocabulary().Move(list[rng.IntN(len(list))])
		_, err = t.Do(ctx, "m"+strconv.Itoa(n), table.Answer{Seat: seat, Question: s.Question(), Move: move})
	}
	return err
}
