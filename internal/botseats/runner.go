// Package botseats plays the seats that are given to bots. For each table with a person, an
// attendant follows the game. When a bot owes an answer, the attendant puts a question on the work
// queue. It submits a worker's answer like a person's move, at the table's pace.
//
// Any node can attend to any table, even several at the same time, because the log accepts only one
// answer to a question. By design the package refuses to choose moves itself, except the game's
// default if no worker answers. It refuses to play at tables without people, and to store anything.
// The open question is part of the position, so another attendant can ask it again.
package botseats

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
	"theriac/internal/work"
)

// Observer receives figures for the metrics. Its methods must not block.
type Observer interface {
	// BotAsked counts a question that was put on the work queue.
	BotAsked()
	// BotMoved counts a move and how it came about: "chosen" by a bot, "only" if it was the only legal one, or
	// "default" if no worker answered.
	BotMoved(how string)
	// BotThought adds the processor time that a worker used for an answer.
	BotThought(took time.Duration)
	// BotFailed is called with the reason why a bot gave no usable answer.
	BotFailed(table, why string)
}

// Config configures a Runner. For a duration, zero means the default.
type Config struct {
	Tables *table.Registry
	Lobby  *lobby.Lobby
	Queue  store.Work
	Clock  table.Clock
	// Random returns a seed for the random choices of a bot.
	Random func() uint64
	// Attended reports whether a table's host or a person seated at it is connected to this node.
	Attended func(table string) bool
	// Thinking and Reason send events about a table's bots to its streams.
	Thinking func(table string, seats engine.Seats)
	Reason   func(table string, r table.BotReason)
	Observe  Observer

	// Linger is how long bots continue after the last person at the table was active or connected.
	Linger time.Duration
	// Grace is how long a question waits for an answer before the default move is played.
	Grace time.Duration
	// Most is how long a bot may think about one question.
	Most time.Duration
	// MaxBots is how many bots this node may play before no more can be seated.
	MaxBots int
	// MaxWaiting is how many questions may wait for workers before no more bots can be seated.
	MaxWaiting int
	// PerMinute is how much processor time per minute the bots at all tables of one host may use.
	PerMinute time.Duration
	// Rest is how long bots rest after a bot's write, as a multiple of the write's duration. During the rest no
	// bot of this node writes, so that people's moves are not delayed.
	Rest int
	// Scheduler runs the attendants in a simulation. If it is nil, they run as ordinary goroutines.
	Scheduler table.Scheduler
}

// The defaults of Config.
const (
	DefaultLinger    = 3 * time.Minute
	DefaultGrace     = 45 * time.Second
	DefaultMost      = 8 * time.Second
	DefaultMaxBots   = 3000
	DefaultWaiting   = 200
	DefaultPerMinute = 30 * time.Second
	DefaultRest      = 3
)

// Runner plays the bots of this node's tables at which there are people.
type Runner struct {
	conf   Config
	ctx    context.Context
	stop   context.CancelFunc
	budget *work.Budget
	lane   lane

	mu      sync.Mutex
	closed  bool
	awake   map[string]*attendant
	bots    int // number of bots at all tables that have an attendant
	running sync.WaitGroup
}

// New makes a Runner. The caller must close it.
func New(c Config) *Runner {
	fill(&c.Linger, DefaultLinger)
	fill(&c.Grace, DefaultGrace)
	fill(&c.Most, DefaultMost)
	fill(&c.MaxBots, DefaultMaxBots)
	fill(&c.MaxWaiting, DefaultWaiting)
	fill(&c.PerMinute, DefaultPerMinute)
	r := &Runner{conf: c, awake: map[string]*attendant{}, budget: work.NewBudget(c.PerMinute), lane: newLane()}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

func fill[T comparable](field *T, normal T) {
	var zero T
	if *field == zero {
		*field = normal
	}
}

// Close stops all attendants. Their games stay at the open questions.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stop()
	r.running.Wait()
}

