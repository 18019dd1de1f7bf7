package epidemic

import "theriac/engine"

// Way is a way to play: everything that it adds to the base game. A field that is nil
// adds nothing. The core calls each field at the moment that its comment names, at
// tables that play in that way, and knows nothing else of it. A new way is a group of
// files with the same prefix and a line in the list (ways.go).
//
// The compiler of a table merges the ways that it plays into a single value, whose
// fields are nil where no way fills them (way_merge.go). Fields marked "all" are called
// for every way that fills them, in the order of the list; the others decide something
// alone, and two ways at one table that fill the same one panic.
type Way struct {
	Name string
	// Active says whether a table plays this way. Number, Extend and Bind concern the box,
	// whether or not a table does.
	Active func(r *Rules) bool

	// Number numbers what the box holds for the way. Extend changes a move that the box
	// lists. Bind looks up the moves by which the way asks questions.
	Number func(t *Ruleset)
	Extend func(v *Verb)
	Bind   func(t *Ruleset)
	// Compile fits a table's rules to its options. ReadData reads what a group brings
	// instead of a part of the box.
	Compile  func(r *Rules, set engine.Settings) error
	ReadData func(r *Rules, h engine.Header) error

	// The set-up, in the order in which it happens.

	// Begin prepares the position before any card is dealt (all).
	Begin func(s *State, out *engine.Facts)
	// FirstInfected follows the first city of a batch of the first infection, and
	// AllInfected the whole of it (all).
	FirstInfected func(s *State, c City, batch int, out *engine.Facts)
	AllInfected   func(s *State, out *engine.Facts)
	// DealRoles replaces the dealing of roles.
	DealRoles func(s *State, out *engine.Facts)
	// BeforeHands takes some of the city cards away before hands are dealt, and says how
	// many.
	BeforeHands func(s *State, cities [MaxDeck]uint8, out *engine.Facts) ([MaxDeck]uint8, int)
	// HandsDealt comes before the epidemics are put into the deck, and DeckMade after
	// (all).
	HandsDealt func(s *State, out *engine.Facts)
	DeckMade   func(s *State, out *engine.Facts)
	// ChooseFirst replaces the choice of the first seat.
	ChooseFirst func(s *State, out *engine.Facts)

	// The course of a turn.

	// BeforeTurn asks what has to be decided before a turn can begin, and says whether
	// it did.
	BeforeTurn func(s *State) (asked bool)
	// TurnBegins forgets what held for the last turn (all).
	TurnBegins func(s *State)
	// ShareActions fits the number of actions to the seat that takes them, and names the
	// rule by which its part of the turn begins.
	ShareActions func(s *State) (rule string)
	// ActionsLeft notes that a seat ends its actions with some left, and ActionsOver
	// lets another seat act in the same turn.
	ActionsLeft func(s *State)
	ActionsOver func(s *State) (again bool)
	// Done returns the seats that the window before the draw does not ask, by default the
	// active one, and ActsLast the seat that takes further actions then. MidTurn says that
	// another seat of the turn has drawn already.
	Done     func(s *State) engine.Seats
	ActsLast func(s *State) engine.Seat
	MidTurn  func(s *State) bool
	// LimitKept is called once all hands are down to their limit.
	LimitKept func(s *State)
	// ActsNext is the seat that takes actions before the next infection step, although
	// the active one takes them now.
	ActsNext func(p *Public) (engine.Seat, bool)
	// EpidemicBegins follows the rise of the infection rate (all). EpidemicActs is what an
	// epidemic does before it intensifies, one thing at a time; it says when all is
	// done.
	EpidemicBegins func(s *State, out *engine.Facts)
	EpidemicActs   func(s *State, out *engine.Facts) (done bool)
	// CardDrawn carries out a player card that acts when it is drawn.
	CardDrawn func(s *State, c Card, out *engine.Facts)
	// AfterMove looks at the position after a move, before outbreaks and stages follow
	// from it (all).
	AfterMove func(s *State, out *engine.Facts)
	// BeforeSpread and AfterSpread do what is pending before and after the outbreaks
	// that go on, and say whether they did anything (all, until one did). Waiting says that
	// an outbreak waits for BeforeSpread.
	BeforeSpread func(s *State, out *engine.Facts) (did bool)
	AfterSpread  func(s *State, out *engine.Facts) (did bool)
	Waiting      func(s *State) bool
	// Over clears what is pending once the game is over (all).
	Over func(s *State)
	// Ends may replace an ending by another. Won says that the game is won although cures
	// are missing (all, until one says so). Outcome is the result of a game that was won.
	Ends    func(s *State, how Ending) Ending
	Won     func(s *State, out *engine.Facts) bool
	Outcome func(s *State) engine.Result

	// Infection and outbreaks. For the card of a city the order is Revealed, Places,
	// Turned, KeepsAway, Placed, Infected.

	// StepBegins prepares an infection step, and Revealed follows every infection card
	// that is turned, whatever for (all).
	StepBegins func(s *State)
	Revealed   func(s *State)
	// TurnBlank carries out an infection card that names no city.
	TurnBlank func(s *State, c City, out *engine.Facts)
	// Places is how many cubes the card of a city brings, and why. Turned comes before
	// they are placed, and Infected after.
	Places   func(s *State, c City, d Disease, n uint8, why cause) (uint8, cause)
	Turned   func(s *State, d Disease, out *engine.Facts)
	Infected func(s *State, c City)
	// KeepsAway is how many of some cubes are still to be placed in a city, or that the
	// placement waits for an answer.
	KeepsAway func(s *State, c City, d Disease, n uint8, why cause, out *engine.Facts) (left uint8, asked bool)
	// Placed follows cubes that were placed in a city after the set-up.
	Placed func(s *State, c City, d Disease, why cause)
	// CauseRule is the rule by which cubes are placed for a cause of the way's own (all,
	// until one names a rule).
	CauseRule func(s *State, why cause, d Disease) (rule string)
	// TakesIn says that a city holds a further cube by the rule of FourthRule, Overflow
	// what happens then, and OverflowNext lets another such city act.
	TakesIn      func(s *State, c City) bool
	FourthRule   func(r *Rules) (rule string)
	Overflow     func(s *State, c City, d Disease, out *engine.Facts)
	OverflowNext func(s *State, d Disease, out *engine.Facts) bool
	// Spares is the rule that exempts a city from further cubes of the current card, or
	// nothing.
	Spares func(s *State, c City) (rule string)
	// AskNext asks which of some cities an outbreak reaches next, where that matters.
	AskNext func(s *State, next uint64) (asked bool)
	// Counts is how far an outbreak moves the marker, Reaches how many cubes it places
	// in a city, and Widens where it places them besides the neighbours.
	Counts  func(s *State, d Disease, n uint8, rule string) (uint8, string)
	Reaches func(s *State, n uint8, why cause) (uint8, cause)
	Widens  func(s *State, c City, d Disease) uint64

	// Treatments, stations and cures.

	// TreatCost is how many actions a treatment takes and by which rule, or none.
	TreatCost func(s *State, c City, d Disease) (cost uint8, rule string)
	// Treated follows a treatment by an action, and Sampled comes after everything else
	// that the treatment triggers.
	Treated func(s *State, c City, d Disease)
	Sampled func(s *State, by engine.Seat, d Disease)
	// Needs changes what a cure takes from a hand (all). NotReady is the rule that forbids
	// the cure for another reason, or nothing.
	Needs    func(s *State, need CureNeed, d Disease) CureNeed
	NotReady func(s *State, m engine.Move) (rule string)
	// CurePaid follows the payment, Cured the cure and CureDone all that it brings.
	// Eradicated follows an eradication.
	CurePaid   func(s *State, d Disease, out *engine.Facts)
	Cured      func(s *State, d Disease, out *engine.Facts)
	CureDone   func(s *State, d Disease, out *engine.Facts)
	Eradicated func(s *State, d Disease, out *engine.Facts)
	// OwnStation is the city of a station that a seat can use besides everybody's.
	// ForeignStation is the rule by which it cannot use the one in a city.
	OwnStation     func(s *State, seat engine.Seat) City
	ForeignStation func(s *State, seat engine.Seat, c City) (rule string)
	// StationBuilt follows a station that a seat has built with the cards of a hand, and
	// StationCame one that came to a city for the first time or from elsewhere.
	StationBuilt func(s *State, by, holder engine.Seat, out *engine.Facts)
	StationCame  func(s *State, c City, first bool, out *engine.Facts)

	// Who may do what.

	// Pins is the rule by which a pawn cannot leave its city by an action.
	Pins func(s *State, pawn engine.Seat) (rule string)
	// ShareCost is how many actions it takes to share knowledge and by which rule, or
	// none. TakesNamed is the rule by which nobody takes a card by its name.
	ShareCost  func(s *State, a, b engine.Seat) (cost uint8, rule string)
	TakesNamed func(s *State) (rule string)
	// InTime is those of a seat's events that it may play now, and NotInTime the rule
	// that keeps one of them back.
	InTime    func(s *State, seat engine.Seat, has uint32) uint32
	NotInTime func(s *State, seat engine.Seat, event int) (rule string)
	// Interjectors is those of some seats that may play an event now, and AskedFirst
	// those that a window asks first.
	Interjectors func(s *State, of engine.Seats) engine.Seats
	AskedFirst   func(s *State, of engine.Seats) engine.Seats
	// Play plays a move by v.Play and puts what follows down to somebody.
	Play func(s *State, v *Verb, m engine.Move, out *engine.Facts)
	// SpentRule is the rule by which a seat that acts has no action left.
	SpentRule func(s *State, seat engine.Seat) (rule string)
	// RoleTaken follows a role that changes hands.
	RoleTaken func(s *State, role uint8)

	// What a position keeps, and which seats see it.

	// Code walks what everybody sees, each part in its place of the text. CodeSecret
	// walks what is not known to everybody, and CodeView what a view knows of that (all).
	Code       [codePlaces]codePart
	CodeSecret func(s *State, c *engine.Coder)
	CodeView   func(v *View, c *engine.Coder)
	// Show is what the seats of a view have seen, and Fill draws what they have not (all).
	Show func(s *State, by engine.Seats) WayView
	Fill func(v *View, s *State, chance *engine.Rand)
	// Elsewhere is the player cards that lie where the core does not look.
	Elsewhere func(p *Public) Cards
	// RolesHidden says that nobody has a role yet.
	RolesHidden func(p *Public, r *Rules) bool
	// Key works what the way keeps in a position into a search's key (all).
	Key func(s *State, h uint64) uint64
	// Fault says what is wrong with the way's part of a position, or nothing (all).
	Fault func(s *State) string
}

// codePart walks a part of what everybody sees.
type codePart func(p *Public, r *Rules, c *engine.Coder)

// Places of the text of a position where ways have their parts. They do not change:
// hashes depend on them.
const (
	codeAfterBoard = iota
	codeAfterBottom
	codeAfterDeck
	codeAfterEvents
	codeLast
	codePlaces
)
