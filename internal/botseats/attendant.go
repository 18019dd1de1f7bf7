package botseats

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/table"
	"theriac/internal/work"
)

const (
	// patience is how long one operation waits for the store.
	patience = 15 * time.Second
	// again is when an attendant tries once more what the store did not take.
	again = time.Second
	// look is how often an attendant looks whether a person is still there.
	look = 20 * time.Second
	// An open proposal holds the bots back for so long: their next move would void it.
	proposalLasts = 20 * time.Second
	// A bot that owes an answer waits so long for those that may interject before it.
	interjections = 3 * time.Second
	// After moves were taken back, bots leave time to take back more.
	afterUndo = 5 * time.Second
	// lostAfter is how often an attendant looks whether its question still waits.
	lostAfter = 10 * time.Second
)

// pauses are the times between the last move and a bot's, by pace.
var pauses = map[string]time.Duration{
	lobby.PaceAtOnce: 0, lobby.PaceFast: 400 * time.Millisecond, lobby.PaceNormal: 1200 * time.Millisecond,
	lobby.PaceSlow: 2500 * time.Millisecond,
}

func pauseOf(pace string) time.Duration {
	if p, known := pauses[pace]; known {
		return p
	}
	return pauses[lobby.PaceNormal]
}

// attendant plays the bots of one table.
type attendant struct {
	*Runner
	id      string
	wake    chan struct{}
	wakes   atomic.Int64
	active  atomic.Int64 // when a person last did something, in milliseconds
	counted int          // bots; guarded by the runner

	table    *table.Table
	asked    string                // the question that interjections were asked at
	may      map[engine.Seats]bool // the bots that were asked whether to interject
	memos    map[engine.Seats][]byte
	undone   string // the part of the question's name that undos change
	thinking engine.Seats

	mu   sync.Mutex
	asks map[engine.Seats]*ask // by the seats that a bot plays
}

// ask is a question to a bot.
type ask struct {
	id       string
	seats    engine.Seats
	level    string
	question string
	made     int
	owing    engine.Seats
	host     string
	item     []byte
	at       time.Time
	checks   int
	later    time.Time    // not before: the store did not take the last attempt
	answer   *work.Answer // once there is one
	only     bool         // there was no choice
}

func newAttendant(r *Runner, id string) *attendant {
	return &attendant{
		Runner: r, id: id, wake: make(chan struct{}, 1), may: map[engine.Seats]bool{}, memos: map[engine.Seats][]byte{},
		asks: map[engine.Seats]*ask{},
	}
}

// poke makes the attendant look again.
func (a *attendant) poke() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// run attends to the table until no person is there, or no bot.
func (a *attendant) run() {
	for {
		wakes := a.wakes.Load()
		a.attend()
		a.tellThinking(0)
		if a.leave(a, wakes) || a.ctx.Err() != nil {
			return
		}
	}
}

// attend follows the table until there is nothing to do.
func (a *attendant) attend() {
	ctx, cancel := table.Within(a.ctx, a.conf.Scheduler, patience)
	t, err := a.conf.Tables.Open(ctx, a.id)
	cancel()
	if err != nil {
		return // it has not begun, or cannot be read: whoever comes next wakes the bots
	}
	defer t.Release()
	a.table = t
	stop, err := a.conf.Queue.Answers(a.id, a.receive)
	if err != nil {
		a.conf.Observe.BotFailed(a.id, err.Error())
		return
	}
	defer stop()
	for a.ctx.Err() == nil {
		s := t.State()
		wait, stay := a.step(s)
		if !stay {
			return
		}
		if wait <= 0 {
			continue // something was done: look again at once
		}
		stopTimer := a.conf.Clock.AfterFunc(wait, a.poke)
		a.await(s)
		stopTimer()
	}
}

// await waits until there is something to look at.
func (a *attendant) await(s *table.State) {
	if sched := a.conf.Scheduler; sched != nil {
		sched.Wait(a.ctx, func() bool { return table.Closed(s.Next()) || len(a.wake) > 0 })
		select {
		case <-a.wake:
		default:
		}
		return
	}
	select {
	case <-s.Next():
	case <-a.wake:
	case <-a.ctx.Done():
	}
}

