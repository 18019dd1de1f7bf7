// Package iberia is the peninsula game, on a map of the nineteenth century: its board, its lists of roles,
// events, traits and challenges, and its numbers. The rules that map games share are in the kernel. What a
// single card does is in a file of its own.
//
// It deliberately contains no logic: a new card needs only a line in a list here.
package iberia

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia/actions"
	"theriac/games/iberia/challenges"
	"theriac/games/iberia/events"
	"theriac/games/iberia/roles"
	"theriac/games/iberia/traits"
)

// Game is the peninsula game.
var Game = epidemic.NewRuleset(box)

// Revision is the newest revision of the rules.
const Revision = 1

var box = epidemic.Box{
	Game:     "iberia",
	Revision: Revision,
	Cities:   cities,
	Links:    links,
	Diseases: []string{"blue", "yellow", "black", "red"},
	Turn:     turn,
	Options:  options,
	Moves: []*epidemic.Verb{
		epidemic.Drive, actions.Train, actions.Ship, actions.Sail,
		actions.Rail, actions.BuildHospital, epidemic.Treat,
		epidemic.Give, epidemic.Take, epidemic.NewCure("research"), actions.Purify, epidemic.Draw,
		epidemic.Discard, epidemic.Pass, epidemic.Waive,
		epidemic.StartIn, epidemic.To, epidemic.Spend,
		epidemic.In, epidemic.Remove, epidemic.LineTo, epidemic.Bring, epidemic.Pick,
		epidemic.OrderPlayerDeck, epidemic.Walk, epidemic.Stay, epidemic.Enough,
		epidemic.Agree, epidemic.Refuse,
		epidemic.PayToken, epidemic.ReachNext, epidemic.Overflow, challenges.Patients,
	},
	Roles: []*epidemic.Role{
		roles.Agronomist,
		roles.Nurse,
		roles.Politician,
		roles.Railwayman,
		roles.RoyalAcademyScientist,
		roles.RuralDoctor,
		roles.Sailor,
	},
	Events: []*epidemic.Event{
		events.CoastalLine,
		events.Correspondence,
		events.DayAndNight,
		events.HospitalFunds,
		events.Migration,
		events.MildSeason,
		events.Mobilisation,
		events.NewLine,
		events.OneMoreDay,
		events.PureWater,
		events.SeamlessPlan,
		events.SecondChance,
		events.ShipArrival,
		events.Telegraph,
		events.TriumphOfScience,
	},
	ModuleContent: epidemic.ModuleContent{
		Dotted:  dotted,
		Regions: regions,
		Traits: []*epidemic.Trait{
			traits.Cholera,
			traits.YellowFever,
			traits.Malaria,
			traits.Typhus,
		},
		TraitOptions: epidemic.TraitOptions{Number: "historical", Chosen: "diseases", Rule: "setup/historical"},
		Challenges:   []*epidemic.Challenge{challenges.Rush},
	},
	Words: map[string]string{
		"station-built": "hospital-built",
		"station-moved": "hospital-moved",
		"cured":         "researched",
	},
	Begins:      func(c epidemic.CityCard) int64 { return -int64(c.Founded) },
	OpenHands:   true,
	OwnStations: true,
	Lasting:     true,
	Numbers: epidemic.Numbers{
		Cubes:     24,
		Stations:  4,
		HandLimit: 7,
		Actions:   4,
		Draws:     2,
		CureWith:  5,
		Outbreaks: 8,
		Rate:      []uint8{2, 2, 2, 3, 3, 4, 4},
		Hand:      [7]uint8{2: 4, 3: 3, 4: 2, 5: 2},
		Setup:     [][2]int{{3, 3}, {3, 2}, {3, 1}},
		Events:    [7]uint8{2: 4, 3: 5, 4: 6, 5: 8},
		Tracks:    20,
		Tokens:    14,
	},
}

// turn is the kernel's turn with two additions. Seats choose their starting cities before the first turn, and
// patients move between the actions and the draw.
var turn = slices.Concat(
	[]epidemic.Stage{{Name: "start", Run: epidemic.ChooseStart}},
	epidemic.Turn[:2], // the actions, and the chance to play events before the draw
	[]epidemic.Stage{
		{Name: "patients", Run: challenges.MovePatients},
		{Name: "after-patients", Run: challenges.AfterPatients},
	},
	epidemic.Turn[2:],
)

// options are the options that a table sets before the game. Hands are always open.
var options = []engine.Option{
	{Name: "players", Kind: engine.Range, Min: 2, Max: 5, Default: "2"},
	{Name: "epidemics", Kind: engine.Range, Min: 4, Max: 6, Default: "4"},
	{Name: "rush", Kind: engine.Choice, Values: []string{"off", "on"}, Default: "off"},
	{Name: "historical", Kind: engine.Range, Min: 0, Max: 4, Default: "0"},
	{Name: "diseases", Kind: engine.Listing, Values: []string{"cholera", "yellow-fever", "malaria", "typhus"}},
	{Name: "consent", Kind: engine.Choice, Values: []string{"ask", "trust"}, Default: "ask"},
	{Name: "roles", Kind: engine.Listing, Values: []string{
		"agronomist", "nurse", "politician", "railwayman", "royal-academy-scientist", "rural-doctor", "sailor",
	}},
}
