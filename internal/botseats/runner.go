// Package botseats plays the seats that are given to bots. For each table where a
// person is, one attendant follows the game: it puts a question on the queue of work
// when a bot is asked, and submits the answer like anybody's move, at the table's pace.
//
// Any node may attend to any table, and several may at once: the log takes one answer
// to a question. It refuses to choose a move itself, except the rules' own default
// where no worker answers, to play where no person is, and to store anything: the open
// question is in the position, and whoever comes next asks again.
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

// Observer counts what an operator wants to know. Its methods must not block.
type Observer interface {
	// BotAsked counts the questions that were put on the queue.
	BotAsked()
	// BotMoved counts the moves: "chosen" by a bot, "only" where there was no choice,
	// "default" where no worker answered.
	BotMoved(how string)
	// BotThought counts the processor time of the answers.
	BotThought(took time.Duration)
	// BotFailed is told why a bot gave no answer.
	BotFailed(table, why string)
}

// Config configures a runner. Times of 0 have their defaults.
type Config struct {
	Tables *table.Registry
	Lobby  *lobby.Lobby
	Queue  store.Work
	Clock  table.Clock
	// Random is where the seeds of the bots' chance come from.
	Random func() uint64
	// Attended says whether a person who sits at a table, or its host, is connected to
	// this node.
	Attended func(table string) bool
	// Thinking and Reason tell the streams of a table what its bots do.
	Thinking func(table string, seats engine.Seats)
	Reason   func(table string, r table.BotReason)
	Observe  Observer

	// Linger is how long bots go on after the last sign of a person.
	Linger time.Duration
	// Grace is how long a question waits for an answer before its default is played.
	Grace time.Duration
	// Most is how long a bot may think about one question.
	Most time.Duration
	// MaxBots is how many bots this node plays before no more can be seated.
	MaxBots int
	// MaxWaiting is how many questions may wait for workers before no more can be seated.
	MaxWaiting int
	// Thinking time per person: what the bots at the tables of one host may use of
	// processors in a minute.
	PerMinute time.Duration
	// Rest is how many times as long as a bot's move took to write no other bot of this
	// node writes: the log is people's then.
	Rest int
	// Scheduler is a simulation's. Nil: the Go runtime.
	Scheduler table.Scheduler
}

// The defaults.
const (
	DefaultLinger    = 3 * time.Minute
	DefaultGrace     = 45 * time.Second
	DefaultMost      = 8 * time.Second
	DefaultMaxBots   = 3000
	DefaultWaiting   = 200
	DefaultPerMinute = 30 * time.Second
	DefaultRest      = 3
)

// Runner attends to the tables of this node that have bots and people.
type Runner struct {
	conf   Config
	ctx    context.Context
	stop   context.CancelFunc
	budget *work.Budget
	lane   lane

	mu      sync.Mutex
	closed  bool
	awake   map[string]*attendant
	bots    int // at the tables that are awake
	running sync.WaitGroup
}

// New makes a runner. Close it.
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

// Close stops all attendants. The games wait where they are.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stop()
	r.running.Wait()
}

// Full says that this node plays as many bots as it may, or that as many questions wait
// for workers as may.
func (r *Runner) Full() bool {
	if r.Waiting() >= r.conf.MaxWaiting {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bots >= r.conf.MaxBots
}

// Waiting counts the questions that no worker has answered yet.
func (r *Runner) Waiting() (n int) {
	r.mu.Lock()
	all := slices.Collect(maps.Values(r.awake))
	r.mu.Unlock()
	for _, a := range all {
		n += a.waiting()
	}
	return n
}

// Awake counts the tables that are attended to, and the bots there.
func (r *Runner) Awake() (tables, bots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.awake), r.bots
}

// Wake says that a person is at a table: its bots play. It does not block.
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

// Changed says that the record of a table changed. It does not block.
func (r *Runner) Changed(id string) {
	if _, _, known := r.conf.Lobby.Played(id); known {
		r.look(id)
		return
	}
	r.background(func() { r.look(id) })
}

// look reads the record of a table that changed, and wakes its bots if it has any.
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

// background does something that may wait for the store, unless the runner is closed.
func (r *Runner) background(do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.start(do)
	}
}

// start runs something beside its caller.
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

// Wrote looks at an entry that this node wrote: a person's wakes the bots, and a seat
// whose clock ran out may be taken over. It does not block.
func (r *Runner) Wrote(s *table.State) {
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

// missed notes that seats let their clock run out. At a slow table nobody need be there
// for the bots to go on.
func (r *Runner) missed(id string, late engine.Seats) {
	ctx, cancel := table.Within(r.ctx, r.conf.Scheduler, patience)
	defer cancel()
	rec, err := r.conf.Lobby.Recent(ctx, id)
	if err == nil && rec.Takeover != nil {
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

// leave ends an attendant, unless somebody woke it since it decided to go.
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

// count notes how many bots an attendant plays.
func (r *Runner) count(a *attendant, bots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bots += bots - a.counted
	a.counted = bots
}
