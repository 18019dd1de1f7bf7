package epidemic

import (
	"slices"
	"strconv"

	"theriac/engine"
)

// Rules is a ruleset compiled for the options of one table. Every position refers to its Rules.
type Rules struct {
	*Ruleset
	Players   int
	Epidemics int
	Open      bool // hands are open
	Announced bool // everyone knows which hidden cards are events
	Trust     bool // consent is assumed
	Revision  int
	Mode      Mode
	// Holders is the number of hands: one for each seat, and perhaps the helper's.
	Holders int
	// Diseases are the diseases in play.
	Diseases []string
	cubes    [MaxDiseases]uint8  // the number of cubes of each disease in the box
	counting [MaxDiseases]uint64 // for each disease, the cities whose cards count for its cure
	cureRule string              // the rule that decides which cards count
	next     [maxStages]uint8    // the stage that follows each stage
	cureWith int                 // cards of one colour that a cure takes, unless a role needs fewer
	sets     []string            // the sets of cards in play
	// sees holds, for each hand, the seats that can see it.
	sees [engine.MaxSeats]engine.Seats

	roles       []uint8 // the roles that the header assigns to seats; nil if they are dealt
	inPlay      []uint8 // the roles that can be dealt
	rolesInPlay uint32  // the roles that can be dealt, as a set
	piles       []uint8 // the number of player cards in each part of the deck, with its epidemic, from the top
	eventCards  Cards   // the ordinary events
	// stretchCards are spread over the parts of the deck: each part gets one, besides its epidemic, by the
	// rule stretchRule. instantCards take effect when they are drawn.
	stretchCards, instantCards Cards
	stretchRule                string
	infections                 uint64 // the infection cards of the table
	blankRule                  string // the rule for infection cards that name no city
	markedRule                 string // the rule that some cards for a cure must name cities with cubes of the disease
	helper                     helperRules
	// secretEvents means that hands are hidden and events are not announced, so no seat can be sure who
	// holds an event.
	secretEvents bool
	tells        bool // hands are hidden, and players are allowed to tell what they hold
	allEvents    uint32
	eventsIn     int // the number of events in the deck
	lasting      [UntilUsed + 1]uint32
	afterCure    bool   // some event can be played just after a cure
	inStretches  int    // the number of stretchCards in the deck
	discarded    int    // how many city cards are discarded before the hands are dealt
	draws        uint8  // how many player cards are drawn per turn
	drawRule     string // the rule that sets the number of draws
	beforeDraw   uint8  // the stage before the draw, to which some events return
	pawnsLater   bool   // pawns are placed during the set-up
	ownEnd       bool   // a module decides alone when the game is won

	atPlace uint64 // the questions whose answers depend on what is in the pawn's city

	// hooks merges the functions of the table's modules. pending means that some module has effects before or
	// after outbreaks.
	hooks   Module
	pending bool
	moduleRules

	verbIndex *verbIndex

	order func(cards []City) // set by Stacked
}

