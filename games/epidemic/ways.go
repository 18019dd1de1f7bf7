package epidemic

import "theriac/engine"

// The list of the ways to play, and what they keep in a box, in a table's rules and in a
// position. Besides ways_*.go this is the only file outside a way's own prefix that names
// one.

// ways are all ways to play, in the order in which the core calls them.
var ways = []*Way{
	&railWay, &regionWay, &traitWay, &overflowWay,
	&mutationWay, &labWay, &strainWay, &soloWay, &teamWay,
}

// The ways to play that options choose.
const (
	// LabMode: a cure is made ready in dishes and on lines of research before it
	// can be found.
	LabMode Mode = 1 << iota
	// StrainMode: epidemics have cards of their own, which make one disease virulent.
	StrainMode
	// MutationMode: there is a further disease, which belongs to no city.
	MutationMode
	// PanicMode: the further disease is on the board from the beginning.
	PanicMode
	// SoloMode: one seat, helped by a hand that has no pawn.
	SoloMode
	// TeamMode: seats play in teams of two, which count their prestige.
	TeamMode

	// closedHands is the ways that are played with hidden hands only, and openHands
	// those with open ones only.
	closedHands, openHands = TeamMode, SoloMode
)

// The kinds of events that belong to a way.
const (
	Bonus    EventClass = Ordinary + 1 + iota // of teams: played in one's own turn only, or kept for its prestige
	Incident                                  // of the mutation: takes effect when it is drawn, and nobody ever holds it
)

// LabActions is a set of kinds of actions of the laboratory.
type LabActions uint8

// The kinds of those actions.
const (
	LabCharacterise LabActions = 1 << iota
	LabProcess
	LabSequence
	LabTest

	AnyLab = LabCharacterise | LabProcess | LabSequence | LabTest
)

// WonUnseen is the ending of a laboratory whose missing cures are of diseases that were
// never seen.
const WonUnseen = lastEnding + 1

// wayEndings are the endings that belong to ways, in the order of their numbers.
var wayEndings = []ending{{name: "unseen", rule: "lab/never-seen", wins: true}}

// The causes of placements that belong to a way.
const (
	byTrait    = lastCause + 1 + iota // the special rule of a disease
	byEcho                            // a cube placed in a neighbour
	byMutant                          // a card of the mutant disease
	byPresence                        // the mutant disease is there already
	byFirst                           // the virulent strain comes into a city
	byReach                           // the virulent strain breaks out
	byStrain                          // the card of an epidemic
)

// What chance decides in a way to play.
const (
	lotTraits       = lastLot + 1 + iota // which traits are in play
	lotIncidents                         // the player deck with the incidents
	lotSequences                         // the sequence deck, and its discard each time it is used up
	lotStrains                           // the cards of the epidemics
	lotObjectives                        // of the teams
	lotFirstTeam                         // which team begins
	lotAloneDiscard                      // the cards that leave before a game alone
)

// WayContent is what a box holds for the ways.
type WayContent struct {
	Dotted  [][2]string // lines that carry no track
	Regions []Enclosure // the areas that lines enclose
	Traits  []*Trait
	TraitOptions
	Challenges []*Challenge
	// MutantCards are the infection cards of the mutant disease, which is the last one
	// and has no cities.
	MutantCards []string
	// Strains are the cards that epidemics have where one disease is virulent.
	Strains []*StrainCard
	// Sequences are the cards of a laboratory, and SequencesAt the settings that play
	// with them.
	Sequences   []SequenceCard
	SequencesAt engine.Settings
	// Objectives are what teams can play for, and Honours what some awards give.
	Objectives []Objective
	Honours    Honours
}

// WayKinds is what the ways have numbered of a box.
type WayKinds struct {
	Region, Trait, line *engine.Kind
	Strain              *engine.Kind
	Sequence            *engine.Kind
	Objective, Award    *engine.Kind

	rails   railMap
	regions regionMap
	traitOf [MaxDiseases]int8 // -1 for none

	sequences []sequence
	labRules  []string // of the free actions of each role

	pay, flee, reachNext, worst, rest engine.Verb
	freeLab, takeSample, filling      engine.Verb
}

// wayRules is what the ways have compiled of a table's options.
type wayRules struct {
	traits     uint8 // chosen ones; none when they are drawn
	traitsN    int
	challenges []*Challenge
	overflows  bool // stations take patients in
	over       overflowRules
	tokensKept int    // under each station that has not been built
	strains    uint16 // the cards of the virulent strain in use
	soloAt     uint8  // the stage of the hand that helps
	wholeTurn  uint32 // the bonuses that wait for nobody's actions
	objectives int    // dealt to each team
}

// WayState is what the ways keep in a position for everybody to see.
type WayState struct {
	Tracks  [2]uint64 // the lines that carry one
	Tokened uint64    // the regions that carry tokens
	// Echo is the cities that get a cube because one was placed in a neighbour, and
	// Fled those that emptied themselves for this card.
	Echo, Fled      uint64
	VirulentStrain  VirulentStrain
	PendingMutation PendingMutation
	Lab             Bench
	Teams           Teams
	RolesGone       uint32 // the roles that have left the game
	Tokens          [MaxRegions]uint8
	TokensLeft      uint8   // that are not on the board and not kept back
	Shield          Region  // the region that one role keeps free of new cubes
	Traits          uint8   // the traits in play
	Walked          uint8   // the diseases of which a cube has walked this turn
	EchoOf          Disease // of which Echo's cities get a cube
}

// waySecret is what the ways keep that is not known to everybody.
type waySecret struct {
	sequenceDeck [maxSequences]uint8 // top last
	strainDeck   [maxStrains]uint8   // the cards that have not come, the next one last
	deals        [maxTeams]Deal      // what teams were dealt
	credit       uint8               // the team that the move being played is put down to
}

// WayView is what a view knows of what only some do.
type WayView struct {
	Deals [maxTeams]Deal // of the view's teams
}
