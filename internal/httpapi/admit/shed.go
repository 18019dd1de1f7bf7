package admit

import (
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/httpapi/wire"
)

// Caps bound what all callers together may make this node do. Beyond them newcomers are
// refused, so that whoever plays can go on. A zero field has its default.
type Caps struct {
	// Tables is how many tables may be in memory before no new ones are made.
	Tables int
	// Streams is how many streams may be open; the last tenth is for those who sit at the
	// table or host it.
	Streams int
	// NewPeople and NewTables are how many may be made in a minute.
	NewPeople, NewTables int
	// Requests is how many may be answered at once. From half of it on, new tables, new
	// people and whole games are refused; from all of it on, everything but playing; and
	// from twice as many on, playing too.
	Requests int
	// Slow is how long half of a second's moves may take before the node counts as busy.
	Slow time.Duration
}

// The defaults.
const (
	DefaultCapTables   = 50_000
	DefaultCapStreams  = 20_000
	DefaultCapNew      = 600
	DefaultCapRequests = 1_000
	DefaultSlow        = 500 * time.Millisecond
)

func (c Caps) filled() Caps {
	for field, normal := range map[*int]int{
		&c.Tables: DefaultCapTables, &c.Streams: DefaultCapStreams, &c.NewPeople: DefaultCapNew, &c.NewTables: DefaultCapNew, &c.Requests: DefaultCapRequests,
	} {
		if *field == 0 {
			*field = normal
		}
	}
	if c.Slow == 0 {
		c.Slow = DefaultSlow
	}
	return c
}

// What is refused first and last, by its name in the metrics and in "what" of a problem.
const (
	ShedTables  = "tables"  // whatever makes one
	ShedPeople  = "people"  // whatever makes one
	ShedReads   = "reads"   // whole games, what they add up to, and thinking
	ShedOther   = "other"   // what can wait
	ShedPlay    = "play"    // what somebody at a table needs, and operators
	ShedStreams = "streams" // one more stream
)

// How a busy node is recognised.
const (
	// busyWindow is how much of the past a verdict goes by, busyFor how long it stands.
	busyWindow = time.Second
	busyFor    = 3 * time.Second
	// fewMoves are too few for a verdict: one slow move is not an overload.
	fewMoves = 10
	// When to try again.
	retryPlay = time.Second
	retryBusy = 5 * time.Second
	retryFull = time.Minute
	// tellEvery is how often the log says that a node is busy.
	tellEvery = time.Minute
)

// pressure measures how much this node has to do, and refuses what can wait.
type pressure struct {
	caps           Caps
	people, tables *share // made in a minute
	answering      atomic.Int64

	mu         sync.Mutex
	since      time.Time // when the window began
	moves, bad int       // in it: moves, and those that took too long
	busyUntil  time.Time
	told       time.Time // when the log last said so
}

func newPressure(c Caps) *pressure {
	c = c.filled()
	return &pressure{caps: c, people: newShare(c.NewPeople), tables: newShare(c.NewTables)}
}

// moved notes how long a move took.
func (p *pressure) moved(took time.Duration, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn(now)
	p.moves++
	if took > p.caps.Slow {
		p.bad++
	}
}

// turn judges the window that has ended, and begins the next.
func (p *pressure) turn(now time.Time) {
	if now.Sub(p.since) < busyWindow {
		return
	}
	if p.moves >= fewMoves && 2*p.bad > p.moves {
		p.busyUntil = now.Add(busyFor)
	}
	p.since, p.moves, p.bad = now, 0, 0
}

// busy says whether what can wait is refused now.
func (p *pressure) busy(now time.Time) bool {
	if p.answering.Load() > int64(p.caps.Requests/2) {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn(now)
	return now.Before(p.busyUntil)
}

// Pressure says how many requests are being answered, and whether the node is busy.
func (g *Gate) Pressure() (answering int, busy bool) {
	return int(g.pressure.answering.Load()), g.pressure.busy(g.conf.Now())
}

// Shed refuses what this node cannot do beside what it does already, by what it is; nothing
// is shedOther. Moves come before everything else.
func (g *Gate) Shed(who *Caller, what string) error {
	if who.Trusted {
		return nil
	}
	p, now := g.pressure, g.conf.Now()
	if what == "" {
		what = ShedOther
	}
	many := p.answering.Load()
	switch what {
	case ShedPlay:
		if many > 2*int64(p.caps.Requests) {
			return g.busy(what, retryPlay)
		}
		return nil
	case ShedOther:
		if many > int64(p.caps.Requests) {
			return g.busy(what, retryBusy)
		}
		return nil
	}
	if p.busy(now) {
		g.tellBusy(now)
		return g.busy(what, retryBusy)
	}
	full := what == ShedTables && (g.conf.Live() >= p.caps.Tables || !p.tables.take(who.Addr, now)) ||
		what == ShedPeople && !p.people.take(who.Addr, now)
	if full {
		return g.full(what)
	}
	return nil
}

func (g *Gate) busy(what string, wait time.Duration) error {
	g.conf.Observe.Shed(what)
	p := wire.NewProblem(http.StatusServiceUnavailable, "server-busy")
	p.What, p.Retry = what, wait
	return p
}

func (g *Gate) full(what string) error {
	g.conf.Observe.Shed(what)
	p := wire.NewProblem(http.StatusServiceUnavailable, "server-full")
	p.What, p.Retry = what, retryFull
	return p
}

// tellBusy logs that the node is busy, once in a while.
func (g *Gate) tellBusy(now time.Time) {
	p := g.pressure
	p.mu.Lock()
	again := now.Sub(p.told) >= tellEvery
	if again {
		p.told = now
	}
	p.mu.Unlock()
	if again {
		g.conf.Logger.Warn("the server is busy: new tables, new people and whole games are refused for now",
			slog.Int64("requests", p.answering.Load()))
	}
}
