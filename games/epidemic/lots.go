package epidemic

// These are the random decisions of every map game. Each uses its own random stream, so that the order of one
// deck reveals nothing about other decks or draws.
const (
	lotInfection    = 1 + iota // the infection deck during set-up
	lotIntensify               // the infection discard, at each epidemic
	lotRoles                   // which role each seat gets
	lotEvents                  // which events are in the deck
	lotPlayerDeck              // the order of city cards and events
	lotEpidemic                // the position of the epidemic in each part of the deck
	lotStretchCards            // which cards are spread over the parts of the deck, if a module has more than needed
	lotStretchCard             // the position of each of those cards in its part
	lastLot         = lotStretchCard
)
