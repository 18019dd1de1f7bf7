package epidemic

import "theriac/engine"

// Box is all that makes one map game out of the kernel: lists and numbers.
// Lists of cards only grow, at their end, and what is added says since which
// revision of the rules: games of older revisions are dealt without it.
type Box struct {
	Game     string
	Revision int
	Cities   []CityCard
	Links    [][2]string
	Diseases []string
	// Start is where the pawns and the first station begin. Where there is none,
	// seats choose their places, and no station stands.
	Start   string
	Roles   []*Role
	Events  []*Event
	Turn    []Stage
	Options []engine.Option
	Numbers Numbers

	// Moves are those that every seat has, in the order of lists: actions, then
	// answers.
	Moves []*Verb
	// Words is what the game calls some of the kernel's facts.
	Words map[string]string
	// Begins weighs city cards: the seat with the one of the most weight begins.
	Begins func(CityCard) int64
	// OpenHands says that hands lie open by rule.
	OpenHands bool
	// OwnStations says that there is one station for each disease, which stands in
	// a city of that disease and serves it alone.
	OwnStations bool
	// Lasting says that a cure ends nothing: cubes come and go as before, and no
	// disease is ever eradicated.
	Lasting bool
	// Further is how many of the diseases, the last ones, are in play only where a way
	// brings them. They have no cities.
	Further int
	// TrainedRoles and TrainedEvents are those that the nets of bots tell apart, in the order of
	// their inputs. They never change: a new card is in no net.
	TrainedRoles  []*Role
	TrainedEvents []*Event
	// Modes is which values of options choose which ways to play.
	Modes []ModeOption
	// Sets is what of the box each value of SetOption adds to the cards that belong
	// to no set.
	SetOption string
	Sets      map[string][]string
	// WayContent is what the box holds for the ways to play.
	WayContent
}

// CityCard is a city as its card shows it.
type CityCard struct {
	ID         string
	Disease    string
	Population uint32
	Founded    int16
	Port       bool
}

// Numbers are the quantities of a game.
type Numbers struct {
	Cubes     uint8    // per disease
	Mutant    uint8    // of the mutant disease, where it is not on the board from the beginning
	Stations  uint8    // that can be out at once
	HandLimit uint8    // cards a hand may keep
	Actions   uint8    // per turn
	Draws     uint8    // player cards per turn
	CureWith  uint8    // cards of a colour for a cure
	CureInLab uint8    // and where a laboratory has made it ready
	Outbreaks uint8    // that lose the game
	Rate      []uint8  // infection cards per turn, along the track
	Hand      [7]uint8 // starting hand by number of players
	Setup     [][2]int // cities and cubes of the first infection
	Events    [7]uint8 // events in the deck by number of players; 0 for all
	Tracks    uint8    // that lines can carry
	Tokens    uint8    // that regions can carry
	// AloneDiscard is the city cards that are discarded before a game alone, by the
	// number of epidemics, at most AloneColour of a colour.
	AloneDiscard [8]uint8
	AloneColour  uint8
}

// Role is what a seat's character changes. A zero field is the base rule.
type Role struct {
	ID    string
	Rule  string
	Since int    // the revision of the rules that brought it; 0 for the first
	Set   string // the part of the box it belongs to; none for every table
	Not   Mode   // the ways to play that leave it out

	CureWith  uint8 // cards of a colour for a cure
	TreatAll  bool  // one treatment removes every cube of the colour
	BuildFree bool  // a station costs no card
	Keeps     uint8 // cards more than others in hand
	GivesAny  bool  // may give any city card when sharing, not just the city's own
	Marks     uint8 // what the game's own actions look for
	// FreeLab is which action of the laboratory is free once a turn, at a station.
	FreeLab LabActions

	MoreActions  uint8 // in each of the owner's turns
	Grounded     bool  // neither travels in the ordinary ways nor builds by actions of the owner's
	Unguided     bool  // is moved along by no role that guides others
	KeepsSamples bool  // cubes lie on the role card
	ShowsFlight  bool  // shows the card of a direct flight and keeps it
	// Begins acts when a turn of the owner begins.
	Begins func(s *State, own engine.Seat, out *engine.Facts)

	// Verbs are the moves that only this role has.
	Verbs []*Verb
	// Treated acts when the owner has treated a disease by an action.
	Treated func(s *State, own engine.Seat, out *engine.Facts)
	// Arrives acts when the owner's pawn has come to a city, whoever moved it.
	Arrives func(s *State, own engine.Seat, out *engine.Facts)
	// Stands acts when the owner's pawn has come to a city, whoever moved it,
	// and when a cure has been found.
	Stands func(s *State, own engine.Seat, out *engine.Facts)
	// Blocks says whether cubes of a colour cannot be placed in a city.
	Blocks func(s *State, own engine.Seat, c City, d Disease) bool
}

