package table

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"theriac/engine"
)

// State is a table after some entry. It is immutable: the next entry makes the next
// state, so whoever holds one can read it without a lock.
type State struct {
	Table string
	Game  engine.Game
	// Pos is the position. It belongs to the state and must not be played on.
	Pos  engine.Session
	N    int   // the number of the last entry
	At   int64 // its time, in milliseconds
	Ask  *Ask  // the open proposal, if any
	Over bool  // nobody can move any more: the game ended or was given up
	// Marked says that an undo went back over something that was revealed.
	Marked bool
	// GivenUp says that the seats ended the game early.
	GivenUp bool

	away     int   // the entry with which the game was taken along; 0: it is here
	awayAt   int64 // its time
	head     engine.Header
	limit    int64
	chain    Chain
	plies    []ply
	undos    int
	standing [engine.MaxSeats][]string
	since    [engine.MaxSeats]int64   // since when the table waits for a seat
	passed   [engine.MaxSeats]*passed // who let a moment of this phase go by
	asked    []asked                  // the last questions, newest last
	recent   []*AppliedEntry          // the last entries, newest last
	bodies   [][]byte
	made     []int                  // how many moves stood after each entry
	keys     []string               // of each entry
	next     chan struct{}          // closed once there is a newer state
	common   *atomic.Pointer[known] // what everybody knows, on demand
	delayed  *atomic.Pointer[State] // what a delayed spectator sees, on demand
	history  *history               // entries further back, on demand
	opened   bool                   // a deal that tables share may be shown, see Disclose
	passing  bool                   // nobody reads it: the next one may play on with its position
	upgrade
}

// ply is one move that stands.
type ply struct {
	move   engine.Move
	text   string
	effect engine.Effect
	// promised says that the table made it for the seat.
	promised bool
	begun    uint8 // how many turns it began
}

// asked is a question and who owed an answer to it.
type asked struct {
	question string
	owing    engine.Seats
}

// AppliedEntry is an entry with its effects.
type AppliedEntry struct {
	*Entry
	Done []Done
	open *atomic.Pointer[[]byte] // encoded once, where everybody reads the same
}

// Done is one move and its facts. Veiled is the move for those who may not see a card
// that it names; To are the seats that may.
type Done struct {
	Play
	Veiled string
	To     engine.Seats
	Facts  []engine.Fact
}

// How many recent entries and questions a state holds. For a reader further behind
// the game is folded again.
const (
	recentEntries   = 16
	recentQuestions = 16
)

// begin is the state before the first entry.
func begin(table string) *State {
	return &State{Table: table, N: -1, chain: genesis(table), history: &history{}}
}

// Question names the open question. An undo changes the names, because the same
// number can then mean another question.
func (s *State) Question() string {
	q := strconv.FormatUint(uint64(s.Pos.Decision().ID), 10)
	if s.undos > 0 {
		q += "." + strconv.Itoa(s.undos)
	}
	return q
}

// Header is how the game began, with its seed as far as everybody may know it now.
func (s *State) Header() engine.Header {
	h := s.head
	if !s.disclosed() {
		h.Seed = h.Seed.Seal()
		h.Known = nil // not everybody who reads this knew it
	}
	return h
}

// Shared is the deal that the table shares with others, or nothing.
func (s *State) Shared() string { return s.head.Seed.Deal }

// disclosed says whether everything about the game may be known: it is over, and
// nobody plays the same cards any more as far as the caller knows.
func (s *State) disclosed() bool { return s.Over && (s.head.Seed.Deal == "" || s.opened) }

// Disclose is the state for callers who know that nobody plays the same cards any
// more. A game on cards of its own is open without it, once it is over.
func (s *State) Disclose() *State {
	if s.head.Seed.Deal == "" || s.opened {
		return s
	}
	n := *s
	n.opened = true
	return &n
}

// Seats is all the seats of the table.
func (s *State) Seats() engine.Seats { return engine.AllSeats(len(s.head.Seats)) }

