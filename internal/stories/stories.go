// Package stories makes the stories of finished games in the background. It has workers compute the chances and
// plans of a game, one question at a time, and stores the answers.
//
// By design it refuses to make a story twice, and leaves evaluating positions to the workers. It does not
// decide who may read a story: the caller has checked that.
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

// The states of a story.
const (
	Absent = "absent"     // no one has requested the story
	Making = "being-made" // the story so far is available
	Whole  = "whole"
	None   = "none" // the game can have no story
)

// ErrBusy reports that too many requested stories are waiting, either for one person or in total.
var ErrBusy error = refusal.New(refusal.TooMany, "stories-busy", "stories: too many wait")

// Limits on how many stories may wait, and on how long they may take.
const (
	mostOfPerson = 3
	mostWaiting  = 30
	// saveEvery is how often an unfinished story is saved. One that has not been saved for the duration stale
	// is considered abandoned.
	saveEvery = 3 * time.Second
	stale     = 45 * time.Second
	// jobTime is how long a question waits for an answer. tries is how many times it is put into the queue.
	jobTime = 50 * time.Second
	tries   = 3
)

// Config configures a Maker.
type Config struct {
	KV    store.KV
	Queue store.Work
	Now   func() time.Time
	// Budget is the number of rollouts for each kind of question.
	Budget story.Budget
	// OnError is called with errors of background work.
	OnError func(error)
}

// Maker makes the stories that people request, one after another.
type Maker struct {
	conf Config
	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup

	mu    sync.Mutex
	queue []*making
	wake  chan struct{}
}

// making is a story that this node is making, or that waits on this node.
type making struct {
	table, person string
	header        engine.Header
	tale          *story.Tale
	version       uint64    // version of the story's record
	saved         time.Time // when the record was written

	mu sync.Mutex // guards the answers in tale
}

// storyRecord is the stored form of a story.
type storyRecord struct {
	At    int64       `json:"at"` // when it was written, in milliseconds since 1970
	Story story.Story `json:"story"`
}

func (r *storyRecord) whole() bool { return r.Story.Done == r.Story.Of }

// Bucket is the name of the bucket with all stories.
const Bucket = "stories"

// Buckets declares the bucket of the stories.
func (*Maker) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Impersonal: "a story follows from a game, whose seats lead to nobody"}}
}

// New returns a Maker. It works until Close.
func New(c Config) *Maker {
	m := &Maker{conf: c, wake: make(chan struct{}, 1)}
	m.ctx, m.stop = context.WithCancel(context.Background())
	m.done.Go(m.run)
	return m
}

// Close stops the background work. An unfinished story is made when someone requests it again.
func (m *Maker) Close() {
	m.stop()
	m.done.Wait()
}

// Told is a story together with its state.
type Told struct {
	State string
	Why   string // why the game has no story
	Story story.Story
}

// Get returns the part of a finished game's story that exists so far.
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

// Ask requests the story of a finished game, unless it already exists or is being made.
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
	if err == nil && (r.whole() || !m.old(r)) { // another caller was faster
		return m.Get(ctx, s)
	}
	if err := m.room(person); err != nil {
		return Told{}, err
	}
	now := &making{table: s.Table, person: person, header: h, tale: tale, version: version}
	if err := m.save(ctx, now); errors.Is(err, store.ErrConflict) {
		return m.Get(ctx, s) // another node is making the story
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

// none returns the reason why a game has no story, or "".
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

// begin prepares the questions for a game's story.
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

// room returns ErrBusy if too many stories are waiting.
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

// here returns the story of a table if this node is making it.
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

func (m *Maker) old(r storyRecord) bool { return m.conf.Now().Sub(time.UnixMilli(r.At)) > stale }

func (m *Maker) read(ctx context.Context, table string) (storyRecord, uint64, error) {
	var r storyRecord
	kept, err := m.conf.KV.Get(ctx, table)
	if err != nil {
		return r, 0, fmt.Errorf("stories: %w", err)
	}
	if store.Newer(kept.Data, &storyRecord{}) {
		return r, 0, fmt.Errorf("stories: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(kept.Data, &r); err != nil {
		return r, 0, fmt.Errorf("stories: %w", store.ErrDamaged)
	}
	return r, kept.Version, nil
}

// save writes the part of a story that exists so far to the store.
func (m *Maker) save(ctx context.Context, w *making) error {
	w.saved = m.conf.Now()
	data, err := json.Marshal(storyRecord{At: w.saved.UnixMilli(), Story: w.story()})
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
