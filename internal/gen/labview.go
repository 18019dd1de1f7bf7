package main

import (
	"theriac/games/epidemic"
	"theriac/internal/shape"
)

// labMembers returns the members for the laboratory board, if a mode of the game has one.
func labMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	sequence, cubes := shape.Names{Alias: "Sequence", Values: t.Sequence.Values}, shape.ByName{Key: k.disease, Item: shape.Number{}}
	circle := shape.Names{Alias: "Circle", Values: append(append([]string{}, k.disease.Values...), epidemic.GreyCircles)}
	return where(len(t.Sequences) > 0,
		shape.Member{Name: "dishes", Shape: shape.ByName{Key: shape.Names{Alias: "Dish", Values: epidemic.DishKind.Values}, Item: cubes}, About: "The cubes in the dishes of the laboratory."},
		shape.Member{Name: "research", About: "The lines of research.", Shape: shape.ListOf{Item: shape.Object{
			Alias: "Research", About: "A line of research. Members are left out while it has none of that.", Members: []shape.Member{
				{Name: "sequence", Shape: sequence},
				{Name: "cure", Shape: k.disease, About: "The disease it is characterised for."},
				{Name: "characterised-with", Shape: k.card},
				{Name: "tested-with", Shape: k.card},
				{Name: "circles", Shape: shape.ByName{Key: circle, Item: shape.Number{}}, About: "Circles that are filled, by their own colour."},
				{Name: "cubes", Shape: cubes, About: "The cubes that fill them."},
			},
		}}},
		shape.Some("sequence-discard", sequence, ""),
		shape.Count("sequence-deck-size", "Cards left in the sequence deck."),
		shape.Count("sequence-shuffles", "How often the discarded sequence cards have become the deck."),
		shape.Some("appeared", k.disease, "The diseases that ever had a cube on the board, where that matters."),
	)
}