// Moves is how many moves stand.
func (s *State) Moves() int { return len(s.plies) }

// Standing is a seat's standing passes.
func (s *State) Standing(seat engine.Seat) []string { return s.standing[seat] }

// Next is closed once there is a newer state.
func (s *State) Next() <-chan struct{} { return s.next }

// fold adds a stored entry. The entry must be sound: its chain fits, its moves are
// legal, and the position that they lead to has the entry's hash.
func (s *State) fold(data []byte) (*State, error) {
	chain, body, ok := unseal(data)
	if !ok || s.chain.next(body) != chain {
		return nil, &BrokenError{N: s.N + 1, Why: "the chain is broken"}
	}
	return s.foldBody(body, chain, true)
}

// foldBody adds an entry that the chain vouches for. The check of its receipt may be
// left to a later one, which follows from the same moves.
func (s *State) foldBody(body []byte, chain Chain, receipt bool) (*State, error) {
	e, err := decode(body)
	if err != nil {
		return nil, brokenAt(s.N+1, err)
	}
	if e.N != s.N+1 || (e.Kind == KindOpen) != (e.N == 0) {
		return nil, &BrokenError{N: s.N + 1, Why: "it is out of its place"}
	}
	next, err := s.carryOut(e, nil)
	if err != nil {
		return nil, brokenAt(e.N, err)
	}
	if receipt && next.receipt(e) != e.Hash {
		return nil, &BrokenError{N: e.N, Why: "its receipt is not that of the position"}
	}
	next.chain = chain
	next.bodies = appendShared(s.bodies, body)
	return next, nil
}

// draft completes a new entry, which must be legal, and seals it. wishes is read where
// somebody may want the table to answer a question that follows.
func (s *State) draft(e *Entry, now int64, wishes func() Wishes) (*State, []byte, error) {
	e.N, e.At = s.N+1, max(now, s.At)
	next, err := s.carryOut(e, wishes)
	if err != nil {
		return nil, nil, err
	}
	e.Hash = next.receipt(e)
	body, err := e.encode()
	if err != nil {
		return nil, nil, err
	}
	var data []byte
	next.chain, data = seal(s.chain, body)
	next.bodies = appendShared(s.bodies, body)
	return next, data, nil
}

// appendShared adds to a list that grows from state to state. Older states share its
// array and read no further than their own end; the writer holds the table, so nobody
// else appends at that place.
func appendShared(bodies [][]byte, body []byte) [][]byte {
	longer := append(bodies, body) //nolint:gocritic // that is the point
	return longer
}

// codes are buffers for encoded positions.
var codes = sync.Pool{New: func() any { return new([]byte) }}

// receipt is the hash that an entry carries. It is the engine's own hash.
func (s *State) receipt(e *Entry) string {
	if e.Kind != KindOpen && e.Kind != KindUndo && e.Kind != KindBack && !e.Kind.isMove() {
		return ""
	}
	buf := codes.Get().(*[]byte)
	*buf = engine.AppendCode((*buf)[:0], s.Pos.Code)
	sum := sumOf(*buf)
	codes.Put(buf)
	return engine.Hash(sum[:len(engine.Hash{})]).String()
}

// carryOut is the state after an entry. A new entry gains the moves that follow
// automatically; a stored one, without wishes, has them already.
func (s *State) carryOut(e *Entry, wishes func() Wishes) (*State, error) {
	if e.Kind == KindOpen {
		return s.open(e)
	}
	if s.Pos == nil || e.Open != nil {
		return nil, ErrNoTable
	}
	if s.passing { // nobody reads it: it becomes the next one, or stays as it was
		before := *s
		if err := s.become(e, wishes); err != nil {
			*s = before
			return nil, err
		}
		return s, nil
	}
	n := *s
	if err := n.become(e, wishes); err != nil {
		return nil, err
	}
	return &n, nil
}

