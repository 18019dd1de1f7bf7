package epidemic

import "theriac/engine"

// Box is the data that defines one map game: its lists and numbers. New cards are only appended to a list.
// Each names the revision of the rules that introduced it, and games of older revisions are dealt without it.
type Box struct {
	Game     string
	Revision int
	Cities   []CityCard
	Links    [][2]string
	Diseases []string
	// Start is the city in which the pawns and the first station begin. If it is empty, each seat chooses
	// where its pawn begins, and the board has no station at first.
	Start   string
	Roles   []*Role
	Events  []*Event
	Turn    []Stage
	Options []engine.Option
	Numbers Numbers

	// Moves are the verbs that every seat has, actions before answers. Legal moves are listed in this order.
	Moves []*Verb
	// Words maps the kernel's names of facts to the names that this game uses.
	Words map[string]string
	// Begins returns the weight of a city card. The seat that holds the card with the greatest weight takes
	// the first turn.
	Begins func(CityCard) int64
	// OpenHands means that the rules of this game require open hands.
	OpenHands bool
	// OwnStations means that each disease has one station of its own. It is built in a city of that disease
	// and serves only that disease.
	OwnStations bool
	// Lasting means that a cure does not weaken its disease: cubes are placed and removed as before, and no
	// disease is ever eradicated.
	Lasting bool
	// Further is how many diseases at the end of Diseases have no cities and are in play only if a module
	// adds them.
	Further int
	// TrainedRoles and TrainedEvents are the cards that the bots' neural nets know, in the order of the net
	// inputs. They never change: a card added later is not an input of any net.
	TrainedRoles  []*Role
	TrainedEvents []*Event
	// Modes are the values of options that switch modules on.
	Modes []ModeOption
	// SetOption names the option that selects additional cards. Sets maps each of its values to the names of
	// the sets in play. Cards without a set are always in play.
	SetOption string
	Sets      map[string][]string
	// ModuleContent is the data that the modules need.
	ModuleContent
}

// CityCard is a city, with the data printed on its card.
type CityCard struct {
	ID         string
	Disease    string
	Population uint32
	Founded    int16
	Port       bool
}

// Numbers holds the numeric parameters of a game.
type Numbers struct {
	Cubes     uint8    // per disease
	Mutant    uint8    // cubes of the mutant disease in the supply, unless it starts on the board
	Stations  uint8    // the stations that can be on the board
	HandLimit uint8    // cards that a hand can hold
	Actions   uint8    // per turn
	Draws     uint8    // player cards per turn
	CureWith  uint8    // cards of one colour that a cure takes
	CureInLab uint8    // cards of one colour that a cure takes after research in the laboratory
	Outbreaks uint8    // the number of outbreaks at which the game is lost
	Rate      []uint8  // infection cards per turn, for each step of the infection rate
	Hand      [7]uint8 // starting hand, by number of players
	Setup     [][2]int // first infection: pairs of a number of cities and the cubes that each gets
	Events    [7]uint8 // events in the deck, by number of players; 0 for all
	Tracks    uint8    // the most tracks that can be on the board
	Tokens    uint8    // the most tokens that can be on the board
	// AloneDiscard is the number of city cards discarded before a solo game, by the number of epidemics. At
	// most AloneColour of them have the same colour.
	AloneDiscard [8]uint8
	AloneColour  uint8
}

// Role is the effect of a role card. A field with its zero value leaves the base rule unchanged.
type Role struct {
	ID    string
	Rule  string
	Since int    // the revision of the rules that introduced the role; 0 for the first
	Set   string // the set of cards it belongs to; empty if every table has it
	Not   Mode   // the modules with which it is not used

	CureWith  uint8 // cards of one colour that a cure takes
	TreatAll  bool  // one treatment removes every cube of the colour
	BuildFree bool  // the seat builds stations without discarding a card
	Keeps     uint8 // how many more cards its hand can hold than others
	GivesAny  bool  // the seat can give any city card when sharing, not just the card of its city
	Marks     uint8 // a bit set whose meaning the game's own verbs define
	// FreeLab is the laboratory action that the role can take for free once a turn, if the pawn is at a
	// station.
	FreeLab LabActions

	MoreActions  uint8 // additional actions in each of the owner's turns
	Grounded     bool  // the owner lacks the common actions that build stations or travel
	Unguided     bool  // roles that move other pawns cannot move this one
	KeepsSamples bool  // cubes can be on the role card
	ShowsFlight  bool  // the owner pays for a direct flight by showing the card instead of discarding it
	// Begins runs when a turn of the owner begins.
	Begins func(s *State, own engine.Seat, out *engine.Facts)

	// Verbs are the moves that only this role has.
	Verbs []*Verb
	// Treated runs when the owner has treated a disease by an action.
	Treated func(s *State, own engine.Seat, out *engine.Facts)
	// Arrives runs when the owner's pawn has arrived in a city, no matter which seat moved it.
	Arrives func(s *State, own engine.Seat, out *engine.Facts)
	// Stands runs when the owner's pawn has arrived in a city, no matter which seat moved it. It also runs
	// after each cure.
	Stands func(s *State, own engine.Seat, out *engine.Facts)
	// Blocks reports whether the role prevents cubes of a colour from being placed in a city.
	Blocks func(s *State, own engine.Seat, c City, d Disease) bool
}

