package actions

// Marks of roles that change an action.
const (
	SailsFree uint8 = 1 << iota // goes by ship without a card
	AnyWater                    // purifies the water with a card of any colour
)
