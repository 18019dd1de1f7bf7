package engine

// FactKind is a kind of fact, an index into the game's vocabulary.
type FactKind uint8

// Fact is an event in the game, with the rule that caused it and the seats that may read it. It is named in
// the past tense. The code that creates the fact sets its audience; no later code filters it.
type Fact struct {
	Kind FactKind
	To   Seats  // seats that may read it; the bit Spectators stands for everyone without a seat
	Not  Seats  // seats that read a more detailed fact instead
	Rule string // id in the game's rule ledger, without the game's prefix
	Arg  [Operands]uint8
}

// Spectators is the bit in a fact's audience that stands for everyone without a seat.
const Spectators Seats = 1 << 7

// Everyone is the audience of a public fact.
const Everyone Seats = 0xff

// Visible reports whether at least one of the given seats may read the fact. The empty set stands for a
// spectator.
func (f Fact) Visible(by Seats) bool {
	if by == 0 {
		by = Spectators
	}
	return f.To&by != 0 && f.Not&by == 0
}

// Facts collects the facts of a move. A nil *Facts drops them, for searches, which do not need them.
type Facts struct{ List []Fact }

// Add adds a fact that everyone may read.
func (f *Facts) Add(kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: Everyone}, arg)
	}
}

// Tell adds a fact that only the given seats may read.
func (f *Facts) Tell(to Seats, kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: to}, arg)
	}
}

// Veil adds the public version of a fact, which the given seats cannot read. The caller adds a more detailed
// version for them.
func (f *Facts) Veil(not Seats, kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: Everyone, Not: not}, arg)
	}
}

func (f *Facts) add(fact Fact, arg []uint8) {
	copy(fact.Arg[:], arg)
	f.List = append(f.List, fact)
}

// Reset removes all facts but keeps the allocated memory.
func (f *Facts) Reset() { f.List = f.List[:0] }
