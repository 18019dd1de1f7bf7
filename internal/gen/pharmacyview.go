package main

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/games/pharmacy"
)

// pharmacyViewType is the view of the card game as a type of the client.
func pharmacyViewType() ([]byte, error) {
	var b strings.Builder
	b.WriteString(viewHead)
	pharmacyShape(pharmacy.Game).declare(&b, map[string]bool{})
	return []byte(b.String()), nil
}

// pharmacyKinds are the names of the card game.
type pharmacyKinds struct {
	seat, pill, virus, injection, risk, riskVirus, step names
	pills                                               object
}

func pharmacyKindsOf(t *pharmacy.Ruleset) pharmacyKinds {
	box := t.Box()
	k := pharmacyKinds{
		seat: names{"SeatId", engine.SeatKind.Values[:pharmacy.MaxPlayers]}, pill: names{"Pill", box.Pills.Values},
		virus: names{"Virus", nil}, injection: names{"Injection", []string{pharmacy.Cards().Text(uint8(pharmacy.Injection))}},
		risk: names{"RiskCard", nil}, riskVirus: names{"RiskVirus", nil},
		step:  names{"Step", t.Vocabulary().Questions[pharmacy.QuestionOver+1:]}, // a question that is open is not over
		pills: object{alias: "Pills", about: "How many pills of each colour there are. A colour that there is none of is left out."},
	}
	for _, v := range box.Viruses {
		k.virus.values = append(k.virus.values, v.ID)
	}
	for _, r := range box.Risks {
		k.risk.values = append(k.risk.values, r.ID)
		if r.Value > 0 {
			k.riskVirus.values = append(k.riskVirus.values, r.ID)
		}
	}
	for _, id := range box.Pills.Values {
		k.pills.members = append(k.pills.members, count(id, ""))
	}
	return k
}

// pharmacyShape is the form of a view of the card game, as (*pharmacy.View).Code
// writes it: in its order, and without what is zero or empty. A test holds it against
// the views of many games and against every name that the code writes.
func pharmacyShape(t *pharmacy.Ruleset) object {
	k := pharmacyKindsOf(t)
	return object{
		alias: "PharmacyView", about: "All that the view’s seats may know of a position. What is zero or empty is left out.",
		members: slices.Concat(
			[]member{some("seats", k.seat, "The seats whose view it is; none for a spectator.")},
			pharmacyTurn(k), pharmacyTable(t, k), pharmacySeats(k), pharmacyTravel(k),
			pharmacyGuesses(k), pharmacySheet(),
			[]member{
				{name: "over", shape: truth{}, about: "The game is over."},
				{name: "hands", always: true, about: "The risk cards known to be in each hand, by seat: of the view’s seats all, of the others none.", shape: listOf{object{
					alias: "Hand", about: "What is known of a hand.", members: []member{some("cards", k.risk, "By their faces, one name for each card.")},
				}}},
				{name: "face", shape: k.risk, about: "The risk card that goes round face down, where it was put there by a seat of the view."},
				some("replaced", object{
					alias: "ReplacedVirus", about: "A virus of the group’s own.", members: []member{
						{name: "card", shape: k.virus, always: true},
						{name: "value", shape: number{}, always: true},
						{name: "cross", shape: truth{}},
						{name: "pills", shape: k.pills},
					},
				}, "The viruses that show something else than those of the box."),
			},
		),
	}
}

// pharmacyTurn is where the round and the turn stand.
func pharmacyTurn(k pharmacyKinds) []member {
	return []member{
		{name: "serial", shape: number{}, always: true, about: "Questions asked so far."},
		{name: "turn", shape: number{}, always: true, about: "Turns begun so far, in all rounds."},
		{name: "step", shape: k.step, about: "The open question; left out when the game is over."},
		some("asked", k.seat, "Who still owes an answer to it."),
		{name: "round", shape: number{}, always: true, about: "From 1."},
		{name: "starter", shape: k.seat, always: true, about: "The seat that began the round."},
		{name: "active", shape: k.seat, always: true, about: "The seat on turn."},
	}
}

// pharmacyTable is what lies in the middle of the table.
func pharmacyTable(t *pharmacy.Ruleset, k pharmacyKinds) []member {
	pile := object{alias: "Pile", about: "A pile with cards.", members: []member{
		{name: "size", shape: number{}, always: true, about: "Its cards, with the open one."},
		{name: "open", shape: either{k.virus, k.injection}, always: true, about: "The open card on top."},
	}}
	piles := object{alias: "Piles", about: "The two piles. One that is empty is left out."}
	for _, name := range t.Box().Piles.Values {
		piles.members = append(piles.members, member{name: name, shape: pile})
	}
	return []member{
		{name: "piles", shape: piles, about: "Left out when both are empty."},
		{name: "pharmacy", shape: k.pills, about: "The pharmacy’s stock."},
	}
}