// become carries out an entry on a state that nobody else has.
func (s *State) become(e *Entry, wishes func() Wishes) error {
	s.N, s.At = e.N, e.At
	applied := &AppliedEntry{Entry: e}
	was := s.Pos.Decision().Owing()
	var err error
	switch {
	case e.Kind == KindBack:
		err = s.comeBack(e, applied)
	case !e.Kind.isMove():
		err = s.agreeOrSet(e)
	default:
		if err = s.play(e, applied); err == nil && wishes != nil {
			err = s.playPromised(e, applied, wishes)
		}
	}
	if err != nil {
		return err
	}
	s.upgrade.see(e.Kind)
	s.finish(was, applied)
	return nil
}

// agreeOrSet carries out an entry that is no move.
func (s *State) agreeOrSet(e *Entry) error {
	switch e.Kind {
	case KindAsk, KindAgree, KindRefuse, KindUndo, KindEnd:
		return s.propose(e)
	case KindStanding:
		return s.setStanding(e)
	case KindAdvice:
		return s.advise(e)
	case KindAway:
		return s.leave(e)
	case KindRepair:
		return nil // the entries that it leaves out were never folded
	}
	return errors.New("an entry of unknown kind")
}

// open begins the game, and makes the moves that lead to where the table plays on.
func (s *State) open(e *Entry) (*State, error) {
	if e.Open == nil {
		return nil, errors.New("an opening without a header")
	}
	h, ok := e.Open.Header()
	g, known := find(h.Game)
	switch {
	case !ok:
		return nil, errors.New("an opening that cannot be read")
	case !known:
		return nil, errNewer("a game that is not known here, “" + h.Game + "”")
	case h.Revision > g.Revision():
		return nil, errNewer("a revision of the rules that is not known here, " + strconv.Itoa(h.Revision))
	}
	pos, err := engine.Begin(g, h)
	if err != nil {
		return nil, err
	}
	n := *s
	n.Game, n.head, n.limit, n.Pos, n.N, n.At = g, h, e.Open.Limit, pos, e.N, e.At
	applied := &AppliedEntry{Entry: e, Done: []Done{{Facts: pos.Opening()}}}
	for _, p := range e.Plays {
		if err := n.move(p, applied); err != nil {
			return nil, err
		}
	}
	n.GivenUp = e.What == ProposeEnd && !pos.Decision().Over
	n.finish(0, applied)
	return &n, nil
}

// finish updates what follows from the position. was is the seats that owed an answer
// before.
func (s *State) finish(was engine.Seats, applied *AppliedEntry) {
	d := s.Pos.Decision()
	s.Over = d.Over || s.GivenUp
	begun, v := engine.Seats(0), s.Pos.Vocabulary()
	for i := range applied.Done {
		begun |= v.Begun(applied.Done[i].Facts)
	}
	alone := len(s.head.Seats) == 1
	for seat := range d.Owing().Each {
		// A turn has its own time, also for a player who has just answered something. An
		// undo gives no new time to a player whom the table waited for before.
		if !was.Has(seat) || begun.Has(seat) || alone && applied.Kind.isMove() || applied.Kind == KindBack {
			s.since[seat] = s.At
		}
	}
	if q := s.Question(); len(s.asked) == 0 || s.asked[len(s.asked)-1].question != q {
		s.asked = push(s.asked, asked{q, d.Owing()}, recentQuestions, s.passing)
	}
	s.made = append(s.made, len(s.plies)) // shared as bodies are, see appendShared
	s.keys = append(s.keys, applied.Key)
	applied.share()
	s.recent = push(s.recent, applied, recentEntries, s.passing)
	if !s.passing {
		s.show()
	}
}

// show makes what readers of the state need.
func (s *State) show() {
	s.next, s.common, s.delayed = make(chan struct{}), &atomic.Pointer[known]{}, &atomic.Pointer[State]{}
	s.passing = false
}

