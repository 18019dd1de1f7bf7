package table

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Command is what a caller wants to do. The caller has verified the seats; the table
// does not check again.
type Command interface {
	// draft is the entry that would carry out the command.
	draft(s *State) (*Entry, error)
	// matches says whether an entry carries out this command.
	matches(e *Entry) bool
}

// Answer is a move: a seat's answer to its question, or an interjection.
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
	if !s.isCurrent(c) {
		return nil, &Refusal{ID: RefusedStale, What: c.Question}
	}
	return &Entry{Kind: KindPlay, By: SeatList(engine.SeatsOf(c.Seat)), Question: c.Question, Plays: []Play{{Seat: c.Seat, Move: c.Move}}}, nil
}

func (c Answer) matches(e *Entry) bool {
	return e.Kind.isMove() && len(e.Plays) > 0 && e.Plays[0] == Play{Seat: c.Seat, Move: c.Move} && e.Question == c.Question
}

// isCurrent says whether a move is still meant: its question is open, or it was an
// interjection at a recent question and would be one now, so that a player who
// interjects does not lose to the one on turn.
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

// Moves use a game up, so it ends; entries that are no moves, and moves that are
// taken back, do not. Beyond these bounds a table takes only moves.
const (
	maxIdle   = 60  // entries in a row that are no moves
	maxExcess = 600 // entries in all that left no move: 300 moves that were taken back
)

// tooManyNonMoves says that a bound on entries that are no moves is reached.
func (s *State) tooManyNonMoves() bool {
	idle := 0
	for i := len(s.recent) - 1; i >= 0 && !s.recent[i].Kind.isMove(); i-- {
		idle++
	}
	if idle == len(s.recent) { // more than are in memory
		idle = 0
		for n := s.N; n > 0 && s.made[n] == s.made[n-1]; n-- {
			idle++
		}
	}
	return idle >= maxIdle || s.N-len(s.plies) >= maxExcess
}

// Undo takes moves back down to some number, or proposes that to those who must
// agree.
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

// GiveUp proposes to end the game, or ends it where the votes are enough.
type GiveUp struct{ By engine.Seats }

func (c GiveUp) draft(s *State) (*Entry, error) {
	if s.Over {
		return nil, &Refusal{ID: RefusedOver}
	}
	if s.enoughToEnd(c.By) {
		return &Entry{Kind: KindEnd, By: SeatList(c.By)}, nil
	}
	if s.tooManyNonMoves() {
		return nil, &Refusal{ID: RefusedTooManyNonMoves}
	}
	return &Entry{Kind: KindAsk, What: ProposeEnd, By: SeatList(c.By)}, nil
}

func (c GiveUp) matches(e *Entry) bool {
	return e.By == SeatList(c.By) && (e.Kind == KindEnd || e.Kind == KindAsk && e.What == ProposeEnd)
}

// Agree agrees to the open proposal, or refuses it.
type Agree struct {
	By     engine.Seats
	Refuse bool
}

func (c Agree) draft(s *State) (*Entry, error) {
	a := s.Ask
	if a == nil {
		return nil, &Refusal{ID: RefusedNoAsk}
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
	case a.What == ProposeEnd && s.enoughToEnd(all):
		return &Entry{Kind: KindEnd, By: SeatList(all)}, nil
	}
	return &Entry{Kind: KindAgree, By: SeatList(by)}, nil
}

func (c Agree) matches(e *Entry) bool {
	switch e.Kind {
	case KindRefuse:
		return c.Refuse
	case KindAgree, KindUndo, KindEnd:
		return !c.Refuse && engine.Seats(e.By)&c.By != 0
	}
	return false
}

// Advised notes that seats are given advice about a question, before they get it. It
// counts for the position that they asked about: so many moves stood.
type Advised struct {
	By       engine.Seats
	Question string
	Made     int
}

// Key names the command: asking twice about the same position is one entry.
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

// Stand sets what a seat always lets pass: moves such as "waive airlift", which the
// table then makes for it at every such question.
type Stand struct {
	Seat   engine.Seat
	Passes []string
}

// maxPasses bounds a seat's standing passes; no game has more.
const maxPasses = 32

func (c Stand) draft(s *State) (*Entry, error) {
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

func (c Stand) matches(e *Entry) bool {
	return e.Kind == KindStanding && e.By == SeatList(engine.SeatsOf(c.Seat)) && slices.Equal(e.Passes, c.Passes)
}
