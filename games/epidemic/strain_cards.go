package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// If a table plays with strain cards, each epidemic comes with one. The cards make one disease worse: the
// virulent one, which had the most cubes on the board at the first epidemic. Most cards stay in force.

// StrainCard is a card that changes how the virulent disease behaves. Fields with their zero value change
// nothing. A card without Now stays in force.
type StrainCard struct {
	ID    string
	Rule  string
	Set   string // the set of cards it belongs to
	Since int
	Not   Mode // the modules with which it is not used
	// UntilCured means that the card's effect ends with the cure of the virulent disease.
	UntilCured bool

	// Now runs once, during the epidemic, before the infection discard is shuffled.
	Now func(s *State, d Disease, out *engine.Facts)
	// First is how many cubes an infection step places in a city that has no virulent cube yet.
	First uint8
	// CureMore is how many more cards the cure takes.
	CureMore uint8
	// Holds means that a pawn cannot leave a city with virulent cubes before its seat has treated them there
	// in the same turn.
	Holds bool
	// More is how many more cards an infection step draws after it has drawn a city of the virulent disease.
	More uint8
	// Counts is how many spaces an outbreak moves the marker.
	Counts uint8
	// Reaches is how many cubes an outbreak places in each neighbour, unless another outbreak caused it.
	Reaches uint8
	// TreatCost is how many actions a treatment takes.
	TreatCost uint8
}

const (
	maxStrains       = 16
	noStrain   uint8 = 0xff
)

// VirulentStrain is the public information about the virulent disease and the strain cards.
type VirulentStrain struct {
	Treated uint64  // cities in which the active seat has treated the disease this turn
	Drawn   uint16  // the strain cards that have been drawn
	Force   uint16  // the drawn cards that are in force
	Disease Disease // the virulent disease; none before the first strain card
	Card    uint8   // the strain card still to be carried out
	More    bool    // the current infection step has already drawn additional cards
}

// numberStrains collects the names of the strain cards.
func (t *Ruleset) numberStrains() {
	if len(t.Strains) > maxStrains {
		panic("epidemic: the box " + t.Game + " has too many cards of a strain")
	}
	t.Strain = engine.NewKind("strain-card", ids(t.Strains, func(x *StrainCard) string { return x.ID })...)
}

// compileStrains determines which strain cards the table plays with.
func compileStrains(r *Rules, _ engine.Settings) error {
	for i, x := range r.Strains {
		if r.uses(x.Since, x.Set, x.Not) {
			r.strains |= 1 << i
		}
	}
	return nil
}

// dealStrains shuffles the strain cards.
func (s *State) dealStrains(out *engine.Facts) {
	n := s.listStrains()
	s.key.Shuffle(engine.Lot{Kind: lotStrains}, s.strainDeck[:n])
	out.Add(FactStrainsDealt, "strain/setup", uint8(n))
}

// listStrains puts the strain cards still to be drawn into the deck, in the order of the box, and returns
// their number.
func (s *State) listStrains() int {
	s.strainDeck = [maxStrains]uint8{}
	n := 0
	for set := s.rules.strains &^ s.VirulentStrain.Drawn; set != 0; set &= set - 1 {
		s.strainDeck[n] = uint8(bits.TrailingZeros16(set))
		n++
	}
	return n
}

// fillStrains invents a random order of the strain cards still to be drawn.
func (v *View) fillStrains(s *State, chance *engine.Rand) {
	chance.Shuffle(s.strainDeck[:s.listStrains()])
}

// drawStrain draws the strain card of an epidemic.
func (s *State) drawStrain(out *engine.Facts) {
	n := bits.OnesCount16(s.rules.strains &^ s.VirulentStrain.Drawn)
	if n == 0 {
		return
	}
	x := s.strainDeck[n-1]
	s.strainDeck[n-1] = 0
	s.VirulentStrain.Drawn |= 1 << x
	s.VirulentStrain.Card = x
	s.learned(engine.Everyone)
	out.Add(FactStrainDrawn, "strain/card", x)
}

// worsen carries out the strain card of an epidemic, and reports whether it is done. At the first epidemic,
// it first determines the virulent disease.
func (s *State) worsen(out *engine.Facts) (done bool) {
	w := &s.VirulentStrain
	switch {
	case w.Card == noStrain:
		return true
	case w.Disease == noDisease:
		s.findStrain(out)
		return false
	}
	card, x := w.Card, s.rules.Strains[w.Card]
	switch {
	case x.Now != nil:
		x.Now(s, w.Disease, out)
	case x.UntilCured && s.IsCured(w.Disease):
		out.Add(FactNoEffect, "strain/until-cured")
	default:
		w.Force |= 1 << card
		out.Add(FactStrainInForce, x.Rule, card)
	}
	w.Card = noStrain
	return false
}

// findStrain makes the disease with the most cubes on the board the virulent one. If several have the most,
// the active seat chooses.
func (s *State) findStrain(out *engine.Facts) {
	most, set := uint8(0), uint8(0)
	for d := range Disease(len(s.rules.Diseases)) {
		switch n := s.OnBoard(d); {
		case n > most:
			most, set = n, 1<<d
		case n == most:
			set |= 1 << d
		}
	}
	if set&(set-1) == 0 {
		s.nameStrain(Disease(bits.TrailingZeros8(set)), out, "strain/most")
		return
	}
	s.AskChoice(QuestionDisease, s.Active, s.rules.worst, set)
}

