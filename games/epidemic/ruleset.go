package epidemic

import (
	"slices"

	"theriac/engine"
)

// noRole is the role value of verbs that all roles have.
const noRole = 0xff

// Ruleset is one game compiled for the kernel: its box, with every name resolved to an index. It is
// immutable.
type Ruleset struct {
	Box
	City, Card, Disease, Role, Event *engine.Kind
	// Infection names the infection cards: first the cities, then the cards that name no city.
	Infection *engine.Kind
	ModuleKinds
	verb, question, stage *engine.Kind

	vocab *engine.Vocabulary
	verbs []*Verb

	roleRules []roleRules

	links  [MaxCities]uint64
	colour [MaxCities]Disease
	ofKind [MaxDiseases]uint64 // the cities of each disease's colour
	ports  uint64
	start  City

	particular uint32 // events with a Serves function, which can be useless to some seats

	draw, pass, refuse, keep, orderInfectionDeck, enough, stay, orderPlayerDeck engine.Verb

	questions *[questionCount]questionSpec
	ownKinds  map[*engine.Kind]*engine.Kind // maps the kernel's operand kinds to those that the box provides

	verbIndexes map[verbIndexKey]*verbIndex
	modes       Mode // the modules that verbs require

	options [][]engine.Option // for each revision
}

// roleRules holds the ids of the rules for a role's abilities.
type roleRules struct{ treat, block, build, remove, ground, flight string }

// NewRuleset compiles a box. Because a box is part of the program, it panics if the box is inconsistent.
func NewRuleset(box Box) *Ruleset {
	if len(box.Cities) != MaxCities || len(box.Diseases) > MaxDiseases || len(box.Events) > maxEvents {
		panic("epidemic: the box " + box.Game + " does not fit the kernel's arrays")
	}
	box.Turn = box.stages()
	t := &Ruleset{Box: box, questions: listQuestions()}
	t.listRoles()
	for revision := range box.Revision + 1 {
		t.options = append(t.options, engine.OptionsAt(t.Box.Options, revision))
	}
	t.Disease = engine.NewKind("disease", box.Diseases...)
	t.numberCities()
	t.Infection = t.City
	t.Role = engine.NewKind("role", ids(box.Roles, func(r *Role) string { return r.ID })...)
	events := ids(box.Events, func(e *Event) string { return e.ID })
	t.Event = engine.NewKind("event", events...)
	t.Card = engine.NewKind("card", slices.Concat(t.City.Values, []string{"epidemic"}, events)...)
	t.ownKinds = map[*engine.Kind]*engine.Kind{
		CityKind: t.City, CardKind: t.Card, DiseaseKind: t.Disease, EventKind: t.Event, RoleKind: t.Role,
	}
	for _, m := range modules {
		if m.Number != nil {
			m.Number(t)
		}
	}
	t.ownKinds[InfectionKind] = t.Infection
	t.numberVerbs()
	t.verb = engine.NewKind("verb", ids(t.verbs, func(v *Verb) string { return v.Name })...)
	t.question = engine.NewKind("step", t.questionNames()...)
	t.stage = engine.NewKind("stage", ids(box.Turn, func(s Stage) string { return s.Name })...)
	t.nameWords()
	t.draw, t.pass, t.refuse, t.enough, t.stay = t.verbNamed("draw"), t.verbNamed("pass"), t.verbNamed("refuse"), t.verbNamed("enough"), t.verbNamed("stay")
	t.orderInfectionDeck, t.orderPlayerDeck, t.keep = t.verbNamed("put"), t.verbNamed("lay"), t.verbNamed("keep")
	for _, m := range modules {
		if m.Bind != nil {
			m.Bind(t)
		}
	}
	t.makeVerbIndexes()
	return t
}

// verbNamed returns the verb with the given name, or noVerb if there is none.
func (t *Ruleset) verbNamed(name string) engine.Verb {
	if v, ok := t.vocab.Verb(name); ok {
		return v
	}
	return noVerb
}

// nameWords makes the vocabulary: the names of moves, facts and questions.
func (t *Ruleset) nameWords() {
	words := make([]engine.Word, len(t.verbs))
	for i, v := range t.verbs {
		words[i] = engine.Word{Name: v.Name, Args: v.Args, Standing: v.Standing, Agrees: v.Agrees, Tells: v.Tells}
	}
	t.vocab = engine.NewVocabulary(words, t.factWords(), t.questionNames())
	t.vocab.Turn, t.vocab.Began, t.vocab.Renews = QuestionAction, FactTurnBegan, renewing
}

// listRoles lists all roles as values of the option that assigns roles. Compile rejects roles that are newer
// than the table's revision.
func (t *Ruleset) listRoles() {
	t.Box.Options = slices.Clone(t.Box.Options)
	for i := range t.Box.Options {
		o := &t.Box.Options[i]
		if o.Name != "roles" || o.Values != nil {
			continue
		}
		for _, r := range t.Roles {
			o.Values = append(o.Values, r.ID)
			o.Excludes = append(o.Excludes, t.leavesOut(r)...)
		}
	}
}

// leavesOut returns the option values that cannot be combined with a role.
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

// numberVerbs puts the verbs in the order in which moves are listed: verbs that all roles have, then those of
// single roles, then those of events. It copies each verb, so boxes can share roles and events.
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
		if v == nil { // no seat plays this event, but its index needs a verb
			v = &Verb{Name: event.ID, Rule: event.Rule, List: never, Play: nothing}
		}
		t.addVerb(*v, noRole, int8(e))
	}
	for _, r := range t.Roles {
		t.roleRules = append(t.roleRules, roleRules{
			treat: r.Rule + "/treat", block: r.Rule + "/block", build: r.Rule + "/build", remove: r.Rule + "/remove",
			ground: r.Rule + "/grounded", flight: r.Rule + "/flight",
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
	if v.Leaves { // the move can close any question that does not require an answer
		for kind := range t.questions {
			if t.questions[kind].optional {
				v.Questions = append(v.Questions, engine.QuestionKind(kind))
			}
		}
	}
	for _, m := range modules {
		if m.Extend != nil {
			m.Extend(&v)
		}
	}
	if v.Keeps == nil {
		v.Keeps = v.Args
	}
	t.verbs = append(t.verbs, &v)
}

// Each box provides the values of these kinds of operands.
var (
	CityKind    = engine.NewKind("city")
	CardKind    = engine.NewKind("card")
	DiseaseKind = engine.NewKind("disease")
	EventKind   = engine.NewKind("event")
	RoleKind    = engine.NewKind("role")
	// InfectionKind names infection cards: the cities, and the cards that name no city.
	InfectionKind = engine.NewKind("infection")
)

// own replaces the kernel's operand kinds with those that the box provides.
func (t *Ruleset) own(args []*engine.Kind) []*engine.Kind {
	out := slices.Clone(args)
	for i, k := range out {
		if own, ok := t.ownKinds[k]; ok {
			out[i] = own
		}
	}
	return out
}

// Name returns the game's name.
func (t *Ruleset) Name() string { return t.Game }

// Revision returns the newest revision of the rules.
func (t *Ruleset) Revision() int { return t.Box.Revision }

// Options returns the options that a table sets before the game.
func (t *Ruleset) Options() []engine.Option { return engine.OptionsAt(t.Box.Options, t.Box.Revision) }

// Vocabulary returns the names of the game's moves, facts and questions.
func (t *Ruleset) Vocabulary() *engine.Vocabulary { return t.vocab }

// New sets up a game from a header.
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
