package main

import (
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// worldViewType is the view of the world game as a type of the client.
func worldViewType() ([]byte, error) {
	var b strings.Builder
	b.WriteString("// Written by go run ./internal/gen from what the game's view writes. Not to be edited.\n")
	done := map[string]bool{}
	viewShape(world.Game).declare(&b, done)
	chanceShape(world.Game).declare(&b, done)
	return []byte(b.String()), nil
}

// viewShape is the form of a view of a map game, as (*epidemic.View).Code writes
// it: in its order, and without what is zero or empty. A test holds it against
// the views of many games and against every name that the code writes.
func viewShape(t *epidemic.Table) object {
	city, disease := names{"City", t.City.Values}, names{"Disease", t.Disease.Values}
	card, event := names{"Card", t.Card.Values}, names{"Event", t.Event.Values}
	seat := names{"SeatId", engine.SeatKind.Values}
	verbs := names{"Verb", nil}
	once := names{"OnceVerb", nil}
	for _, v := range t.Verbs() {
		verbs.values = append(verbs.values, v.Name)
		if v.Once {
			once.values = append(once.values, v.Name)
		}
	}
	operand := either{names{"OperandName", operandNames(t)}, number{}}
	count := func(name, about string) member { return member{name: name, shape: number{}, about: about} }
	some := func(name string, of shape, about string) member {
		return member{name: name, shape: listOf{of}, about: about}
	}
	return object{alias: "WorldView", about: "All that the view’s seats may know of a position. What is zero or empty is left out.", members: []member{
		some("seats", seat, "The seats whose view it is; none for a spectator."),
		some("discard", card, "The player discard."),
		some("removed", card, "Player cards that are out of the game."),
		some("shown", card, "Cards in hands that everybody has seen there."),
		some("stations", city, ""),
		some("infection-discard", city, ""),
		some("infection-removed", city, ""),
		{name: "cubes", shape: byName{city, byName{disease, number{}}}},
		{name: "supply", shape: byName{disease, number{}}},
		some("cured", disease, ""),
		some("eradicated", disease, ""),
		count("outbreaks", ""),
		count("rate", "The place on the infection rate track, from 0."),
		count("quiet", "Infection steps that are still to be skipped."),
		count("epidemics", "Epidemics drawn so far."),
		count("deck-size", "Cards left in the player deck."),
		count("infection-deck-size", "Cards left in the infection deck."),
		{name: "seats-at-table", always: true, about: "Every seat, in order.", shape: listOf{object{
			alias: "SeatAtTable", about: "What everybody knows of a seat.", members: []member{
				{name: "role", shape: names{"Role", t.Role.Values}, always: true},
				{name: "pawn", shape: city, always: true},
				{name: "stash", shape: card, about: "An event that lies on the role card."},
				some("waived", event, "Events whose windows the seat lets go until its next turn."),
			},
		}}},
		count("turn", "From 0."),
		count("active", "The seat on turn."),
		count("first", "The seat that began."),
		count("actions", "Actions left."),
		{name: "stage", shape: names{"Stage", t.Stages()}, always: true},
		count("phase", ""),
		count("pending", "Epidemics to resolve, or infection cards to turn."),
		{name: "used", shape: byName{once, truth{}}, about: "Moves of once a turn that were made in this one."},
		{name: "spread", about: "A chain of outbreaks that is being resolved.", shape: object{
			alias: "Spread", about: "A chain of outbreaks: the cities that break out, in order, and how many are done.", members: []member{
				some("cities", city, ""),
				{name: "disease", shape: disease},
				count("done", ""),
				some("left", city, "Neighbours that the current outbreak has still to reach."),
				count("floor", ""),
			},
		}},
		{name: "end", shape: names{"Ending", epidemic.Endings()[1:]}, about: "How the game ended; left out while it runs."},
		some("infection-classes", object{
			alias: "InfectionClass", about: "Cards of the infection deck that lie in unknown order between two places from the top, the top being 0.", members: []member{
				{name: "cards", shape: listOf{city}, always: true}, count("from", ""), count("to", ""),
			},
		}, ""),
		some("looked-at", object{
			alias: "LookedAt", about: "Who has looked at a place of the infection deck.", members: []member{
				count("from-top", ""), {name: "seats", shape: listOf{names{"Watcher", epidemic.Watchers()}}, always: true},
			},
		}, ""),
		count("serial", "Questions asked so far."),
		some("questions", questionShape(t, verbs, seat, operand), "The open questions; the last is the one that is asked now."),
		some("refused", object{
			alias: "RefusedMove", about: "What was asked for and refused in this step.", members: []member{
				{name: "verb", shape: verbs, always: true}, count("by", ""),
				{name: "operand-0", shape: operand}, {name: "operand-1", shape: operand},
			},
		}, ""),
		some("hand-sizes", number{}, "How many cards each seat holds."),
		{name: "hands", always: true, about: "The cards known to lie in each hand, by seat.", shape: listOf{object{
			alias: "Hand", about: "What is known of a hand.", members: []member{some("cards", card, "")},
		}}},
		{name: "recall", about: "What a seat of the view saw before somebody mixed it.", shape: byName{seat, object{
			alias: "Recall", about: "Infection cards that lie, in unknown order, above a place.", members: []member{
				some("cards", city, ""), count("above", ""),
			},
		}}},
		some("known", object{
			alias: "KnownCard", about: "An infection card that is known by its place.", members: []member{
				count("from-top", ""), {name: "card", shape: city, always: true},
			},
		}, "Infection cards that the view’s seats have seen and whose place they know."),
	}}
}

// chanceShape is the form of what (*epidemic.View).Chances writes.
func chanceShape(t *epidemic.Table) object {
	return object{alias: "WorldChances", about: "What a careful player would reckon, in thousandths. What cannot be is left out.", members: []member{
		{name: "epidemic", shape: number{}, about: "That an epidemic is among the player cards of the next draw."},
		{name: "infection", shape: byName{names{"City", t.City.Values}, number{}}, about: "That the city’s card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped."},
	}}
}

// questionShape is the form of an open question. Which members it has depends on
// its step.
func questionShape(t *epidemic.Table, verbs, seat names, operand shape) object {
	steps := names{"QuestionStep", t.Vocabulary().Steps[1:]} // a question that is open is not over
	o := object{alias: "OpenQuestion", about: "One open question. Which members it has depends on its step.", members: []member{
		{name: "id", shape: number{}, always: true},
		{name: "step", shape: steps, always: true},
		{name: "seat", shape: number{}, about: "Who is asked."},
		{name: "moment", shape: names{"Moment", epidemic.Moments()[1:]}, about: "Of a window."},
		{name: "passed", shape: listOf{seat}, about: "Of a window: who let it go."},
		{name: "verb", shape: verbs, about: "The move that asks."},
	}}
	most := 0
	for _, v := range t.Verbs() {
		most = max(most, len(v.Args), len(v.Keeps))
	}
	for i := range most {
		o.members = append(o.members, member{name: "operand-" + engine.Number.Text(uint8(i)), shape: operand})
	}
	o.members = append(o.members,
		member{name: "n", shape: number{}, about: "How many are still to come."},
		member{name: "arg", shape: listOf{number{}}, about: "What the move keeps for itself."})
	return o
}

// operandNames are all names that an operand of a move can have.
func operandNames(t *epidemic.Table) []string {
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
