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
	// patience is how long one store operation may take.
	patience = 15 * time.Second
	// again is how long an attendant waits before it repeats a failed store operation.
	again = time.Second
	// look is how often an attendant checks whether a person is still at the table.
	look = 20 * time.Second
	// proposalLasts is how long bots wait for the votes on an open proposal, which a bot's move would cancel.
	proposalLasts = 20 * time.Second
	// interjections is how long a bot that owes an answer waits for seats that may interject first.
	interjections = 3 * time.Second
	// afterUndo is how long bots wait after an undo, so that players can undo more than one move.
	afterUndo = 5 * time.Second
	// lostAfter is how often an attendant checks whether its question is still in the queue.
	lostAfter = 10 * time.Second
)

// pauses maps each pace that a table can have to the pause between the last move and a bot's move.
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

// attendant plays the bots at one table while a person is there.
type attendant struct {
	*Runner
	id      string
	wake    chan struct{}
	wakes   atomic.Int64
	active  atomic.Int64 // when a person last did something, in Unix milliseconds
	counted int          // number of bots at the table; guarded by the runner's lock

	table    *table.Live
	asked    string                // id of the question at which bots may interject
	may      map[engine.Seats]bool // bots that were already asked at this question whether they interject
	memos    map[engine.Seats][]byte
	undone   string // identifies the last undo, to notice the next one
	thinking engine.Seats

	mu   sync.Mutex
	asks map[engine.Seats]*ask // open questions, by the seats of the bot that must answer
}

// ask is one open question to a bot.
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
	later    time.Time    // when to try the move again after the store has failed
	answer   *work.Answer // nil until a worker answers
	only     bool         // there was only one legal move, so workers were not needed
}

func newAttendant(r *Runner, id string) *attendant {
	return &attendant{
		Runner: r, id: id, wake: make(chan struct{}, 1), may: map[engine.Seats]bool{}, memos: map[engine.Seats][]byte{},
		asks: map[engine.Seats]*ask{},
	}
}

// poke makes the attendant check the table soon.
func (a *attendant) poke() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// run plays the bots of the table until no person or no bot is left there.
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

// attend opens the table and follows its game until there is nothing left to do.
func (a *attendant) attend() {
	ctx, cancel := table.Within(a.ctx, a.conf.Scheduler, patience)
	t, err := a.conf.Tables.Open(ctx, a.id)
	cancel()
	if err != nil {
		return // the game has not begun or cannot be read; the bots wake when a person comes to the table
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
			continue // a move was made, so check again immediately
		}
		stopTimer := a.conf.Clock.AfterFunc(wait, a.poke)
		a.await(s)
		stopTimer()
	}
}

// await waits until the game has a new entry, or until poke is called.
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

// step does everything that is due at the table. It returns how long to wait for the next check, and whether to
// stay at the table. It never stays at a puzzle's table, because the server itself makes the rivals' moves
// there.
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

// vote agrees to an undo for the bots. People alone decide other proposals. If hold is true, bots must not move
// for now: the game is paused, or a move would cancel the undo.
func (a *attendant) vote(ctx context.Context, s *table.State, bots engine.Seats, now time.Time) (hold bool, wait time.Duration) {
	if s.Paused() {
		return true, look
	}
	if s.Ask == nil || s.Ask.What != table.ProposeUndo {
		return false, 0
	}
	if mine := s.Ask.Needs & bots; !mine.Empty() {
		_, err := a.table.Do(ctx, "bot-agree-"+s.Question()+"-"+itoa(s.N), table.Agree{By: mine})
		if err == nil {
			return true, 0
		}
	}
	left := proposalLasts - now.Sub(time.UnixMilli(s.At))
	return left > 0, left
}

// sync drops questions that the game no longer asks, and questions to bots that have left.
func (a *attendant) sync(s *table.State, rec *lobby.Table, each []engine.Seats) {
	q := s.Question()
	if undone := s.Undone(); undone != a.undone {
		a.undone = undone
		clear(a.memos) // the bots' plans may be for moves that were undone
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

// receive stores a worker's answer. The work queue calls it with every answer for the table. It returns false
// if the answer is not for one of the table's bots.
func (a *attendant) receive(data []byte) bool {
	var got work.Answer
	if json.Unmarshal(data, &got) != nil || got.Kind != work.KindMove {
		return false // answers of an evaluator have another receiver
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
	return true // also for a withdrawn question, so that no worker answers it again
}

// owing returns the seats whose bots owe an answer and have not made their move.
func (a *attendant) owing(s *table.State) engine.Seats {
	a.mu.Lock()
	defer a.mu.Unlock()
	var set engine.Seats
	for _, k := range a.asks {
		set |= k.owing
	}
	return set & s.Pos.Decision().Owing()
}

// tellThinking tells the table's streams which bots are thinking, if that has changed.
func (a *attendant) tellThinking(seats engine.Seats) {
	if seats != a.thinking {
		a.thinking = seats
		a.conf.Thinking(a.id, seats)
	}
}

// waiting returns the number of questions that no worker has answered.
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
