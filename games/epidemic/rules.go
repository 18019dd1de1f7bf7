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
	cubes    [MaxDiseases]uint8  // of each disease
	counting [MaxDiseases]uint64 // the cities whose cards count for the cure of each
	cureRule string              // that says so
	next     [maxStages]uint8    // the stage that follows each
	cureWith int                 // cards of a colour for a cure, for a role that needs no fewer
	sets     []string            // the parts of the box in use
	// sees is the seats that see the cards of each hand.
	sees [engine.MaxSeats]engine.Seats

	roles       []uint8 // chosen roles by seat; none when they are dealt
	inPlay      []uint8 // the roles that can be dealt
	rolesInPlay uint32  // the same, as a set
	piles       []uint8 // player cards per stretch of the deck, epidemic included, from the top
	eventCards  Cards   // the ordinary ones
	// stretchCards is the cards of which one lies in each stretch of the deck beside its
	// epidemic, instantCards those that act when they are drawn, and stretchRule the rule
	// by which the first are dealt.
	stretchCards, instantCards Cards
	stretchRule                string
	infections                 uint64 // the infection cards of the table
	blankRule                  string // of one that names no city
	markedRule                 string // by which some cards of a cure have to be of cities that have the disease
	helper                     helperRules
	// secretEvents says that nobody can be sure who holds an event.
	secretEvents bool
	tells        bool // hands are hidden from others who play along
	allEvents    uint32
	eventsIn     int // events in the deck
	lasting      [UntilUsed + 1]uint32
	afterCure    bool   // there is an event for when a cure has been found
	inStretches  int    // how many stretchCards are in the deck
	discarded    int    // city cards that are discarded before hands are dealt
	draws        uint8  // player cards of a turn
	drawRule     string // by which they are drawn
	beforeDraw   uint8  // the stage
	pawnsLater   bool   // pawns are placed in the course of the set-up
	ownEnd       bool   // a way decides alone when the game is won

	atPlace uint64 // the questions whose moves depend on where a pawn is

	// on is what the ways of the table add, and pending says that some of it comes before
	// or after outbreaks.
	on      Way
	pending bool
	wayRules

	verbIndex *verbIndex

	order func(cards []City) // Stacked
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
	if err := r.compileWays(set); err != nil {
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
	if r.on.ReadData == nil {
		return nil, &engine.ParseError{Text: h.Data, Why: "the game has no data that can be replaced"}
	}
	return r, r.on.ReadData(r, h)
}

// allCards is the player cards of the table, epidemics aside.
func (r *Rules) allCards() Cards {
	return citySet(r.Everywhere()).Or(r.eventCards).Or(r.stretchCards).Or(r.instantCards)
}

// compileSights finds which seats see which hands.
func (r *Rules) compileSights() {
	for seat := range engine.Seat(engine.MaxSeats) {
		r.sees[seat] = engine.SeatsOf(seat)
		if r.Open {
			r.sees[seat] = engine.AllSeats(r.Players) | engine.Spectators
		}
	}
}

// compileWays finds the ways that the table plays, merges what they add and lets them
// fit its rules.
func (r *Rules) compileWays(set engine.Settings) error {
	var list []*Way
	for _, w := range ways {
		if w.Active(r) {
			list = append(list, w)
		}
	}
	r.on = merge(list)
	r.pending = r.on.BeforeSpread != nil || r.on.AfterSpread != nil
	for _, w := range list {
		if w.Compile == nil {
			continue
		}
		if err := w.Compile(r, set); err != nil {
			return err
		}
	}
	return nil
}

// cardsOfClass is the events of a class that the table uses.
func (r *Rules) cardsOfClass(class EventClass) Cards {
	var set Cards
	for i, e := range r.Events {
		if e.Class == class && r.uses(e.Since, e.Set, e.Not) {
			set.Add(EventCard(i))
		}
	}
	return set
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
func (t *Ruleset) places(question engine.QuestionKind) Place {
	if t.questions[question].atPlace {
		return anyPlace
	}
	return 1
}

// makeVerbIndexes makes an index for every combination of ways to play that verbs depend
// on. Some ways are played with open hands only, some with hidden ones.
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

// verbIndexAt is the index of a table.
func (t *Ruleset) verbIndexAt(open bool, mode Mode) *verbIndex {
	if open {
		return t.verbIndexes[verbIndexKey{OpenHands, mode & t.modes}]
	}
	return t.verbIndexes[verbIndexKey{HiddenHands, mode & t.modes}]
}

// candidate is a verb with which a role can answer a question in some way to play, and what
// the place must have.
type candidate struct {
	*Verb
	verbEntry
	needs Place
}

// answersByRole are the verbs with which each role can answer each question. They are the
// same in every way to play, so that they are looked for once.
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

// byPlace are the verbs of a role that answer a question in one way to play, for each kind of
// place. Places with the same verbs share a list.
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
func (v *Verb) needs(q *questionSpec, question engine.QuestionKind) Place {
	switch {
	case q.anywhere:
		return 0 // wherever the seat is
	case question == QuestionAction && v.Cost > 0:
		return v.Where | withAction
	case question == QuestionSteer && v.role == noRole:
		return v.Where | othersPawn
	}
	return v.Where
}
