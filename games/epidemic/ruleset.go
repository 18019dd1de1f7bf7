package epidemic

import (
	"slices"

	"theriac/engine"
)

// The questions of a map game.
const (
	QuestionOver               engine.QuestionKind = iota // nothing is asked any more
	QuestionAction                                        // what do you do?
	QuestionSteer                                         // how does this pawn move?
	QuestionCity                                          // which city?
	QuestionCard                                          // which card?
	QuestionOrderInfectionDeck                            // which card comes next from the top?
	QuestionConsent                                       // do you agree?
	QuestionRequest                                       // do you hand a card over?
	QuestionDiscard                                       // too many cards: which one goes?
	QuestionWindow                                        // does anybody play an event?
	QuestionStart                                         // where does your pawn begin?
	QuestionRegion                                        // which region?
	QuestionCube                                          // which cube goes?
	QuestionLine                                          // which line gets a track?
	QuestionPawn                                          // whose pawn comes too?
	QuestionTheirs                                        // which card of whom?
	QuestionOrderPlayerDeck                               // which player card comes next from the top?
	QuestionWalk                                          // which cube walks where?
	QuestionFree                                          // where does your free move go?
	QuestionReplay                                        // how is this event played?
	QuestionRole                                          // which role do you take?
	QuestionLab                                           // what do you do in the laboratory?
	QuestionSlot                                          // where does this sequence card go?
	QuestionDish                                          // which dish takes a sample?
	QuestionDisease                                       // which disease?
	QuestionSolo                                          // what does the hand that helps do?
	QuestionRoles                                         // which roles does your team play?
	QuestionBase                                          // where does your team's station stand?
	QuestionFilling                                       // which cube fills this circle?
	QuestionWho                                           // whom does this event help?
	questionCount
)

var questionNames = []string{
	"over", "action", "move-pawn", "choose-city", "choose-card", "order", "consent", "request", "discard", "window",
	"start", "choose-region", "choose-cube", "choose-line", "choose-pawn", "choose-theirs", "order-deck", "walk", "free-move", "replay",
	"choose-role", "lab-action", "choose-slot", "choose-dish", "choose-disease",
	"relief",
	"choose-roles", "place-base", "choose-filling",
	"choose-player",
}

// noRole marks a verb that every role has.
const noRole = 0xff

// Ruleset is a game of the kernel: a box with everything numbered. It does not
// change once made.
type Ruleset struct {
	Box
	City, Card, Disease, Role, Event *engine.Kind
	Infection, Strain                *engine.Kind
	Region, Trait, line              *engine.Kind
	Sequence                         *engine.Kind
	Objective, Award                 *engine.Kind
	verb, question, stage            *engine.Kind

	vocab *engine.Vocabulary
	verbs []*Verb

	roleRules []roleRules

	links  [MaxCities]uint64
	colour [MaxCities]Disease
	ofKind [MaxDiseases]uint64 // the cities of a disease
	ports  uint64
	start  City

	lineAt    [MaxCities][MaxCities]Line // by the cities at its ends, from 1; 0 for none
	ends      [][2]City                  // of each line
	linesOf   [MaxCities][2]uint64
	trackable [2]uint64 // the lines that can carry a track
	portLines [2]uint64 // the lines between ports
	regionsOf [MaxCities]uint64
	citiesIn  [MaxRegions]uint64
	kindsIn   [MaxRegions]uint64 // the cities of the diseases of those
	traitOf   [MaxDiseases]int8  // -1 for none

	particular uint32 // the events that do not serve every seat at all times

	draw, pass, refuse, orderInfectionDeck, enough, stay, orderPlayerDeck, pay, flee, reachNext, worst, rest engine.Verb

	freeLab, takeSample, filling engine.Verb
	sequences                    []sequence

	verbIndexes map[verbIndexKey]*verbIndex
	modes       Mode // those that some verb depends on
}

// roleRules are the ids of a role's single abilities.
type roleRules struct{ treat, block, build, remove, ground, flight, lab string }

