package table

import (
	"strconv"
	"sync/atomic"

	"theriac/engine"
)

// Once a game is finished, its cards are public. Anyone can replay it move by move as any of its seats, as all
// of them together, or as a spectator. The replay leaves out moves that were taken back.

// finalMove is a move that was not taken back, and the entry that made it.
type finalMove struct {
	Play
	n       int
	at      int64
	advised engine.Seats // the seats that got advice since the previous move
}

// finalMoves returns the moves that were not taken back, and when the game began.
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
				advised |= l.advised // the advice still counts, even though the move was taken back
			}
			list = list[:e.To]
		}
	}
	return list, began
}

// replayTo replays the given moves and calls see with the effects of each. The caller must not change the state
// that replayTo returns.
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

// checkReplay returns nil if the game may be replayed as the given seats see it.
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

// AppendReplay appends all moves of a finished game, as the given seats together see them. Without seats, it
// shows what a spectator sees.
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

// AppendReplayAt appends the position of a finished game after the given number of moves. It has the format of
// an update, but no entries or moves.
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

// appendMoment appends a state in the format of an update, without moves to choose from.
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

// Lead returns the first moves of a finished game, in the format that Begin expects. From there, a new table
// can continue with the same cards. If the game ends with these moves, it returns an error.
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

// Open returns nil if everyone who may see the table may see the whole game. Otherwise it returns the reason:
// the game is not over, or other tables still play the same cards.
func (s *State) Open() error { return s.checkReplay(0) }

// Course returns how a finished game began, and those of its moves that were not taken back.
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

// Known returns everything that the given seats together knew after the given number of moves. A new table can
// continue from there; whatever these seats did not know is drawn again. If the game is still running, one
// player must hold all these seats.
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

// Turns returns how many turns have begun, not counting those that were taken back.
func (s *State) Turns() int {
	turns := s.Pos.Vocabulary().Begun(s.Pos.Opening()).Len()
	for i := range s.plies {
		turns += int(s.plies[i].begun)
	}
	return turns
}

// Tried passes every sequence of moves that occurred at the table to f, including moves that were undone later.
// It calls f after each move, with all moves so far, oldest first, until f returns false.
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
			// an entry can hold several moves, each of which was tried
			if !f(moves) {
				return
			}
		}
	}
}