// Event is a card that any seat may play from hand, at any moment except between
// the drawing of a card and its effect.
type Event struct {
	ID    string
	Rule  string
	Since int    // the revision of the rules that brought it; 0 for the first
	Set   string // the part of the box it belongs to; none for every table
	Not   Mode   // the ways to play that leave it out
	// Ready says whether the event could do anything now. It looks at what is
	// public only. Nil means always.
	Ready func(s *State) bool
	// Serves says whether the event could do anything for a seat now that holds it,
	// where that depends on the seat. It looks at what is public only. Nil means
	// always. Who could not play the event is not asked.
	Serves func(s *State, seat engine.Seat) bool
	// BeforeIntensify lets the event be played between two steps of an
	// epidemic too.
	BeforeIntensify bool
	// AfterCure is for an event that is played when a cure has just been found by an
	// action, and at no other moment.
	AfterCure bool
	// Lasts is until when the card lies face up and acts. While it does: Rate is how
	// many infection cards a step turns, StopsChains says that an outbreak sets off
	// no other, TreatsMore is the cubes more that an action treats, CureLess the cards
	// fewer that a cure takes, and Drove acts when the active seat's pawn has followed
	// a line.
	Lasts       Lasts
	Rate        uint8
	StopsChains bool
	TreatsMore  uint8
	CureLess    uint8
	Drove       func(s *State, by engine.Seat, v engine.Verb, out *engine.Facts)
	// Verb is the move that plays the card. Its name is the event's.
	Verb *Verb
	// Class is what kind of card it is. Only ordinary ones are dealt with the city
	// cards.
	Class EventClass
	// Drawn acts when an incident is drawn.
	Drawn func(s *State, out *engine.Facts)
	// WholeTurn says that a bonus needs no actions: its holder plays it at any moment for
	// events in the turn of the team, whoever of the two acts.
	WholeTurn bool
	// Kept is the prestige of a bonus that is still in hand at the end.
	Kept uint8
}

// EventClass is a kind of card that does something when it is played or drawn.
type EventClass uint8

// The kinds of such cards.
const (
	Ordinary EventClass = iota // any seat plays it at any time; other kinds belong to ways
)

// Verb is one kind of move: where it belongs, what it needs, how it is listed
// and what it does. Its Needs and its List say the same thing, once as reasons
// and once fast; a property test over all operands ties them together.
type Verb struct {
	Name      string
	Rule      string
	Intent    Intent // what it is for
	Args      []*engine.Kind
	Questions []engine.QuestionKind // the questions it answers; none for an event
	Cost      uint8                 // actions it needs
	Once      bool                  // at most once a turn
	// AsksOnce says that a refusal, too, is the once of the turn.
	AsksOnce bool
	// Leaves says that the move ends every question that can be left without an answer.
	Leaves bool
	// Standing says that a seat may promise the move in advance.
	Standing bool
	// Agrees says that the move only lets another seat do what it asked for.
	Agrees bool
	// Tells says that the move only says what the seat holds.
	Tells bool
	// Wide says that the move can be made in so many ways that a search of a turn looks at it
	// at the beginning only, and Reveals that it turns up hidden cards.
	Wide, Reveals bool
	Where         Place // what must be in the pawn's city; looked at before List
	// Hands says at which tables the move exists, by how hands are held, and Mode by
	// the ways to play: all of these are needed.
	Hands Hands
	Mode  Mode
	// Veiled is the places of the operands that name cards lying face down.
	Veiled uint8
	// Spends is what the move takes from the hand whose action it is, and Builds says that a
	// role that builds without a card makes it for nothing.
	Spends Spends
	Builds bool
	// Keeps is the kinds of what a further question of the move keeps, where
	// these are not the operands of the move itself.
	Keeps []*engine.Kind
	Needs []Need
	// Because names the rule that forbids the move in this position more exactly than
	// the need that is not met, from what everybody knows.
	Because func(s *State, m engine.Move, rule string) string
	// List adds the legal moves, operands ascending. Cost, Once and the step
	// have been looked at.
	List func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move
	// Reach is where a way to travel could take a pawn.
	Reach func(s *State, pawn, payer engine.Seat) uint64
	// Asks names the seat whose consent the move needs, if any.
	Asks func(s *State, m engine.Move) (engine.Seat, bool)
	// Shows names the card of the mover's hand that asking for consent gives
	// away, if any.
	Shows func(s *State, m engine.Move) Card
	Play  func(s *State, m engine.Move, out *engine.Facts)

	// Request is what the move asks another seat to hand over where hands are hidden;
	// what knowledge is shared with otherwise.
	Request *Request

	// City, Card and Choice continue the move with a further question.
	City   *CityChoice
	Card   *CardChoice
	Choice *Choice

	role  uint8 // which role has it; noRole for all
	event int8  // which event it plays; -1 for none
	slot  uint8 // its bit among the moves that are legal once a turn
}

