package epidemic

// What chance decides in every map game. Each shuffle has a lot of its own, so that the order
// of one deck follows neither from another nor from what was drawn before.
const (
	lotInfection    = 1 + iota // the infection deck of the set-up
	lotIntensify               // the infection discard, once for each epidemic
	lotRoles                   // the roles of the seats
	lotEvents                  // which events are in the deck
	lotPlayerDeck              // city cards and events
	lotEpidemic                // the place of the epidemic in each stretch
	lotStretchCards            // which cards the stretches have besides
	lotStretchCard             // their places
	lastLot         = lotStretchCard
)
