package main

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/shape"
)

// The functions in this file return members of a view that occur only in some modes. If a game has no such
// mode, they return none.

// cubesOf returns the shape of an object that maps diseases to numbers of cubes.
func cubesOf(k kinds) shape.Shape { return shape.ByName{Key: k.disease, Item: shape.Number{}} }

// awayMember returns the member for cubes that are out of play, if the game can have such cubes.
func awayMember(t *epidemic.Ruleset, k kinds) []shape.Member {
	return where(len(t.Sequences) > 0 || samples(t) || plays(t, epidemic.StrainMode),
		shape.Member{Name: "away", Shape: cubesOf(k), About: "Cubes that are neither on the board nor in the supply."})
}

// teamMembers returns the members for what everyone can see of the teams.
func teamMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	team := shape.Names{Alias: "Team", Values: engine.SeatKind.Values[:engine.MaxSeats/2]}
	return where(plays(t, epidemic.TeamMode), shape.Member{Name: "teams", About: "Where seats play in teams.", Shape: shape.Object{
		Alias: "Teams", About: "What everybody sees of the teams. Team 0 is the seats 0 and 1, and so on.", Members: []shape.Member{
			shape.Some("bases", shape.Object{
				Alias: "Base", About: "A team’s own station.", Members: []shape.Member{
					{Name: "city", Shape: k.city, About: "Left out until it stands."},
				},
			}, "Of every team, in order."),
			{Name: "awards", Shape: shape.ByName{Key: shape.Names{Alias: "Award", Values: t.Award.Values}, Item: team}, About: "Which team has each award."},
			shape.Some("assigned", team, "The teams that have given out their roles."),
			shape.Some("settled", team, "The teams that have their objective."),
			shape.Count("left", "Actions that the first of a team left to its partner."),
		},
	}})
}

// offerMembers returns the members for the cards that were dealt to the viewing teams.
func offerMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	objective := shape.Names{Alias: "Objective", Values: t.Objective.Values}
	return where(plays(t, epidemic.TeamMode), shape.Some("offers", shape.Object{
		Alias: "Offer", About: "What is known of what a team was dealt: of one’s own all, of others the objective at the end.", Members: []shape.Member{
			shape.Some("roles", k.role, "To choose from, until all teams have chosen."),
			{Name: "first", Shape: k.role, About: "Chosen for the first seat of the team."},
			{Name: "second", Shape: k.role},
			shape.Some("objectives", objective, "Those it was dealt."),
			{Name: "objective", Shape: objective, About: "The one it plays for."},
		},
	}, "Of every team, in order."))
}

// ongoingMembers returns the members for events in force, cubes on role cards, and other lasting effects of
// events.
func ongoingMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	return slices.Concat(
		where(lasts(t), shape.Member{
			Name: "in-force", Shape: shape.ByName{Key: k.seat, Item: shape.ListOf{Item: k.event}}, About: "Events that go on acting, by the seat that they lie before.",
		}),
		where(lasts(t) && tells(t, "event-stored"), shape.Some("leaving", k.event, "Those of them that leave the game when they end.")),
		where(samples(t), shape.Member{Name: "samples", Shape: cubesOf(k), About: "The cubes on a role card."}),
		where(has(t, "order"), shape.Count("ordered", "The seat, from 1, whose pawn the active seat may move in this turn.")),
		where(plays(t, epidemic.SoloMode), shape.Some("roles-gone", k.role, "Roles that have left the game.")),
	)
}

// mutantMembers returns the members for cards of the mutant disease that have been drawn and not yet resolved.
func mutantMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	return where(plays(t, epidemic.MutationMode),
		shape.Some("also", k.city, "Cities that still get a cube of the mutant for the infection card."),
		shape.Count("bottoms", "Infection cards that an incident has still to turn from the bottom."),
		shape.Count("bottom-cubes", "How many cubes each of them brings."),
		shape.Member{Name: "incident", Shape: k.event, About: "The incident that turns them."},
		shape.Some("incidents", k.event, "Incidents that were drawn and are still to take effect."),
	)
}

// strainMembers returns the members for what everyone can see of the virulent strain.
func strainMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	card := shape.Names{Alias: "StrainCard", Values: t.Strain.Values}
	return where(plays(t, epidemic.StrainMode),
		shape.Member{Name: "strain", Shape: k.disease, About: "The disease that is the worse strain."},
		shape.Member{Name: "strain-card", Shape: card, About: "The card whose effect is to come."},
		shape.Some("strain-drawn", card, "The cards that have come."),
		shape.Some("strain-force", card, "Those of them that are in force."),
		shape.Some("strain-treated", k.city, "Cities where the active seat has treated it in this turn."),
		shape.Member{Name: "strain-more", Shape: shape.Truth{}, About: "The infection step has turned a card more for it."},
	)
}
