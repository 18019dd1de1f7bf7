// Package advice answers players who ask for advice. Workers search for plans for the current turn, using only
// what the player's own seats know.
//
// It deliberately does not decide who may ask, and never knows more than the player: workers get only the view
// of the player's seats.
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

// MaxPlans is the maximum number of plans in one answer.
const MaxPlans = 3

var (
	// ErrBusy means that too many players are waiting for advice.
	ErrBusy error = refusal.New(refusal.Unavailable, "try-again", "advice: too many ask at once")
	// ErrFailed means that no worker could answer.
	ErrFailed = work.ErrFailed
)

// Plan is a list of moves in the notation, with the idea behind them.
type Plan = work.Plan

// SlowDown is the error for a person who has used up their share of processor time. Wait is how
// long until they can ask again.
type SlowDown struct{ Wait time.Duration }

func (s *SlowDown) Error() string { return "advice: not yet again" }

// Config configures an Adviser.
type Config struct {
	Queue store.Work
	Now   func() time.Time
	// Core is the processor time that one piece of advice may use. PerMinute is the processor time
	// per minute that all advice for one person may use.
	Core, PerMinute time.Duration
	// Budget is the number of rollouts for one piece of advice; 0 means the evaluator's default.
	Budget int
	// AtOnce is the maximum number of questions from this node that workers answer concurrently.
	AtOnce int
	// Took is called for each answer with the processor time that it took. It may be nil.
	Took func(time.Duration)
}

// These are the defaults of Config, and other limits.
const (
	DefaultCore      = 700 * time.Millisecond
	DefaultPerMinute = 15 * time.Second
	DefaultAtOnce    = 32

	// patience is the longest time to wait for a worker's answer. thinking is the longest time that
	// a worker may think about one question, in real time.
	patience = 15 * time.Second
	thinking = 4 * time.Second
	// kept is the maximum number of cached answers.
	kept = 2000
)

// Advice is a list of plans for the current turn, best first, each with a different idea. The list
// is empty if there is nothing to plan.
type Advice struct {
	Reference string // the level of play that the plans assume once they are carried out
	Plans     []Plan
}

// Adviser gives advice. It caches its answers, so the same question costs nothing the second time.
type Adviser struct {
	conf   Config
	budget *work.Budget

	mu     sync.Mutex
	open   int
	known  map[string]*question
	recent []string // the keys of known, oldest first
}

// question is a position that a player wants advice about. It holds the answer once it is known.
type question struct {
	done   chan struct{}
	advice Advice
	err    error
}

// New returns an Adviser that has cached nothing yet.
func New(c Config) *Adviser {
	fill(&c.Core, DefaultCore)
	fill(&c.PerMinute, DefaultPerMinute)
	fill(&c.AtOnce, DefaultAtOnce)
	return &Adviser{conf: c, budget: work.NewBudget(c.PerMinute), known: map[string]*question{}}
}

func fill[T comparable](field *T, normal T) {
	var zero T
	if *field == zero {
		*field = normal
	}
}

// Ask returns plans for a position, using only what the given seats of a person know.
func (a *Adviser) Ask(ctx context.Context, person, table string, h engine.Header, pos engine.Session, seats engine.Seats) (Advice, error) {
	it := work.AskPlans(h, pos, seats, nil)
	it.Most, it.Core, it.Budget = thinking.Milliseconds(), a.conf.Core.Milliseconds(), a.conf.Budget
	data, err := json.Marshal(it)
	if err != nil {
		return Advice{}, err
	}
	// The ID is a hash of the question, so that the same position always gets the same advice.
	sum := sha256.Sum256(data)
	it.ID, it.Seed = "advice "+hex.EncodeToString(sum[:]), binary.BigEndian.Uint64(sum[:])
	q, ours, err := a.begin(person, it.ID)
	if err != nil {
		return Advice{}, err
	}
	if ours {
		// If the caller stops waiting, the worker still computes the answer, and it is cached for
		// later.
		whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		a.answer(whole, person, table, it, q)
	}
	select {
	case <-q.done:
		return q.advice, q.err
	case <-ctx.Done():
		return Advice{}, ctx.Err()
	}
}

// begin returns the question with this ID, and adds it if it is new. If ours is true, it is new, and the caller
// must get the answer.
func (a *Adviser) begin(person, id string) (q *question, ours bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if q = a.known[id]; q != nil {
		return q, false, nil
	}
	if wait := a.budget.Wait(person, a.conf.Now()); wait > 0 {
		return nil, false, &SlowDown{wait}
	}
	if a.open >= a.conf.AtOnce {
		return nil, false, ErrBusy
	}
	a.open++
	q = &question{done: make(chan struct{})}
	a.known[id] = q
	a.recent = append(a.recent, id)
	if len(a.recent) > kept {
		delete(a.known, a.recent[0])
		a.recent = a.recent[1:]
	}
	return q, true, nil
}

// answer gives a question to a worker and stores the answer. It removes a failed question from the
// cache, so that players can ask again.
func (a *Adviser) answer(ctx context.Context, person, table string, it *work.Item, q *question) {
	got, err := work.Call(ctx, a.conf.Queue, table, "advice-"+it.ID[len("advice "):][:16], it)
	took := time.Duration(got.Took) * time.Microsecond
	a.budget.Pay(person, took, a.conf.Now())
	if a.conf.Took != nil {
		a.conf.Took(took)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open--
	q.advice, q.err = Advice{Reference: got.Reference, Plans: distinct(got.Plans)}, err
	if err != nil {
		q.advice = Advice{}
		delete(a.known, it.ID)
		if i := slices.Index(a.recent, it.ID); i >= 0 {
			a.recent = slices.Delete(a.recent, i, i+1)
		}
	}
	close(q.done)
}

// distinct returns the best plans, no two of them with the same idea.
func distinct(plans []Plan) []Plan {
	list := []Plan{}
	for _, p := range plans {
		if len(list) < MaxPlans && len(p.Moves) > 0 && !slices.ContainsFunc(list, func(o Plan) bool { return o.Idea == p.Idea }) {
			list = append(list, p)
		}
	}
	return list
}