// step does what is to be done now, and says after how long to look again at the
// latest, and whether to stay at the table. At a puzzle it never stays: there the judge replies.
func (a *attendant) step(s *table.State) (wait time.Duration, stay bool) {
	ctx, cancel := table.Within(a.ctx, a.conf.Scheduler, patience)
	defer cancel()
	rec, err := a.conf.Lobby.Recent(ctx, a.id)
	if lobby.Refused(err) != "" {
		return 0, false
	}
	if err != nil {
		return again, true
	}
	bots, now := rec.Bots(), a.conf.Clock.Now()
	if s.Over || s.Away() || rec.Status != lobby.Playing || bots.Empty() || rec.Puzzle != "" || a.table.Damaged() != nil {
		return 0, false
	}
	if resting := now.Sub(time.UnixMilli(a.active.Load())) > a.conf.Linger; resting && !a.conf.Attended(a.id) {
		return 0, false
	}
	a.count(a, bots.Len())
	if hold, wait := a.vote(ctx, s, bots, now); hold {
		return wait, true
	}
	each := groups(s, &rec)
	a.sync(s, &rec, each)
	wait = min(look, a.ask(ctx, s, &rec, each, now))
	a.tellThinking(a.owing(s))
	return min(wait, a.play(ctx, s, &rec, now)), true
}

// vote answers an open proposal for the bots. They agree to every undo, and to an end
// that most people at the table want. hold says that the bots make no move yet.
func (a *attendant) vote(ctx context.Context, s *table.State, bots engine.Seats, now time.Time) (hold bool, wait time.Duration) {
	if s.Ask == nil {
		return false, 0
	}
	people, mine := s.Seats()&^bots, s.Ask.Needs&bots
	agree := !mine.Empty()
	if s.Ask.What == table.ProposeEnd {
		agree = agree && 2*(s.Ask.Agreed&people).Len() > people.Len()
	}
	if agree {
		_, err := a.table.Do(ctx, "bot-agree-"+s.Question()+"-"+itoa(s.N), table.Agree{By: mine})
		if err == nil {
			return true, 0
		}
	}
	left := proposalLasts - now.Sub(time.UnixMilli(s.At))
	return left > 0, left
}

// sync drops the questions that are no longer meant, or to bots that are no longer
// there.
func (a *attendant) sync(s *table.State, rec *lobby.Table, each []engine.Seats) {
	q := s.Question()
	if undone := s.Undone(); undone != a.undone {
		a.undone = undone
		clear(a.memos) // plans for moves that never were
	}
	if a.asked != q {
		a.asked = q
		clear(a.may)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for seats, k := range a.asks {
		there := slices.Contains(each, seats) && rec.Seats[seats.First()].Level() == k.level
		if !there || !s.StillAsked(k.seats, k.question, k.made) {
			delete(a.asks, seats)
		}
	}
}

// receive takes an answer of a worker. It is called by the queue.
func (a *attendant) receive(data []byte) bool {
	var got work.Answer
	if json.Unmarshal(data, &got) != nil || got.Kind != work.KindMove {
		return false // whoever asked an evaluator takes its answer
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.asks {
		if k.id != got.ID || k.answer != nil {
			continue
		}
		k.answer = &got
		took := time.Duration(got.Took) * time.Microsecond
		a.budget.Pay(k.host, took, a.conf.Clock.Now())
		a.conf.Observe.BotThought(took)
		if got.Failed != "" {
			a.conf.Observe.BotFailed(a.id, got.Failed)
		}
		a.poke()
		break
	}
	return true // also what nobody asks any more: nobody needs to think about it again
}

// owing is the seats whose bots have not moved yet although they owe an answer.
func (a *attendant) owing(s *table.State) engine.Seats {
	a.mu.Lock()
	defer a.mu.Unlock()
	var set engine.Seats
	for _, k := range a.asks {
		set |= k.owing
	}
	return set & s.Pos.Decision().Owing()
}

// tellThinking tells the streams whose bots think, if that is new.
func (a *attendant) tellThinking(seats engine.Seats) {
	if seats != a.thinking {
		a.thinking = seats
		a.conf.Thinking(a.id, seats)
	}
}

// waiting counts the questions that no worker has answered yet.
func (a *attendant) waiting() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.asks {
		if k.answer == nil {
			n++
		}
	}
	return n
}
