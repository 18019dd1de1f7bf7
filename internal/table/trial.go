package table

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// maxAnswers limits how many answers of other seats may follow one move of a trial.
const maxAnswers = 2 * engine.MaxSeats

// AppendTrial appends what would have happened in a finished game if the given moves had followed its move
// number at. For each of them it appends the effects and the resulting position. Other seats agree to every
// request and pass at every chance to interject.
func (s *State) AppendTrial(dst []byte, by engine.Seats, at int, moves []string) ([]byte, error) {
	if err := s.checkReplay(by); err != nil {
		return dst, err
	}
	played, began := s.finalMoves()
	if at < 0 || at > len(played) {
		return dst, &Refusal{ID: RefusedPlace, What: strconv.Itoa(at)}
	}
	then := s.replayTo(played[:at], nil)
	then.Over, then.GivenUp = then.Pos.Decision().Over, false
	if at == 0 {
		then.At = began
	}
	dst = append(dst, `{"steps":[`...)
	made := at
	play := func(p Play) error {
		applied := AppliedEntry{}
		if err := then.move(p, &applied); err != nil {
			return err
		}
		if made > at {
			dst = append(dst, ',')
		}
		made++
		then.Over = then.Pos.Decision().Over
		dst = append(dst, `{"play":{"at":`...)
		dst = strconv.AppendInt(dst, then.At, 10)
		dst = append(dst, ',')
		dst = append(dst, s.appendDone(nil, &applied.Done[0], by)[1:]...)
		dst = append(dst, `,"update":`...)
		dst = then.appendMoment(dst, by, made)
		dst = append(dst, '}')
		return nil
	}
	for _, written := range moves {
		who, move, _ := strings.Cut(written, " ")
		seat, ok := engine.SeatKind.Parse(who)
		if !ok || !s.Seats().Has(engine.Seat(seat)) {
			return dst, &Refusal{ID: RefusedSeat, What: who}
		}
		for range maxAnswers {
			p, ok := then.indulgent(engine.Seat(seat))
			if !ok {
				break
			}
			if err := play(p); err != nil {
				return dst, err
			}
		}
		if err := play(Play{Seat: engine.Seat(seat), Move: move}); err != nil {
			return dst, err
		}
	}
	return append(dst, "]}"...), nil
}

// indulgent returns an answer of another seat, agreeing or passing, that lets the trial continue with the given
// seat. It returns false if there is none, or if the given seat itself has to answer.
func (s *State) indulgent(seat engine.Seat) (Play, bool) {
	owing := s.Pos.Decision().Owing()
	if owing.Empty() || owing.Has(seat) {
		return Play{}, false
	}
	v, other := s.Pos.Vocabulary(), owing.First()
	for _, m := range s.Pos.AppendMoves(nil, other) {
		if w := v.Verbs[m.Verb]; w.Agrees || w.Standing {
			return Play{Seat: other, Move: v.Move(m)}, true
		}
	}
	return Play{}, false
}
