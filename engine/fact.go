package engine

// FactKind is a kind of fact, an index into the game's vocabulary.
type FactKind uint8

// Fact is one thing that happened, in the past tense, with the rule that made
// it happen and the seats that may read it. Its audience is set where the fact
// is made: nobody filters facts afterwards.
type Fact struct {
	Kind FactKind
	To   Seats  // who may read it; the bit Spectators stands for those without a seat
	Not  Seats  // seats that read a fuller fact instead of this one
	Rule string // id in the game's ledger, without the game's own prefix
	Arg  [Operands]uint8
}

// Spectators is the bit of an audience that stands for those without a seat.
const Spectators Seats = 1 << 7

// Everyone is the audience of what happens in the open.
const Everyone Seats = 0xff

// Visible says whether the given seats together may read the fact. The empty
// set is a spectator.
func (f Fact) Visible(by Seats) bool {
	if by == 0 {
		by = Spectators
	}
	return f.To&by != 0 && f.Not&by == 0
}

// Facts collects what a move did. A nil *Facts drops everything, which is how
// search plays.
type Facts struct{ List []Fact }

// Add notes a fact that everybody sees.
func (f *Facts) Add(kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: Everyone}, arg)
	}
}

// Tell notes a fact for some seats only.
func (f *Facts) Tell(to Seats, kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: to}, arg)
	}
}

// Veil notes what everybody sees of a thing of which some seats see more.
func (f *Facts) Veil(not Seats, kind FactKind, rule string, arg ...uint8) {
	if f != nil {
		f.add(Fact{Kind: kind, Rule: rule, To: Everyone, Not: not}, arg)
	}
}

func (f *Facts) add(fact Fact, arg []uint8) {
	copy(fact.Arg[:], arg)
	f.List = append(f.List, fact)
}

// Reset forgets the facts and keeps the memory.
func (f *Facts) Reset() { f.List = f.List[:0] }
