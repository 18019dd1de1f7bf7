package actions

// A role carries these marks if it changes an action.
const (
	SailsFree uint8 = 1 << iota // sails without discarding a card
	AnyWater                    // purifies the water with a card of any colour
)