func (s *State) nameStrain(d Disease, out *engine.Facts, rule string) {
	s.VirulentStrain.Disease = d
	out.Add(FactStrainNamed, rule, uint8(d))
}

// NameDisease answers a follow-up question with a disease.
var NameDisease = answerVerb("name", QuestionDisease, DiseaseKind)

// WorstStrain asks which of several diseases becomes the virulent one.
var WorstStrain = Question("worst-strain", "strain/tie", nil, &Choice{
	List: func(s *State, f *Frame, m engine.Move, dst []engine.Move) []engine.Move {
		for d := range uint8(len(s.rules.Diseases)) {
			if f.N>>d&1 != 0 {
				m.Arg[0] = d
				dst = append(dst, m)
			}
		}
		return dst
	},
	Then: func(s *State, _ Frame, m engine.Move, out *engine.Facts) {
		s.nameStrain(Disease(m.Arg[0]), out, "strain/tie")
	},
})

// isVirulent reports whether a disease is the virulent one and at least one strain card is in force.
func (s *State) isVirulent(d Disease) bool {
	return s.VirulentStrain.Force != 0 && s.VirulentStrain.Disease == d
}

// strainWith returns a strain card in force that meets a condition, if there is one.
func (s *State) strainWith(has func(*StrainCard) bool) (*StrainCard, bool) {
	for set := s.VirulentStrain.Force; set != 0; set &= set - 1 {
		if x := s.rules.Strains[bits.TrailingZeros16(set)]; has(x) {
			return x, true
		}
	}
	return nil, false
}

// The functions below are conditions for strainWith.
func hasFirst(x *StrainCard) bool     { return x.First > 0 }
func hasCureMore(x *StrainCard) bool  { return x.CureMore > 0 }
func hasHolds(x *StrainCard) bool     { return x.Holds }
func hasMore(x *StrainCard) bool      { return x.More > 0 }
func hasCounts(x *StrainCard) bool    { return x.Counts > 0 }
func hasReaches(x *StrainCard) bool   { return x.Reaches > 0 }
func hasTreatCost(x *StrainCard) bool { return x.TreatCost > 0 }

// strainCured ends the strain cards that last only until the cure.
func (s *State) strainCured(d Disease, out *engine.Facts) {
	if !s.isVirulent(d) {
		return
	}
	for set := s.VirulentStrain.Force; set != 0; set &= set - 1 {
		if i := bits.TrailingZeros16(set); s.rules.Strains[i].UntilCured {
			s.VirulentStrain.Force &^= 1 << i
			out.Add(FactStrainEnded, "strain/until-cured", uint8(i))
		}
	}
}

// brokenStrains checks that each strain card is in exactly one place.
func (s *State) brokenStrains() string {
	w := &s.VirulentStrain
	all, left := s.rules.strains, bits.OnesCount16(s.rules.strains&^w.Drawn)
	seen := w.Drawn
	for i, x := range s.strainDeck {
		if i < left {
			seen |= 1 << x
		} else if x != 0 {
			return "a card of the strain too many"
		}
	}
	if seen != all || w.Drawn&^all != 0 || w.Force&^w.Drawn != 0 {
		return "a card of the strain is missing or there twice"
	}
	if w.Force != 0 && w.Disease == noDisease {
		return "a card is in force and no disease is the strain"
	}
	return ""
}

// codeStrain writes or reads the public information about the virulent disease and the strain cards.
func codeStrain(p *Public, r *Rules, c *engine.Coder) {
	w := &p.VirulentStrain
	engine.Name(c, "strain", r.Disease, noDisease, &w.Disease)
	engine.Name(c, "strain-card", r.Strain, noStrain, &w.Card)
	engine.Set(c, "strain-drawn", r.Strain, 0, &w.Drawn)
	engine.Set(c, "strain-force", r.Strain, 0, &w.Force)
	engine.Set(c, "strain-treated", r.City, 0, &w.Treated)
	c.Bool("strain-more", &w.More)
}

// codeStrains writes or reads the order of the strain cards still to be drawn.
func (s *State) codeStrains(c *engine.Coder) {
	n := bits.OnesCount16(s.rules.strains &^ s.VirulentStrain.Drawn)
	codeNames(c, "strain-cards", s.rules.Strain, s.strainDeck[:n])
}

// HasStrain reports whether the table plays with strain card i.
func (r *Rules) HasStrain(i int) bool { return r.strains>>i&1 != 0 }

// Virulent returns the virulent disease, if there already is one.
func (s *State) Virulent() (Disease, bool) { return s.virulent(s.rules) }

// Virulent returns the virulent disease, if there already is one.
func (v *View) Virulent() (Disease, bool) { return v.virulent(v.rules) }

func (p *Public) virulent(r *Rules) (Disease, bool) {
	d := p.VirulentStrain.Disease
	return d, r.Plays(StrainMode) && d != noDisease
}
