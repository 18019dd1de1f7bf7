package main

import "theriac/games/epidemic"

// labMembers are what a laboratory holds, in a game that can have one.
func labMembers(t *epidemic.Ruleset, k kinds) []member {
	sequence, cubes := names{"Sequence", t.Sequence.Values}, byName{k.disease, number{}}
	circle := names{"Circle", append(append([]string{}, k.disease.values...), epidemic.GreyCircles)}
	return where(len(t.Sequences) > 0,
		member{name: "dishes", shape: byName{names{"Dish", epidemic.DishKind.Values}, cubes}, about: "The cubes in the dishes of the laboratory."},
		member{name: "research", about: "The lines of research.", shape: listOf{object{
			alias: "Research", about: "A line of research. Members are left out while it has none of that.", members: []member{
				{name: "sequence", shape: sequence},
				{name: "cure", shape: k.disease, about: "The disease it is characterised for."},
				{name: "characterised-with", shape: k.card},
				{name: "tested-with", shape: k.card},
				{name: "circles", shape: byName{circle, number{}}, about: "Circles that are filled, by their own colour."},
				{name: "cubes", shape: cubes, about: "The cubes that fill them."},
			},
		}}},
		some("sequence-discard", sequence, ""),
		count("sequence-deck-size", "Cards left in the sequence deck."),
		some("appeared", k.disease, "The diseases that ever had a cube on the board, where that matters."),
	)
}
