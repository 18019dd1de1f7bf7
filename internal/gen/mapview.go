package main

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/shape"
)

// viewType returns the TypeScript types that describe a map game's view.
func viewType(t *epidemic.Ruleset) []byte {
	var b strings.Builder
	b.WriteString(shape.Head)
	done := map[string]bool{}
	viewShape(t).Declare(&b, done)
	chanceShape(t).Declare(&b, done)
	return []byte(b.String())
}

// typeName returns the prefix of a game's TypeScript types.
func typeName(t *epidemic.Ruleset) string { return strings.ToUpper(t.Game[:1]) + t.Game[1:] }

// viewShape returns the shape of a map game's view: the JSON that (*epidemic.View).Code writes, with members in
// the same order. A view leaves out members that are zero, empty or not part of the game. A test compares the
// shape with the views of many games, and with every name that Code writes.
func viewShape(t *epidemic.Ruleset) shape.Object {
	k := kindsOf(t)
	return shape.Object{
		Alias: typeName(t) + "View", About: "All that the view’s seats may know of a position. What is zero or empty is left out.",
		Members: slices.Concat(
			[]shape.Member{shape.Some("seats", k.seat, "The seats whose view it is; none for a spectator.")},
			boardMembers(t, k), tokenMembers(t, k), labMembers(t, k), teamMembers(t, k), seatMembers(t, k), turnMembers(t, k),
			ongoingMembers(t, k), questionMembers(t, k), mutantMembers(t, k), strainMembers(t, k), knownMembers(t, k), offerMembers(t, k),
		),
	}
}

// kinds holds the sets of names that occur in a game's view.
type kinds struct{ city, infection, disease, card, event, role, seat, verb, once shape.Names }

func kindsOf(t *epidemic.Ruleset) kinds {
	k := kinds{
		city: shape.Names{Alias: "City", Values: t.City.Values}, disease: shape.Names{Alias: "Disease", Values: t.Disease.Values},
		card: shape.Names{Alias: "Card", Values: t.Card.Values}, event: shape.Names{Alias: "Event", Values: t.Event.Values},
		role: shape.Names{Alias: "Role", Values: t.Role.Values},
		seat: shape.Names{Alias: "SeatId", Values: engine.SeatKind.Values}, verb: shape.Names{Alias: "Verb", Values: nil}, once: shape.Names{Alias: "OnceVerb", Values: nil},
	}
	k.infection = k.city
	if len(t.MutantCards) > 0 {
		k.infection = shape.Names{Alias: "InfectionCard", Values: t.Infection.Values}
	}
	for _, v := range t.Verbs() {
		k.verb.Values = append(k.verb.Values, v.Name)
		if v.Once {
			k.once.Values = append(k.once.Values, v.Name)
		}
	}
	return k
}

// where returns the members if has is true, and otherwise none.
func where(has bool, members ...shape.Member) []shape.Member {
	if has {
		return members
	}
	return nil
}

// boardMembers returns the members for the discard piles, the board and its tracks.
func boardMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	return slices.Concat(
		[]shape.Member{shape.Some("discard", k.card, "The player discard.")},
		where(tells(t, "event-removed"), shape.Some("removed", k.card, "Player cards that are out of the game.")),
		where(!t.OpenHands, shape.Some("shown", k.card, "Cards in hands that everybody has seen there, or was told of."),
			shape.Some("kept", k.seat, "Who did not want to say what they hold, until their next turn.")),
		[]shape.Member{
			shape.Some("stations", k.city, ""),
			shape.Some("infection-discard", k.infection, ""),
		},
		where(tells(t, "infection-removed"), shape.Some("infection-removed", k.infection, "")),
		[]shape.Member{
			{Name: "cubes", Shape: shape.ByName{Key: k.city, Item: shape.ByName{Key: k.disease, Item: shape.Number{}}}},
			{Name: "supply", Shape: shape.ByName{Key: k.disease, Item: shape.Number{}}},
		},
		awayMember(t, k),
		[]shape.Member{shape.Some("cured", k.disease, "")},
		where(!t.Lasting, shape.Some("eradicated", k.disease, "")),
		[]shape.Member{
			shape.Count("outbreaks", ""),
			shape.Count("rate", "The place on the infection rate track, from 0."),
		},
		where(tells(t, "infection-skipped"), shape.Count("quiet", "Infection steps that are still to be skipped.")),
		[]shape.Member{
			shape.Count("epidemics", "Epidemics drawn so far."),
			shape.Count("deck-size", "Cards left in the player deck."),
			shape.Count("infection-deck-size", "Cards left in the infection deck."),
		},
	)
}

