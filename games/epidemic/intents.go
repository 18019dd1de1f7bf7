package epidemic

// Intent is what a move is for. Players that know no card weigh moves by it: a new card says
// here what they have to know of it.
type Intent uint8

// What moves are for. Most of those that have no intent are events, and answers to further
// questions.
const (
	NoIntent   Intent = iota
	Cures             // finds a cure
	Researches        // carries a line of research on
	Prepares          // makes ready what research takes
	Shares            // lets a card change hands
	Treats            // removes cubes of the disease that is its first operand, here
	Builds            // puts a station where the pawn is
	Arranges          // moves a station, or keeps a card for later
	Gathers           // takes what serves later
	GivesBack         // lets go what was gathered
	Lays              // lays tracks
	Travels           // takes the pawn to the city that is its first operand, for an action alone
	Ferries           // takes it there for a card, or with another pawn
	Flies             // takes it there for a card, however far it is
	Detours           // takes it anywhere for any card
	Goes              // names a city for a move that asked for one
	Hurries           // asks the partner of a team for one of its actions
	Agrees            // does what another seat asks for, or lets it be done
	Refuses           // and does not
	Tells             // says what somebody holds, or asks for it
	Places            // puts the infection card that is its first operand back on top
	Draws             // ends the actions
	DrawsOne          // draws a player card for the hand that helps
	Sequences         // draws a card for a line of research
	Discards          // gives up the card that is its first operand
	Passes            // plays no event now
	Waives            // plays none of a kind for a while
	Rests             // lets an action go
	Skips             // an event: the next infection step does not take place
	Foresees          // an event: shows the top of the infection deck and lets it be ordered
	Immunises         // an event: removes the infection card that is its first operand
	Calms             // an event: makes infection steps milder
)

// Idea is what a plan is about whose most telling move has the intent: cure, share, treat or
// build, and move for all others.
func (i Intent) Idea() string {
	switch i {
	case Cures:
		return "cure"
	case Shares:
		return "share"
	case Treats:
		return "treat"
	case Builds:
		return "build"
	}
	return "move"
}

// For is the verb with an intent.
func (v *Verb) For(i Intent) *Verb {
	with := *v
	with.Intent = i
	return &with
}

// AsWide is the event with a move that can be made in very many ways.
func (e *Event) AsWide() *Event {
	with, verb := *e, *e.Verb
	verb.Wide = true
	with.Verb = &verb
	return &with
}
