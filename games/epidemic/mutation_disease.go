package epidemic

import (
	"slices"

	"theriac/engine"
)

// The mutant disease, which is no city's own. Two infection cards name it instead of
// a city, incidents of the player deck feed it, and where it is it stays: a city
// that has its cubes gets another whenever its card is turned.

// PendingMutation is what of it has been set off and is still to happen. The outbreaks of
// one placement are over before the next one is made.
type PendingMutation struct {
	Also uint64 // the city that gets a cube too, after those of its own disease
	// Bottoms is how many cards are still to be turned from the bottom of the
	// infection deck, for so many Cubes each.
	Bottoms, Cubes uint8
	// Incidents are those that were drawn, in their order, and By the one that is
	// being carried out: 1 and the number of its card, 0 for none.
	Incidents [2]uint8
	By        uint8
}

// numberMutants names the infection cards of the disease.
func (t *Ruleset) numberMutants() {
	if len(t.MutantCards) > maxBlank {
		panic("epidemic: the box " + t.Game + " has too many infection cards that name no city")
	}
	if len(t.MutantCards) > 0 {
		t.Infection = engine.NewKind("infection", slices.Concat(t.City.Values, t.MutantCards)...)
	}
}

// mutantCards is the infection cards that name no city.
func (t *Ruleset) mutantCards() uint64 {
	return (1<<len(t.MutantCards) - 1) << len(t.Cities)
}

// mutant is the disease, where a table plays with it.
func (r *Rules) mutant() (Disease, bool) {
	return Disease(len(r.Diseases) - 1), r.Mode.Has(MutationMode)
}

// compileMutant brings the disease into play.
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

// firstMutants places the cubes that are out from the beginning where a batch of
// the first infection begins.
func (s *State) firstMutants(c City, batch int, out *engine.Facts) {
	if !s.rules.Plays(PanicMode) {
		return
	}
	d, _ := s.rules.mutant()
	s.putCubes(c, d, uint8(batch+1), out, "mutation/panic")
}

// addMutantCards lays the infection cards that name no city on the discard.
func (s *State) addMutantCards(out *engine.Facts) {
	s.InfectionDiscard |= s.rules.mutantCards()
	out.Add(FactInfectionsAdded, "mutation/setup", uint8(len(s.rules.MutantCards)))
}

// addIncidents shuffles the incidents into what is left of the player cards.
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

// drawIncident notes that an incident was drawn. It takes effect before anything
// else happens, and nobody ever holds it.
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

// turnMutant turns an infection card that names no city: the city of the bottom
// card gets cubes of the disease alone.
func (s *State) turnMutant(c City, out *engine.Facts) {
	out.Add(FactInfectionDrawn, "mutation/card", uint8(c))
	d, _ := s.rules.mutant()
	if s.IsEradicated(d) {
		out.Add(FactNoEffect, "mutation/eradicated")
		return
	}
	if s.rules.on.Turned != nil {
		s.rules.on.Turned(s, d, out)
	}
	n := uint8(1)
	if s.rules.Plays(PanicMode) {
		n = 2
	}
	s.PendingMutation.Bottoms, s.PendingMutation.Cubes = 1, n
}

// joins lets the city of a card that was turned get a cube of the disease too, if
// it has one.
func (s *State) joins(c City) {
	if d, _ := s.rules.mutant(); s.CubesAt(c, d) > 0 {
		s.PendingMutation.Also = bit(c)
	}
}

// InfectBottom lets an incident turn cards from the bottom of the infection deck
// and place so many cubes of the disease in each of their cities.
func (s *State) InfectBottom(cards, cubes uint8) {
	s.PendingMutation.Bottoms, s.PendingMutation.Cubes = cards, cubes
}

// InfectWhere lets an incident place one cube of the disease in every city that
// has exactly so many.
func (s *State) InfectWhere(has uint8, out *engine.Facts) {
	d, _ := s.rules.mutant()
	s.addWhere(d, has, byMutant, out)
}

// come carries out the next part of what was set off.
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

// comes carries out the next part of what was set off, if there is any and no outbreak
// goes on.
func (s *State) comes(out *engine.Facts) bool {
	m := &s.PendingMutation
	if s.Spread.N > 0 || m.Also == 0 && m.Bottoms|m.Cubes|m.By|m.Incidents[0] == 0 {
		return false
	}
	s.come(out)
	return true
}

// mutantCubes is how many cubes the bottom card brings to a city, and why.
func (s *State) mutantCubes(c City, d Disease) (uint8, cause) {
	if s.PendingMutation.By == 0 && s.rules.on.Places != nil {
		return s.rules.on.Places(s, c, d, s.PendingMutation.Cubes, byMutant)
	}
	return s.PendingMutation.Cubes, byMutant
}

// incident carries out the next incident.
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

// mutantRule is the rule by which cubes of the disease are being placed.
func (s *State) mutantRule() string {
	if s.PendingMutation.By != 0 {
		return s.rules.Events[s.PendingMutation.By-1].Rule
	}
	return "mutation/card"
}

// codeMutation walks what has been set off.
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

// mutantGone says whether only the cure of the disease is missing and it has no cube on
// the board.
func (s *State) mutantGone() bool {
	d, ok := s.rules.mutant()
	return ok && s.Cured|1<<d == 1<<len(s.rules.Diseases)-1 && !s.IsCured(d) && s.OnBoard(d) == 0
}
