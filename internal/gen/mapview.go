package main

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
)

// viewType is the view of a map game as a type of the client.
func viewType(t *epidemic.Ruleset) []byte {
	var b strings.Builder
	b.WriteString(viewHead)
	done := map[string]bool{}
	viewShape(t).declare(&b, done)
	chanceShape(t).declare(&b, done)
	return []byte(b.String())
}

// typeName is what the client's types of a game begin with.
func typeName(t *epidemic.Ruleset) string { return strings.ToUpper(t.Game[:1]) + t.Game[1:] }

// viewShape is the form of a view of a map game, as (*epidemic.View).Code writes
// it: in its order, without what is zero or empty, and without what the game has
// not. A test holds it against the views of many games and against every name that
// the code writes.
func viewShape(t *epidemic.Ruleset) object {
	k := kindsOf(t)
	return object{
		alias: typeName(t) + "View", about: "All that the view’s seats may know of a position. What is zero or empty is left out.",
		members: slices.Concat(
			[]member{some("seats", k.seat, "The seats whose view it is; none for a spectator.")},
			boardMembers(t, k), tokenMembers(t, k), labMembers(t, k), teamMembers(t, k), seatMembers(t, k), turnMembers(t, k),
			ongoingMembers(t, k), questionMembers(t, k), mutantMembers(t, k), strainMembers(t, k), knownMembers(t, k), offerMembers(t, k),
		),
	}
}

// kinds are the names of a game.
type kinds struct{ city, infection, disease, card, event, role, seat, verb, once names }

func kindsOf(t *epidemic.Ruleset) kinds {
	k := kinds{
		city: names{"City", t.City.Values}, disease: names{"Disease", t.Disease.Values},
		card: names{"Card", t.Card.Values}, event: names{"Event", t.Event.Values},
		role: names{"Role", t.Role.Values},
		seat: names{"SeatId", engine.SeatKind.Values}, verb: names{"Verb", nil}, once: names{"OnceVerb", nil},
	}
	k.infection = k.city
	if len(t.MutantCards) > 0 {
		k.infection = names{"InfectionCard", t.Infection.Values}
	}
	for _, v := range t.Verbs() {
		k.verb.values = append(k.verb.values, v.Name)
		if v.Once {
			k.once.values = append(k.once.values, v.Name)
		}
	}
	return k
}

func count(name, about string) member { return member{name: name, shape: number{}, about: about} }

func some(name string, of shape, about string) member {
	return member{name: name, shape: listOf{of}, about: about}
}

// where is members that a game has or has not.
func where(has bool, members ...member) []member {
	if has {
		return members
	}
	return nil
}

// boardMembers are the discards and what lies on the board and its tracks.
func boardMembers(t *epidemic.Ruleset, k kinds) []member {
	return slices.Concat(
		[]member{some("discard", k.card, "The player discard.")},
		where(tells(t, "event-removed"), some("removed", k.card, "Player cards that are out of the game.")),
		where(!t.OpenHands, some("shown", k.card, "Cards in hands that everybody has seen there.")),
		[]member{
			some("stations", k.city, ""),
			some("infection-discard", k.infection, ""),
		},
		where(tells(t, "infection-removed"), some("infection-removed", k.infection, "")),
		[]member{
			{name: "cubes", shape: byName{k.city, byName{k.disease, number{}}}},
			{name: "supply", shape: byName{k.disease, number{}}},
		},
		awayMember(t, k),
		[]member{some("cured", k.disease, "")},
		where(!t.Lasting, some("eradicated", k.disease, "")),
		[]member{
			count("outbreaks", ""),
			count("rate", "The place on the infection rate track, from 0."),
		},
		where(tells(t, "infection-skipped"), count("quiet", "Infection steps that are still to be skipped.")),
		[]member{
			count("epidemics", "Epidemics drawn so far."),
			count("deck-size", "Cards left in the player deck."),
			count("infection-deck-size", "Cards left in the infection deck."),
		},
	)
}

