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

// State is a table after one of its entries. It is immutable, because each entry makes a new state. So readers
// need no lock.
type State struct {
	Table string
	Game  engine.Game
	// Pos is the position. Callers must not play moves on it.
	Pos  engine.Session
	N    int   // number of the last entry
	At   int64 // time of the last entry, in milliseconds
	Ask  *Ask  // the open proposal, if any
	Over bool  // no more moves are possible: the game ended or was given up
	// Marked means that an undo took back something that had been revealed.
	Marked bool
	// GivenUp means that the seats ended the game early.
	GivenUp bool

	away     int   // the number of the entry that moved the game to a device; 0 if the game is on the server
	awayAt   int64 // time of that entry
	head     engine.Header
	limit    int64
	live     bool  // the limit is for a whole turn
	pausedAt int64 // when the clock stopped; 0 if it runs
	granted  [engine.MaxSeats]BotGrant
	spent    [engine.MaxSeats]int64 // with a live clock: what each seat has used of its time in this turn
	chain    Chain
	plies    []ply
	undos    int
	standing [engine.MaxSeats][]string
	since    [engine.MaxSeats]int64   // since when the table has been waiting for each seat
	passed   [engine.MaxSeats]*passed // for each seat that has passed in this phase, the verbs that it could have used instead
	asked    []asked                  // the most recent questions, newest last
	recent   []*AppliedEntry          // the most recent entries, newest last
	bodies   [][]byte
	made     []int                  // the number of moves in force after each entry
	keys     []string               // the key of each entry
	next     chan struct{}          // closed once there is a newer state
	common   *atomic.Pointer[known] // what all seats know; computed when needed
	delayed  *atomic.Pointer[State] // the state shown to delayed spectators; computed when needed
	history  *history               // older entries; folded when needed
	opened   bool                   // the cards of a shared deal may be shown; see Disclose
	passing  bool                   // no one reads this state, so the next one may reuse its position
	upgrade
}

// ply is one move of the game that was not taken back.
type ply struct {
	move   engine.Move
	text   string
	effect engine.Effect
	// promised means that the table made the move because of a standing pass or a wish.
	promised bool
	begun    uint8 // how many turns began with the move
}

// asked is a recent question, with the seats that owed an answer to it.
type asked struct {
	question string
	owing    engine.Seats
}

// AppliedEntry is an entry together with the effects of its moves.
type AppliedEntry struct {
	*Entry
	Done []Done
	open *atomic.Pointer[[]byte] // the encoded entry, if all viewers see the same
}

// Done is one move with its facts. If the move has a card that some seats may not see, Veiled is the move
// without that card. To is the set of seats that may see it.
type Done struct {
	Play
	Veiled string
	To     engine.Seats
	Facts  []engine.Fact
}

// A state holds this many of the most recent entries and questions. If a reader needs older ones, the log is
// folded again.
const (
	recentEntries   = 16
	recentQuestions = 16
)

// begin returns the state before the first entry.
func begin(table string) *State {
	return &State{Table: table, N: -1, chain: genesis(table), history: &history{}}
}

// Question returns the name of the open question. The name changes with each undo, because questions are
// numbered and an undo makes the numbers occur again.
func (s *State) Question() string {
	q := strconv.FormatUint(uint64(s.Pos.Decision().ID), 10)
	if s.undos > 0 {
		q += "." + strconv.Itoa(s.undos)
	}
	return q
}

// Header returns how the game began. It includes only the part of the seed that all players may know at this
// time.
func (s *State) Header() engine.Header {
	h := s.head
	if !s.disclosed() {
		h.Seed = h.Seed.Seal()
		h.Known = nil // Known may contain what readers of the header must not see
	}
	return h
}

// Shared returns the ID of the deal that this table shares with other tables, or "".
func (s *State) Shared() string { return s.head.Seed.Deal }

// disclosed reports whether all secrets of the game may be shown. That is so if the game is over and, as far as
// this state knows, no other table still plays the same cards.
func (s *State) disclosed() bool { return s.Over && (s.head.Seed.Deal == "" || s.opened) }

// Disclose returns a state in which the cards of a shared deal may be shown. The caller has made sure that no
// other table still plays with them. A game with cards of its own does not need Disclose.
func (s *State) Disclose() *State {
	if s.head.Seed.Deal == "" || s.opened {
		return s
	}
	n := *s
	n.opened = true
	return &n
}

// Seats returns all seats of the table.
func (s *State) Seats() engine.Seats { return engine.AllSeats(len(s.head.Seats)) }

// Moves returns how many moves were made and not taken back.
func (s *State) Moves() int { return len(s.plies) }

// Standing returns a seat's standing passes.
func (s *State) Standing(seat engine.Seat) []string { return s.standing[seat] }

// Next returns a channel that is closed when a newer state exists.
func (s *State) Next() <-chan struct{} { return s.next }

