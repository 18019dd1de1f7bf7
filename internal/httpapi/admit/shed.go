package admit

import (
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/httpapi/wire"
)

// Caps limit the load that all callers together can cause on this node. Beyond a cap, newcomers are
// rejected, so that people who are playing can continue. A zero field means its default.
type Caps struct {
	// Tables is the number of tables in memory above which no new tables are created.
	Tables int
	// Streams is the largest number of open streams. The last tenth is reserved for hosts and
	// people at the tables.
	Streams int
	// NewPeople and NewTables are how many people and tables can be created per minute.
	NewPeople, NewTables int
	// Requests is how many requests in progress the node can serve well. Above half of that, the
	// node rejects new tables, new people and requests for whole games. Above all of it, the node
	// serves only play; above twice as many, it also rejects moves.
	Requests int
	// Slow is the duration above which a move counts as slow. If half of the moves within a second
	// are slow, the node is busy.
	Slow time.Duration
}

// The default caps.
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

// Classes of operations for load shedding. The metrics and the "what" of a problem use these names.
const (
	ShedTables  = "tables"  // operations that create a table
	ShedPeople  = "people"  // operations that create a person
	ShedReads   = "reads"   // operations that read whole games or statistics, or that make bots think
	ShedOther   = "other"   // all other operations, which can wait
	ShedPlay    = "play"    // requests that operators and players at a table need
	ShedStreams = "streams" // opening a stream
)

// Constants that decide when a node is busy.
const (
	// busyWindow is the period over which slow moves are counted. busyFor is how long a node stays
	// busy after a period with too many slow moves.
	busyWindow = time.Second
	busyFor    = 3 * time.Second
	// fewMoves is the smallest number of moves in a window that can make the node busy. One slow
	// move is not an overload.
	fewMoves = 10
	// How long a rejected client should wait before it tries again.
	retryPlay = time.Second
	retryBusy = 5 * time.Second
	retryFull = time.Minute
	// tellEvery is the shortest time between two log messages that the node is busy.
	tellEvery = time.Minute
)

// pressure measures how busy this node is, for load shedding.
type pressure struct {
	caps           Caps
	people, tables *share // people and tables created in the last minute
	answering      atomic.Int64

	mu         sync.Mutex
	since      time.Time // start of the current window
	moves, bad int       // all moves in the window, and how many of them were slow
	busyUntil  time.Time
	told       time.Time // when the log last reported that the node is busy
}

func newPressure(c Caps) *pressure {
	c = c.filled()
	return &pressure{caps: c, people: newShare(c.NewPeople), tables: newShare(c.NewTables)}
}

// moved records how long one move took.
func (p *pressure) moved(took time.Duration, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn(now)
	p.moves++
	if took > p.caps.Slow {
		p.bad++
	}
}

// turn ends the current window if it has expired. In that case it also decides whether the node is
// busy, and starts a new window.
func (p *pressure) turn(now time.Time) {
	if now.Sub(p.since) < busyWindow {
		return
	}
	if p.moves >= fewMoves && 2*p.bad > p.moves {
		p.busyUntil = now.Add(busyFor)
	}
	p.since, p.moves, p.bad = now, 0, 0
}

// busy reports whether the node currently rejects operations that can wait.
func (p *pressure) busy(now time.Time) bool {
	if p.answering.Load() > int64(p.caps.Requests/2) {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn(now)
	return now.Before(p.busyUntil)
}

// Pressure returns how many requests are in progress, and whether the node is busy.
func (g *Gate) Pressure() (answering int, busy bool) {
	return int(g.pressure.answering.Load()), g.pressure.busy(g.conf.Now())
}

// Shed returns an error if this node is too busy or full for an operation of this class. An empty
// class means ShedOther. Moves have priority over everything else.
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

// tellBusy logs that the node is busy, at most once per tellEvery.
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