// tokenMembers are what lines and regions carry, and what challenges add.
func tokenMembers(t *epidemic.Ruleset, k kinds) []member {
	region, trait := names{"Region", t.Region.Values}, names{"Trait", t.Trait.Values}
	return slices.Concat(
		where(t.Numbers.Tracks > 0, some("tracks", names{"Line", lines(t)}, "Lines that carry a track, each by the cities at its ends.")),
		where(len(t.Regions) > 0,
			member{name: "tokens", shape: byName{region, number{}}, about: "Tokens in the regions."},
			count("tokens-left", "Tokens that can still be placed.")),
		where(tells(t, "shield-placed"), member{name: "shield", shape: region, about: "The region that a role keeps free of new cubes."}),
		where(len(t.Traits) > 0, some("traits", trait, "What diseases do beyond the ordinary in this game.")),
		where(has(t, "mild-season"), count("bottom", "Infection steps still to come that turn the bottom card only.")),
		where(tells(t, "cube-walked"), some("walked", k.disease, "Diseases of which a cube has walked in this turn.")),
		where(tells(t, "studied"), count("deck-known", "Cards on top of the player deck that everybody has seen.")),
		where(echoes(t),
			some("echo", k.city, "Cities that still get a cube because one was placed beside them."),
			member{name: "echo-of", shape: k.disease, about: "Of which disease that cube is."}),
		where(overflows(t), some("fled", k.city, "Cities whose cubes have fled for this card.")),
	)
}

// lines are the lines that can carry a track, as a view names them.
func lines(t *epidemic.Ruleset) []string {
	var all []string
	for l := range epidemic.Line(t.Lines()) {
		if a, b := t.Ends(l); t.CarriesTracks(l) {
			all = append(all, t.City.Text(uint8(a))+"/"+t.City.Text(uint8(b)))
		}
	}
	return all
}

// seatMembers are the seats.
func seatMembers(t *epidemic.Ruleset, k kinds) []member {
	teams := plays(t, epidemic.Teaming)
	role := member{name: "role", shape: k.role, always: !teams}
	pawn := member{name: "pawn", shape: k.city, always: !teams && t.Start != ""}
	if !role.always {
		role.about = "Left out until all teams have chosen."
	}
	if !pawn.always {
		pawn.about = "Left out until its starting place is chosen."
	}
	return []member{{name: "seats-at-table", always: true, about: "Every seat, in order.", shape: listOf{object{
		alias: "SeatAtTable", about: "What everybody knows of a seat.", members: slices.Concat(
			[]member{role, pawn},
			where(tells(t, "event-stored"), member{name: "stash", shape: k.card, about: "An event that lies on the role card."}),
			[]member{some("waived", k.event, "Events whose windows the seat lets go until its next turn.")},
		),
	}}}}
}

// turnMembers are where the turn stands, and how the game ended.
func turnMembers(t *epidemic.Ruleset, k kinds) []member {
	return []member{
		count("turn", "From 0."),
		count("active", "The seat on turn."),
		count("first", "The seat that began."),
		count("actions", "Actions left."),
		{name: "stage", shape: names{"Stage", t.Stages()}, always: true},
		count("phase", ""),
		count("pending", "Epidemics to resolve, or infection cards to turn."),
		{name: "used", shape: byName{k.once, truth{}}, about: "Moves of once a turn that were made in this one."},
		{name: "spread", about: "A chain of outbreaks that is being resolved.", shape: object{
			alias: "Spread", about: "A chain of outbreaks: the cities that break out, in order, and how many are done.", members: []member{
				some("cities", k.city, ""),
				{name: "disease", shape: k.disease},
				count("done", ""),
				some("left", k.city, "Neighbours that the current outbreak has still to reach."),
				count("floor", ""),
			},
		}},
		{name: "end", shape: names{"Ending", endings(t)}, about: "How the game ended; left out while it runs."},
		some("infection-classes", object{
			alias: "InfectionClass", about: "Cards of the infection deck that lie in unknown order between two places from the top, the top being 0.", members: []member{
				{name: "cards", shape: listOf{k.infection}, always: true}, count("from", ""), count("to", ""),
			},
		}, ""),
	}
}

// endings are the ways the game can end.
func endings(t *epidemic.Ruleset) []string {
	return slices.DeleteFunc(slices.Clone(epidemic.Endings()[1:]), func(end string) bool {
		return end == "unseen" && len(t.Sequences) == 0
	})
}