// Event is a card that a seat can play from its hand at any time, except between the drawing of a card and
// its effect.
type Event struct {
	ID    string
	Rule  string
	Since int    // the revision of the rules that introduced the event; 0 for the first
	Set   string // the set of cards it belongs to; empty if every table has it
	Not   Mode   // the modules with which it is not used
	// Ready reports whether the event could have an effect now. It uses only public information. Nil means
	// always.
	Ready func(s *State) bool
	// Serves reports whether the event could have an effect for the seat that holds it, if that depends on
	// the seat. It uses only public information. Nil means always. A seat is not asked about an event that
	// it could not play.
	Serves func(s *State, seat engine.Seat) bool
	// BeforeIntensify means that the event can also be played between two steps of an epidemic.
	BeforeIntensify bool
	// AfterCure means that the event can be played only when an action has just found a cure.
	AfterCure bool
	// Lasts is how long the card stays face up and in force. The following fields apply during that time.
	// Rate is how many infection cards are drawn per turn. StopsChains means that an outbreak does not cause
	// others. TreatsMore is how many additional cubes a treatment by an action removes. CureLess is how many
	// fewer cards a cure takes. Drove runs after the active seat's pawn has driven.
	Lasts       Lasts
	Rate        uint8
	StopsChains bool
	TreatsMore  uint8
	CureLess    uint8
	Drove       func(s *State, by engine.Seat, v engine.Verb, out *engine.Facts)
	// Verb is the move that plays the card. It has the same name as the event.
	Verb *Verb
	// Class is the kind of event. Only ordinary events are dealt along with the city cards.
	Class EventClass
	// Drawn runs when the card is drawn, if it is an incident.
	Drawn func(s *State, out *engine.Facts)
	// WholeTurn means that the holder can play a bonus throughout its team's turn, whenever events can be
	// played. Other bonuses can be played only during the holder's own actions.
	WholeTurn bool
	// Kept is the prestige that a bonus is worth if it is still in hand at the end.
	Kept uint8
}

// EventClass is the kind of an event card. It determines when the card is drawn and who can play it.
type EventClass uint8

// These are the classes of event cards.
const (
	Ordinary EventClass = iota // any seat can play it at any time; modules define the other classes
)

// Verb is one kind of move: which question it answers, what it needs, and what it does. Needs and List both
// express when it is legal: Needs gives reasons, and List generates moves fast. A property test over all
// operands checks that they agree.
type Verb struct {
	Name      string
	Rule      string
	Intent    Intent // the purpose of the move, for bots
	Args      []*engine.Kind
	Questions []engine.QuestionKind // the questions that the move answers; none for an event
	Cost      uint8                 // the number of actions that the move takes
	Once      bool                  // the move can be made only once a turn
	// AsksOnce means that a move that is legal once a turn is used up even if the other seat refuses to
	// consent.
	AsksOnce bool
	// Leaves means that the move can close any question that does not require an answer.
	Leaves bool
	// Standing means that a seat can promise the move in advance.
	Standing bool
	// Agrees means that the move's only effect is to permit what another seat asked for.
	Agrees bool
	// Tells means that the move's only effect is to tell others what the seat holds.
	Tells bool
	// Wide means that the move has very many variants, so a search of a turn tries it only as the first
	// move. Reveals means that the move reveals hidden cards.
	Wide, Reveals bool
	Where         Place // what the pawn's city must have; checked before List is called
	// Hands and Mode restrict the move to certain tables. Hands tells whether their hands must be open or
	// hidden, and Mode names the modules that must all be in play.
	Hands Hands
	Mode  Mode
	// Veiled is a bit set of the operands that name face-down cards.
	Veiled uint8
	// Spends tells which cards the move takes from the acting hand. Builds means that the move is free for
	// a role that builds stations without a card.
	Spends Spends
	Builds bool
	// Keeps are the kinds of the values that the move stores in the follow-up question that it asks. If it is
	// nil, the move stores its own operands.
	Keeps []*engine.Kind
	Needs []Need
	// Because may replace the rule of the first unmet need, given as rule, with a more specific one. It uses
	// only public information.
	Because func(s *State, m engine.Move, rule string) string
	// List appends the legal moves, with operands in ascending order. The caller has already checked Cost,
	// Once and the question.
	List func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move
	// Reach returns the cities that a pawn could reach, if the move is a way to travel.
	Reach func(s *State, pawn, payer engine.Seat) uint64
	// Asks returns the seat that must consent to the move, if any.
	Asks func(s *State, m engine.Move) (engine.Seat, bool)
	// Shows returns the card in the mover's hand that becomes known when the mover asks for consent, if
	// any.
	Shows func(s *State, m engine.Move) Card
	Play  func(s *State, m engine.Move, out *engine.Facts)

	// Request describes the card that the move asks another seat for if hands are hidden. If hands are open,
	// the move itself names the card.
	Request *Request

	// City, Card and Choice describe the follow-up question that the move asks. At most one of them is set.
	City   *CityChoice
	Card   *CardChoice
	Choice *Choice

	role  uint8 // the only role that has the move; noRole for all
	event int8  // the event that the move plays; -1 for none
	slot  uint8 // the move's bit in the set of moves that are legal once a turn
}

