package epidemic

import (
	"slices"

	"theriac/engine"
)

// The mutant disease belongs to no city. Two infection cards name it instead of a city, and incidents in the
// player deck spread it. A city that has mutant cubes gets another whenever its infection card is drawn.

// PendingMutation holds effects of the mutant disease that are still to be carried out. The outbreaks of each
// placement are resolved before the next one.
type PendingMutation struct {
	Also uint64 // the city that gets a mutant cube after those of its own disease
	// Bottoms is how many cards to draw from the bottom of the infection deck. Cubes is how many cubes each
	// of them places.
	Bottoms, Cubes uint8
	// Incidents holds the incident cards that were drawn and are still to be carried out, in order. By is 1
	// plus the number of the current one, or 0.
	Incidents [2]uint8
	By        uint8
}

// numberMutants adds the mutant disease's infection cards to the names of infection cards.
func (t *Ruleset) numberMutants() {
	if len(t.MutantCards) > maxBlank {
		panic("epidemic: the box " + t.Game + " has too many infection cards that name no city")
	}
	if len(t.MutantCards) > 0 {
		t.Infection = engine.NewKind("infection", slices.Concat(t.City.Values, t.MutantCards)...)
	}
}

// mutantCards returns the infection cards that name no city.
func (t *Ruleset) mutantCards() uint64 {
	return (1<<len(t.MutantCards) - 1) << len(t.Cities)
}

// mutant returns the mutant disease, if the table plays with it.
func (r *Rules) mutant() (Disease, bool) {
	return Disease(len(r.Diseases) - 1), r.Mode.Has(MutationMode)
}

// compileMutant adds the mutant disease to the diseases in play, if the table has chosen it.
func compileMutant(r *Rules, _ engine.Settings) error {
	r.Diseases = r.Box.Diseases
	d, _ := r.mutant()
	r.cubes[d] = r.Numbers.Cubes
	if !r.Mode.Has(PanicMode) {
		r.cubes[d] = r.Numbers.Mutant
	}
	r.counting[d] = r.Everywhere()
	r.infections |= r.mutantCards()
	r.instantCards, r.blankRule, r.markedRule = r.cardsOfClass(Incident), "mutation/bottom", "mutation/cure"
	return nil
}

// firstMutants places the initial cubes of the mutant disease in the first city of each batch of the first
// infection.
func (s *State) firstMutants(c City, batch int, out *engine.Facts) {
	if !s.rules.Plays(PanicMode) {
		return
	}
	d, _ := s.rules.mutant()
	s.putCubes(c, d, uint8(batch+1), out, "mutation/panic")
}

// addMutantCards adds the mutant disease's infection cards to the infection discard.
func (s *State) addMutantCards(out *engine.Facts) {
	s.InfectionDiscard |= s.rules.mutantCards()
	out.Add(FactInfectionsAdded, "mutation/setup", uint8(len(s.rules.MutantCards)))
}

// addIncidents shuffles the incidents into the player deck.
func (s *State) addIncidents(out *engine.Facts) {
	if s.rules.instantCards.Empty() {
		return
	}
	var cards [MaxDeck]uint8
	n := listCards(cards[:], s.rules.instantCards)
	out.Add(FactIncidentsAdded, "mutation/incidents", uint8(n))
	for _, c := range s.deck[:s.DeckLen] {
		cards[n] = uint8(c)
		n++
	}
	s.key.Shuffle(engine.Lot{Kind: lotIncidents}, cards[:n])
	for i, c := range cards[:n] {
		s.deck[i] = Card(c)
	}
	s.DeckLen = uint8(n)
}

// drawIncident records that an incident card was drawn. It never enters a hand and takes effect before
// anything else happens.
func (s *State) drawIncident(c Card, out *engine.Facts) {
	e := uint8(c - FirstEvent)
	s.Discard.Add(c)
	at := 0
	if s.PendingMutation.Incidents[0] != 0 {
		at = 1
	}
	s.PendingMutation.Incidents[at] = e + 1
	out.Add(FactIncident, s.rules.Events[e].Rule, e)
}

// turnMutant carries out an infection card that names the mutant disease. It draws the bottom card, whose
// city gets only mutant cubes.
func (s *State) turnMutant(c City, out *engine.Facts) {
	out.Add(FactInfectionDrawn, "mutation/card", uint8(c))
	d, _ := s.rules.mutant()
	if s.IsEradicated(d) {
		out.Add(FactNoEffect, "mutation/eradicated")
		return
	}
	if s.rules.hooks.Turned != nil {
		s.rules.hooks.Turned(s, d, out)
	}
	n := uint8(1)
	if s.rules.Plays(PanicMode) {
		n = 2
	}
	s.PendingMutation.Bottoms, s.PendingMutation.Cubes = 1, n
}