// moments are those at which a window can be open in the game.
func moments(t *epidemic.Ruleset) []string {
	return slices.DeleteFunc(slices.Clone(epidemic.Moments()[1:]), func(m string) bool {
		return m == "after-cure" && !answersCures(t)
	})
}

// questionMembers are the open questions, and who has looked at cards.
func questionMembers(t *epidemic.Ruleset, k kinds) []member {
	operand := either{names{"OperandName", operandNames(t)}, number{}}
	return slices.Concat(
		where(tells(t, "looked"), some("looked-at", object{
			alias: "LookedAt", about: "Who has looked at a place of the infection deck.", members: []member{
				count("from-top", ""), {name: "seats", shape: listOf{names{"Watcher", epidemic.Watchers()}}, always: true},
			},
		}, "")),
		[]member{
			count("serial", "Questions asked so far."),
			some("questions", questionShape(t, k, operand), "The open questions; the last is the one that is asked now."),
			some("refused", object{
				alias: "RefusedMove", about: "What was asked for and refused in this step.", members: []member{
					{name: "verb", shape: k.verb, always: true}, count("by", ""),
					{name: "operand-0", shape: operand}, {name: "operand-1", shape: operand},
				},
			}, ""),
			some("hand-sizes", number{}, "How many cards each seat holds."),
		},
	)
}

// knownMembers are the cards that the view's seats have seen.
func knownMembers(t *epidemic.Ruleset, k kinds) []member {
	return slices.Concat(
		[]member{{name: "hands", always: true, about: "The cards known to lie in each hand, by seat.", shape: listOf{object{
			alias: "Hand", about: "What is known of a hand.", members: []member{some("cards", k.card, "")},
		}}}},
		where(tells(t, "arranged"), member{name: "recall", about: "What a seat of the view saw before somebody mixed it.", shape: byName{k.seat, object{
			alias: "Recall", about: "Infection cards that lie, in unknown order, above a place.", members: []member{
				some("cards", k.infection, ""), count("above", ""),
			},
		}}}),
		where(tells(t, "studied"), some("deck-top", k.card, "The player cards on top of the deck that everybody has seen, the top first.")),
		where(tells(t, "looked"), some("known", object{
			alias: "KnownCard", about: "An infection card that is known by its place.", members: []member{
				count("from-top", ""), {name: "card", shape: k.infection, always: true},
			},
		}, "Infection cards that the view’s seats have seen and whose place they know.")),
	)
}

// chanceShape is the form of what (*epidemic.View).Chances writes.
func chanceShape(t *epidemic.Ruleset) object {
	return object{alias: typeName(t) + "Chances", about: "What a careful player would reckon, in thousandths. What cannot be is left out.", members: []member{
		{name: "epidemic", shape: number{}, about: "That an epidemic is among the player cards of the next draw."},
		{name: "infection", shape: byName{kindsOf(t).infection, number{}}, about: "That the infection card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped."},
	}}
}

// questionShape is the form of an open question. Which members it has depends on
// its step.
func questionShape(t *epidemic.Ruleset, k kinds, operand shape) object {
	steps := names{"QuestionStep", steps(t)[1:]} // a question that is open is not over
	o := object{alias: "OpenQuestion", about: "One open question. Which members it has depends on its step.", members: []member{
		{name: "id", shape: number{}, always: true},
		{name: "step", shape: steps, always: true},
		{name: "seat", shape: number{}, about: "Who is asked."},
		{name: "moment", shape: names{"Moment", moments(t)}, about: "Of a window."},
		{name: "passed", shape: listOf{k.seat}, about: "Of a window: who let it go."},
	}}
	o.members = append(o.members, where(answersCures(t), member{name: "cured", shape: k.disease, about: "Of a window: what has just been cured."})...)
	o.members = append(o.members, member{name: "verb", shape: k.verb, about: "The move that asks."})
	most := 0
	for _, v := range t.Verbs() {
		if slices.Contains(v.Questions, epidemic.QuestionWalk) {
			continue // nobody has to agree to it, so it never waits in a question
		}
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