// fold returns the state after a stored entry. It returns an error unless the entry continues the chain of
// hashes, its moves are legal, and the resulting position has the recorded hash.
func (s *State) fold(data []byte) (*State, error) {
	chain, body, ok := unseal(data)
	if !ok || s.chain.next(body) != chain {
		return nil, &BrokenError{N: s.N + 1, Why: "the chain is broken"}
	}
	return s.foldBody(body, chain, true)
}

// foldBody returns the state after an entry whose chain hash has been verified. If receipt is false, it does
// not check the position's hash, because a later entry's hash covers it.
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

// draft completes a new entry and returns the state after it and its stored form. The entry's moves must be
// legal. It calls wishes only if the table may have to answer a later question for a seat.
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

// appendShared appends to a list whose array all states share, although each state has its own length. Only the
// holder of the table's lock appends, so no two states use the same index.
func appendShared(bodies [][]byte, body []byte) [][]byte {
	longer := append(bodies, body) //nolint:gocritic // sharing the array is intended
	return longer
}

// codes holds reusable buffers for encoded positions.
var codes = sync.Pool{New: func() any { return new([]byte) }}

// receipt returns the hash of the position for the entry e, in the engine's text form.
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

// carryOut returns the state after an entry. If wishes is not nil, the entry is new, and carryOut adds the
// automatic moves that follow it. A stored entry already has them.
func (s *State) carryOut(e *Entry, wishes func() Wishes) (*State, error) {
	if e.Kind == KindOpen {
		return s.open(e)
	}
	if s.Pos == nil || e.Open != nil {
		return nil, ErrNoTable
	}
	if s.passing { // s has no readers, so change it in place; after an error it must be unchanged
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

// become applies an entry to the state itself, which must have no readers.
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

// agreeOrSet applies an entry without moves, such as a proposal or a standing pass.
func (s *State) agreeOrSet(e *Entry) error {
	switch e.Kind {
	case KindAsk, KindAgree, KindRefuse, KindUndo, KindEnd, KindBot, KindPause, KindResume:
		return s.propose(e)
	case KindStanding:
		return s.setStanding(e)
	case KindAdvice:
		return s.advise(e)
	case KindAway:
		return s.leave(e)
	case KindRepair:
		return nil // the damaged entries that a repair excludes were never folded
	}
	return errors.New("an entry of unknown kind")
}

// open begins the game and makes the moves that lead to where play starts.
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
	n.Game, n.head, n.limit, n.live, n.Pos, n.N, n.At = g, h, e.Open.Limit, e.Open.Live, pos, e.N, e.At
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

// finish updates everything that follows from the position. was is the set of seats that owed an answer before
// the entry.
func (s *State) finish(was engine.Seats, applied *AppliedEntry) {
	d := s.Pos.Decision()
	s.Over = d.Over || s.GivenUp
	begun, v := engine.Seats(0), s.Pos.Vocabulary()
	for i := range applied.Done {
		begun |= v.Begun(applied.Done[i].Facts)
	}
	s.time(was, begun, applied.Kind)
	if q := s.Question(); len(s.asked) == 0 || s.asked[len(s.asked)-1].question != q {
		s.asked = push(s.asked, asked{q, d.Owing()}, recentQuestions, s.passing)
	}
	s.made = append(s.made, len(s.plies)) // older states share the array, as in appendShared
	s.keys = append(s.keys, applied.Key)
	applied.share()
	s.recent = push(s.recent, applied, recentEntries, s.passing)
	if !s.passing {
		s.show()
	}
}

// show allocates the caches that readers of the state fill.
func (s *State) show() {
	s.next, s.common, s.delayed = make(chan struct{}), &atomic.Pointer[known]{}, &atomic.Pointer[State]{}
	s.passing = false
}

// push returns a list with x appended, without its oldest items if there are more than most. The old list
// remains valid for older states, unless own is true: then push reuses its memory.
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

// play makes the moves of an entry and records their effects in applied.
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
	if s.Paused() {
		return &Refusal{ID: RefusedPaused}
	}
	if s.Ask != nil && s.Ask.What == ProposeUndo {
		s.Ask = nil // an undo is about one position, so a move cancels it
	}
	for _, p := range e.Plays {
		if err := s.move(p, applied); err != nil {
			return err
		}
	}
	return nil
}

// move makes one move on the state's own position and records its effects in applied.
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

// advise records that seats got advice. The position stays unchanged.
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

// AnsweredSince returns the seats that have made moves since entry n, including moves that the table made for
// them.
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

// MovesBefore returns the number of moves before the current run of moves by the given seats. It stays constant
// as long as only these seats move.
func (s *State) MovesBefore(seats engine.Seats) int {
	n := len(s.plies)
	for n > 0 && seats.Has(s.plies[n-1].move.Seat) {
		n--
	}
	return n
}
