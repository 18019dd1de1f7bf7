package bots

import (
	"slices"
	"testing"

	"theriac/games/iberia"
	"theriac/games/world"
)

// The nets were trained with exactly these roles and events, in this order. For roles and events that a box
// does not have, the inputs are zero.
func TestNetsKnowTheirCards(t *testing.T) {
	var roles, events []string
	for _, r := range world.Game.TrainedRoles {
		roles = append(roles, r.ID)
	}
	for _, e := range world.Game.TrainedEvents {
		events = append(events, e.ID)
	}
	if want := []string{
		"contingency-planner", "dispatcher", "medic", "operations-expert", "quarantine-specialist", "researcher", "scientist",
	}; !slices.Equal(roles, want) || len(roles) != trainedRoles {
		t.Errorf("the roles are %v", roles)
	}
	if want := []string{
		"airlift", "forecast", "government-grant", "one-quiet-night", "resilient-population",
	}; !slices.Equal(events, want) || len(events) != trainedEvents {
		t.Errorf("the events are %v", events)
	}
	if len(iberia.Game.TrainedRoles)+len(iberia.Game.TrainedEvents) != 0 {
		t.Error("the nets know cards that they never saw")
	}
	if iStash-iEvents != trainedEvents {
		t.Error("the events do not fill their inputs")
	}
}
