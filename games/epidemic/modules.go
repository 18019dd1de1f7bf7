package epidemic

import "theriac/engine"

// This file lists the modules, and declares the data that they store in a box, in a table's rules and in a
// position. Apart from modules_*.go, no other file without a module's prefix names that module.

// modules lists all modules, in the order in which the core calls them.
var modules = []*Module{
	&railModule, &regionModule, &traitModule, &overflowModule,
	&mutationModule, &labModule, &strainModule, &soloModule, &teamModule,
}

// These are the modules that options can switch on.
const (
	// LabMode is play with the laboratory: dishes and lines of research prepare a cure before it can be
	// found.
	LabMode Mode = 1 << iota
	// StrainMode gives epidemics strain cards, which make one disease virulent.
	StrainMode
	// MutationMode adds the mutant disease, which belongs to no city.
	MutationMode
	// PanicMode starts the game with the mutant disease on the board.
	PanicMode
	// SoloMode is play with one seat and an additional hand, the helper's, which has no pawn.
	SoloMode
	// TeamMode is play in teams of two seats, which compete for prestige.
	TeamMode

	// closedHands are the modules that require hidden hands; openHands are those that require open hands.
	closedHands, openHands = TeamMode, SoloMode
)

// These are the classes of events that belong to a module.
const (
	Bonus    EventClass = Ordinary + 1 + iota // for teams: playable in the turn of the holder's team, or kept for prestige
	Incident                                  // for the mutant disease: takes effect when drawn and never enters a hand
)

// LabActions is a set of kinds of laboratory actions.
type LabActions uint8

// These are the kinds of laboratory actions.
const (
	LabCharacterise LabActions = 1 << iota
	LabProcess
	LabSequence
	LabTest

	AnyLab = LabCharacterise | LabProcess | LabSequence | LabTest
)

// WonUnseen ends a game that uses the laboratory when every disease that has ever had a cube is cured.
const WonUnseen = lastEnding + 1

// moduleEndings lists the endings that modules define, in numeric order.
var moduleEndings = []ending{{name: "unseen", rule: "lab/never-seen", wins: true}}

// These are the reasons why modules place cubes.
const (
	byTrait    = lastCause + 1 + iota // the trait of a disease
	byEcho                            // a trait that adds a cube because one was placed in another city
	byMutant                          // a card of the mutant disease
	byPresence                        // the mutant disease was already in the city
	byFirst                           // the virulent strain comes to a city that had none
	byReach                           // an outbreak of the virulent strain
	byStrain                          // the strain card of an epidemic
)

// These are the random decisions that modules make.
const (
	lotTraits       = lastLot + 1 + iota // which traits are in play
	lotIncidents                         // the player deck with the incidents shuffled in
	lotSequences                         // the sequence deck, and its discard each time the deck is used up
	lotStrains                           // the strain cards of the epidemics
	lotObjectives                        // the objectives of the teams
	lotFirstTeam                         // which team begins
	lotAloneDiscard                      // the cards that are discarded before a solo game
)

// ModuleContent is the part of a box that modules use.
type ModuleContent struct {
	Dotted  [][2]string // the lines that cannot carry a track
	Regions []Enclosure // the areas that are enclosed by lines
	Traits  []*Trait
	TraitOptions
	Challenges []*Challenge
	// MutantCards are the infection cards that name the mutant disease, which is the last disease and has no
	// cities.
	MutantCards []string
	// Strains are the strain cards that can come with epidemics.
	Strains []*StrainCard
	// Sequences are the sequence cards of a laboratory. SequencesAt are the settings that use them.
	Sequences   []SequenceCard
	SequencesAt engine.Settings
	// Objectives are the objectives that teams can have. Honours is the prestige of the awards with the same
	// value for every team.
	Objectives []Objective
	Honours    Honours
}

// ModuleKinds holds the modules' parts of a box, with names resolved to numbers.
type ModuleKinds struct {
	Region, Trait, line *engine.Kind
	Strain              *engine.Kind
	Sequence            *engine.Kind
	Objective, Award    *engine.Kind

	rails   railMap
	regions regionMap
	traitOf [MaxDiseases]int8 // the trait of each disease; -1 for none

	sequences []sequence
	labRules  []string // the rules for each role's free laboratory actions

	pay, flee, reachNext, worst, rest engine.Verb
	freeLab, takeSample, filling      engine.Verb
}

// moduleRules holds the modules' parts of a table's rules.
type moduleRules struct {
	traits     uint8 // the traits chosen by options; zero if they are drawn
	traitsN    int
	challenges []*Challenge
	overflows  bool // stations can hold a fourth cube
	over       overflowRules
	tokensKept int    // the number of tokens under each station that has not been built
	strains    uint16 // the strain cards in use
	soloAt     uint8  // the stage in which the helper's hand acts
	wholeTurn  uint32 // the bonus cards that can be played throughout a team's turn
	objectives int    // the number of objectives dealt to each team
}

// ModuleState is the modules' part of Public.
type ModuleState struct {
	Tracks  [2]uint64 // the lines between cities that carry a track
	Tokened uint64    // the regions that carry tokens
	// Echo holds the cities that will get a cube because one was placed in another city. Fled holds the
	// cities that have overflowed because of the current infection card.
	Echo, Fled      uint64
	VirulentStrain  VirulentStrain
	PendingMutation PendingMutation
	Lab             Bench
	Teams           Teams
	RolesGone       uint32 // the roles that have left the game
	Tokens          [MaxRegions]uint8
	TokensLeft      uint8   // tokens in the supply, neither on the board nor in reserve
	Shield          Region  // the region that a role protects from new cubes
	Traits          uint8   // the traits in play
	Walked          uint8   // the diseases that have had a cube moved this turn
	EchoOf          Disease // the disease of the cubes that the cities of Echo will get
}

// moduleSecret holds the parts of modules that not everyone knows.
type moduleSecret struct {
	sequenceDeck [maxSequences]uint8 // the sequence deck, top last
	strainDeck   [maxStrains]uint8   // the strain cards still to be drawn, the next one last
	deals        [maxTeams]Deal      // what each team was dealt
	creditedTeam uint8               // the team credited with the current move
}

// ModuleView is what a view knows about the modules' hidden parts.
type ModuleView struct {
	Deals [maxTeams]Deal // what the view's seats know of each team's deal
}
