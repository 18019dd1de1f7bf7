// Package world is the world-map game: its board, its lists of roles and events
// and its numbers. The rules that it shares with other map games are the
// kernel's; what a single role or event does is in a file of its own.
//
// It refuses to contain logic: a line in a list is all that a new card needs
// here.
package world

import (
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world/events"
	"theriac/games/world/roles"
)

// Game is the world-map game.
var Game = epidemic.NewTable(box)

// Revision is the newest revision of the rules. A change of behaviour adds one,
// and Rules.Since keeps the older games as they were.
const Revision = 1

var box = epidemic.Box{
	Game:     "world",
	Revision: Revision,
	Cities:   cities,
	Links:    links,
	Diseases: []string{"blue", "yellow", "black", "red"},
	Start:    "atlanta",
	Turn:     epidemic.Turn,
	Moves: []*epidemic.Verb{
		epidemic.Drive, epidemic.Direct, epidemic.Charter, epidemic.Shuttle,
		epidemic.Build, epidemic.MoveStationVerb, epidemic.Treat,
		epidemic.Give, epidemic.Take, epidemic.Ask, epidemic.NewCure("cure"), epidemic.Draw,
		epidemic.Discard, epidemic.Pass, epidemic.Waive,
		epidemic.To, epidemic.Spend, epidemic.Put,
		epidemic.Agree, epidemic.Hand, epidemic.Refuse,
	},
	Begins:  func(c epidemic.CityCard) int64 { return int64(c.Population) },
	Options: options,
	Roles: []*epidemic.Role{
		roles.ContingencyPlanner,
		roles.Dispatcher,
		roles.Medic,
		roles.OperationsExpert,
		roles.QuarantineSpecialist,
		roles.Researcher,
		roles.Scientist,
	},
	Events: []*epidemic.Event{
		events.Airlift,
		events.Forecast,
		events.GovernmentGrant,
		events.OneQuietNight,
		events.ResilientPopulation,
	},
	Numbers: epidemic.Numbers{
		Cubes:     24,
		Stations:  6,
		HandLimit: 7,
		Actions:   4,
		Draws:     2,
		CureWith:  5,
		Outbreaks: 8,
		Rate:      []uint8{2, 2, 2, 3, 3, 4, 4},
		Hand:      [7]uint8{2: 4, 3: 3, 4: 2},
		Setup:     [][2]int{{3, 3}, {3, 2}, {3, 1}},
	},
}

// options are what a table decides before the game. Hands lie open in the
// introductory game; in the others they are hidden unless the table wants them
// open.
var options = []engine.Option{
	{Name: "players", Kind: engine.Range, Min: 2, Max: 4, Default: "2"},
	{Name: "epidemics", Kind: engine.Range, Min: 4, Max: 6, Default: "4"},
	{
		Name: "hands", Kind: engine.Choice, Values: []string{"open", "hidden"}, Default: "hidden",
		Instead:  []engine.Instead{{Option: "epidemics", Is: "4", Default: "open"}},
		Excludes: []engine.Exclusion{{Value: "hidden", Option: "epidemics", Is: "4", Rule: "hand/open"}},
	},
	{
		Name: "events", Kind: engine.Choice, Values: []string{"announced", "secret"}, Default: "announced",
		Excludes: []engine.Exclusion{{Value: "secret", Option: "hands", Is: "open", Rule: "hand/open"}},
	},
	{Name: "consent", Kind: engine.Choice, Values: []string{"ask", "trust"}, Default: "ask"},
	{Name: "roles", Kind: engine.Listing, Values: []string{
		"contingency-planner", "dispatcher", "medic", "operations-expert",
		"quarantine-specialist", "researcher", "scientist",
	}},
}
