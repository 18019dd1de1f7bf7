// Package advice answers somebody at a table who asks what to do: it has workers look for
// plans of the turn that is being played, from what the asker's own seats know.
//
// It refuses to decide who may ask, and to know more than the asker: what it sends to
// workers is the view of the asker's seats.
package advice

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"theriac/engine"
	"theriac/internal/refusal"
	"theriac/internal/store"
	"theriac/internal/work"
)

// MaxPlans is how many plans there are at most.
const MaxPlans = 3

var (
	// ErrBusy says that as many are being advised as may be at once.
	ErrBusy error = refusal.New(refusal.Unavailable, "try-again", "advice: too many ask at once")
	// ErrFailed says that no worker had an answer.
	ErrFailed = work.ErrFailed
)

// Plan is a plan by the names of its moves.
type Plan = work.Plan

// SlowDown says that somebody has asked for as much as they may, and when they may again.
type SlowDown struct{ Wait time.Duration }

func (s *SlowDown) Error() string { return "advice: not yet again" }

// Config configures a desk.
type Config struct {
	Queue store.Work
	Now   func() time.Time
	// Core is what one piece of advice may use of a processor, and PerMinute what all that
	// one person asks for may use in a minute.
	Core, PerMinute time.Duration
	// Budget is the rollouts for a piece of advice; 0 for the evaluator's own.
	Budget int
	// AtOnce is how many may be thought about at the same time for this node.
	AtOnce int
	// Took is told what each piece of advice used of a processor. May be nil.
	Took func(time.Duration)
}

// The defaults.
const (
	DefaultCore      = 700 * time.Millisecond
	DefaultPerMinute = 15 * time.Second
	DefaultAtOnce    = 32

	// patience is how long a question waits for an answer, and thinking how long a worker
	// may think about one by the clock.
	patience = 15 * time.Second
	thinking = 4 * time.Second
	// kept is how many answers are remembered.
	kept = 2000
)

// Advice is plans for the turn that is being played, the best first, each with an idea of
// its own. None: there is nothing to plan.
type Advice struct {
	Reference string // the level that is thought to play on
	Plans     []Plan
}

// Desk gives advice. It remembers what it said: asking again costs nothing.
type Desk struct {
	conf   Config
	budget *work.Budget

	mu     sync.Mutex
	open   int
	known  map[string]*question
	recent []string // the known ones, the oldest first
}

// question is a position that somebody asked about.
type question struct {
	done   chan struct{}
	advice Advice
	err    error
}

// New makes a desk.
func New(c Config) *Desk {
	fill(&c.Core, DefaultCore)
	fill(&c.PerMinute, DefaultPerMinute)
	fill(&c.AtOnce, DefaultAtOnce)
	return &Desk{conf: c, budget: work.NewBudget(c.PerMinute), known: map[string]*question{}}
}

func fill[T comparable](field *T, normal T) {
	var zero T
	if *field == zero {
		*field = normal
	}
}

// Ask asks for plans of the position of a table, for a person who holds some of its seats.
func (d *Desk) Ask(ctx context.Context, person, table string, h engine.Header, pos engine.Session, seats engine.Seats) (Advice, error) {
	it := work.AskPlans(h, pos, seats, nil)
	it.Most, it.Core, it.Budget = thinking.Milliseconds(), d.conf.Core.Milliseconds(), d.conf.Budget
	data, err := json.Marshal(it)
	if err != nil {
		return Advice{}, err
	}
	// What is asked names the question: the same position has the same advice.
	sum := sha256.Sum256(data)
	it.ID, it.Seed = "advice "+hex.EncodeToString(sum[:]), binary.BigEndian.Uint64(sum[:])
	q, ours, err := d.begin(person, it.ID)
	if err != nil {
		return Advice{}, err
	}
	if ours {
		// Whoever asked may go away: the answer is kept for when they come back.
		whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		d.answer(whole, person, table, it, q)
	}
	select {
	case <-q.done:
		return q.advice, q.err
	case <-ctx.Done():
		return Advice{}, ctx.Err()
	}
}

// begin finds the question, or makes it: then it is the caller's to answer.
func (d *Desk) begin(person, id string) (q *question, ours bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if q = d.known[id]; q != nil {
		return q, false, nil
	}
	if wait := d.budget.Wait(person, d.conf.Now()); wait > 0 {
		return nil, false, &SlowDown{wait}
	}
	if d.open >= d.conf.AtOnce {
		return nil, false, ErrBusy
	}
	d.open++
	q = &question{done: make(chan struct{})}
	d.known[id] = q
	d.recent = append(d.recent, id)
	if len(d.recent) > kept {
		delete(d.known, d.recent[0])
		d.recent = d.recent[1:]
	}
	return q, true, nil
}

// answer has a worker answer a question. What failed is forgotten, and can be asked again.
func (d *Desk) answer(ctx context.Context, person, table string, it *work.Item, q *question) {
	a, err := work.Call(ctx, d.conf.Queue, table, "advice-"+it.ID[len("advice "):][:16], it)
	took := time.Duration(a.Took) * time.Microsecond
	d.budget.Pay(person, took, d.conf.Now())
	if d.conf.Took != nil {
		d.conf.Took(took)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	q.advice, q.err = Advice{Reference: a.Reference, Plans: distinct(a.Plans)}, err
	if err != nil {
		q.advice = Advice{}
		delete(d.known, it.ID)
		if i := slices.Index(d.recent, it.ID); i >= 0 {
			d.recent = slices.Delete(d.recent, i, i+1)
		}
	}
	close(q.done)
}

// distinct is the first plans, no two of which have the same idea.
func distinct(plans []Plan) []Plan {
	list := []Plan{}
	for _, p := range plans {
		if len(list) < MaxPlans && len(p.Moves) > 0 && !slices.ContainsFunc(list, func(o Plan) bool { return o.Idea == p.Idea }) {
			list = append(list, p)
		}
	}
	return list
}
