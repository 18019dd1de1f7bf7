package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"theriac/internal/store"
)

// Case is a person with open reports.
type Case struct {
	About   string    `json:"about"`
	Reports int       `json:"reports"`
	Oldest  time.Time `json:"oldest"`
	Kinds   []string  `json:"kinds"`
	// Taken is the moderator who looks at it, since TakenAt.
	Taken   string    `json:"taken,omitempty"`
	TakenAt time.Time `json:"takenAt,omitzero"`
}

// takenFor is how long a moderator has a case to themselves.
const takenFor = 30 * time.Minute

// add counts an open report.
func (c *Case) add(r Report) {
	if c.About == "" {
		*c = Case{About: r.About, Oldest: r.At, Taken: c.Taken, TakenAt: c.TakenAt}
	}
	c.Reports++
	if !slices.Contains(c.Kinds, r.Kind) {
		c.Kinds = append(c.Kinds, r.Kind)
	}
}

// settle counts a person's open reports again. Without any, the person leaves the queue.
func (o *Order) settle(ctx context.Context, about string) error {
	c, err := change(ctx, o.kv.cases, about, func(c *Case) (keep, changed bool, err error) {
		list, err := o.ReportsAbout(ctx, about)
		if err != nil {
			return true, false, err
		}
		*c = Case{Taken: c.Taken, TakenAt: c.TakenAt}
		for _, r := range list {
			if !r.Closed.IsZero() {
				continue
			}
			c.add(r)
		}
		return c.Reports > 0, true, nil
	})
	switch {
	case err != nil:
	case c.Reports == 0:
		o.queue.set(about, nil)
	default:
		o.queue.set(about, &c)
	}
	return err
}

// Take records that a moderator looks at a case, so that no other begins with it too.
func (o *Order) Take(ctx context.Context, by, about string) error {
	now := o.now()
	c, err := change(ctx, o.kv.cases, about, func(c *Case) (keep, changed bool, err error) {
		if c.About == "" || c.Taken != "" && c.Taken != by && now.Sub(c.TakenAt) < takenFor || c.Taken == by && now.Sub(c.TakenAt) < time.Minute {
			return c.About != "", false, nil
		}
		c.Taken, c.TakenAt = by, now
		return true, true, nil
	})
	if err == nil && c.About != "" {
		o.queue.set(about, &c)
	}
	return err
}

// Queue returns open cases, the oldest first, and the place after which the next ones follow. The list is in memory,
// so a page costs the same however many there are.
func (o *Order) Queue(after string, most int) (list []Case, next string) {
	now := o.now()
	list, next = o.queue.page(after, most)
	for i := range list {
		if now.Sub(list[i].TakenAt) >= takenFor {
			list[i].Taken = ""
		}
	}
	return list, next
}

// Waiting returns how many people are in the queue, how many reports are open, and since when the oldest is.
func (o *Order) Waiting() (people, reports int, oldest time.Time) { return o.queue.total() }

func (o *Order) loadQueue(ctx context.Context) error {
	all, err := o.kv.cases.List(ctx, "")
	if err != nil {
		return fmt.Errorf("order: cases: %w", err)
	}
	for _, rec := range all {
		o.queue.heard(rec)
	}
	return nil
}

// queue holds all open cases, sorted by age. It follows the bucket of cases.
type queue struct {
	mu      sync.Mutex
	by      map[string]Case
	sorted  []string // places, in order
	reports int
}

func newQueue() *queue { return &queue{by: map[string]Case{}} }

// place returns a text that sorts like the queue.
func (c *Case) place() string { return fmt.Sprintf("%013d-%s", c.Oldest.UnixMilli(), c.About) }

// heard stores what some node has written.
func (q *queue) heard(rec store.Record) {
	if len(rec.Data) == 0 {
		q.set(rec.Key, nil)
	} else if c, err := decode[Case](rec.Data); err == nil {
		q.set(rec.Key, &c)
	}
}

// set replaces the case of a person; nil removes it.
func (q *queue) set(about string, c *Case) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if old, ok := q.by[about]; ok {
		at, _ := slices.BinarySearch(q.sorted, old.place())
		q.sorted = slices.Delete(q.sorted, at, at+1)
		q.reports -= old.Reports
		delete(q.by, about)
	}
	if c == nil || c.About == "" {
		return
	}
	at, _ := slices.BinarySearch(q.sorted, c.place())
	q.sorted = slices.Insert(q.sorted, at, c.place())
	q.by[about] = *c
	q.reports += c.Reports
}

func (q *queue) get(about string) (Case, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c, ok := q.by[about]
	return c, ok
}

func (q *queue) page(after string, most int) (list []Case, next string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at, found := slices.BinarySearch(q.sorted, after)
	if found {
		at++
	}
	for ; at < len(q.sorted) && len(list) < most; at++ {
		_, about, _ := strings.Cut(q.sorted[at], "-")
		list = append(list, q.by[about])
		next = q.sorted[at]
	}
	if at == len(q.sorted) {
		next = ""
	}
	return list, next
}

func (q *queue) total() (people, reports int, oldest time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.sorted) > 0 {
		_, about, _ := strings.Cut(q.sorted[0], "-")
		oldest = q.by[about].Oldest
	}
	return len(q.sorted), q.reports, oldest
}