// Spends tells which cards a move takes from the mover's hand, including those chosen in its follow-up
// questions. It does not count the event card that the move plays.
type Spends uint8

// These are the cards that a move can take from the mover's hand.
const (
	SpendsNothing Spends = iota
	SpendsTarget         // the card of the city that the move names
	SpendsHere           // the card of the city that the pawn is in
	SpendsOperand        // the card that the move names
	SpendsFirst          // the first card that the move names
	SpendsSeveral        // the cards of a cure for the disease that the move names
)

// Hands tells whether a move is for tables with open hands, with hidden hands, or for both.
type Hands uint8

// A move can be for all tables, only for open hands, or only for hidden hands.
const (
	AnyHands Hands = iota
	OpenHands
	HiddenHands
)

// Place is a bit set of conditions: what a pawn's city must have, and whether an action must be left. A move
// is legal only if all conditions in its set hold.
type Place uint8

// These are the conditions that a move can require.
const (
	AtStation Place = 1 << iota
	NoStation       // the city has no station
	InCompany       // another pawn is in the city
	WithCard        // the paying hand has the card of the city
	Infected        // the city has cubes

	withAction // an action is left
	othersPawn // the pawn belongs to a seat other than the mover
	anyPlace   = 1 << iota
)

// Need is one condition that a move must meet, and the rule that is broken if it does not.
type Need struct {
	Rule  string
	Holds func(s *State, m engine.Move) bool
	// Why, if set, replaces Rule and Holds. It returns the rule that forbids the move, or an empty string.
	// The rule can depend on modules. Text and Any apply to Rule only.
	Why func(s *State, m engine.Move) string
	// Text names the message for a need that is not met, if it is not the rule's own. Any names the message
	// if no move of the verb meets the need. Short returns the number in the message: how much is missing.
	Text, Any string
	Short     func(s *State, m engine.Move) int
}

// broken returns the rule that a move breaks if it does not meet the need, or an empty string if it does.
func (n *Need) broken(s *State, m engine.Move) string {
	switch {
	case n.Why != nil:
		return n.Why(s, m)
	case !n.Holds(s, m):
		return n.Rule
	}
	return ""
}

// CityChoice is a follow-up question of a move. Its answer is a city.
type CityChoice struct {
	Cities func(s *State, f *Frame) uint64
	Asks   func(s *State, f *Frame, c City) (engine.Seat, bool)
	Then   func(s *State, f Frame, c City, out *engine.Facts)
	// Why returns the specific rule that excludes a city from the answers, or an empty string if the verb's
	// rule says enough.
	Why func(s *State, f *Frame, c City) string
	// Enough ends the question without a city. A seat can do so only if N in the question's frame is not
	// zero.
	Enough func(s *State, f Frame, out *engine.Facts)
}

// CardChoice is a follow-up question of a move. Its answer is a card from the asked seat's hand. The seat
// chooses N cards, one after another; N is in the question's frame.
type CardChoice struct {
	// Of returns every card that could be an answer, no matter who holds it. Everyone knows that the asked
	// seat holds N of them.
	Of func(p *Public, r *Rules, f *Frame) Cards
	// From returns the hand that the cards come from, if it is not the asked seat's.
	From func(r *Rules, f *Frame) engine.Seat
	Then func(s *State, f *Frame, c Card, out *engine.Facts) (done bool)
}

// Stage is one part of a turn. While no question is open, the kernel calls Run, which performs one step or
// asks a question. It reports whether the stage is over. State.Phase counts the calls within a stage.
type Stage struct {
	Name string
	Run  func(s *State, out *engine.Facts) (done bool)
	// Crowded means that a hand can exceed its limit during this stage after drawing. A later stage enforces
	// the limit.
	Crowded bool
	// Helper means that the helper's hand, which has no seat, acts and draws in this stage.
	Helper bool
	// Mode holds the modules that must all be in play for the turn to have this stage.
	Mode Mode
}
