package epidemic

import "theriac/engine"

// Module is a group of rules that a table can switch on: everything that they add to the base game. A nil
// field adds nothing. At tables that play with the module, the core calls each field when the field's comment
// says. A new module is a group of files with a common prefix, and an entry in the list in modules.go.
//
// For each table, the compiler merges the active modules into one value (module_merge.go). If a field's
// comment says so, the core calls it for every module that sets it, in the order of the list. Other fields
// can be set by only one module of a table: otherwise, the merge panics.
type Module struct {
	Name string
	// Active reports whether a table plays with this module. Number, Extend and Bind prepare the box, and
	// run even if no table plays with the module.
	Active func(r *Rules) bool

	// Number resolves names in the module's part of the box. Extend changes a verb of the box. Bind finds the
	// verbs that carry the module's questions.
	Number func(t *Ruleset)
	Extend func(v *Verb)
	Bind   func(t *Ruleset)
	// Compile adapts a table's rules to its options. ReadData reads a group's own content from the header,
	// which replaces part of the box.
	Compile  func(r *Rules, set engine.Settings) error
	ReadData func(r *Rules, h engine.Header) error

	// These fields are called during the set-up, in this order.

	// Begin prepares the position before any card is dealt. It is called for every module.
	Begin func(s *State, out *engine.Facts)
	// FirstInfected is called after the first city of each batch in the first infection. AllInfected is
	// called for every module after all batches.
	FirstInfected func(s *State, c City, batch int, out *engine.Facts)
	AllInfected   func(s *State, out *engine.Facts)
	// DealRoles replaces the core's dealing of roles.
	DealRoles func(s *State, out *engine.Facts)
	// BeforeHands discards some city cards before hands are dealt. It returns all city cards, with the
	// discarded ones last, and how many it has discarded.
	BeforeHands func(s *State, cities [MaxDeck]uint8, out *engine.Facts) ([MaxDeck]uint8, int)
	// HandsDealt is called before the epidemics are put into the deck, and DeckMade afterwards. Both are
	// called for every module.
	HandsDealt func(s *State, out *engine.Facts)
	DeckMade   func(s *State, out *engine.Facts)
	// ChooseFirst replaces the core's choice of the first seat.
	ChooseFirst func(s *State, out *engine.Facts)

	// These fields are called in the course of a turn.

	// BeforeTurn asks for a decision that must be made before a turn can begin, and reports whether it asked.
	BeforeTurn func(s *State) (asked bool)
	// TurnBegins resets values that apply only within one turn. It is called for every module.
	TurnBegins func(s *State)
	// ShareActions sets how many actions the acting seat gets, if several seats share a turn. It returns the
	// rule by which that seat begins to act.
	ShareActions func(s *State) (rule string)
	// ActionsLeft is called if a seat stops acting before its actions are used up. ActionsOver can then give
	// actions to another seat in the same turn.
	ActionsLeft func(s *State)
	ActionsOver func(s *State) (again bool)
	// Done returns the seats that are not asked about events before the draw; if it is nil, only the active
	// seat is not asked. ActsLast returns the seat that takes actions gained by such an event. MidTurn
	// reports whether another seat of the same turn has already drawn.
	Done     func(s *State) engine.Seats
	ActsLast func(s *State) engine.Seat
	MidTurn  func(s *State) bool
	// LimitKept is called once all hands are within their limit.
	LimitKept func(s *State)
	// ActsNext returns a seat other than the active one that will take actions before the next infection
	// step, if any.
	ActsNext func(p *Public) (engine.Seat, bool)
	// EpidemicBegins is called for every module after an epidemic has raised the infection rate. EpidemicActs
	// carries out effects of an epidemic before the discard is shuffled, one step per call. It reports
	// whether it is done.
	EpidemicBegins func(s *State, out *engine.Facts)
	EpidemicActs   func(s *State, out *engine.Facts) (done bool)
	// CardDrawn carries out the effect of a player card that acts when it is drawn.
	CardDrawn func(s *State, c Card, out *engine.Facts)
	// AfterMove is called for every module after a move, before outbreaks are resolved and the turn
	// continues.
	AfterMove func(s *State, out *engine.Facts)
	// BeforeSpread and AfterSpread carry out pending effects before and after the current outbreaks, and
	// report whether there were any. Both are called for each module until one returns true. Waiting reports
	// whether an outbreak has to wait for BeforeSpread.
	BeforeSpread func(s *State, out *engine.Facts) (did bool)
	AfterSpread  func(s *State, out *engine.Facts) (did bool)
	Waiting      func(s *State) bool
	// Over discards pending effects once the game is over. It is called for every module.
	Over func(s *State)
	// Ends can replace the ending of a game. Won reports whether the game is won although cures are missing;
	// it is called for each module until one returns true. Outcome returns the result of a game that was won.
	Ends    func(s *State, how Ending) Ending
	Won     func(s *State, out *engine.Facts) bool
	Outcome func(s *State) engine.Result

	// These fields are for infection and outbreaks. For a city's infection card, they are called in this
	// order: Revealed, Places, Turned, KeepsAway, Placed, Infected.

	// StepBegins prepares an infection step. Revealed is called whenever an infection card is drawn. Both are
	// called for every module.
	StepBegins func(s *State)
	Revealed   func(s *State)
	// TurnBlank carries out the effect of an infection card that names no city.
	TurnBlank func(s *State, c City, out *engine.Facts)
	// Places returns how many cubes a city's infection card places, and why. Turned is called before they are
	// placed, and Infected afterwards.
	Places   func(s *State, c City, d Disease, n uint8, why cause) (uint8, cause)
	Turned   func(s *State, d Disease, out *engine.Facts)
	Infected func(s *State, c City)
	// KeepsAway returns how many of n cubes are still to be placed in a city. If it asks a question first,
	// the placement waits for the answer.
	KeepsAway func(s *State, c City, d Disease, n uint8, why cause, out *engine.Facts) (left uint8, asked bool)
	// Placed is called after cubes are placed in a city, except during the set-up.
	Placed func(s *State, c City, d Disease, why cause)
	// CauseRule returns the rule for a cause that belongs to the module. It is called for each module until
	// one returns a rule.
	CauseRule func(s *State, why cause, d Disease) (rule string)
	// TakesIn reports whether a city can take one cube above the usual limit; FourthRule returns the rule that
	// allows it. Once the city has that cube, Overflow starts its overflow. OverflowNext starts the next
	// overflow, if another city waits for one.
	TakesIn      func(s *State, c City) bool
	FourthRule   func(r *Rules) (rule string)
	Overflow     func(s *State, c City, d Disease, out *engine.Facts)
	OverflowNext func(s *State, d Disease, out *engine.Facts) bool
	// Spares returns the rule that keeps the current outbreaks from placing cubes in a city, or an empty
	// string.
	Spares func(s *State, c City) (rule string)
	// AskNext asks which of the given cities an outbreak reaches next, if the order matters, and reports
	// whether it asked.
	AskNext func(s *State, next uint64) (asked bool)
	// Counts returns how many spaces an outbreak moves the marker. Reaches returns how many cubes an outbreak
	// places in each city. Widens returns the cities that it reaches in addition to the neighbours.
	Counts  func(s *State, d Disease, n uint8, rule string) (uint8, string)
	Reaches func(s *State, n uint8, why cause) (uint8, cause)
	Widens  func(s *State, c City, d Disease) uint64

	// These fields are called for treatments, stations and cures.

	// TreatCost returns how many actions a treatment takes, and the rule that sets this number. It returns no
	// rule if the module does not change the cost.
	TreatCost func(s *State, c City, d Disease) (cost uint8, rule string)
	// Treated is called after a treatment by an action. Sampled is called after all consequences of the
	// treatment.
	Treated func(s *State, c City, d Disease)
	Sampled func(s *State, by engine.Seat, d Disease)
	// Needs adjusts the price of a cure; it is called for every module. NotReady returns another rule that
	// forbids the cure, or an empty string.
	Needs    func(s *State, need CureNeed, d Disease) CureNeed
	NotReady func(s *State, m engine.Move) (rule string)
	// CurePaid is called after a cure has been paid for, Cured after it has been found, and CureDone after
	// its consequences. Eradicated is called after an eradication.
	CurePaid   func(s *State, d Disease, out *engine.Facts)
	Cured      func(s *State, d Disease, out *engine.Facts)
	CureDone   func(s *State, d Disease, out *engine.Facts)
	Eradicated func(s *State, d Disease, out *engine.Facts)
	// OwnStation returns the city of the station that only this seat and its team can use. ForeignStation
	// returns the rule that keeps the seat from using a city's station.
	OwnStation     func(s *State, seat engine.Seat) City
	ForeignStation func(s *State, seat engine.Seat, c City) (rule string)
	// StationBuilt is called after a seat has built a station, paid for by a hand. StationCame is called
	// after a station has been built in a city or moved there.
	StationBuilt func(s *State, by, holder engine.Seat, out *engine.Facts)
	StationCame  func(s *State, c City, first bool, out *engine.Facts)

	// Permissions.

	// Pins returns the rule that keeps a pawn from leaving its city by an action, or an empty string.
	Pins func(s *State, pawn engine.Seat) (rule string)
	// ShareCost returns how many actions it takes to share knowledge, and the rule that sets this number, if
	// the module changes it. TakesNamed returns the rule that forbids taking a card by naming it.
	ShareCost  func(s *State, a, b engine.Seat) (cost uint8, rule string)
	TakesNamed func(s *State) (rule string)
	// InTime returns which of a seat's events it can play now. NotInTime returns the rule that makes an event
	// wait.
	InTime    func(s *State, seat engine.Seat, has uint32) uint32
	NotInTime func(s *State, seat engine.Seat, event int) (rule string)
	// Interjectors returns which of the given seats can play an event now. AskedFirst returns which of them
	// are asked first before the game continues.
	Interjectors func(s *State, of engine.Seats) engine.Seats
	AskedFirst   func(s *State, of engine.Seats) engine.Seats
	// Play calls v.Play, and credits a team with the results of the move.
	Play func(s *State, v *Verb, m engine.Move, out *engine.Facts)
	// SpentRule returns the rule that explains why the acting seat has no action left.
	SpentRule func(s *State, seat engine.Seat) (rule string)
	// RoleTaken is called after a seat has taken a role during the game.
	RoleTaken func(s *State, role uint8)

	// These fields encode the module's part of a position, and determine what seats see of it.

	// Code encodes or decodes what everyone sees, each part at a fixed point of the text. CodeSecret does so
	// for hidden parts, and CodeView for what a view knows about these. Both are called for every module.
	Code       [codePlaces]codePart
	CodeSecret func(s *State, c *engine.Coder)
	CodeView   func(v *View, c *engine.Coder)
	// Show returns what the given seats have seen of the module's hidden parts. Fill invents the rest at
	// random, and is called for every module.
	Show func(s *State, by engine.Seats) ModuleView
	Fill func(v *View, s *State, chance *engine.Rand)
	// Elsewhere returns the player cards that are in places the core does not know, such as lines of
	// research.
	Elsewhere func(p *Public) Cards
	// RolesHidden reports whether the seats have no roles yet.
	RolesHidden func(p *Public, r *Rules) bool
	// Key mixes the module's part of a position into the hash that a search uses as the position's key. It is
	// called for every module.
	Key func(s *State, h uint64) uint64
	// Fault describes what is wrong with the module's part of a position, or returns an empty string. It is
	// called for every module.
	Fault func(s *State) string
}

// codePart encodes or decodes a part of what everyone sees.
type codePart func(p *Public, r *Rules, c *engine.Coder)

// These are the points in the text of a position where modules insert their parts. They never change, because
// hashes of positions depend on them.
const (
	codeAfterBoard = iota
	codeAfterBottom
	codeAfterDeck
	codeAfterEvents
	codeLast
	codePlaces
)