// joins records that a city whose infection card was drawn also gets a mutant cube, if it already has one.
func (s *State) joins(c City) {
	if d, _ := s.rules.mutant(); s.CubesAt(c, d) > 0 {
		s.PendingMutation.Also = bit(c)
	}
}

// InfectBottom starts the effect of an incident that draws cards from the bottom of the infection deck and
// places mutant cubes in their cities.
func (s *State) InfectBottom(cards, cubes uint8) {
	s.PendingMutation.Bottoms, s.PendingMutation.Cubes = cards, cubes
}

// InfectWhere carries out the effect of an incident that places one mutant cube in every city with exactly
// the given number of them.
func (s *State) InfectWhere(has uint8, out *engine.Facts) {
	d, _ := s.rules.mutant()
	s.addWhere(d, has, byMutant, out)
}

// come carries out the next pending effect of the mutant disease.
func (s *State) come(out *engine.Facts) {
	m := &s.PendingMutation
	d, _ := s.rules.mutant()
	switch {
	case m.Also != 0:
		c := firstCity(m.Also)
		m.Also = 0
		s.infect(c, d, 1, byPresence, out)
	case m.Bottoms > 0:
		m.Bottoms--
		if c, ok := s.turnBottom(out); ok {
			out.Add(FactInfectionDrawn, s.mutantRule(), uint8(c))
			n, why := s.mutantCubes(c, d)
			s.infect(c, d, n, why, out)
		} else {
			m.Bottoms = 0
		}
	case m.By != 0 || m.Cubes != 0:
		m.By, m.Cubes = 0, 0
	default:
		s.incident(out)
	}
}

// comes carries out the next pending effect of the mutant disease, unless an outbreak is being resolved. It
// reports whether it did so.
func (s *State) comes(out *engine.Facts) bool {
	m := &s.PendingMutation
	if s.Spread.N > 0 || m.Also == 0 && m.Bottoms|m.Cubes|m.By|m.Incidents[0] == 0 {
		return false
	}
	s.come(out)
	return true
}

// mutantCubes returns how many mutant cubes a bottom card places in a city, and why.
func (s *State) mutantCubes(c City, d Disease) (uint8, cause) {
	if s.PendingMutation.By == 0 && s.rules.hooks.Places != nil {
		return s.rules.hooks.Places(s, c, d, s.PendingMutation.Cubes, byMutant)
	}
	return s.PendingMutation.Cubes, byMutant
}

// incident starts the next incident that was drawn.
func (s *State) incident(out *engine.Facts) {
	m := &s.PendingMutation
	e := m.Incidents[0] - 1
	m.Incidents = [2]uint8{m.Incidents[1]}
	if d, _ := s.rules.mutant(); s.IsEradicated(d) {
		out.Add(FactNoEffect, "mutation/eradicated")
		return
	}
	m.By = e + 1
	s.rules.Events[e].Drawn(s, out)
}

// mutantRule returns the rule that explains why mutant cubes are being placed.
func (s *State) mutantRule() string {
	if s.PendingMutation.By != 0 {
		return s.rules.Events[s.PendingMutation.By-1].Rule
	}
	return "mutation/card"
}

// codeMutation writes or reads the pending effects of the mutant disease.
func codeMutation(p *Public, r *Rules, c *engine.Coder) {
	m := &p.PendingMutation
	engine.Set(c, "also", r.City, 0, &m.Also)
	engine.Uint(c, "bottoms", &m.Bottoms)
	engine.Uint(c, "bottom-cubes", &m.Cubes)
	by := m.By - 1
	engine.Name(c, "incident", r.Event, 0xff, &by)
	m.By = by + 1
	n := 0
	var list [2]uint8
	for _, e := range m.Incidents {
		if e != 0 {
			list[n] = e - 1
			n++
		}
	}
	engine.Names(c, "incidents", r.Event, list[:], &n)
	m.Incidents = [2]uint8{}
	for i, e := range list[:n] {
		m.Incidents[i] = e + 1
	}
}

// mutantGone reports whether the mutant disease has no cube on the board and all other diseases are cured.
func (s *State) mutantGone() bool {
	d, ok := s.rules.mutant()
	return ok && s.Cured|1<<d == 1<<len(s.rules.Diseases)-1 && !s.IsCured(d) && s.OnBoard(d) == 0
}
