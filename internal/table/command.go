package table

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Command is a request to change a table. The caller has checked that the person holds the seats that the
// command names; the table does not check it again.
type Command interface {
	// draft returns the entry that would carry out the command, or nil if nothing would change.
	draft(s *State) (*Entry, error)
	// matches reports whether an entry carries out this command.
	matches(e *Entry) bool
}

// Answer is one move: the answer of a seat to its question, or an interjection.
type Answer struct {
	Seat     engine.Seat
	Question string
	Move     string
}

func (c Answer) draft(s *State) (*Entry, error) {
	if s.Over {
		return nil, &Refusal{ID: RefusedOver}
	}
	if !s.Seats().Has(c.Seat) {
		return nil, &Refusal{ID: RefusedSeat}
	}
	if s.Paused() {
		return nil, &Refusal{ID: RefusedPaused}
	}
	if !s.isCurrent(c) {
		return nil, &Refusal{ID: RefusedStale, What: c.Question}
	}
	return &Entry{Kind: KindPlay, By: SeatList(engine.SeatsOf(c.Seat)), Question: c.Question, Plays: []Play{{Seat: c.Seat, Move: c.Move}}}, nil
}

func (c Answer) matches(e *Entry) bool {
	return e.Kind.isMove() && len(e.Plays) > 0 && e.Plays[0] == Play{Seat: c.Seat, Move: c.Move} && e.Question == c.Question
}

// isCurrent reports whether a move is still meant for the current position. Either its question is open, or it
// was an interjection at a recent question and still is one. So an interjection is not rejected if the player
// on turn moves first.
func (s *State) isCurrent(c Answer) bool {
	if c.Question == s.Question() {
		return true
	}
	if s.Pos.Decision().Owing().Has(c.Seat) {
		return false
	}
	for _, q := range s.asked {
		if q.question == c.Question {
			return !q.owing.Has(c.Seat)
		}
	}
	return false
}

// Every game ends, because each move brings it closer to its end. Other entries and undone moves do not, so
// these constants limit their number. Beyond the limits, a table accepts only moves.
const (
	maxIdle   = 60  // consecutive entries without a move
	maxExcess = 600 // entries that are not moves in force: 600 allows 300 moves with their undos
)

// tooManyNonMoves reports whether the log has reached maxIdle or maxExcess.
func (s *State) tooManyNonMoves() bool {
	idle := 0
	for i := len(s.recent) - 1; i >= 0 && !s.recent[i].Kind.isMove(); i-- {
		idle++
	}
	if idle == len(s.recent) { // older entries are not in recent, so count by the number of moves
		idle = 0
		for n := s.N; n > 0 && s.made[n] == s.made[n-1]; n-- {
			idle++
		}
	}
	return idle >= maxIdle || s.N-len(s.plies) >= maxExcess
}

// Undo takes back moves until only the first To of them are left. If other seats must agree, it becomes a
// proposal.
type Undo struct {
	By engine.Seats
	To int
}

func (c Undo) draft(s *State) (*Entry, error) {
	if s.Over {
		return nil, &Refusal{ID: RefusedOver}
	}
	needs, _, err := s.undoTo(c.To)
	switch {
	case err != nil:
		return nil, err
	case s.Paused():
		return nil, &Refusal{ID: RefusedPaused}
	case s.tooManyNonMoves():
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	case needs&^c.By == 0:
		return &Entry{Kind: KindUndo, By: SeatList(c.By), To: c.To}, nil
	}
	return &Entry{Kind: KindAsk, What: ProposeUndo, By: SeatList(c.By), To: c.To}, nil
}

func (c Undo) matches(e *Entry) bool {
	return e.To == c.To && e.By == SeatList(c.By) && (e.Kind == KindUndo || e.Kind == KindAsk && e.What == ProposeUndo)
}

// Agree accepts or rejects the open proposal. Voters are those who are present, for a proposal that they decide.
type Agree struct {
	By     engine.Seats
	Refuse bool
	Voters []engine.Seats
}

func (c Agree) draft(s *State) (*Entry, error) {
	a := s.Ask
	if a == nil {
		return nil, &Refusal{ID: RefusedNoAsk}
	}
	if voted(a.What) {
		return s.vote(c)
	}
	by := c.By & (a.Needs | a.Agreed)
	all := a.Agreed | c.By
	switch {
	case by.Empty():
		return nil, &Refusal{ID: RefusedNotNeeded}
	case c.Refuse:
		return &Entry{Kind: KindRefuse, By: SeatList(by)}, nil
	case a.What == ProposeUndo && a.Needs&^c.By == 0:
		return &Entry{Kind: KindUndo, By: SeatList(all), To: a.To}, nil
	}
	return &Entry{Kind: KindAgree, By: SeatList(by)}, nil
}

func (c Agree) matches(e *Entry) bool {
	switch e.Kind {
	case KindRefuse:
		return c.Refuse
	case KindAgree, KindUndo, KindEnd, KindBot, KindPause, KindResume:
		return !c.Refuse && engine.Seats(e.By)&c.By != 0
	}
	return false
}

// Advised records that seats ask for advice about a question. It is valid only while the game has exactly Made
// moves.
type Advised struct {
	By       engine.Seats
	Question string
	Made     int
}

// Key returns the command's key. A second request for advice about the same position has the same key, and so
// adds no entry.
func (c Advised) Key() string {
	return "advice-" + c.Question + "-" + strconv.Itoa(c.Made) + "-" + strconv.FormatUint(uint64(c.By), 16)
}

func (c Advised) draft(s *State) (*Entry, error) {
	switch {
	case s.Over:
		return nil, &Refusal{ID: RefusedOver}
	case c.Question != s.Question() || c.Made != len(s.plies):
		return nil, &Refusal{ID: RefusedStale, What: c.Question}
	case s.tooManyNonMoves():
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return &Entry{Kind: KindAdvice, By: SeatList(c.By)}, nil
}

func (c Advised) matches(e *Entry) bool { return e.Kind == KindAdvice && e.By == SeatList(c.By) }

// StandingPasses sets the moves that a seat always makes, such as "waive airlift". The table makes them for the
// seat at every question that allows them.
type StandingPasses struct {
	Seat   engine.Seat
	Passes []string
}

// maxPasses limits the number of a seat's standing passes. No game needs that many.
const maxPasses = 32

func (c StandingPasses) draft(s *State) (*Entry, error) {
	if len(c.Passes) > maxPasses {
		return nil, &Refusal{ID: RefusedStanding}
	}
	if !s.Seats().Has(c.Seat) {
		return nil, &Refusal{ID: RefusedSeat}
	}
	if slices.Equal(c.Passes, s.standing[c.Seat]) {
		return nil, nil // nothing changes
	}
	if s.tooManyNonMoves() {
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return &Entry{Kind: KindStanding, By: SeatList(engine.SeatsOf(c.Seat)), Passes: c.Passes}, nil
}

func (c StandingPasses) matches(e *Entry) bool {
	return e.Kind == KindStanding && e.By == SeatList(engine.SeatsOf(c.Seat)) && slices.Equal(e.Passes, c.Passes)
}