// Spends is which cards a move takes from the mover's hand, before or by the
// further questions that it asks. That an event takes its own card is not said
// here.
type Spends uint8

// What a move can take.
const (
	SpendsNothing Spends = iota
	SpendsTarget         // the card of the city that the move names
	SpendsHere           // the card of the city that the pawn is in
	SpendsOperand        // the card that the move names
	SpendsFirst          // the first card that the move names
	SpendsSeveral        // as many as a cure takes, of the disease that the move names
)

// Hands is how a table holds its hands, as far as a move depends on it.
type Hands uint8

// The ways to hold hands.
const (
	AnyHands Hands = iota
	OpenHands
	HiddenHands
)

// Place is what can be found where a pawn stands. A move that needs some of it
// is not even listed elsewhere.
type Place uint8

// What a move can need of the place.
const (
	AtStation Place = 1 << iota
	NoStation       // none stands there
	InCompany       // another pawn is there
	WithCard        // the hand that pays has the card of the city
	Infected        // there are cubes

	withAction // an action is left
	othersPawn // the pawn is not that of the seat that moves it
	anyPlace   = 1 << iota
)

// Need is one condition of a move and the rule that demands it.
type Need struct {
	Rule  string
	Holds func(s *State, m engine.Move) bool
	// Why, where it is set, says both: it is the rule that forbids the move, or nothing.
	// A way to play can have a say in it. Text and Any are said for Rule alone.
	Why func(s *State, m engine.Move) string
	// Text names what is said in a few words where the need is not met, if that is not the
	// text of the rule; Any is said where no move of the verb meets it. Short is how much
	// is missing, a figure of the text.
	Text, Any string
	Short     func(s *State, m engine.Move) int
}

// broken is the rule by which the need is not met, or nothing.
func (n *Need) broken(s *State, m engine.Move) string {
	switch {
	case n.Why != nil:
		return n.Why(s, m)
	case !n.Holds(s, m):
		return n.Rule
	}
	return ""
}

// CityChoice is a move's further question for a city.
type CityChoice struct {
	Cities func(s *State, f *Frame) uint64
	Asks   func(s *State, f *Frame, c City) (engine.Seat, bool)
	Then   func(s *State, f Frame, c City, out *engine.Facts)
	// Why is the rule that keeps a city out of the choice, where more can be said
	// than that it is not among the answers.
	Why func(s *State, f *Frame, c City) string
	// Enough goes on without one, where that is allowed: where the frame's N is not
	// zero.
	Enough func(s *State, f Frame, out *engine.Facts)
}

// CardChoice is a move's further question for a card of the asked seat's hand,
// put as often as the frame's N says.
type CardChoice struct {
	// Of is the cards that could answer, whoever holds them. That the asked
	// seat holds N of them is known to everybody.
	Of func(p *Public, r *Rules, f *Frame) Cards
	// From is whose cards they are, where that is not the asked seat.
	From func(r *Rules, f *Frame) engine.Seat
	Then func(s *State, f *Frame, c Card, out *engine.Facts) (done bool)
}

// Stage is one part of a turn. Run is called whenever no question is open; it
// does one thing, or asks, and says whether the stage is over. State.Phase
// counts the calls within a stage.
type Stage struct {
	Name string
	Run  func(s *State, out *engine.Facts) (done bool)
	// Crowded says that the hand that has drawn may be over its limit in it, which is
	// looked at later in the turn.
	Crowded bool
	// Helper says that the hand without a seat acts and draws in it.
	Helper bool
	// Mode is the ways to play that have the stage: all of these are needed.
	Mode Mode
}
