// Package stories makes the stories of finished games in the background: it asks workers
// for the chances and plans of a game, one question at a time, and keeps what they tell.
//
// It refuses to make a story twice, to think itself, and to decide who may read one:
// whoever asks has opened the game already.
package stories

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/refusal"
	"theriac/internal/store"
	"theriac/internal/table"
)

// How far a story is.
const (
	Absent = "absent"     // nobody has asked for it
	Making = "being-made" // it is told so far as it is known
	Whole  = "whole"
	None   = "none" // the game has no story
)

// ErrBusy says that too many stories wait: of one person, or in all.
var ErrBusy error = refusal.New(refusal.TooMany, "stories-busy", "stories: too many wait")

// Limits.
const (
	mostOfPerson = 3
	mostWaiting  = 30
	// saveEvery is how often a story that is being made is written down, and stale after
	// how long without that nobody makes it any more.
	saveEvery = 3 * time.Second
	stale     = 45 * time.Second
	// jobTime is how long a question waits for its answer, and tries how often it is
	// asked.
	jobTime = 50 * time.Second
	tries   = 3
)

// Config configures a maker.
type Config struct {
	KV    store.KV
	Queue store.Work
	Now   func() time.Time
	// Budget is the rollouts of each question.
	Budget story.Budget
	// OnError is told what went wrong in the background.
	OnError func(error)
}

// Maker makes stories, one after the other.
type Maker struct {
	conf Config
	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup

	mu    sync.Mutex
	queue []*making
	wake  chan struct{}
}

// making is a story that is being made here or waits for it.
type making struct {
	table, person string
	header        engine.Header
	tale          *story.Tale
	version       uint64    // of its record
	saved         time.Time // when that was written

	mu sync.Mutex // guards the tale's answers
}

// record is what is kept of a story.
type record struct {
	At    int64       `json:"at"` // when it was written, in milliseconds since 1970
	Story story.Story `json:"story"`
}

func (r *record) whole() bool { return r.Story.Done == r.Story.Of }

// Bucket is the name of the bucket.
const Bucket = "stories"

// Buckets declares what is stored of stories.
func (*Maker) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Impersonal: "a story follows from a game, whose seats lead to nobody"}}
}

// New makes a maker. It works until Close.
func New(c Config) *Maker {
	m := &Maker{conf: c, wake: make(chan struct{}, 1)}
	m.ctx, m.stop = context.WithCancel(context.Background())
	m.done.Go(m.run)
	return m
}

// Close ends the making. What is half made is made anew when somebody asks again.
func (m *Maker) Close() {
	m.stop()
	m.done.Wait()
}

// Told is a story and how far it is.
type Told struct {
	State string
	Why   string // there is none
	Story story.Story
}

// Get is the story of a finished game, as far as it is made.
func (m *Maker) Get(ctx context.Context, s *table.State) (Told, error) {
	if why := none(s); why != "" {
		return Told{State: None, Why: why}, nil
	}
	if now, ok := m.here(s.Table); ok {
		return Told{State: Making, Story: now}, nil
	}
	r, _, err := m.read(ctx, s.Table)
	switch {
	case errors.Is(err, store.ErrAbsent):
		return Told{State: Absent}, nil
	case err != nil:
		return Told{}, err
	case r.whole():
		return Told{State: Whole, Story: r.Story}, nil
	case m.old(r):
		return Told{State: Absent}, nil
	}
	return Told{State: Making, Story: r.Story}, nil
}

// Ask has a story made, unless it is there or being made already.
func (m *Maker) Ask(ctx context.Context, person string, s *table.State) (Told, error) {
	told, err := m.Get(ctx, s)
	if err != nil || told.State != Absent {
		return told, err
	}
	tale, h, err := m.begin(s)
	if err != nil {
		return Told{}, err
	}
	r, version, err := m.read(ctx, s.Table)
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return Told{}, err
	}
	if err == nil && (r.whole() || !m.old(r)) { // somebody was faster
		return m.Get(ctx, s)
	}
	if err := m.room(person); err != nil {
		return Told{}, err
	}
	now := &making{table: s.Table, person: person, header: h, tale: tale, version: version}
	if err := m.save(ctx, now); errors.Is(err, store.ErrConflict) {
		return m.Get(ctx, s) // another node makes it
	} else if err != nil {
		return Told{}, err
	}
	m.mu.Lock()
	m.queue = append(m.queue, now)
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
	return Told{State: Making, Story: now.story()}, nil
}

// none says why a game has no story, or nothing.
func none(s *table.State) string {
	e, ok := games.FindEntry(s.Game.Name())
	switch _, over := s.Pos.Outcome(); {
	case !ok || e.Evaluator == nil:
		return "no-chances"
	case !engine.RivalsOf(s.Game, s.Header().Settings, 0).Empty():
		return "rivals"
	case !over:
		return "given-up"
	}
	return ""
}

// begin plans the questions of a game's story.
func (m *Maker) begin(s *table.State) (*story.Tale, engine.Header, error) {
	h, moves, err := s.Course()
	if err != nil {
		return nil, h, err
	}
	tale, _, err := games.Story(h, moves, m.conf.Budget)
	if err != nil {
		return nil, h, fmt.Errorf("stories: %w", err)
	}
	return tale, h, nil
}

// room refuses a story where too many wait.
func (m *Maker) room(person string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := 0
	for _, w := range m.queue {
		if w.person == person {
			own++
		}
	}
	if own >= mostOfPerson || len(m.queue) >= mostWaiting {
		return ErrBusy
	}
	return nil
}

// here is the story of a table that is being made on this node.
func (m *Maker) here(table string) (story.Story, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.queue {
		if w.table == table {
			return w.story(), true
		}
	}
	return story.Story{}, false
}

func (w *making) story() story.Story {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tale.Story()
}

func (m *Maker) old(r record) bool { return m.conf.Now().Sub(time.UnixMilli(r.At)) > stale }

func (m *Maker) read(ctx context.Context, table string) (record, uint64, error) {
	var r record
	kept, err := m.conf.KV.Get(ctx, table)
	if err != nil {
		return r, 0, fmt.Errorf("stories: %w", err)
	}
	if store.Newer(kept.Data, &record{}) {
		return r, 0, fmt.Errorf("stories: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(kept.Data, &r); err != nil {
		return r, 0, fmt.Errorf("stories: %w", store.ErrDamaged)
	}
	return r, kept.Version, nil
}

// save writes a story down as far as it is made.
func (m *Maker) save(ctx context.Context, w *making) error {
	w.saved = m.conf.Now()
	data, err := json.Marshal(record{At: w.saved.UnixMilli(), Story: w.story()})
	if err != nil {
		return err
	}
	version, err := m.conf.KV.Put(ctx, w.table, w.version, data)
	if err != nil {
		return fmt.Errorf("stories: %w", err)
	}
	w.version = version
	return nil
}
