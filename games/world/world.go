// Package world is the world-map game: its board, its lists of roles and events, and its numbers. The rules
// that map games share are in the kernel. What a single role or event does is in a file of its own.
//
// It deliberately contains no logic: a new card needs only a line in a list here.
package world

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world/bonuses"
	"theriac/games/world/events"
	"theriac/games/world/incidents"
	"theriac/games/world/roles"
	"theriac/games/world/strains"
)

// Game is the world-map game.
var Game = epidemic.NewRuleset(box)

// Revision is the newest revision of the rules. Every change of behaviour adds one. Rules.Since tells the code
// which behaviour the revision of a game has.
const Revision = 1

var box = epidemic.Box{
	Game:     "world",
	Revision: Revision,
	Cities:   cities,
	Links:    links,
	Diseases: []string{"blue", "yellow", "black", "red", "purple"},
	Further:  1,
	Start:    "atlanta",
	Turn:     turn,
	Moves: []*epidemic.Verb{
		epidemic.Drive, epidemic.Direct, epidemic.Charter, epidemic.Shuttle,
		epidemic.Build, epidemic.MoveStationVerb, epidemic.Treat,
		epidemic.Give, epidemic.Take, epidemic.Ask, epidemic.NewCure("cure"), epidemic.Draw,
		epidemic.Tell, epidemic.AskHands, epidemic.Keep,
		epidemic.Discard, epidemic.Pass, epidemic.Waive,
		epidemic.To, epidemic.Spend, epidemic.OrderInfectionDeck,
		epidemic.Agree, epidemic.Hand, epidemic.Refuse,
		events.Order, epidemic.Remove, epidemic.Pick, epidemic.Become, epidemic.For,
		epidemic.Characterise, epidemic.Centrifuge, epidemic.Separate, epidemic.Grow, epidemic.Fill,
		epidemic.SequenceVerb, epidemic.Test, epidemic.LabWork,
		epidemic.Slot, epidemic.Sample, epidemic.FreeLab, epidemic.TakeSample, epidemic.Filling, epidemic.FillWith, epidemic.Enough,
		epidemic.NameDisease, epidemic.WorstStrain,
		epidemic.Reassign, epidemic.Exchange, epidemic.SoloDraw, epidemic.SoloCure, epidemic.SoloLab, epidemic.Rest,
		epidemic.AssignRoles, epidemic.ChooseObjective, epidemic.Base, epidemic.Fourth,
	},
	Begins:  func(c epidemic.CityCard) int64 { return int64(c.Population) },
	Options: options,
	Modes: []epidemic.ModeOption{
		{Option: "lab", Value: "on", Mode: epidemic.LabMode},
		{Option: "strain", Value: "on", Mode: epidemic.StrainMode},
		{Option: "mutation", Value: "mutation", Mode: epidemic.MutationMode},
		{Option: "mutation", Value: "panic", Mode: epidemic.MutationMode | epidemic.PanicMode},
		{Option: "mode", Value: "solo", Mode: epidemic.SoloMode},
		{Option: "mode", Value: "teams", Mode: epidemic.TeamMode},
	},
	SetOption: "box",
	Sets:      map[string][]string{"brink": {"brink"}, "lab": {"lab"}, "all": {"brink", "lab"}},
	Roles: []*epidemic.Role{
		roles.ContingencyPlanner,
		roles.Dispatcher,
		roles.Medic,
		roles.OperationsExpert,
		roles.QuarantineSpecialist,
		roles.Researcher,
		roles.Scientist,
		roles.Archivist,
		roles.ContainmentSpecialist,
		roles.Epidemiologist,
		roles.FieldOperative,
		roles.Generalist,
		roles.Troubleshooter,
		roles.LocalLiaison,
		roles.FieldDirector,
		roles.Pilot,
		roles.Virologist,
	},
	TrainedRoles: []*epidemic.Role{
		roles.ContingencyPlanner, roles.Dispatcher, roles.Medic, roles.OperationsExpert, roles.QuarantineSpecialist,
		roles.Researcher, roles.Scientist,
	},
	TrainedEvents: []*epidemic.Event{
		events.Airlift, events.Forecast, events.GovernmentGrant, events.OneQuietNight, events.ResilientPopulation,
	},
	Events: []*epidemic.Event{
		events.Airlift,
		events.Forecast,
		events.GovernmentGrant,
		events.OneQuietNight,
		events.ResilientPopulation,
		events.BorrowedTime,
		events.CommercialTravelBan,
		events.MobileHospital,
		events.NewAssignment,
		events.RapidVaccineDeployment,
		events.ReexaminedResearch,
		events.RemoteTreatment,
		events.SpecialOrders,
		events.InfectionZoneBan,
		events.ImprovedSanitation,
		events.SequencingBreakthrough,
		incidents.Threatens,
		incidents.Spreads,
		incidents.Intensifies,
		bonuses.RegionalResponseTeam("blue", 0), bonuses.RegionalResponseTeam("yellow", 1),
		bonuses.RegionalResponseTeam("black", 2), bonuses.RegionalResponseTeam("red", 3),
		bonuses.PrivateGrant("private-grant-1"), bonuses.PrivateGrant("private-grant-2"),
		bonuses.ExtraShift("extra-shift-1"), bonuses.ExtraShift("extra-shift-2"),
		bonuses.Publication("publication-1"), bonuses.Publication("publication-2"),
	},
	ModuleContent: epidemic.ModuleContent{
		MutantCards: []string{"mutation-1", "mutation-2"},
		Strains: []*epidemic.StrainCard{
			strains.ChronicEffect,
			strains.ComplexMolecularStructure,
			strains.GovernmentInterference,
			strains.HiddenPocket,
			strains.RateEffect,
			strains.SlipperySlope,
			strains.UnacceptableLoss,
			strains.UncountedPopulations,
			strains.HighlyContagious,
			strains.ResistantToTreatment,
		},
		Sequences:   sequences,
		SequencesAt: engine.Settings{{Name: "box", Value: "lab"}, {Name: "lab", Value: "on"}},
		Objectives:  objectives,
		Honours:     honours,
	},
	Numbers: epidemic.Numbers{
		Cubes:     24,
		Mutant:    12,
		Stations:  6,
		HandLimit: 7,
		Actions:   4,
		Draws:     2,
		CureWith:  5,
		CureInLab: 3,
		Outbreaks: 8,
		Rate:      []uint8{2, 2, 2, 3, 3, 4, 4},
		Hand:      [7]uint8{1: 4, 2: 4, 3: 3, 4: 2, 5: 2, 6: 2},
		Setup:     [][2]int{{3, 3}, {3, 2}, {3, 1}},
		Events:    [7]uint8{1: 4, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12},

		AloneDiscard: [8]uint8{4: 8, 5: 12, 6: 14, 7: 16},
		AloneColour:  6,
	},
}

// turn is the kernel's turn. After the infection, stages for the helper's hand of a solo game are added.
var turn = slices.Concat(epidemic.Turn[:len(epidemic.Turn)-1], epidemic.SoloStages, epidemic.Turn[len(epidemic.Turn)-1:])