// tokenMembers returns the members for tokens on lines and regions, and for challenges.
func tokenMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	region, trait := shape.Names{Alias: "Region", Values: t.Region.Values}, shape.Names{Alias: "Trait", Values: t.Trait.Values}
	return slices.Concat(
		where(t.Numbers.Tracks > 0, shape.Some("tracks", shape.Names{Alias: "Line", Values: lines(t)}, "Lines that carry a track, each by the cities at its ends.")),
		where(len(t.Regions) > 0,
			shape.Member{Name: "tokens", Shape: shape.ByName{Key: region, Item: shape.Number{}}, About: "Tokens in the regions."},
			shape.Count("tokens-left", "Tokens that can still be placed.")),
		where(tells(t, "shield-placed"), shape.Member{Name: "shield", Shape: region, About: "The region that a role keeps free of new cubes."}),
		where(len(t.Traits) > 0, shape.Some("traits", trait, "What diseases do beyond the ordinary in this game.")),
		where(has(t, "mild-season"), shape.Count("bottom", "Infection steps still to come that turn the bottom card only.")),
		where(tells(t, "cube-walked"), shape.Some("walked", k.disease, "Diseases of which a cube has walked in this turn.")),
		where(tells(t, "studied"), shape.Count("deck-known", "Cards on top of the player deck that everybody has seen.")),
		where(echoes(t),
			shape.Some("echo", k.city, "Cities that still get a cube because one was placed beside them."),
			shape.Member{Name: "echo-of", Shape: k.disease, About: "Of which disease that cube is."}),
		where(overflows(t), shape.Some("fled", k.city, "Cities whose cubes have fled for this card.")),
	)
}

// lines returns the names of the lines that can carry a railroad track.
func lines(t *epidemic.Ruleset) []string {
	var all []string
	for l := range epidemic.Line(t.Lines()) {
		if a, b := t.Ends(l); t.CarriesTracks(l) {
			all = append(all, t.City.Text(uint8(a))+"/"+t.City.Text(uint8(b)))
		}
	}
	return all
}

// seatMembers returns the members for the seats.
func seatMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	teams := plays(t, epidemic.TeamMode)
	role := shape.Member{Name: "role", Shape: k.role, Always: !teams}
	pawn := shape.Member{Name: "pawn", Shape: k.city, Always: !teams && t.Start != ""}
	if !role.Always {
		role.About = "Left out until all teams have chosen."
	}
	if !pawn.Always {
		pawn.About = "Left out until its starting place is chosen."
	}
	return []shape.Member{{Name: "seats-at-table", Always: true, About: "Every seat, in order.", Shape: shape.ListOf{Item: shape.Object{
		Alias: "SeatAtTable", About: "What everybody knows of a seat.", Members: slices.Concat(
			[]shape.Member{role, pawn},
			where(tells(t, "event-stored"), shape.Member{Name: "stash", Shape: k.card, About: "An event that lies on the role card."}),
			[]shape.Member{shape.Some("waived", k.event, "Events whose windows the seat lets go until its next turn.")},
		),
	}}}}
}

// turnMembers returns the members for the state of the current turn, and for how the game ended.
func turnMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	return []shape.Member{
		shape.Count("turn", "From 0."),
		shape.Count("active", "The seat on turn."),
		shape.Count("first", "The seat that began."),
		shape.Count("actions", "Actions left."),
		{Name: "stage", Shape: shape.Names{Alias: "Stage", Values: t.Stages()}, Always: true},
		shape.Count("phase", ""),
		shape.Count("pending", "Epidemics to resolve, or infection cards to turn."),
		{Name: "used", Shape: shape.ByName{Key: k.once, Item: shape.Truth{}}, About: "Moves of once a turn that were made in this one."},
		{Name: "spread", About: "A chain of outbreaks that is being resolved.", Shape: shape.Object{
			Alias: "Spread", About: "A chain of outbreaks: the cities that break out, in order, and how many are done.", Members: []shape.Member{
				shape.Some("cities", k.city, ""),
				{Name: "disease", Shape: k.disease},
				shape.Count("done", ""),
				shape.Some("left", k.city, "Neighbours that the current outbreak has still to reach."),
				shape.Count("floor", ""),
			},
		}},
		{Name: "end", Shape: shape.Names{Alias: "Ending", Values: endings(t)}, About: "How the game ended; left out while it runs."},
		shape.Some("infection-classes", shape.Object{
			Alias: "InfectionClass", About: "Cards of the infection deck that lie in unknown order between two places from the top, the top being 0.", Members: []shape.Member{
				{Name: "cards", Shape: shape.ListOf{Item: k.infection}, Always: true}, shape.Count("from", ""), shape.Count("to", ""),
			},
		}, ""),
	}
}

// endings returns the names of all ways in which the game can end.
func endings(t *epidemic.Ruleset) []string {
	return slices.DeleteFunc(slices.Clone(epidemic.Endings()[1:]), func(end string) bool {
		return end == "unseen" && len(t.Sequences) == 0
	})
}

// moments returns the names of the moments at which seats can play events between two steps.
func moments(t *epidemic.Ruleset) []string {
	return slices.DeleteFunc(slices.Clone(epidemic.Moments()[1:]), func(m string) bool {
		return m == "after-cure" && !answersCures(t)
	})
}

