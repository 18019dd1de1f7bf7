package table

import (
	"strconv"
	"sync/atomic"

	"theriac/engine"
)

// A finished game is open, and can be replayed move by move, as any of its seats, as
// all of them together or as a spectator. Moves that were taken back are left out:
// the replay has those that led to the end.

// finalMove is a move that stood at the end, with the entry that made it.
type finalMove struct {
	Play
	n       int
	at      int64
	advised engine.Seats // the seats that were given advice since the move before
}

// finalMoves are the moves that stand, and when the game began.
func (s *State) finalMoves() (list []finalMove, began int64) {
	list = make([]finalMove, 0, len(s.plies))
	var advised engine.Seats
	for _, e := range s.history.entriesOf(s) {
		if e.Kind == KindOpen {
			began = e.At
		}
		if e.Kind == KindBack {
			list = list[:e.To]
		}
		for _, p := range e.Plays {
			list = append(list, finalMove{Play: p, n: e.N, at: e.At, advised: advised})
			advised = 0
		}
		switch e.Kind {
		case KindAdvice:
			advised |= engine.Seats(e.By)
		case KindUndo:
			for _, l := range list[e.To:] {
				advised |= l.advised // a move is taken back, what was said is not
			}
			list = list[:e.To]
		}
	}
	return list, began
}

// replayTo plays the first of the moves that stand once more, and shows what each did.
// The state is for reading only.
func (s *State) replayTo(moves []finalMove, see func(l finalMove, d *Done)) *State {
	pos, err := engine.Begin(s.Game, s.head)
	if err != nil {
		panic("table: a game that was begun cannot begin: " + err.Error())
	}
	out := &State{Table: s.Table, Game: s.Game, Pos: pos, Marked: s.Marked, head: s.head, history: &history{}, common: &atomic.Pointer[known]{}}
	applied := AppliedEntry{}
	for _, l := range moves {
		applied.Done = applied.Done[:0]
		if err := out.move(l.Play, &applied); err != nil {
			panic("table: a move that was sound is not: " + err.Error())
		}
		out.N, out.At = l.n, l.at
		if see != nil {
			see(l, &applied.Done[0])
		}
	}
	if len(moves) == len(s.plies) {
		out.Over, out.GivenUp, out.N, out.At = s.Over, s.GivenUp, s.N, s.At
	}
	return out
}

// checkReplay checks that a game may be replayed as those seats.
func (s *State) checkReplay(by engine.Seats) error {
	switch {
	case !s.Over:
		return &Refusal{ID: RefusedRunning}
	case !s.disclosed():
		return &Refusal{ID: RefusedShut}
	case by&^s.Seats() != 0:
		return &Refusal{ID: RefusedSeat}
	}
	return nil
}

// AppendReplay writes all moves of a finished game as some seats together read them;
// none is a spectator.
func (s *State) AppendReplay(dst []byte, by engine.Seats) ([]byte, error) {
	if err := s.checkReplay(by); err != nil {
		return dst, err
	}
	dst = append(dst, `{"made":`...)
	dst = strconv.AppendInt(dst, int64(len(s.plies)), 10)
	if s.Marked {
		dst = append(dst, `,"marked":true`...)
	}
	var moves, one []byte
	list, _ := s.finalMoves()
	end := s.replayTo(list, func(l finalMove, d *Done) {
		if len(moves) > 0 {
			moves = append(moves, ',')
		}
		moves = append(moves, `{"at":`...)
		moves = strconv.AppendInt(moves, l.at, 10)
		if l.advised != 0 {
			moves = appendSeats(append(moves, `,"advice":`...), l.advised)
		}
		moves = append(moves, ',')
		one = s.appendDone(one[:0], d, by)
		moves = append(moves, one[1:]...)
	})
	dst = append(dst, `,"from":`...)
	from := s.appendDone(nil, &Done{Facts: end.Pos.Opening()}, by)
	dst = append(dst, from[len(`{"facts":`):len(from)-1]...)
	dst = append(append(append(dst, `,"moves":[`...), moves...), ']')
	return append(end.appendOver(dst), '}'), nil
}

