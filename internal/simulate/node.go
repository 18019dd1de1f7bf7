package simulate

import (
	"context"
	"time"

	"theriac/engine"
	"theriac/internal/botseats"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
	"theriac/internal/store"
	"theriac/internal/table"
)

// maintainEvery is how often a node maintains its tables. A real server does so every two seconds, but there is
// hardly ever anything to do.
const maintainEvery = 15 * time.Second

// node is one node of the server: the real tables, lobby, guests and bots, over a simulated store.
type node struct {
	*world
	number    int
	up        bool
	processes []*process
	runs      int // number of starts
	open      map[string]*table.Live
	checked   map[string]*table.State // by table: the state that was last compared with the disk
	attended  map[string]int          // number of connected people, by table

	// when this node's faults end
	cutUntil, slowUntil, behindUntil time.Duration
	// ahead is how far this node's clock is ahead. Until suspectUntil, the node suspects its clock to be wrong
	// and lets no deadline expire.
	ahead        time.Duration
	suspectUntil time.Duration

	chat     *client
	registry *table.Registry
	lobby    *lobby.Lobby
	people   *identity.People
	bots     *botseats.Runner
	order    *order.Order  // nil until the node has read the moderation log
	caughtUp time.Duration // the node knows everything that was appended to that log before
}

// Now returns the time of this node's clock.
func (n *node) Now() time.Time { return dayBegins.Add(n.now + n.ahead) }

// AfterFunc calls f on this node after the duration d.
func (n *node) AfterFunc(d time.Duration, f func()) (stop func()) {
	stopped, run := false, n.runs
	n.plan(d, func() {
		if !stopped && n.up && n.runs == run {
			n.start(n, f)
		}
	})
	return func() { stopped = true }
}

// Go starts f as a process on this node.
func (n *node) Go(f func()) { n.start(n, f) }

// Pause suspends a process of this node for a short random time.
func (n *node) Pause(ctx context.Context, most time.Duration) {
	if ctx.Err() == nil {
		n.sleep(n.between(most/2, most))
	}
}

// Appended, Broken and Failed implement table.Observer.
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

// boot starts the node with empty memory.
func (n *node) boot() {
	n.up, n.open, n.attended, n.processes = true, map[string]*table.Live{}, map[string]int{}, nil
	n.checked, n.order = map[string]*table.State{}, nil
	n.runs++
	c := &client{world: n.world, node: n, own: n.disk.Peer()}
	n.chat = c
	kv := func(name string) store.KV { return bucket{c, name} }
	do := c.Do
	if n.plant.do != nil {
		do = n.plant.do(do)
	}
	var log store.Log = c
	if n.plant.log != nil {
		log = n.plant.log(log)
	}
	var err error
	n.people, err = identity.New(identity.Config{
		KV: kv, Do: do, Now: n.Now, Random: n.random,
	})
	if err != nil {
		panic(err)
	}
	n.registry = table.NewRegistry(table.Config{
		Log: log, Feed: c, Clock: n, Observe: n, Scheduler: n,
		ClockSuspect: func() bool { return n.now < n.suspectUntil },
		OnWrite: func(_ *table.Live, _, after *table.State) {
			n.check(n, after)
			n.bots.EntryAppended(after)
		},
		OnEnd: n.ended, Wishes: n.wishes,
	})
	n.lobby = lobby.New(lobby.Config{
		KV: kv, Do: do, People: n.people, Now: n.Now, Random: n.random,
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return n.registry.Begin(ctx, t.ID, h, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
		},
		Meets: func(ctx context.Context, person string, others []string, full error) error {
			if n.plant.meets {
				return nil
			}
			return n.order.MayMeet(ctx, person, others, full)
		},
		OnChange: n.changed,
		OnError:  func(error) { n.count("list behind") },
	})
	n.bots = botseats.New(botseats.Config{
		Tables: n.registry, Lobby: n.lobby, Queue: queue{c}, Clock: n, Random: n.rng.Uint64, Scheduler: n, Observe: n,
		Attended: func(id string) bool { return n.attended[id] > 0 },
		Thinking: func(string, engine.Seats) {}, Reason: func(string, table.BotReason) {},
	})
	tidy := c.Do
	if n.plant.order != nil {
		tidy = n.plant.order(tidy)
	}
	n.start(n, func() {
		n.begin(tidy)
		n.maintain()
	})
	n.tell("", "node %d starts", n.number)
}

// fall crashes the node, and starts it again after the given duration.
func (n *node) fall(length time.Duration) {
	n.crash()
	n.plan(length, func() {
		if !n.up {
			n.boot()
		}
	})
}

// crash stops the node, which loses everything in memory.
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

// maintain runs the node's regular maintenance.
func (n *node) maintain() {
	n.sleep(n.between(0, maintainEvery))
	for round := 1; ; round++ {
		n.registry.Maintain(context.Background(), round)
		n.catchUp()
		if round%attendEvery == 0 {
			n.attend()
		}
		if round%240 == 1 {
			if err := n.lobby.Tend(context.Background()); err != nil {
				n.count("tables not tended")
			}
		}
		n.sleep(maintainEvery)
	}
}

// changed tells all nodes that this node has written a table's record.
func (n *node) changed(id string) {
	n.bots.Changed(id)
	for _, other := range n.nodes {
		if other == n || !n.calm && n.rng.IntN(20) == 0 {
			continue // this message is lost
		}
		n.plan(n.between(0, 20*time.Millisecond), func() {
			if other.up {
				other.lobby.Reread(id)
				other.bots.Changed(id)
			}
		})
	}
}

// ended stores the outcome of a finished game.
func (n *node) ended(ctx context.Context, s *table.State) error {
	o := lobby.Outcome{Cause: lobby.GivenUp}
	if r, _ := s.Pos.Outcome(); !s.GivenUp {
		o = lobby.OutcomeOf(r, s.Seats())
	}
	n.outcome(s.Table, o)
	_, err := n.lobby.Finish(ctx, s.Table, o, time.UnixMilli(s.At))
	return err
}

// wishes returns wishes that let every person interject once in each phase.
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