// pharmacySeats are what lies in front of the players.
func pharmacySeats(k pharmacyKinds) []member {
	lying := object{alias: "LyingVirus", about: "A virus in front of a player.", members: []member{
		{name: "card", shape: either{k.virus, k.riskVirus}, always: true},
		count("doses", "The injections on it: the first halves it, the second kills it."),
		count("sickness", "What it adds to the sickness of its player."),
	}}
	return []member{{name: "seats-at-table", always: true, about: "Every seat, in order; the left neighbour comes next.", shape: listOf{object{
		alias: "SeatAtTable", about: "What everybody knows of a seat.", members: slices.Concat(
			[]member{
				{name: "pills", shape: k.pills},
				{name: "stake", shape: k.pills, about: "What it has paid while the card goes round."},
				some("viruses", lying, "In the order in which they came."),
				count("unused", "Injections that lie on no virus."),
				count("risk-cards", "How many risk cards it holds."),
				count("sickness", "What its viruses add up to."),
				count("injections", "All that lie in front of it, on viruses and on none."),
			},
			pharmacyPoints("total", "Points of the rounds that have been counted"),
			pharmacyPoints("so-far", "What the round would bring if the stakes were taken back and it ended now, without guesses"),
		),
	}}}}
}

// pharmacyPoints are points, which have a name of their own below nothing.
func pharmacyPoints(name, about string) []member {
	return []member{
		count(name, about+", where they are above nothing."),
		count("minus-"+name, "The same where they are below nothing, without the sign."),
	}
}

// pharmacyTravel is the card that goes round, and the risk card that was opened.
func pharmacyTravel(k pharmacyKinds) []member {
	return []member{
		some("opened", k.risk, "The risk cards that have been turned over in this round, one name for each card."),
		{name: "travel", about: "Left out when no card is on its way.", shape: object{
			alias: "Travel", about: "A card that goes round the table, or an injection that still looks for its virus.", members: []member{
				{name: "card", shape: either{k.virus, k.injection}, about: "Left out of a risk card, which lies face down."},
				{name: "risk", shape: truth{}, about: "It is a risk card."},
				{name: "owner", shape: k.seat, about: "Who put it into circulation; left out of an injection that was taken."},
				{name: "giver", shape: k.seat, about: "Who handed it on last; left out of an injection that was taken."},
				{name: "to", shape: k.seat, always: true, about: "Whom it lies before."},
				count("price", "The value that who does not want it must have staked; risk cards have none."),
			},
		}},
		{name: "open-risk", shape: k.risk, about: "The risk card that is being carried out."},
		{name: "opened-by", shape: k.seat, about: "Who opened it."},
		{name: "collects", shape: k.pill, about: "The pill that a volunteer asks for next; left out where it is the first colour."},
	}
}

// pharmacyGuesses are the cards that lie in front of somebody until the round ends.
func pharmacyGuesses(k pharmacyKinds) []member {
	return []member{{name: "guesses", about: "Left out when there are none.", shape: object{
		alias: "Guesses", about: "The cards that lie in front of somebody until the round ends, and whom they are about.", members: []member{
			{name: "nurse", shape: k.seat, about: "Who has the nurse."},
			{name: "nursed", shape: k.seat, about: "Who, by the nurse’s promise, stays out of intensive care."},
			{name: "diagnostician", shape: k.seat, about: "Who has made the diagnosis."},
			{name: "doomed", shape: k.seat, about: "Who, by the diagnosis, ends up in intensive care."},
			{name: "doctor", shape: k.seat, about: "Who has the title."},
		},
	}}}
}

// pharmacySheet is the score sheet.
func pharmacySheet() []member {
	tally := object{alias: "Tally", about: "What a seat made of a round.", members: slices.Concat(
		[]member{
			count("pills", "The value of its pills."),
			count("sickness", ""),
			count("won", "Points by a right guess."),
			count("lost", "Points lost by a wrong guess."),
			{name: "care", shape: truth{}, about: "It ended up in intensive care."},
		},
		pharmacyPoints("points", "Points that the round brought"),
	)}
	round := object{alias: "RoundOfSheet", about: "A round that has been counted.", members: []member{
		{name: "seats", shape: listOf{tally}, always: true, about: "By seat."},
	}}
	return []member{some("rounds", round, "The rounds that have been counted, the first one first.")}
}