// Full reports whether no more bots can be seated, because of MaxBots or MaxWaiting.
func (r *Runner) Full() bool {
	if r.Waiting() >= r.conf.MaxWaiting {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bots >= r.conf.MaxBots
}

// Waiting returns the number of questions that no worker has answered.
func (r *Runner) Waiting() (n int) {
	r.mu.Lock()
	all := slices.Collect(maps.Values(r.awake))
	r.mu.Unlock()
	for _, a := range all {
		n += a.waiting()
	}
	return n
}

// Awake returns how many tables have an attendant, and how many bots play there.
func (r *Runner) Awake() (tables, bots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.awake), r.bots
}

// Wake starts the bots of a table, because a person is there. It does not block.
func (r *Runner) Wake(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	a := r.awake[id]
	if a == nil {
		a = newAttendant(r, id)
		r.awake[id] = a
		r.start(a.run)
	}
	a.wakes.Add(1)
	a.active.Store(r.conf.Clock.Now().UnixMilli())
	a.poke()
}

// Changed notifies the runner that a table's record has changed. It does not block.
func (r *Runner) Changed(id string) {
	if _, _, known := r.conf.Lobby.Played(id); known {
		r.look(id)
		return
	}
	r.background(func() { r.look(id) })
}

// look reads the record of a table that has changed, and starts the table's bots if it has any.
func (r *Runner) look(id string) {
	ctx, cancel := table.Within(r.ctx, r.conf.Scheduler, patience)
	defer cancel()
	rec, err := r.conf.Lobby.Recent(ctx, id)
	if err == nil && rec.Status == lobby.Playing && !rec.Bots().Empty() && rec.Puzzle == "" {
		r.Wake(id)
		return
	}
	r.pokeIfAwake(id)
}

// background runs a function in a new goroutine, because it may wait for the store. It does nothing once the
// runner is closed.
func (r *Runner) background(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.start(do)
	}
}

// start runs a function concurrently, as a goroutine or with the simulation's scheduler.
func (r *Runner) start(do func()) {
	if s := r.conf.Scheduler; s != nil {
		s.Go(do)
		return
	}
	r.running.Go(do)
}

func (r *Runner) pokeIfAwake(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.awake[id]; a != nil {
		a.poke()
	}
}

// EntryAppended must be called for every entry that this node has written. If a person caused the entry, it
// wakes the table's bots. If a seat's clock ran out, it may let a bot take over the seat. It does not block.
func (r *Runner) EntryAppended(s *table.State) {
	late := engine.Seats(0)
	for _, p := range s.LastPlays() {
		if p.Why == table.WhyClock {
			late = late.With(p.Seat)
		}
	}
	byPerson := s.ByPerson()
	if late.Empty() && !byPerson || s.Over {
		return
	}
	bots, takeover, known := r.conf.Lobby.Played(s.Table)
	if known && bots.Empty() && !takeover {
		return
	}
	if byPerson {
		r.Wake(s.Table)
		return
	}
	r.background(func() { r.missed(s.Table, late) })
}

// missed records that the clocks of these seats ran out. At a table with slow clocks, the bots then continue
// even if no person is there.
func (r *Runner) missed(id string, late engine.Seats) {
	ctx, cancel := table.Within(r.ctx, r.conf.Scheduler, patience)
	defer cancel()
	rec, err := r.conf.Lobby.Recent(ctx, id)
	if err == nil && rec.TakesOver() != nil {
		rec, err = r.conf.Lobby.Missed(ctx, id, late)
	}
	if err != nil {
		r.conf.Observe.BotFailed(id, "the seat could not be taken over: "+err.Error())
		return
	}
	if rec.Clock.Kind == lobby.ClockSlow && !rec.Bots().Empty() {
		r.Wake(id)
	}
}

// leave removes an attendant that wants to stop, unless it has been woken again. It reports whether it removed
// the attendant.
func (r *Runner) leave(a *attendant, wakes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed && a.wakes.Load() != wakes {
		return false
	}
	delete(r.awake, a.id)
	r.bots -= a.counted
	a.counted = 0
	return true
}

// count updates the number of bots that an attendant plays.
func (r *Runner) count(a *attendant, bots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bots += bots - a.counted
	a.counted = bots
}
