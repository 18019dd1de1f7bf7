package world

import "theriac/games/epidemic"

// objectives are what teams can play for. Each gives a team prestige for each cure, each eradication and each
// station on the board.
var objectives = []epidemic.Objective{
	{ID: "cures-first", Cure: 4, Eradication: 2},
	{ID: "balanced", Cure: 3, Eradication: 3},
	{ID: "eradications-first", Cure: 2, Eradication: 4},
	{ID: "network", Cure: 2, Eradication: 2, Station: 1},
	{ID: "field-hospitals", Cure: 3, Eradication: 1, Station: 1},
	{ID: "pioneers", Cure: 3, Eradication: 2, MoreFirstCure: 3},
	{ID: "exterminators", Cure: 2, Eradication: 3, MoreFirstEradication: 4},
	{ID: "outposts", Cure: 1, Eradication: 3, Station: 1},
}

// honours is the prestige of the awards that count the same for every team.
var honours = epidemic.Honours{FirstCure: 2, FirstEradication: 2, Worst: 3, Mutant: 3, Removal: 4}
