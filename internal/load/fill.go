package load

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
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
	Shards int
	AtOnce int
	Ended  bool // finished games instead of half-played ones
	Packed bool // and those packed
}

// Filled is who may read them.
type Filled struct {
	Tokens  []string `json:"tokens"`
	Tables  []string `json:"tables"`
	Seconds float64  `json:"seconds"`
	Records int      `json:"records"` // that each finished game has left in the buckets
}

// perPerson is how many tables one person has.
const perPerson = 100

// RunFill is the process that puts half-played tables into the folder of a stopped
// server: through the same services as a server's, on a NATS server that does not
// wait for the disk, because nothing of it need survive.
func RunFill(in io.Reader, out io.Writer) error {
	var job FillJob
	if err := json.NewDecoder(in).Decode(&job); err != nil {
		return err
	}
	ns, err := server.NewServer(&server.Options{
		JetStream: true, StoreDir: filepath.Join(job.Dir, "store"), Host: "127.0.0.1", Port: server.RANDOM_PORT,
		NoSigs: true, MaxPayload: 4 << 20, DisableJetStreamBanner: true, NoLog: true,
	})
	if err != nil {
		return err
	}
	ns.Start()
	defer func() {
		ns.Shutdown()
		ns.WaitForShutdown()
	}()
	if !ns.ReadyForConnections(30 * time.Second) {
		return errors.New("load: the NATS server did not start")
	}
	s, err := jetstream.Open(context.Background(), jetstream.Config{URL: ns.ClientURL(), Shards: job.Shards, Conns: 4})
	if err != nil {
		return err
	}
	defer s.Close()
	filled, err := job.fill(s)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(filled)
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

func (job FillJob) fill(s *jetstream.Store) (Filled, error) {
	ctx := context.Background()
	people, err := identity.New(identity.Config{
		KV: s.KV, Now: time.Now, Random: crand.Reader,
	})
	if err != nil {
		return Filled{}, err
	}
	if job.Ended {
		return job.fillEnded(s, people)
	}
	// Alone: no other node writes, and there is nothing to subscribe to.
	registry := table.NewRegistry(table.Config{Log: s.Log(), Feed: s.Feed(), Clock: wallClock{}, Observe: silent{}, Alone: true})
	defer registry.Close()
	lob := job.lobby(s, people, func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
		return registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
	})
	began := time.Now()
	owners := (job.Tables + perPerson - 1) / perPerson
	f := Filled{Tokens: make([]string, job.Tables), Tables: make([]string, job.Tables)}
	err = each(owners, job.AtOnce, func(i int) error {
		who, token, err := people.Guest(ctx, identity.Newcomer{Bot: true})
		if err != nil {
			return err
		}
		rng := rand.New(rand.NewPCG(job.Seed, uint64(i)))
		for at := i * perPerson; at < min((i+1)*perPerson, job.Tables); at++ {
			f.Tokens[at] = token
			if f.Tables[at], err = job.one(ctx, lob, registry, who, rng); err != nil {
				return fmt.Errorf("table %d: %w", at, err)
			}
			registry.Sweep(0)
		}
		return nil
	})
	f.Seconds = time.Since(began).Seconds()
	return f, err
}

// lobby is one on a store, whose games begin as said.
func (job FillJob) lobby(s *jetstream.Store, people *identity.People, begin func(context.Context, lobby.Table, engine.Header, []string) error) *lobby.Lobby {
	return lobby.New(lobby.Config{
		KV: s.KV, People: people, Now: time.Now, Random: crand.Reader, Begin: begin,
	})
}

// one makes a table whose seats all belong to one person, and plays half of a
// game.
func (job FillJob) one(ctx context.Context, lob *lobby.Lobby, registry *table.Registry, who identity.Person, rng *rand.Rand) (string, error) {
	made, err := lob.Create(ctx, who, lobby.Draft{Game: games.Default(), Settings: engine.Settings{{Name: "players", Value: "2"}}})
	if err != nil {
		return "", err
	}
	for seat := range made.Seats {
		if _, _, err := lob.Sit(ctx, who, made.ID, seat, ""); err != nil {
			return "", err
		}
	}
	if _, err := lob.Start(ctx, who, made.ID); err != nil {
		return "", err
	}
	t, err := registry.Open(ctx, made.ID)
	if err != nil {
		return "", err
	}
	defer t.Release()
	for n := 0; n < job.Moves && !t.State().Over; n++ {
		if err := randomMove(ctx, t, n, rng); err != nil {
			return "", err
		}
	}
	return made.ID, nil
}
