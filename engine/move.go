package engine

// Verb is a kind of move: an index into the game's vocabulary. Logs and wire
// carry the verb's name, never this number.
type Verb uint8

// Operands is how many operands a move or a fact can have. A choice with more
// of them is a sequence of questions.
const Operands = 6

// Move is one choice of one seat: a small comparable value of 8 bytes. What
// its operands mean belongs to the verb; unused ones are zero.
type Move struct {
	Seat Seat
	Verb Verb
	Arg  [Operands]uint8
}

// Less orders moves by seat, verb and operands: the order of every list.
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

// QuestionKind is a kind of question, an index into the game's vocabulary.
type QuestionKind uint8

// Decision says which question is open and whom the table waits for.
//
// A set is never filled from what a seat holds in secret: whom the table waits
// for is public, so it may only follow from public knowledge.
type Decision struct {
	// ID names the question. It stays while the same question stands (an
	// interjection does not change it), so that an answer to an older question
	// is seen as such, and two seats' answers do not lose to each other.
	ID       uint32
	Question QuestionKind
	All      Seats // each of these owes an answer
	Any      Seats // one of these owes an answer
	May      Seats // these may interject
	Over     bool  // the game has ended; nobody owes anything
	// Once says that what the question offers can be done at no other time.
	Once bool
}

// Owing is every seat that owes an answer, alone or as one of several.
func (d Decision) Owing() Seats { return d.All | d.Any }

// Asked is every seat that may have a move to choose. That a seat may interject
// follows from public knowledge, so its list can be empty.
func (d Decision) Asked() Seats { return d.All | d.Any | d.May }

// Effect says what a move did to knowledge: the seats that learned something
// they could not have known, and whether chance was drawn. Going back over
// either is not a free undo.
type Effect struct {
	Learned Seats
	Chance  bool
}

// Free says whether the move can be taken back without anybody having learned
// anything by it.
func (e Effect) Free() bool { return e.Learned.Empty() && !e.Chance }