// questionMembers returns the members for the open questions, and for the seats that were shown
// cards.
func questionMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	operand := shape.Either{One: shape.Names{Alias: "OperandName", Values: operandNames(t)}, Other: shape.Number{}}
	return slices.Concat(
		where(tells(t, "looked"), shape.Some("looked-at", shape.Object{
			Alias: "LookedAt", About: "Who has looked at a place of the infection deck.", Members: []shape.Member{
				shape.Count("from-top", ""), {Name: "seats", Shape: shape.ListOf{Item: shape.Names{Alias: "Watcher", Values: epidemic.Watchers()}}, Always: true},
			},
		}, "")),
		[]shape.Member{
			shape.Count("serial", "Questions asked so far."),
			shape.Some("questions", questionShape(t, k, operand), "The open questions; the last is the one that is asked now."),
			shape.Some("refused", shape.Object{
				Alias: "RefusedMove", About: "What was asked for and refused in this step.", Members: []shape.Member{
					{Name: "verb", Shape: k.verb, Always: true}, shape.Count("by", ""),
					{Name: "operand-0", Shape: operand}, {Name: "operand-1", Shape: operand},
				},
			}, ""),
			shape.Some("hand-sizes", shape.Number{}, "How many cards each seat holds."),
		},
	)
}

// knownMembers returns the members for hidden cards that the viewing seats know.
func knownMembers(t *epidemic.Ruleset, k kinds) []shape.Member {
	return slices.Concat(
		[]shape.Member{{Name: "hands", Always: true, About: "The cards known to lie in each hand, by seat.", Shape: shape.ListOf{Item: shape.Object{
			Alias: "Hand", About: "What is known of a hand.", Members: []shape.Member{shape.Some("cards", k.card, "")},
		}}}},
		where(tells(t, "arranged"), shape.Member{Name: "recall", About: "What a seat of the view saw before somebody mixed it.", Shape: shape.ByName{Key: k.seat, Item: shape.Object{
			Alias: "Recall", About: "Infection cards that lie, in unknown order, above a place.", Members: []shape.Member{
				shape.Some("cards", k.infection, ""), shape.Count("above", ""),
			},
		}}}),
		where(tells(t, "studied"), shape.Some("deck-top", k.card, "The player cards on top of the deck that everybody has seen, the top first.")),
		where(tells(t, "looked"), shape.Some("known", shape.Object{
			Alias: "KnownCard", About: "An infection card that is known by its place.", Members: []shape.Member{
				shape.Count("from-top", ""), {Name: "card", Shape: k.infection, Always: true},
			},
		}, "Infection cards that the view’s seats have seen and whose place they know.")),
	)
}

// chanceShape returns the shape of the odds that (*epidemic.View).Chances writes.
func chanceShape(t *epidemic.Ruleset) shape.Object {
	return shape.Object{Alias: typeName(t) + "Chances", About: "What a careful player would reckon, in thousandths. What cannot be is left out.", Members: []shape.Member{
		{Name: "epidemic", Shape: shape.Number{}, About: "That an epidemic is among the player cards of the next draw."},
		{Name: "infection", Shape: shape.ByName{Key: kindsOf(t).infection, Item: shape.Number{}}, About: "That the infection card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped."},
	}}
}

// questionShape returns the shape of an open question. The members depend on the kind of the
// question.
func questionShape(t *epidemic.Ruleset, k kinds, operand shape.Shape) shape.Object {
	steps := shape.Names{Alias: "QuestionStep", Values: steps(t)[1:]} // the end of the game is not an open question
	o := shape.Object{Alias: "OpenQuestion", About: "One open question. Which members it has depends on its step.", Members: []shape.Member{
		{Name: "id", Shape: shape.Number{}, Always: true},
		{Name: "step", Shape: steps, Always: true},
		{Name: "seat", Shape: shape.Number{}, About: "Who is asked."},
		{Name: "moment", Shape: shape.Names{Alias: "Moment", Values: moments(t)}, About: "Of a window."},
		{Name: "passed", Shape: shape.ListOf{Item: k.seat}, About: "Of a window: who let it go."},
	}}
	o.Members = append(o.Members, where(answersCures(t), shape.Member{Name: "cured", Shape: k.disease, About: "Of a window: what has just been cured."})...)
	o.Members = append(o.Members, shape.Member{Name: "verb", Shape: k.verb, About: "The move that asks."})
	most := 0
	for _, v := range t.Verbs() {
		if slices.Contains(v.Questions, epidemic.QuestionWalk) {
			continue // no question stays open for this verb, because it needs no consent
		}
		most = max(most, len(v.Args), len(v.Keeps))
	}
	for i := range most {
		o.Members = append(o.Members, shape.Member{Name: "operand-" + engine.Number.Text(uint8(i)), Shape: operand})
	}
	o.Members = append(o.Members,
		shape.Member{Name: "n", Shape: shape.Number{}, About: "How many are still to come."},
		shape.Member{Name: "arg", Shape: shape.ListOf{Item: shape.Number{}}, About: "What the move keeps for itself."})
	return o
}

// operandNames returns all names that can be an operand of a move.
func operandNames(t *epidemic.Ruleset) []string {
	var all []string
	seen := map[string]bool{}
	for _, v := range t.Verbs() {
		for _, k := range append(append([]*engine.Kind{t.City}, v.Args...), v.Keeps...) {
			for _, name := range k.Values {
				if !seen[name] {
					seen[name] = true
					all = append(all, name)
				}
			}
		}
	}
	return all
}
