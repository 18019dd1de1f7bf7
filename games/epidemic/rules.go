package epidemic

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Rules are a table's options compiled: what a position is played by.
type Rules struct {
	*Ruleset
	Players   int
	Epidemics int
	Open      bool // hands lie open
	Announced bool // events in hidden hands are announced
	Trust     bool // consent is taken for granted
	Revision  int
	Mode      Mode
	// Holders counts the hands: one for each seat, and one more where a hand without
	// a pawn helps.
	Holders int
	// Diseases are those in play.
	Diseases []string
	cubes    [MaxDiseases]uint8 // of each disease
	cureRule string             // that says so
	next     [maxStages]uint8   // the stage that follows each
	cureWith int                // cards of a colour for a cure, for a role that needs no fewer
	sets     []string           // the parts of the box in use
	// sees is who sees the cards of each hand.
	sees [engine.MaxSeats]engine.Seats

	roles                     []uint8 // chosen roles by seat; none when they are dealt
	inPlay                    []uint8 // the roles that can be dealt
	rolesInPlay               uint32  // the same, as a set
	piles                     []uint8 // player cards per stretch of the deck, epidemic included, from the top
	eventCards                Cards   // the ordinary ones
	bonusCards, incidentCards Cards
	// secretEvents says that nobody can be sure who holds an event.
	secretEvents bool
	limitAtOnce  bool // Box.LimitAtOnce
	allEvents    uint32
	eventsIn     int // events in the deck
	lasting      [UntilUsed + 1]uint32
	afterCure    bool   // there is an event for when a cure has been found
	bonuses      int    // in the deck, one for each epidemic
	wholeTurn    uint32 // the bonuses that wait for nobody's actions
	keptBack     uint8  // the action that the first of a team needs agreement for
	objectives   int    // dealt to each team
	draws        uint8
	beforeDraw   uint8 // the stage
	soloAt       uint8 // the stage

	strains    uint16 // the cards of the virulent strain in use
	traits     uint8  // chosen ones; none when they are drawn
	traitsN    int
	challenges []*Challenge
	takesIn    bool // stations take patients in
	over       overflowRules

	verbIndex *verbIndex
}

// Compile checks a header and makes its rules. What it does not know is an
// error, never ignored.
func (t *Ruleset) Compile(h engine.Header) (*Rules, error) {
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
	r := &Rules{
		Ruleset: t, Revision: h.Revision,
		Players: set.Int("players"), Epidemics: set.Int("epidemics"),
		Open: t.OpenHands || set.Get("hands") == "open", Announced: set.Get("events") == "announced",
		Trust: set.Get("consent") == "trust",
	}
	r.secretEvents = !r.Open && !r.Announced
	r.limitAtOnce = r.Since(t.LimitAtOnce)
	r.compileModes(set)
	r.compileSights()
	if err := r.compileTeams(set); err != nil {
		return nil, err
	}
	for _, id := range set.List("roles") {
		role := must(t.Role, id)
		if !r.Since(t.Roles[role].Since) {
			return nil, &engine.ParseError{Text: id, Why: "this revision of the rules has no such role"}
		}
		if x := t.Roles[role]; !r.uses(x.Since, x.Set, x.Not) {
			return nil, &engine.Refusal{What: "role " + id, Rule: "setup/contents"}
		}
		r.roles = append(r.roles, role)
	}
	if len(r.roles) != 0 && len(r.roles) != r.Players {
		return nil, &engine.Refusal{What: "roles " + set.Get("roles"), Rule: "setup/roles"}
	}
	for i, role := range t.Roles {
		if r.uses(role.Since, role.Set, role.Not) {
			r.inPlay = append(r.inPlay, uint8(i))
			r.rolesInPlay |= 1 << i
		}
	}
	if r.Mode.Has(Teaming) && len(r.inPlay) < rolesPerDeal*r.teams() {
		return nil, &engine.Refusal{What: "players " + set.Get("players"), Rule: "setup/contents"}
	}
	for i, e := range t.Events {
		if !r.uses(e.Since, e.Set, e.Not) {
			continue
		}
		r.afterCure = r.afterCure || e.AfterCure
		switch e.Class {
		case Ordinary:
			r.eventCards.Add(EventCard(i))
			r.allEvents |= 1 << i
		case Bonus:
			if r.Mode.Has(Teaming) {
				r.bonusCards.Add(EventCard(i))
			}
		case Incident:
			if r.Mode.Has(Mutating) {
				r.incidentCards.Add(EventCard(i))
			}
		}
	}
	r.compileLasting()
	r.compileBonuses()
	r.eventsIn = r.eventCards.Len()
	if n := int(t.Numbers.Events[r.Players]); n > 0 && (t.SetOption == "" || len(r.sets) > 0) {
		r.eventsIn = min(n, r.eventsIn)
	}
	if err := r.compileChallenges(set); err != nil {
		return nil, err
	}
	cards := len(t.Cities) + r.eventsIn + r.incidentCards.Len() - r.Holders*int(t.Numbers.Hand[r.Players]) - r.firstDiscard()
	for i := range r.Epidemics {
		n := cards / r.Epidemics
		if i < cards%r.Epidemics {
			n++
		}
		if r.bonuses > 0 {
			n++
		}
		r.piles = append(r.piles, uint8(n)+1)
	}
	r.verbIndex = t.verbIndexAt(r.Open, r.Mode)
	if err := r.replaceSequences(h); err != nil {
		return nil, err
	}
	return r, nil
}