// NewRuleset numbers the parts of a box. A box that contradicts itself panics: it
// is part of the program.
func NewRuleset(box Box) *Ruleset {
	if len(box.Cities) != MaxCities || len(box.Diseases) > MaxDiseases || len(box.Events) > maxEvents || len(box.Regions) > MaxRegions ||
		len(box.MutantCards) > mutantCards || len(box.Strains) > maxStrains {
		panic("epidemic: the box " + box.Game + " does not fit the kernel's arrays")
	}
	box.Turn = box.stages()
	t := &Ruleset{Box: box}
	t.listRoles()
	t.Disease = engine.NewKind("disease", box.Diseases...)
	t.numberCities()
	t.numberInfections()
	t.numberLines()
	t.numberRegions()
	t.numberTraits()
	t.numberSequences()
	t.Role = engine.NewKind("role", ids(box.Roles, func(r *Role) string { return r.ID })...)
	events := ids(box.Events, func(e *Event) string { return e.ID })
	t.Event = engine.NewKind("event", events...)
	t.Card = engine.NewKind("card", slices.Concat(t.City.Values, []string{"epidemic"}, events)...)
	t.Objective = engine.NewKind("objective", ids(box.Objectives, func(o Objective) string { return o.ID })...)
	t.Award = engine.NewKind("award", awardNames(&box)...)
	t.numberVerbs()
	t.verb = engine.NewKind("verb", ids(t.verbs, func(v *Verb) string { return v.Name })...)
	t.question = engine.NewKind("step", questionNames...)
	t.stage = engine.NewKind("stage", ids(box.Turn, func(s Stage) string { return s.Name })...)
	t.nameWords()
	for name, verb := range map[string]*engine.Verb{
		"draw": &t.draw, "pass": &t.pass, "refuse": &t.refuse, "put": &t.orderInfectionDeck,
		"enough": &t.enough, "stay": &t.stay, "lay": &t.orderPlayerDeck, "pay-token": &t.pay, "overflow": &t.flee, "reach-next": &t.reachNext,
		"free-lab": &t.freeLab, "take-sample": &t.takeSample, "filling": &t.filling, "worst-strain": &t.worst, "rest": &t.rest,
	} {
		*verb = noVerb
		if v, ok := t.vocab.Verb(name); ok {
			*verb = v
		}
	}
	t.makeVerbIndexes()
	return t
}

// nameWords makes the vocabulary.
func (t *Ruleset) nameWords() {
	words := make([]engine.Word, len(t.verbs))
	for i, v := range t.verbs {
		words[i] = engine.Word{Name: v.Name, Args: v.Args, Standing: v.Standing}
	}
	t.vocab = engine.NewVocabulary(words, t.factWords(), questionNames)
	t.vocab.Turn, t.vocab.Began = QuestionAction, FactTurnBegan
}

// listRoles fills in what the options that choose roles can choose from: all that
// there were in the last revision that the option is part of.
func (t *Ruleset) listRoles() {
	t.Box.Options = slices.Clone(t.Box.Options)
	for i := range t.Box.Options {
		o := &t.Box.Options[i]
		if o.Name != "roles" || o.Values != nil {
			continue
		}
		for _, r := range t.Roles {
			if o.Until == 0 || r.Since <= o.Until {
				o.Values = append(o.Values, r.ID)
				o.Excludes = append(o.Excludes, t.leavesOut(r)...)
			}
		}
	}
}

// leavesOut is which values of options leave a role out.
func (t *Ruleset) leavesOut(r *Role) []engine.Exclusion {
	var list []engine.Exclusion
	add := func(option, is string) {
		list = append(list, engine.Exclusion{Value: r.ID, Option: option, Is: is, Rule: "setup/contents", Since: r.Since})
	}
	for _, o := range t.Box.Options {
		for _, v := range o.Values {
			if o.Name == t.SetOption && r.Set != "" && !slices.Contains(t.Sets[v], r.Set) {
				add(o.Name, v)
			}
		}
	}
	for _, m := range t.Modes {
		if m.Mode&r.Not != 0 {
			add(m.Option, m.Value)
		}
	}
	return list
}

func ids[T any](list []T, id func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = id(x)
	}
	return out
}

func (t *Ruleset) numberCities() {
	t.City = engine.NewKind("city", ids(t.Cities, func(c CityCard) string { return c.ID })...)
	for i, c := range t.Cities {
		d := must(t.Disease, c.Disease)
		t.colour[i] = Disease(d)
		t.ofKind[d] |= 1 << i
		if c.Port {
			t.ports |= 1 << i
		}
	}
	for _, l := range t.Links {
		a, b := must(t.City, l[0]), must(t.City, l[1])
		t.links[a] |= 1 << b
		t.links[b] |= 1 << a
	}
	t.start = NoCity
	if t.Start != "" {
		t.start = City(must(t.City, t.Start))
	}
}