// push is a copy of a list with one more, and no more than most: an older state still
// reads the old list. Where none does, it is the same list.
func push[T any](list []T, x T, most int, own bool) []T {
	if own && len(list) < most {
		return append(list, x)
	}
	if own {
		copy(list, list[1:])
		list[len(list)-1] = x
		return list
	}
	if len(list) >= most {
		list = list[len(list)-most+1:]
	}
	return append(slices.Clip(slices.Clone(list)), x)
}

// play makes the moves of an entry.
func (s *State) play(e *Entry, applied *AppliedEntry) error {
	if s.Over {
		return &Refusal{ID: RefusedOver}
	}
	if len(e.Plays) == 0 {
		return errors.New("an entry without a move")
	}
	if !s.passing {
		s.Pos = s.Pos.Clone()
	}
	s.Ask = nil // the proposal was about the position before
	for _, p := range e.Plays {
		if err := s.move(p, applied); err != nil {
			return err
		}
	}
	return nil
}

// move makes one move on the state's own position.
func (s *State) move(p Play, applied *AppliedEntry) error {
	v := s.Pos.Vocabulary()
	m, err := v.ParseMove(p.Seat, p.Move)
	if err != nil {
		return &Refusal{ID: RefusedNotation, What: p.Move}
	}
	operands, to := s.Pos.Veiled(m)
	if p.Why == "" && v.Verbs[m.Verb].Standing {
		s.passed[p.Seat] = &passed{s.verbs(p.Seat)}
	}
	facts, effect, err := s.Pos.Play(m)
	var refused *engine.Refusal
	switch {
	case errors.As(err, &refused):
		return &Refusal{ID: RefusedMove, What: p.Move, Rule: refused.Rule}
	case err != nil:
		return err
	}
	done := Done{Play: p, Veiled: p.Move, To: to, Facts: facts}
	if operands != 0 {
		done.Veiled = v.VeiledMove(m, operands)
	}
	applied.Done = append(applied.Done, done)
	s.plies = append(s.plies, ply{m, p.Move, effect, p.Why == WhyStanding, uint8(v.Begun(facts).Len())})
	if v.Renewed(facts) {
		s.passed = [engine.MaxSeats]*passed{}
	}
	return nil
}

// advise notes that seats are given advice. It changes nothing.
func (s *State) advise(e *Entry) error {
	by := engine.Seats(e.By)
	switch {
	case s.Over:
		return &Refusal{ID: RefusedOver}
	case by.Empty() || by&^s.Seats() != 0:
		return &Refusal{ID: RefusedSeat}
	}
	return nil
}

// setStanding sets a seat's standing passes.
func (s *State) setStanding(e *Entry) error {
	seats := engine.Seats(e.By)
	if s.Over {
		return &Refusal{ID: RefusedOver}
	}
	if seats.Len() != 1 || seats&^s.Seats() != 0 {
		return &Refusal{ID: RefusedSeat}
	}
	v := s.Pos.Vocabulary()
	for i, p := range e.Passes {
		name, _, _ := strings.Cut(p, " ")
		verb, ok := v.Verb(name)
		if slices.Contains(e.Passes[:i], p) {
			return &Refusal{ID: RefusedStanding, What: p}
		}
		if _, err := v.ParseMove(seats.First(), p); !ok || err != nil || !v.Verbs[verb].Promised() {
			return &Refusal{ID: RefusedStanding, What: p}
		}
	}
	s.standing[seats.First()] = e.Passes
	return nil
}

// AnsweredSince is the seats that have moved since an entry, or for which the table has.
func (s *State) AnsweredSince(n int) engine.Seats {
	var seats engine.Seats
	if n < 0 || n >= len(s.made) {
		return seats
	}
	for _, p := range s.plies[min(s.made[n], len(s.plies)):] {
		seats = seats.With(p.move.Seat)
	}
	return seats
}

// MovesBefore is how many moves stood before the last ones that are all of some seats:
// it stays the same as long as only they move.
func (s *State) MovesBefore(seats engine.Seats) int {
	n := len(s.plies)
	for n > 0 && seats.Has(s.plies[n-1].move.Seat) {
		n--
	}
	return n
}
