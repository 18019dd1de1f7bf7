package load

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/jetstream"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// FillJob says how many tables to put into a data folder.
type FillJob struct {
	Dir    string
	Tables int
	Moves  int // of each
	Seed   uint64
	Ended  bool // finished games instead of half-played ones
	Packed bool // and those packed
}

// Filled is who may read them.
type Filled struct {
	Tokens  []string
	Tables  []string
	Seconds float64
	Records int // that each finished game has left in the buckets
}

const (
	// perPerson is how many tables one person has.
	perPerson = 100
	// fillers is how many people's tables are made at once.
	fillers = 128
)

// filler makes tables through the same services as a server.
type filler struct {
	job      FillJob
	store    *jetstream.Store
	people   *identity.People
	lobby    *lobby.Lobby
	registry *table.Registry
	games    []endedGame
	out      Filled
}

// run puts tables into the folder of a stopped server, on a NATS server that does not wait
// for the disk, because nothing of it need survive.
func (job FillJob) run() (out Filled, err error) {
	ctx := context.Background()
	ns, err := server.NewServer(&server.Options{
		JetStream: true, StoreDir: filepath.Join(job.Dir, "store"), Host: "127.0.0.1", Port: server.RANDOM_PORT,
		NoSigs: true, MaxPayload: 4 << 20, DisableJetStreamBanner: true, NoLog: true,
	})
	if err != nil {
		return out, err
	}
	ns.Start()
	defer func() {
		ns.Shutdown()
		ns.WaitForShutdown()
	}()
	if !ns.ReadyForConnections(30 * time.Second) {
		return out, errors.New("load: the NATS server did not start")
	}
	s, err := jetstream.Open(ctx, jetstream.Config{URL: ns.ClientURL(), Conns: 4})
	if err != nil {
		return out, err
	}
	defer s.Close()
	f := &filler{job: job, store: s, out: Filled{Tokens: make([]string, job.Tables), Tables: make([]string, job.Tables)}}
	if f.people, err = identity.New(identity.Config{KV: s.KV, Now: time.Now, Random: crand.Reader}); err != nil {
		return out, err
	}
	// Alone: no other node writes, and there is nothing to subscribe to.
	conf := table.Config{Log: s.Log(), Feed: s.Feed(), Clock: wallClock{}, Observe: silent{}, Alone: true}
	if job.Ended {
		conf.OnEnd = f.ended
	}
	f.registry = table.NewRegistry(conf)
	defer f.registry.Close()
	f.lobby = lobby.New(lobby.Config{
		KV: s.KV, People: f.people, Now: time.Now, Random: crand.Reader,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return f.registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
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

// wallClock is the time of these tables.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }
func (wallClock) AfterFunc(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

// silent observes nothing but a break, which would be a bug here.
type silent struct{}

func (silent) Appended(time.Duration)       {}
func (silent) Broken(id string, err error)  { panic("load: table " + id + ": " + err.Error()) }
func (silent) Failed(string, string, error) {}

// each makes the tables of some numbers, of which each person has some.
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

// begun makes tables whose seats all belong to one person, and plays half of a game at each.
func (f *filler) begun(ctx context.Context) error {
	return f.each(ctx, 0, f.job.Tables, func(who identity.Person, at int) (err error) {
		if f.out.Tables[at], err = f.gather(ctx, false, who, who); err == nil {
			err = f.play(ctx, f.out.Tables[at], f.job.Moves, rand.New(rand.NewPCG(f.job.Seed, uint64(at))))
		}
		f.registry.Sweep(0)
		return err
	})
}

// gather makes a table, seats people there and starts the game.
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

// play makes random moves until the game is over, or there are so many.
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