// AppendReplayAt writes a finished game as it was after some of its moves, in the
// form of an update without entries and moves.
func (s *State) AppendReplayAt(dst []byte, by engine.Seats, at int) ([]byte, error) {
	if err := s.checkReplay(by); err != nil {
		return dst, err
	}
	moves, began := s.finalMoves()
	if at < 0 || at > len(moves) {
		return dst, &Refusal{ID: RefusedPlace, What: strconv.Itoa(at)}
	}
	then := s.replayTo(moves[:at], nil)
	if at == 0 && !then.Over {
		then.At = began
	}
	return then.appendMoment(dst, by, at), nil
}

// appendMoment writes a state that is for reading only as an update.
func (s *State) appendMoment(dst []byte, by engine.Seats, made int) []byte {
	dst = append(dst, `{"n":`...)
	dst = strconv.AppendInt(dst, int64(s.N), 10)
	dst = append(dst, `,"at":`...)
	dst = strconv.AppendInt(dst, s.At, 10)
	dst = append(dst, `,"made":`...)
	dst = strconv.AppendInt(dst, int64(made), 10)
	dst = append(dst, `,"steps":[],"view":`...)
	dst = s.appendView(dst, by)
	dst = s.appendQuestion(dst)
	dst = append(dst, `,"moves":[]`...)
	if s.Marked {
		dst = append(dst, `,"marked":true`...)
	}
	if s.Over {
		dst = s.appendOver(dst)
	}
	return append(dst, '}')
}

// Lead is the first of a finished game's moves, as Begin takes them, for a table that plays
// on from there with the same cards. The game's end is no place to play on from.
func (s *State) Lead(at int) ([]string, error) {
	if err := s.checkReplay(0); err != nil {
		return nil, err
	}
	moves, _ := s.finalMoves()
	if at < 0 || at > len(moves) || at == len(moves) && !s.GivenUp {
		return nil, &Refusal{ID: RefusedPlace, What: strconv.Itoa(at)}
	}
	lead := make([]string, at)
	for i, m := range moves[:at] {
		lead[i] = strconv.Itoa(int(m.Seat)) + " " + m.Move
	}
	return lead, nil
}

// Open says why a game is not open to those who may see it, or nil: it is not over, or
// others still play the same cards.
func (s *State) Open() error { return s.checkReplay(0) }

// Course is how a finished game began, and the moves that stand at its end.
func (s *State) Course() (engine.Header, []engine.Move, error) {
	if err := s.checkReplay(0); err != nil {
		return engine.Header{}, nil, err
	}
	plays, _ := s.finalMoves()
	v, moves := s.Pos.Vocabulary(), make([]engine.Move, 0, len(plays))
	for _, p := range plays {
		m, err := v.ParseMove(p.Seat, p.Move)
		if err != nil {
			return engine.Header{}, nil, err
		}
		moves = append(moves, m)
	}
	return s.Header(), moves, nil
}

// Known is what some seats knew together after some of the moves, for a table that plays on
// from there with whatever they did not know drawn anew. It may be asked of a game that
// still runs: by seats that their player holds.
func (s *State) Known(at int, by engine.Seats) ([]byte, error) {
	if s.Over {
		if err := s.checkReplay(by); err != nil {
			return nil, err
		}
	}
	moves, _ := s.finalMoves()
	if at < 0 || at > len(moves) || at == len(moves) && s.Pos.Decision().Over {
		return nil, &Refusal{ID: RefusedPlace, What: strconv.Itoa(at)}
	}
	return engine.AppendCode(nil, s.replayTo(moves[:at], nil).Pos.View(by).Code), nil
}

// Turns is how many turns were begun by the moves that stand.
func (s *State) Turns() int {
	turns := s.Pos.Vocabulary().Begun(s.Pos.Opening()).Len()
	for i := range s.plies {
		turns += int(s.plies[i].begun)
	}
	return turns
}

// Tried goes through what was tried at the table: f gets the moves that stood after each entry
// that changed them, the oldest first, until it says no.
func (s *State) Tried(f func(moves []Play) bool) {
	var moves []Play
	for _, e := range s.history.entriesOf(s) {
		if e.Kind == KindUndo || e.Kind == KindBack {
			moves = moves[:e.To]
		}
		if len(e.Plays) == 0 && e.Kind != KindUndo {
			continue
		}
		for _, p := range e.Plays {
			moves = append(moves, p)
			// An entry can hold several moves: each is one that was tried.
			if !f(moves) {
				return
			}
		}
	}
}
