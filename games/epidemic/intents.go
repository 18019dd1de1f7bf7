package epidemic

// Intent is the purpose of a move. Bots choose moves by intent and know no particular card, so a new card
// only has to set its intent.
type Intent uint8

// These are the purposes of moves. Most moves without an intent play events or answer follow-up questions.
const (
	NoIntent   Intent = iota
	Cures             // finds a cure
	Researches        // continues a line of research
	Prepares          // prepares materials that research needs
	Shares            // moves a card to another hand
	Treats            // removes cubes of the disease that is its first operand, in the pawn's city
	Builds            // puts a station where the pawn is
	Arranges          // moves a station, or keeps a card for later
	Gathers           // takes cards or cubes that are useful later
	GivesBack         // returns cards or cubes that the seat took before
	Lays              // lays tracks
	Travels           // takes the pawn to the city that is its first operand, and costs only an action
	Ferries           // takes the pawn to the city that is its first operand, for a card or with another pawn
	Flies             // takes the pawn to any city for a certain card
	Detours           // takes the pawn to any city for a card of the player's choice
	Goes              // chooses the city that a follow-up question asks for
	Hurries           // asks the other seat of the team for one of its actions
	Agrees            // agrees to what another seat asked for
	Refuses           // refuses what another seat asked for
	Tells             // tells what a seat holds, or asks another seat to tell
	Places            // puts the infection card that is its first operand back on top
	Draws             // ends the actions
	DrawsOne          // draws a player card for the helper's hand
	Sequences         // draws a card for a line of research
	Discards          // discards the card that is its first operand
	Passes            // plays no event now
	Waives            // plays no event of one kind until the next turn
	Rests             // uses up an action without an effect
	Skips             // an event: skips the next infection step
	Foresees          // an event: shows the top of the infection deck and puts it in a new order
	Immunises         // an event: removes the infection card that is its first operand
	Calms             // an event: reduces infection steps
)

// Idea returns the topic of a plan whose most important move has this intent: cure, share, treat or build.
// For any other intent, it returns move.
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

// For sets the verb's intent and returns the verb.
func (v *Verb) For(i Intent) *Verb {
	with := *v
	with.Intent = i
	return &with
}

// AsWide marks the event's move as one with very many variants, and returns the event.
func (e *Event) AsWide() *Event {
	with, verb := *e, *e.Verb
	verb.Wide = true
	with.Verb = &verb
	return &with
}
