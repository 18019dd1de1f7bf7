package engine

// Verb is a kind of move, as an index into the game's vocabulary. Logs and messages contain the verb's name,
// never this number.
type Verb uint8

// Operands is the maximum number of operands of a move or a fact. A game that needs more splits the choice
// into several questions.
const Operands = 6

// Move is one choice by one seat: a comparable value of 8 bytes. The verb determines what the operands mean;
// unused operands are zero.
type Move struct {
	Seat Seat
	Verb Verb
	Arg  [Operands]uint8
}

// Less orders moves by seat, verb and operands. Every list of moves is sorted this way.
func (m Move) Less(o Move) bool {
	if m.Seat != o.Seat {
		return m.Seat < o.Seat
	}
	if m.Verb != o.Verb {
		return m.Verb < o.Verb
	}
	for i, a := range m.Arg {
		if a != o.Arg[i] {
			return a < o.Arg[i]
		}
	}
	return false
}

// QuestionKind is a kind of question, as an index into the game's vocabulary.
type QuestionKind uint8

// Decision is the open question and the seats that owe an answer.
//
// Its sets of seats never depend on hidden cards, because everyone sees which seats owe an answer.
type Decision struct {
	// ID identifies the question. It stays the same while the question is open, even if a seat makes an
	// optional move. So a late answer to an earlier question is recognised, and two seats can answer
	// independently.
	ID       uint32
	Question QuestionKind
	All      Seats // every seat in this set owes an answer
	Any      Seats // the question needs an answer from one seat in this set
	May      Seats // seats that may make a move without owing an answer
	Over     bool  // the game has ended, so no seat owes an answer
	// Once means that the moves for this question are legal at no other time.
	Once bool
}

// Owing returns every seat that owes an answer, whether alone or together with others.
func (d Decision) Owing() Seats { return d.All | d.Any }

// Asked returns every seat that may have a move. It uses only public knowledge, so a seat in it can turn out
// to have none.
func (d Decision) Asked() Seats { return d.All | d.Any | d.May }

// Effect is what a move did to knowledge: which seats learned something new, and whether it used chance. If
// either happened, undoing the move is not free.
type Effect struct {
	Learned Seats
	Chance  bool
}

// Free reports whether undoing the move is fair, because no seat learned anything from it and it used no
// chance.
func (e Effect) Free() bool { return e.Learned.Empty() && !e.Chance }
