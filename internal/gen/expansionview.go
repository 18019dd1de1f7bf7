package main

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// What the ways to play add to a view, each where the game has that way.

// cubesOf is cubes by their disease.
func cubesOf(k kinds) shape { return byName{k.disease, number{}} }

// awayMember is the cubes that are not in play, where there can be any.
func awayMember(t *epidemic.Ruleset, k kinds) []member {
	return where(len(t.Sequences) > 0 || samples(t) || plays(t, epidemic.Strained),
		member{name: "away", shape: cubesOf(k), about: "Cubes that are neither on the board nor in the supply."})
}

// teamMembers are what everybody sees of the teams.
func teamMembers(t *epidemic.Ruleset, k kinds) []member {
	team := names{"Team", engine.SeatKind.Values[:engine.MaxSeats/2]}
	return where(plays(t, epidemic.Teaming), member{name: "teams", about: "Where seats play in teams.", shape: object{
		alias: "Teams", about: "What everybody sees of the teams. Team 0 is the seats 0 and 1, and so on.", members: []member{
			some("bases", object{
				alias: "Base", about: "A team’s own station.", members: []member{
					{name: "city", shape: k.city, about: "Left out until it stands."},
				},
			}, "Of every team, in order."),
			{name: "awards", shape: byName{names{"Award", t.Award.Values}, team}, about: "Which team has each award."},
			some("assigned", team, "The teams that have given out their roles."),
			some("settled", team, "The teams that have their objective."),
			count("left", "Actions that the first of a team left to its partner."),
		},
	}})
}

// offerMembers are what the view's teams were dealt.
func offerMembers(t *epidemic.Ruleset, k kinds) []member {
	objective := names{"Objective", t.Objective.Values}
	return where(plays(t, epidemic.Teaming), some("offers", object{
		alias: "Offer", about: "What is known of what a team was dealt: of one’s own all, of others the objective at the end.", members: []member{
			some("roles", k.role, "To choose from, until all teams have chosen."),
			{name: "first", shape: k.role, about: "Chosen for the first seat of the team."},
			{name: "second", shape: k.role},
			some("objectives", objective, "Those it was dealt."),
			{name: "objective", shape: objective, about: "The one it plays for."},
		},
	}, "Of every team, in order."))
}

// ongoingMembers are events in force, and what lies on role cards.
func ongoingMembers(t *epidemic.Ruleset, k kinds) []member {
	return slices.Concat(
		where(lasts(t), member{
			name: "in-force", shape: byName{k.seat, listOf{k.event}}, about: "Events that go on acting, by the seat that they lie before.",
		}),
		where(lasts(t) && tells(t, "event-stored"), some("leaving", k.event, "Those of them that leave the game when they end.")),
		where(samples(t), member{name: "samples", shape: cubesOf(k), about: "The cubes on a role card."}),
		where(has(t, "order"), count("ordered", "The seat, from 1, whose pawn the active seat may move in this turn.")),
		where(plays(t, epidemic.Alone), some("roles-gone", k.role, "Roles that have left the game.")),
	)
}

// mutantMembers are what is still to come of the disease that no city has for its
// own.
func mutantMembers(t *epidemic.Ruleset, k kinds) []member {
	return where(plays(t, epidemic.Mutating),
		some("also", k.city, "Cities that still get a cube of the mutant for the infection card."),
		count("bottoms", "Infection cards that an incident has still to turn from the bottom."),
		count("bottom-cubes", "How many cubes each of them brings."),
		member{name: "incident", shape: k.event, about: "The incident that turns them."},
		some("incidents", k.event, "Incidents that were drawn and are still to take effect."),
	)
}

// strainMembers are what everybody knows of the virulent strain.
func strainMembers(t *epidemic.Ruleset, k kinds) []member {
	card := names{"StrainCard", t.Strain.Values}
	return where(plays(t, epidemic.Strained),
		member{name: "strain", shape: k.disease, about: "The disease that is the worse strain."},
		member{name: "strain-card", shape: card, about: "The card whose effect is to come."},
		some("strain-drawn", card, "The cards that have come."),
		some("strain-force", card, "Those of them that are in force."),
		some("strain-treated", k.city, "Cities where the active seat has treated it in this turn."),
		member{name: "strain-more", shape: truth{}, about: "The infection step has turned a card more for it."},
	)
}