// allCards is the player cards of the table, epidemics aside.
func (r *Rules) allCards() Cards {
	return citySet(r.Everywhere()).Or(r.eventCards).Or(r.bonusCards).Or(r.incidentCards)
}

// compileSights finds who sees whose cards.
func (r *Rules) compileSights() {
	for seat := range engine.Seat(engine.MaxSeats) {
		r.sees[seat] = engine.SeatsOf(seat)
		if r.Open {
			r.sees[seat] = engine.AllSeats(r.Players) | engine.Spectators
		}
	}
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

// verbEntry is what listing a verb's moves needs, side by side in memory.
type verbEntry struct {
	list func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move
	verb engine.Verb
	cost uint8
	once uint16
}

// verbIndex is the verbs by the question they answer, the role that has them and the
// place they need, so that listing looks at no verb in vain. All tables that play the
// same box in the same way share it: a game is small, and a server with thousands of
// them holds this once.
type verbIndex [questionCount][][][]verbEntry

// places is how many kinds of places a question can be about.
func places(question engine.QuestionKind) Place {
	if question == QuestionAction || question == QuestionSteer || question == QuestionSolo {
		return anyPlace
	}
	return 1
}

// makeVerbIndexes makes an index for every way to play that verbs depend on. Whoever
// plays alone has open hands, teams have hidden ones, and neither is the other.
func (t *Ruleset) makeVerbIndexes() {
	for _, v := range t.verbs {
		t.modes |= v.Mode
	}
	t.verbIndexes = map[verbIndexKey]*verbIndex{}
	for _, hands := range []Hands{OpenHands, HiddenHands} {
		for mode := range 1 + t.modes {
			never := Alone
			if hands == OpenHands {
				never = Teaming
			}
			if mode&^t.modes == 0 && mode&never == 0 {
				t.verbIndexes[verbIndexKey{hands, mode}] = t.newVerbIndex(hands, mode)
			}
		}
	}
}

// verbIndexAt is the index of a table.
func (t *Ruleset) verbIndexAt(open bool, mode Mode) *verbIndex {
	if open {
		return t.verbIndexes[verbIndexKey{OpenHands, mode & t.modes}]
	}
	return t.verbIndexes[verbIndexKey{HiddenHands, mode & t.modes}]
}

func (t *Ruleset) newVerbIndex(hands Hands, mode Mode) *verbIndex {
	all := &verbIndex{}
	for i := range all {
		question := engine.QuestionKind(i)
		for _, r := range t.Roles {
			all[question] = append(all[question], t.roleVerbs(question, r, hands, mode))
		}
	}
	return all
}

// roleVerbs are the verbs with which a role can answer a question, for each kind of
// place. Places with the same verbs share a list.
func (t *Ruleset) roleVerbs(question engine.QuestionKind, r *Role, hands Hands, mode Mode) [][]verbEntry {
	at, lists := make([][]verbEntry, places(question)), map[string][]verbEntry{}
	for place := range places(question) {
		var list []verbEntry
		key := ""
		for i, v := range t.verbs {
			if v.answers(question, r, t) && (v.Hands == AnyHands || v.Hands == hands) && mode.Has(v.Mode) && v.needs(question)&^place == 0 {
				list = append(list, verbEntry{list: v.List, verb: engine.Verb(i), cost: v.Cost, once: v.once()})
				key += string(rune(i))
			}
		}
		if lists[key] == nil {
			lists[key] = list
		}
		at[place] = lists[key]
	}
	return at
}

// answers says whether a role can answer a question by the verb.
func (v *Verb) answers(question engine.QuestionKind, r *Role, t *Ruleset) bool {
	if v.role != noRole && t.Roles[v.role] != r || question == QuestionAction && v.grounds(r) {
		return false
	}
	return slices.Contains(v.Questions, question)
}

// once is the verb's bit among the moves that are legal once a turn.
func (v *Verb) once() uint16 {
	if !v.Once {
		return 0
	}
	return 1 << v.slot
}

// needs is what the place must have for the verb to answer a question. To move
// one's own pawn in the ordinary ways nobody has to be asked how.
func (v *Verb) needs(question engine.QuestionKind) Place {
	switch {
	case question == QuestionLab:
		return 0 // wherever the seat is
	case question == QuestionAction && v.Cost > 0:
		return v.Where | withAction
	case question == QuestionSteer && v.role == noRole:
		return v.Where | othersPawn
	}
	return v.Where
}