func must(k *engine.Kind, name string) uint8 {
	v, ok := k.Parse(name)
	if !ok {
		panic("epidemic: no " + k.Name + " is called " + name)
	}
	return v
}

// numberVerbs puts the verbs in the order of every list of moves: everybody's,
// the roles', the events'. Verbs are copied, so that one role or event can be
// part of several boxes.
func (t *Ruleset) numberVerbs() {
	for _, v := range t.Moves {
		t.addVerb(*v, noRole, -1)
	}
	for r, role := range t.Roles {
		for _, v := range role.Verbs {
			t.addVerb(*v, uint8(r), -1)
		}
	}
	for e, event := range t.Events {
		if event.Serves != nil {
			t.particular |= 1 << e
		}
		v := event.Verb
		if v == nil { // nobody plays it
			v = &Verb{Name: event.ID, Rule: event.Rule, List: never, Play: nothing}
		}
		t.addVerb(*v, noRole, int8(e))
	}
	for _, r := range t.Roles {
		t.roleRules = append(t.roleRules, roleRules{
			treat: r.Rule + "/treat", block: r.Rule + "/block", build: r.Rule + "/build", remove: r.Rule + "/remove",
			ground: r.Rule + "/grounded", flight: r.Rule + "/flight", lab: r.Rule + "/lab",
		})
	}
	slots := uint8(0)
	for _, v := range t.verbs {
		if v.Once {
			v.slot = slots
			slots++
		}
	}
	if slots > 16 {
		panic("epidemic: too many moves that are legal once a turn")
	}
}

func (t *Ruleset) addVerb(v Verb, role uint8, event int8) {
	v.role, v.event, v.Args, v.Keeps = role, event, t.own(v.Args), t.own(v.Keeps)
	if v.Keeps == nil {
		v.Keeps = v.Args
	}
	t.verbs = append(t.verbs, &v)
}

// The kinds of operands that a box fills with its own names.
var (
	CityKind    = engine.NewKind("city")
	CardKind    = engine.NewKind("card")
	DiseaseKind = engine.NewKind("disease")
	EventKind   = engine.NewKind("event")
	RegionKind  = engine.NewKind("region")
	RoleKind    = engine.NewKind("role")
	// InfectionKind names infection cards: cities, and those that name none.
	InfectionKind = engine.NewKind("infection")
	// ObjectiveKind is that of teams.
	ObjectiveKind = engine.NewKind("objective")
)

// own replaces the kernel's kinds by the box's.
func (t *Ruleset) own(args []*engine.Kind) []*engine.Kind {
	out := slices.Clone(args)
	for i, k := range out {
		switch k {
		case CityKind:
			out[i] = t.City
		case CardKind:
			out[i] = t.Card
		case DiseaseKind:
			out[i] = t.Disease
		case EventKind:
			out[i] = t.Event
		case RegionKind:
			out[i] = t.Region
		case RoleKind:
			out[i] = t.Role
		case SequenceKind:
			out[i] = t.Sequence
		case InfectionKind:
			out[i] = t.Infection
		case ObjectiveKind:
			out[i] = t.Objective
		}
	}
	return out
}

// Name is the game's name.
func (t *Ruleset) Name() string { return t.Game }

// Revision is the newest revision of the rules.
func (t *Ruleset) Revision() int { return t.Box.Revision }

// Options are what a table decides before the game.
func (t *Ruleset) Options() []engine.Option { return engine.OptionsAt(t.Box.Options, t.Box.Revision) }

// Vocabulary names the game's moves, facts and questions.
func (t *Ruleset) Vocabulary() *engine.Vocabulary { return t.vocab }

// New sets up a game.
func (t *Ruleset) New(h engine.Header) (engine.Session, error) {
	rules, err := t.Compile(h)
	if err != nil {
		return nil, err
	}
	r, err := h.Seed.Rand()
	if err != nil {
		return nil, err
	}
	var s State
	var out engine.Facts
	rules.Deal(&s, r, &out)
	return engine.NewSession[State](&s, rules.vocab, out.List), nil
}
