package simulate

import (
	"context"
	"time"

	"theriac/engine"
	"theriac/internal/botseats"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

// maintainEvery is how often a node looks after its tables. A server does so every two
// seconds; nearly all of these looks find nothing.
const maintainEvery = 15 * time.Second

// node is one node of the server: the real tables, lobby, guests and bots over a
// simulated store.
type node struct {
	*world
	number    int
	up        bool
	processes []*process
	runs      int // how often it was started
	open      map[string]*table.Table
	checked   map[string]*table.State // the last that was compared with the disk, by table
	attended  map[string]int          // people who are connected, by table

	// Faults, until some time.
	cutUntil, slowUntil, behindUntil time.Duration
	// The clock: how far it is ahead, and until when nobody may go by it.
	ahead        time.Duration
	suspectUntil time.Duration

	chat     *client
	registry *table.Registry
	lobby    *lobby.Lobby
	people   *identity.People
	bots     *botseats.Runner
}

// Now is the time of this node's clock.
func (n *node) Now() time.Time { return dayBegins.Add(n.now + n.ahead) }

// AfterFunc calls f on this node after some time.
func (n *node) AfterFunc(d time.Duration, f func()) (stop func()) {
	stopped, run := false, n.runs
	n.plan(d, func() {
		if !stopped && n.up && n.runs == run {
			n.start(n, f)
		}
	})
	return func() { stopped = true }
}

// Go runs f on this node.
func (n *node) Go(f func()) { n.start(n, f) }

// Pause lets a process of this node wait a little.
func (n *node) Pause(ctx context.Context, most time.Duration) {
	if ctx.Err() == nil {
		n.sleep(n.between(most/2, most))
	}
}

// Appended, Broken and Failed are what an operator would see.
func (n *node) Appended(time.Duration) {}

func (n *node) Broken(id string, err error) {
	n.failed("node %d calls table %s broken: %v", n.number, id, err)
}

func (n *node) Failed(doing, id string, err error) {
	n.count("failed to " + doing)
	n.tell(id, "node %d failed to %s: %v", n.number, doing, err)
}

func (n *node) BotAsked()                {}
func (n *node) BotMoved(how string)      { n.count("bot " + how) }
func (n *node) BotThought(time.Duration) {}
func (n *node) BotFailed(id, why string) { n.tell(id, "node %d: a bot failed: %s", n.number, why) }

// boot starts the node with an empty memory.
func (n *node) boot() {
	n.up, n.open, n.attended, n.processes = true, map[string]*table.Table{}, map[string]int{}, nil
	n.checked = map[string]*table.State{}
	n.runs++
	c := &client{world: n.world, node: n, own: n.disk.Peer()}
	n.chat = c
	kv := func(name string) store.KV {
		var b store.KV = bucket{c, name}
		if n.plant.kv != nil {
			b = n.plant.kv(name, b)
		}
		return b
	}
	var log store.Log = c
	if n.plant.log != nil {
		log = n.plant.log(log)
	}
	var err error
	n.people, err = identity.New(identity.Config{
		KV: kv, Now: n.Now, Random: n.random,
	})
	if err != nil {
		panic(err)
	}
	n.registry = table.NewRegistry(table.Config{
		Log: log, Feed: c, Clock: n, Observe: n, Scheduler: n,
		ClockSuspect: func() bool { return n.now < n.suspectUntil },
		OnWrite: func(_ *table.Table, _, after *table.State) {
			n.check(n, after)
			n.bots.Wrote(after)
		},
		OnEnd: n.ended, Wishes: n.wishes,
	})
	n.lobby = lobby.New(lobby.Config{
		KV: kv, VolumeRecords: volumeRecords, People: n.people, Now: n.Now, Random: n.random,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return n.registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
		},
		OnChange: n.changed,
		OnError:  func(error) { n.count("list behind") },
	})
	n.bots = botseats.New(botseats.Config{
		Tables: n.registry, Lobby: n.lobby, Queue: queue{c}, Clock: n, Random: n.rng.Uint64, Scheduler: n, Observe: n,
		Attended: func(id string) bool { return n.attended[id] > 0 },
		Thinking: func(string, engine.Seats) {}, Reason: func(string, table.BotReason) {},
	})
	n.start(n, n.maintain)
	n.start(n, n.putAway)
	n.tell("", "node %d starts", n.number)
}

// fall crashes the node, and starts it again after some time.
func (n *node) fall(length time.Duration) {
	n.crash()
	n.plan(length, func() {
		if !n.up {
			n.boot()
		}
	})
}

// crash loses all that the node has in memory.
func (n *node) crash() {
	if !n.up {
		return
	}
	n.up = false
	n.tell("", "node %d crashes", n.number)
	for i := 0; i < len(n.processes); i++ {
		n.kill(n.processes[i])
	}
	n.bots.Close()
	n.registry.Close()
	n.count("crash")
}

// maintain does what a node does now and then.
func (n *node) maintain() {
	n.sleep(n.between(0, maintainEvery))
	for round := 1; ; round++ {
		n.registry.Maintain(context.Background(), round)
		if round%240 == 1 {
			if err := n.lobby.RepairLists(context.Background()); err != nil {
				n.count("lists not repaired")
			}
		}
		n.sleep(maintainEvery)
	}
}

// changed tells all nodes that the record of a table was written here.
func (n *node) changed(id string) {
	n.bots.Changed(id)
	for _, other := range n.nodes {
		if other == n || !n.calm && n.rng.IntN(20) == 0 {
			continue // or the news got lost
		}
		n.plan(n.between(0, 20*time.Millisecond), func() {
			if other.up {
				other.lobby.Reread(id)
				other.bots.Changed(id)
			}
		})
	}
}

// ended records that a game is over.
func (n *node) ended(ctx context.Context, s *table.State) error {
	o := lobby.Outcome{Cause: lobby.GivenUp}
	if r, _ := s.Pos.Outcome(); !s.GivenUp {
		o = lobby.OutcomeOf(r, s.Seats())
	}
	n.outcome(s.Table, o)
	_, err := n.lobby.Finish(ctx, s.Table, o, time.UnixMilli(s.At))
	return err
}

// wishes is that every person is asked once in a phase.
func (n *node) wishes(ctx context.Context, id string) (out table.Wishes) {
	t, err := n.lobby.Known(ctx, id)
	if err != nil {
		return out
	}
	for i, seat := range t.Seats {
		if seat.Holder != "" && seat.Standin == "" {
			out.Once = out.Once.With(engine.Seat(i))
		}
	}
	return out
}
