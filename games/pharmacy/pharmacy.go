// Package pharmacy is the competitive card game of pills and viruses: three to six players, three rounds,
// each player for themselves. A card circulates around the table while stakes rise. Risk cards are face
// down, and a player who becomes too sick ends the round for everyone.
//
// It deliberately does not depend on maps, languages or kinds of players. It shares only the engine's
// interface with the other games.
package pharmacy

import (
	"strconv"

	"theriac/engine"
)

// Game is the card game, in compiled form.
var Game = newRuleset()

// Revision is the newest revision of the rules.
const Revision = 1

// options are the options that a table sets before the game. If sources of the rules disagree, the rulebook's
// reading is the default, and a table can choose the other one.
var options = []engine.Option{
	{Name: "players", Kind: engine.Range, Min: MinPlayers, Max: MaxPlayers, Default: "4"},
	{Name: "care", Kind: engine.Choice, Values: []string{"12", "13"}, Default: "12"},
	{Name: "diagnosis", Kind: engine.Choice, Values: []string{"2", "12"}, Default: "2"},
	{Name: "returns", Kind: engine.Choice, Values: []string{"value", "pills"}, Default: "value"},
	{Name: "supply", Kind: engine.Choice, Values: []string{"nine", "seven"}, Default: "nine"},
	{Name: "keeper", Kind: engine.Choice, Values: []string{"stake", "pills"}, Default: "stake"},
	{Name: "doctor", Kind: engine.Choice, Values: []string{"off", "on"}, Default: "off"},
}

// Ruleset is the game in compiled form, with every name resolved to an index. It is immutable.
type Ruleset struct {
	vocab  *engine.Vocabulary
	verbs  []*verb
	risks  [riskFaces]*Risk
	answer [questionCount][]engine.Verb // the verbs that answer each question
}

// Rules is the game with the options of one table, in compiled form. Every position refers to its rules.
type Rules struct {
	*Ruleset
	Players   int
	Revision  int
	Care      uint8 // the sickness that ends a round
	Diagnosis uint8 // the points for a right diagnosis
	TwoPills  bool  // the owner of a returning risk card pays two pills instead of a value of two
	Keeper    bool  // a player who keeps a circulating virus gets its pills too
	Respect   bool  // a player who gives the doctor a card also gives a pill
	Start     Pills // the pills with which every player and the pharmacy begin a round

	viruses [Viruses]Virus
	value   [cardCount]uint8
}

func newRuleset() *Ruleset {
	t := &Ruleset{verbs: verbs, risks: risks}
	words := make([]engine.Word, len(verbs))
	for i, v := range verbs {
		words[i] = engine.Word{Name: v.name, Args: v.args}
		for _, question := range v.questions {
			t.answer[question] = append(t.answer[question], engine.Verb(i))
		}
	}
	t.vocab = engine.NewVocabulary(words, factWords, questionKind.Values)
	t.vocab.Turn, t.vocab.Began = QuestionTurn, factTurnBegan
	return t
}

// Name returns the game's name.
func (t *Ruleset) Name() string { return "pharmacy" }

// Revision returns the newest revision of the rules.
func (t *Ruleset) Revision() int { return Revision }

// Options returns the options that a table sets before the game.
func (t *Ruleset) Options() []engine.Option { return options }

// Vocabulary returns the names of the game's moves, facts and questions.
func (t *Ruleset) Vocabulary() *engine.Vocabulary { return t.vocab }

// New sets up a game from a header.
func (t *Ruleset) New(h engine.Header) (engine.Session, error) {
	r, err := t.Compile(h)
	if err != nil {
		return nil, err
	}
	chance, err := h.Seed.Rand()
	if err != nil {
		return nil, err
	}
	var s State
	var out engine.Facts
	r.Deal(&s, chance, &out)
	return engine.NewSession[State](&s, t.vocab, out.List), nil
}

// Rivals returns all other seats, because each player plays for themselves.
func (t *Ruleset) Rivals(set engine.Settings, seat engine.Seat) engine.Seats {
	if int(seat) >= set.Int("players") {
		return 0
	}
	return engine.AllSeats(set.Int("players")).Without(seat)
}

// Compile checks a header and returns the rules that it sets. Anything unknown in the header is an error.
func (t *Ruleset) Compile(h engine.Header) (*Rules, error) {
	if h.Game != t.Name() {
		return nil, &engine.ParseError{Text: h.Game, Why: "not the game " + t.Name()}
	}
	if h.Revision < 1 || h.Revision > Revision {
		return nil, &engine.ParseError{Text: strconv.Itoa(h.Revision), Why: "no such revision of the rules"}
	}
	set, err := engine.Resolve(engine.OptionsAt(options, h.Revision), h.Settings)
	if err != nil {
		return nil, err
	}
	r := &Rules{
		Ruleset: t, Players: set.Int("players"), Revision: h.Revision,
		Care: uint8(set.Int("care")), Diagnosis: uint8(set.Int("diagnosis")),
		TwoPills: set.Get("returns") == "pills", Keeper: set.Get("keeper") == "pills", Respect: set.Get("doctor") == "on",
		Start: Pills{4, 3, 2}, viruses: viruses,
	}
	if set.Get("supply") == "seven" {
		r.Start = Pills{3, 2, 2}
	}
	if err := r.replace(h); err != nil {
		return nil, err
	}
	for c := range r.value {
		if Card(c).IsVirus() {
			r.value[c] = r.viruses[c].Value
		} else if Card(c).IsRisk() {
			r.value[c] = t.risks[Card(c)-FirstRisk].Value
		}
	}
	return r, nil
}

// Virus returns the data of a virus card at this table.
func (r *Rules) Virus(c Card) Virus { return r.viruses[c] }

// Value returns the sickness that a card causes in the player who has it.
func (r *Rules) Value(c Card) uint8 { return r.value[c] }
