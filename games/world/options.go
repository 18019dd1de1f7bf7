package world

import "theriac/engine"

// options are the options that a table sets before the game. Hands are open in the introductory game, with
// four epidemics. Otherwise they are hidden unless the table opens them. A rule excludes every combination
// that the rulebooks do not allow.
var options = []engine.Option{
	{Name: "box", Kind: engine.Choice, Values: []string{"base", "brink", "lab", "all"}, Default: "base"},
	{
		Name: "mode", Kind: engine.Choice, Values: []string{"table", "solo", "teams"}, Default: "table",
		Excludes: never("setup/contents", "solo", "box", "base", "brink").
			and("setup/contents", "teams", "box", "base", "brink"),
	},
	{
		Name: "players", Kind: engine.Range, Min: 1, Max: 6, Default: "2",
		Instead: []engine.Instead{{Option: "mode", Is: "solo", Default: "1"}, {Option: "mode", Is: "teams", Default: "4"}},
		Excludes: never("setup/players", "1", "mode", "table", "teams").
			and("setup/players", "6", "mode", "table").
			and("setup/players", "5", "box", "base", "lab").
			and("setup/events", "6", "box", "base", "brink", "lab").
			and("team/setup", "2", "mode", "teams").and("team/setup", "3", "mode", "teams").and("team/setup", "5", "mode", "teams").
			and("solo/setup", "2", "mode", "solo").and("solo/setup", "3", "mode", "solo").and("solo/setup", "4", "mode", "solo").
			and("solo/setup", "5", "mode", "solo").and("solo/setup", "6", "mode", "solo"),
	},
	{
		Name: "epidemics", Kind: engine.Range, Min: 4, Max: 7, Default: "4",
		Excludes: never("setup/legendary", "7", "box", "base", "lab"),
	},
	{
		Name: "lab", Kind: engine.Choice, Values: []string{"off", "on"}, Default: "off",
		Excludes: never("setup/contents", "on", "box", "base", "brink").and("lab/teams", "on", "mode", "teams"),
	},
	{
		Name: "strain", Kind: engine.Choice, Values: []string{"off", "on"}, Default: "off",
		Excludes: never("setup/contents", "on", "box", "base", "lab"),
	},
	{
		Name: "mutation", Kind: engine.Choice, Values: []string{"off", "mutation", "panic"}, Default: "off",
		Excludes: never("setup/contents", "mutation", "box", "base", "lab").
			and("setup/contents", "panic", "box", "base", "brink", "lab"),
	},
	{
		Name: "objectives", Kind: engine.Range, Min: 1, Max: 2, Default: "1",
		Excludes: never("team/objectives", "2", "mode", "table", "solo"),
	},
	{
		Name: "hands", Kind: engine.Choice, Values: []string{"open", "hidden", "team"}, Default: "hidden",
		Instead: []engine.Instead{
			{Option: "epidemics", Is: "4", Default: "open"},
			{Option: "mode", Is: "solo", Default: "open"},
			{Option: "mode", Is: "teams", Default: "team"},
		},
		Excludes: never("hand/open", "hidden", "epidemics", "4").and("solo/setup", "hidden", "mode", "solo").
			and("team/hands", "open", "mode", "teams").and("team/hands", "hidden", "mode", "teams").
			and("team/hands", "team", "mode", "table", "solo"),
	},
	{
		Name: "events", Kind: engine.Choice, Values: []string{"announced", "secret"}, Default: "announced",
		Instead:  []engine.Instead{{Option: "mode", Is: "teams", Default: "secret"}},
		Excludes: never("hand/open", "secret", "hands", "open").and("team/hands", "announced", "mode", "teams"),
	},
	{
		Name: "consent", Kind: engine.Choice, Values: []string{"ask", "trust"}, Default: "ask",
		Excludes: never("team/consent", "trust", "mode", "teams"),
	},
	{Name: "roles", Kind: engine.Listing}, // the kernel adds the names of the available roles
}

// exclusions are values of one option that cannot be combined with certain values of other options.
type exclusions []engine.Exclusion

// never forbids an option to have the given value if another option has one of the given values.
func never(rule, value, option string, values ...string) exclusions {
	return exclusions{}.and(rule, value, option, values...)
}

// and adds a further exclusion. It has the same parameters as never.
func (x exclusions) and(rule, value, option string, values ...string) exclusions {
	for _, is := range values {
		x = append(x, engine.Exclusion{Value: value, Option: option, Is: is, Rule: rule})
	}
	return x
}
