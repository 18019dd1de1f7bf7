package epidemic

import (
	"strconv"

	"theriac/engine"
)

// Rules are a table's options compiled: what a position is played by.
type Rules struct {
	*Table
	Players    int
	Epidemics  int
	Open       bool // hands lie open
	Announced  bool // events in hidden hands are announced
	Trust      bool // consent is taken for granted
	Revision   int
	roles      []uint8 // chosen roles by seat; none when they are dealt
	inPlay     []uint8 // the roles that can be dealt
	piles      []uint8 // player cards per stretch of the deck, epidemic included, from the top
	eventCards Cards
	// secretEvents says that nobody can be sure who holds an event.
	secretEvents bool
	allEvents    uint32
	eventsIn     int // events in the deck

	traits     uint8 // chosen ones; none when they are drawn
	traitsN    int
	challenges []*Challenge
	takesIn    bool // stations take patients in
	over       overflowRules

	offers *offers
}

// Compile checks a header and makes its rules. What it does not know is an
// error, never ignored.
func (t *Table) Compile(h engine.Header) (*Rules, error) {
	if h.Game != t.Game {
		return nil, &engine.ParseError{Text: h.Game, Why: "not the game " + t.Game}
	}
	if h.Revision < 1 || h.Revision > t.Box.Revision {
		return nil, &engine.ParseError{Text: strconv.Itoa(h.Revision), Why: "no such revision of the rules"}
	}
	set, err := engine.Resolve(engine.OptionsAt(t.Box.Options, h.Revision), h.Settings)
	if err != nil {
		return nil, err
	}
	if h.Data != "" {
		return nil, &engine.ParseError{Text: h.Data, Why: "the game has no data that can be replaced"}
	}
	r := &Rules{
		Table: t, Revision: h.Revision,
		Players: set.Int("players"), Epidemics: set.Int("epidemics"),
		Open: t.OpenHands || set.Get("hands") == "open", Announced: set.Get("events") == "announced",
		Trust: set.Get("consent") == "trust",
	}
	r.secretEvents = !r.Open && !r.Announced
	for _, id := range set.List("roles") {
		role := must(t.Role, id)
		if !r.Since(t.Roles[role].Since) {
			return nil, &engine.ParseError{Text: id, Why: "this revision of the rules has no such role"}
		}
		r.roles = append(r.roles, role)
	}
	if len(r.roles) != 0 && len(r.roles) != r.Players {
		return nil, &engine.Refusal{What: "roles " + set.Get("roles"), Rule: "setup/roles"}
	}
	for i, role := range t.Roles {
		if r.Since(role.Since) {
			r.inPlay = append(r.inPlay, uint8(i))
		}
	}
	for i, e := range t.Events {
		if r.Since(e.Since) {
			r.eventCards.Add(EventCard(i))
			r.allEvents |= 1 << i
		}
	}
	r.eventsIn = r.eventCards.Len()
	if n := int(t.Numbers.Events[r.Players]); n > 0 {
		r.eventsIn = n
	}
	if err := r.compileChallenges(set); err != nil {
		return nil, err
	}
	cards := len(t.Cities) + r.eventsIn - r.Players*int(t.Numbers.Hand[r.Players])
	for i := range r.Epidemics {
		n := cards / r.Epidemics
		if i < cards%r.Epidemics {
			n++
		}
		r.piles = append(r.piles, uint8(n)+1)
	}
	r.offers = t.offers[HiddenHands]
	if r.Open {
		r.offers = t.offers[OpenHands]
	}
	return r, nil
}

// compileChallenges finds the challenges and traits that the table plays with.
func (r *Rules) compileChallenges(set engine.Settings) error {
	for _, x := range r.Challenges {
		if set.Get(x.ID) != "on" {
			continue
		}
		r.challenges = append(r.challenges, x)
		if x.Overflow {
			r.takesIn = true
			r.over = overflowRules{x.Rule + "/fourth", x.Rule + "/flee", x.Rule + "/overflow", x.Rule + "/once"}
		}
	}
	if len(r.Traits) == 0 {
		return nil
	}
	r.traitsN = set.Int(r.TraitOptions.Number)
	chosen := set.List(r.TraitOptions.Chosen)
	for _, id := range chosen {
		r.traits |= 1 << must(r.Trait, id)
	}
	if len(chosen) != 0 && len(chosen) != r.traitsN {
		return &engine.Refusal{What: r.TraitOptions.Chosen + " " + set.Get(r.TraitOptions.Chosen), Rule: r.TraitOptions.Rule}
	}
	return nil
}

// Since says whether the rules are played in this revision or a later one. A
// change of behaviour asks it, so that older games stay as they were.
func (r *Rules) Since(revision int) bool { return r.Revision >= revision }

// Links is the set of cities that a line joins to a city.
func (r *Rules) Links(c City) uint64 { return r.links[c] }

// Colour is a city's own disease.
func (r *Rules) Colour(c City) Disease { return r.colour[c] }

// CitiesOf is the set of cities whose own disease it is.
func (r *Rules) CitiesOf(d Disease) uint64 { return r.ofKind[d] }

// offer is what listing a verb's moves needs, side by side in memory.
type offer struct {
	list func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move
	verb engine.Verb
	cost uint8
	once uint16
}

// offers are the verbs by the question they answer, the role that has them and
// the place they need, so that listing looks at no verb in vain. All tables with
// the same box and the same kind of hands share them: a game is small, and a
// house with thousands of them holds these once.
type offers [stepCount][][anyPlace][]offer

func (t *Table) newOffers(hands Hands) *offers {
	all := &offers{}
	for step := range all {
		all[step] = make([][anyPlace][]offer, len(t.Roles))
	}
	for i, v := range t.verbs {
		if v.Hands != AnyHands && v.Hands != hands {
			continue
		}
		o := offer{list: v.List, verb: engine.Verb(i), cost: v.Cost}
		if v.Once {
			o.once = 1 << v.slot
		}
		for _, step := range v.Steps {
			for role := range t.Roles {
				for place := range Place(anyPlace) {
					if (v.role == noRole || int(v.role) == role) && v.needs(step)&^place == 0 {
						all[step][role][place] = append(all[step][role][place], o)
					}
				}
			}
		}
	}
	return all
}

// needs is what the place must have for the verb to answer a question. To move
// one's own pawn in the ordinary ways nobody has to be asked how.
func (v *Verb) needs(step engine.Step) Place {
	switch {
	case step == StepAction && v.Cost > 0:
		return v.Where | withAction
	case step == StepSteer && v.role == noRole:
		return v.Where | othersPawn
	}
	return v.Where
}
