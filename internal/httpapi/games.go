package httpapi

import (
	"context"
	"net/http"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/locale"
)

const tagGames = "games"

// Game is a game that this server offers.
type Game struct {
	Name      string   `json:"name"`
	Revision  int      `json:"revision" doc:"The revision of the rules for new tables."`
	Options   []Option `json:"options" doc:"In the order in which they depend on each other."`
	Cards     string   `json:"cards,omitempty" doc:"The cards that a group can replace, in the notation for its own."`
	BotLevels []string `json:"botLevels" doc:"The levels of the bots that can sit at its tables, the weakest first."`
}

// Option is one setting that a new table can choose.
type Option struct {
	Name     string      `json:"name"`
	Kind     string      `json:"kind" enum:"choice,range,list" doc:"choice: one of the values; range: a number from min to max; list: values separated by commas, none twice, or empty."`
	Values   []string    `json:"values,omitempty"`
	Min      int         `json:"min,omitempty"`
	Max      int         `json:"max,omitempty"`
	Default  string      `json:"default"`
	Instead  []Instead   `json:"instead,omitempty" doc:"Other defaults while another option has a value."`
	Excludes []Exclusion `json:"excludes,omitempty" doc:"Values that exclude each other."`
}

// Instead is a different default of an option. It applies while another option has a certain value.
type Instead struct {
	Option  string `json:"option"`
	Is      string `json:"is"`
	Default string `json:"default"`
}

// Exclusion forbids a value of an option while another option has a certain value.
type Exclusion struct {
	Value  string `json:"value"`
	Option string `json:"option"`
	Is     string `json:"is"`
	Rule   string `json:"rule"`
}

// Rule is one rule of a game, as the game's list of rules describes it.
type Rule struct {
	ID         string `json:"id" doc:"As facts and refusals name it."`
	Section    string `json:"section"`
	Title      string `json:"title"`
	Text       string `json:"text"`
	Definition bool   `json:"definition" doc:"It only explains, and is never the cause of a fact or a refusal."`
}

// gamesAPI holds the operations that list games and their rules.
type gamesAPI struct{ *core }

func (a gamesAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "list-games", Method: http.MethodGet, Path: "/api/games", Tag: tagGames, Summary: "List the games", Anyone: true,
	}, func(context.Context, *nothing) (*reply[[]Game], error) {
		return &reply[[]Game]{gamesAt(games.All, a.conf.Lobby.Revision)}, nil
	})
	ledger := map[string]map[string][]Rule{}
	for _, lang := range locale.Languages() {
		ledger[lang] = rulesIn(lang)
	}
	wire.Register(a.wire, wire.Operation{
		ID: "list-rules", Method: http.MethodGet, Path: "/api/games/{game}/rules", Tag: tagGames, Anyone: true,
		Summary: "List the rules of a game", Errors: []int{http.StatusNotFound},
	}, func(_ context.Context, in *struct {
		Game string `path:"game" maxLength:"64"`
		Lang string `query:"lang" maxLength:"35" doc:"Such as fr. An unknown language gives English."`
	}) (*reply[[]Rule], error) {
		rules, ok := ledger[locale.Match(in.Lang)][in.Game]
		if !ok {
			return nil, wire.NewProblem(http.StatusNotFound, lobby.NoSuchGame)
		}
		return &reply[[]Rule]{rules}, nil
	})
}

// rulesIn returns every game's rules in one language.
func rulesIn(lang string) map[string][]Rule {
	all := map[string][]Rule{}
	c, err := locale.For(lang)
	if err != nil {
		panic(err) // cannot happen: the catalogues are compiled in and tested
	}
	for _, g := range games.All {
		list := []Rule{}
		for _, r := range c.Rules(g.Name()) {
			list = append(list, Rule{
				ID: r.ID, Section: r.Section, Title: r.Title, Text: r.Text, Definition: r.Definition,
			})
		}
		all[g.Name()] = list
	}
	return all
}

// Games lists all games in the API's form. It assumes that every node knows all games.
func Games() []Game { return gamesAt(games.All, engine.Game.Revision) }

// gamesAt lists games with the options that exist in the given revisions of their rules. The server
// would reject a table with options from later revisions. gamesAt omits games with revision 0.
func gamesAt(all []engine.Game, revision func(engine.Game) int) []Game {
	list := make([]Game, 0, len(all))
	for _, g := range all {
		n := revision(g)
		if n == 0 {
			continue
		}
		shown := Game{Name: g.Name(), Revision: n, Options: []Option{}, BotLevels: lobby.Levels(g.Name())}
		for _, o := range engine.OptionsAt(g.Options(), n) {
			shown.Options = append(shown.Options, shownOption(o))
		}
		// List a group's own cards only if every table can have them, whatever its other settings.
		if cards, at := engine.OwnCards(g); len(at) == 0 {
			shown.Cards = cards
		}
		list = append(list, shown)
	}
	return list
}

func shownOption(o engine.Option) Option {
	kinds := map[engine.OptionKind]string{engine.Choice: "choice", engine.Range: "range", engine.Listing: "list"}
	out := Option{Name: o.Name, Kind: kinds[o.Kind], Values: o.Values, Min: o.Min, Max: o.Max, Default: o.Default}
	for _, i := range o.Instead {
		out.Instead = append(out.Instead, Instead{i.Option, i.Is, i.Default})
	}
	for _, x := range o.Excludes {
		out.Excludes = append(out.Excludes, Exclusion{x.Value, x.Option, x.Is, x.Rule})
	}
	return out
}
