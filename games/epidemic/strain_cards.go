package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// The virulent strain. Every epidemic has a card of its own that says how one disease
// grows worse: the one that had the most cubes on the board when the first of them
// came. Most of these cards stay in force.

// StrainCard is what an epidemic does to the virulent strain. A zero field changes
// nothing. Without Now the card stays in force.
type StrainCard struct {
	ID    string
	Rule  string
	Set   string // the part of the box it belongs to
	Since int
	Not   Mode // the ways to play that leave it out
	// UntilCured says that the card ends with the cure of the strain.
	UntilCured bool

	// Now acts at once, between the infection and the intensification.
	Now func(s *State, d Disease, out *engine.Facts)
	// First is how many cubes the infection step places in a city that has none.
	First uint8
	// CureMore is how many cards more the cure takes.
	CureMore uint8
	// Holds says that a pawn leaves a city that has the strain only once some of it
	// was treated there in that turn.
	Holds bool
	// More is how many cards more an infection step turns that has turned the
	// strain.
	More uint8
	// Counts is how far an outbreak moves the marker.
	Counts uint8
	// Reaches is how many cubes an outbreak places that no other has set off.
	Reaches uint8
	// TreatCost is how many actions a treatment takes.
	TreatCost uint8
}

const (
	maxStrains       = 16
	noStrain   uint8 = 0xff
)

// VirulentStrain is what everybody knows of the virulent strain.
type VirulentStrain struct {
	Treated uint64  // cities where the active seat has treated it this turn
	Drawn   uint16  // the cards that have come
	Force   uint16  // those of them that are in force
	Disease Disease // which one it is; none before the first card
	Card    uint8   // the card whose effect is to come
	More    bool    // the infection step has turned a card more for it
}

// numberStrains names the cards.
func (t *Ruleset) numberStrains() {
	if len(t.Strains) > maxStrains {
		panic("epidemic: the box " + t.Game + " has too many cards of a strain")
	}
	t.Strain = engine.NewKind("strain-card", ids(t.Strains, func(x *StrainCard) string { return x.ID })...)
}

// compileStrains finds the cards that the table plays with.
func compileStrains(r *Rules, _ engine.Settings) error {
	for i, x := range r.Strains {
		if r.uses(x.Since, x.Set, x.Not) {
			r.strains |= 1 << i
		}
	}
	return nil
}

// dealStrains puts the cards in an order that nobody knows.
func (s *State) dealStrains(out *engine.Facts) {
	n := s.listStrains()
	s.key.Shuffle(engine.Lot{Kind: lotStrains}, s.strainDeck[:n])
	out.Add(FactStrainsDealt, "strain/setup", uint8(n))
}

// listStrains lists the cards that have not come, in no order.
func (s *State) listStrains() int {
	s.strainDeck = [maxStrains]uint8{}
	n := 0
	for set := s.rules.strains &^ s.VirulentStrain.Drawn; set != 0; set &= set - 1 {
		s.strainDeck[n] = uint8(bits.TrailingZeros16(set))
		n++
	}
	return n
}

// fillStrains puts the cards that have not come in some order.
func (v *View) fillStrains(s *State, chance *engine.Rand) {
	chance.Shuffle(s.strainDeck[:s.listStrains()])
}

// drawStrain turns the card of an epidemic.
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

// worsen carries out the card of an epidemic, and says when there is nothing more
// to do: first it is found which disease it is about.
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

// findStrain finds the disease that has the most cubes on the board. Of several
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

// NameDisease answers with a disease.
var NameDisease = answerVerb("name", QuestionDisease, DiseaseKind)

// WorstStrain is the question which of several diseases is the virulent strain.
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

// isVirulent says whether a disease is the virulent strain and some card is in force.
func (s *State) isVirulent(d Disease) bool {
	return s.VirulentStrain.Force != 0 && s.VirulentStrain.Disease == d
}

// strainWith is the card in force that has something, and whether there is one.
func (s *State) strainWith(has func(*StrainCard) bool) (*StrainCard, bool) {
	for set := s.VirulentStrain.Force; set != 0; set &= set - 1 {
		if x := s.rules.Strains[bits.TrailingZeros16(set)]; has(x) {
			return x, true
		}
	}
	return nil, false
}

// The things that cards in force can have.
func hasFirst(x *StrainCard) bool     { return x.First > 0 }
func hasCureMore(x *StrainCard) bool  { return x.CureMore > 0 }
func hasHolds(x *StrainCard) bool     { return x.Holds }
func hasMore(x *StrainCard) bool      { return x.More > 0 }
func hasCounts(x *StrainCard) bool    { return x.Counts > 0 }
func hasReaches(x *StrainCard) bool   { return x.Reaches > 0 }
func hasTreatCost(x *StrainCard) bool { return x.TreatCost > 0 }

// strainCured ends the cards that end with the cure of the strain.
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

// brokenStrains looks for each card of the strain in exactly one place.
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

// codeStrain walks what is known of the virulent strain.
func codeStrain(p *Public, r *Rules, c *engine.Coder) {
	w := &p.VirulentStrain
	engine.Name(c, "strain", r.Disease, noDisease, &w.Disease)
	engine.Name(c, "strain-card", r.Strain, noStrain, &w.Card)
	engine.Set(c, "strain-drawn", r.Strain, 0, &w.Drawn)
	engine.Set(c, "strain-force", r.Strain, 0, &w.Force)
	engine.Set(c, "strain-treated", r.City, 0, &w.Treated)
	c.Bool("strain-more", &w.More)
}

// codeStrains walks the order of the cards that have not come.
func (s *State) codeStrains(c *engine.Coder) {
	n := bits.OnesCount16(s.rules.strains &^ s.VirulentStrain.Drawn)
	codeNames(c, "strain-cards", s.rules.Strain, s.strainDeck[:n])
}

// HasStrain says whether the table plays with a card.
func (r *Rules) HasStrain(i int) bool { return r.strains>>i&1 != 0 }

// Virulent is the disease that has become virulent, where there is one.
func (s *State) Virulent() (Disease, bool) { return s.virulent(s.rules) }

// Virulent is the disease that has become virulent, where there is one.
func (v *View) Virulent() (Disease, bool) { return v.virulent(v.rules) }

func (p *Public) virulent(r *Rules) (Disease, bool) {
	d := p.VirulentStrain.Disease
	return d, r.Plays(StrainMode) && d != noDisease
}