// Compile checks a header and compiles the rules of its table. It rejects anything in the header that it does
// not know.
func (t *Ruleset) Compile(h engine.Header) (*Rules, error) {
	if h.Game != t.Game {
		return nil, &engine.ParseError{Text: h.Game, Why: "not the game " + t.Game}
	}
	if h.Revision < 1 || h.Revision > t.Box.Revision {
		return nil, &engine.ParseError{Text: strconv.Itoa(h.Revision), Why: "no such revision of the rules"}
	}
	set, err := engine.Resolve(t.options[h.Revision], h.Settings)
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
	r.compileModes(set)
	r.compileSights()
	for i, role := range t.Roles {
		if r.uses(role.Since, role.Set, role.Not) {
			r.inPlay = append(r.inPlay, uint8(i))
			r.rolesInPlay |= 1 << i
		}
	}
	if err := r.compileModules(set); err != nil {
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
	for i, e := range t.Events {
		if !r.uses(e.Since, e.Set, e.Not) {
			continue
		}
		r.afterCure = r.afterCure || e.AfterCure
		if e.Class == Ordinary {
			r.eventCards.Add(EventCard(i))
			r.allEvents |= 1 << i
		}
	}
	r.tells = !r.Open && r.Players > 1 && r.sees[0] == engine.SeatsOf(0)
	r.compileLasting()
	r.eventsIn = r.eventCards.Len()
	if n := int(t.Numbers.Events[r.Players]); n > 0 && (t.SetOption == "" || len(r.sets) > 0) {
		r.eventsIn = min(n, r.eventsIn)
	}
	cards := len(t.Cities) + r.eventsIn + r.instantCards.Len() - r.Holders*int(t.Numbers.Hand[r.Players]) - r.discarded
	for i := range r.Epidemics {
		n := cards / r.Epidemics
		if i < cards%r.Epidemics {
			n++
		}
		if r.inStretches > 0 {
			n++
		}
		r.piles = append(r.piles, uint8(n)+1)
	}
	r.verbIndex = t.verbIndexAt(r.Open, r.Mode)
	for kind := range t.questions {
		if t.questions[kind].atPlace {
			r.atPlace |= 1 << kind
		}
	}
	if h.Data == "" && len(h.Content) == 0 {
		return r, nil
	}
	if r.hooks.ReadData == nil {
		return nil, &engine.ParseError{Text: h.Data, Why: "the game has no data that can be replaced"}
	}
	return r, r.hooks.ReadData(r, h)
}

// allCards returns the player cards of the table except the epidemics.
func (r *Rules) allCards() Cards {
	return citySet(r.Everywhere()).Or(r.eventCards).Or(r.stretchCards).Or(r.instantCards)
}

// compileSights determines which seats see which hands.
func (r *Rules) compileSights() {
	for seat := range engine.Seat(engine.MaxSeats) {
		r.sees[seat] = engine.SeatsOf(seat)
		if r.Open {
			r.sees[seat] = engine.AllSeats(r.Players) | engine.Spectators
		}
	}
}

// compileModules finds the table's modules, merges them, and runs their Compile functions on the rules.
func (r *Rules) compileModules(set engine.Settings) error {
	var list []*Module
	for _, m := range modules {
		if m.Active(r) {
			list = append(list, m)
		}
	}
	r.hooks = merge(list)
	r.pending = r.hooks.BeforeSpread != nil || r.hooks.AfterSpread != nil
	for _, m := range list {
		if m.Compile == nil {
			continue
		}
		if err := m.Compile(r, set); err != nil {
			return err
		}
	}
	return nil
}

// cardsOfClass returns the events of a class that are in play at this table.
func (r *Rules) cardsOfClass(class EventClass) Cards {
	var set Cards
	for i, e := range r.Events {
		if e.Class == class && r.uses(e.Since, e.Set, e.Not) {
			set.Add(EventCard(i))
		}
	}
	return set
}

// Since reports whether these rules are of the given revision or a later one. Code whose behaviour has
// changed calls it, so that games of older revisions replay unchanged.
func (r *Rules) Since(revision int) bool { return r.Revision >= revision }

// Links returns the cities connected to a city.
func (r *Rules) Links(c City) uint64 { return r.links[c] }

// Colour returns the disease to which a city belongs.
func (r *Rules) Colour(c City) Disease { return r.colour[c] }

// CitiesOf returns the cities that belong to a disease.
func (r *Rules) CitiesOf(d Disease) uint64 { return r.ofKind[d] }

// verbEntry holds what listing a verb's moves needs. Entries are adjacent in memory, for speed.
type verbEntry struct {
	list func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move
	verb engine.Verb
	cost uint8
	once uint16
}

// verbIndex groups the verbs by the question that they answer, their role, and what they need in the pawn's
// city. So listing moves tries few verbs. Tables with the same box and modules share an index, because a
// server can have thousands of games.
type verbIndex [questionCount][][][]verbEntry

// places returns how many lists of verbs the index has for a question: one for each combination of conditions
// on a city, or a single one.
func (t *Ruleset) places(question engine.QuestionKind) Place {
	if t.questions[question].atPlace {
		return anyPlace
	}
	return 1
}

// makeVerbIndexes makes an index for every combination of modules that affects verbs. Some modules allow only
// open hands, and some only hidden ones.
func (t *Ruleset) makeVerbIndexes() {
	for _, v := range t.verbs {
		t.modes |= v.Mode
	}
	t.verbIndexes = map[verbIndexKey]*verbIndex{}
	answers := t.answersByRole()
	for _, hands := range []Hands{OpenHands, HiddenHands} {
		for mode := range 1 + t.modes {
			never := openHands
			if hands == OpenHands {
				never = closedHands
			}
			if mode&^t.modes == 0 && mode&never == 0 {
				t.verbIndexes[verbIndexKey{hands, mode}] = t.newVerbIndex(answers, hands, mode)
			}
		}
	}
}

// verbIndexAt returns the index for a table.
func (t *Ruleset) verbIndexAt(open bool, mode Mode) *verbIndex {
	if open {
		return t.verbIndexes[verbIndexKey{OpenHands, mode & t.modes}]
	}
	return t.verbIndexes[verbIndexKey{HiddenHands, mode & t.modes}]
}

// candidate is a verb with which a role can answer a question, if its modules are in play and the pawn's city
// meets its conditions.
type candidate struct {
	*Verb
	verbEntry
	needs Place
}

// answersByRole returns, for each question and role, the verbs that can answer it. The result does not depend
// on a table's modules, so it is computed only once.
func (t *Ruleset) answersByRole() (all [questionCount][][]candidate) {
	for i := range all {
		question := engine.QuestionKind(i)
		for _, r := range t.Roles {
			var list []candidate
			for n, v := range t.verbs {
				if v.answers(question, r, t) {
					entry := verbEntry{list: v.List, verb: engine.Verb(n), cost: v.Cost, once: v.once()}
					list = append(list, candidate{v, entry, v.needs(&t.questions[question], question)})
				}
			}
			if len(list) > 64 {
				panic("epidemic: a role of the box " + t.Game + " has too many verbs")
			}
			all[i] = append(all[i], list)
		}
	}
	return all
}

func (t *Ruleset) newVerbIndex(answers [questionCount][][]candidate, hands Hands, mode Mode) *verbIndex {
	all := &verbIndex{}
	for i := range all {
		for _, list := range answers[i] {
			all[i] = append(all[i], byPlace(list, t.places(engine.QuestionKind(i)), hands, mode))
		}
	}
	return all
}

// byPlace returns, for each combination of conditions on a city, the verbs with which a role can answer a
// question at a table. Combinations with the same verbs share a list.
func byPlace(of []candidate, places Place, hands Hands, mode Mode) [][]verbEntry {
	at, lists := make([][]verbEntry, places), map[uint64][]verbEntry{}
	for place := range places {
		var set uint64
		for i := range of {
			if c := &of[i]; (c.Hands == AnyHands || c.Hands == hands) && mode.Has(c.Mode) && c.needs&^place == 0 {
				set |= 1 << i
			}
		}
		if _, known := lists[set]; !known {
			var list []verbEntry
			for i := range of {
				if set>>i&1 == 1 {
					list = append(list, of[i].verbEntry)
				}
			}
			lists[set] = list
		}
		at[place] = lists[set]
	}
	return at
}

// answers reports whether a role can answer a question with the verb.
func (v *Verb) answers(question engine.QuestionKind, r *Role, t *Ruleset) bool {
	if v.role != noRole && t.Roles[v.role] != r || question == QuestionAction && v.grounds(r) {
		return false
	}
	return slices.Contains(v.Questions, question)
}

// once returns the verb's bit in the set of moves that are legal only once a turn.
func (v *Verb) once() uint16 {
	if !v.Once {
		return 0
	}
	return 1 << v.slot
}

// needs returns the conditions that the pawn's city must meet for the verb to answer a question.
func (v *Verb) needs(q *questionSpec, question engine.QuestionKind) Place {
	switch {
	case q.anywhere:
		return 0 // no condition: the verb answers from any city
	case question == QuestionAction && v.Cost > 0:
		return v.Where | withAction
	case question == QuestionSteer && v.role == noRole:
		return v.Where | othersPawn
	}
	return v.Where
}
