package lab

import (
	"slices"
	"strings"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/shape"
)

// viewType returns a TypeScript declaration of the card game's view.
func viewType() []byte {
	var b strings.Builder
	b.WriteString(shape.Head)
	pharmacyShape(pharmacy.Game).Declare(&b, map[string]bool{})
	return []byte(b.String())
}

// pharmacyKinds are the types of the names that a view of the card game contains.
type pharmacyKinds struct {
	seat, pill, virus, injection, risk, riskVirus, step shape.Names
	pills                                               shape.Object
}

func pharmacyKindsOf(t *pharmacy.Ruleset) pharmacyKinds {
	box := t.Box()
	k := pharmacyKinds{
		seat: shape.Names{Alias: "SeatId", Values: engine.SeatKind.Values[:pharmacy.MaxPlayers]}, pill: shape.Names{Alias: "Pill", Values: box.Pills.Values},
		virus: shape.Names{Alias: "Virus", Values: nil}, injection: shape.Names{Alias: "Injection", Values: []string{pharmacy.Cards().Text(uint8(pharmacy.Injection))}},
		risk: shape.Names{Alias: "RiskCard", Values: nil}, riskVirus: shape.Names{Alias: "RiskVirus", Values: nil},
		step:  shape.Names{Alias: "Step", Values: t.Vocabulary().Questions[pharmacy.QuestionOver+1:]}, // never QuestionOver
		pills: shape.Object{Alias: "Pills", About: "How many pills of each colour there are. A colour that there is none of is left out."},
	}
	for _, v := range box.Viruses {
		k.virus.Values = append(k.virus.Values, v.ID)
	}
	for _, r := range box.Risks {
		k.risk.Values = append(k.risk.Values, r.ID)
		if r.Value > 0 {
			k.riskVirus.Values = append(k.riskVirus.Values, r.ID)
		}
	}
	for _, id := range box.Pills.Values {
		k.pills.Members = append(k.pills.Members, shape.Count(id, ""))
	}
	return k
}

// pharmacyShape declares the shape of a view as (*pharmacy.View).Code writes it: the fields in the same order,
// without those that are zero or empty. A test compares it with the views of many games, and with every name
// that Code writes.
func pharmacyShape(t *pharmacy.Ruleset) shape.Object {
	k := pharmacyKindsOf(t)
	return shape.Object{
		Alias: "PharmacyView", About: "All that the view’s seats may know of a position. What is zero or empty is left out.",
		Members: slices.Concat(
			[]shape.Member{shape.Some("seats", k.seat, "The seats whose view it is; none for a spectator.")},
			pharmacyTurn(k), pharmacyTable(t, k), pharmacySeats(k), pharmacyTravel(k),
			pharmacyGuesses(k), pharmacySheet(),
			[]shape.Member{
				{Name: "over", Shape: shape.Truth{}, About: "The game is over."},
				{Name: "hands", Always: true, About: "The risk cards known to be in each hand, by seat: of the view’s seats all, of the others none.", Shape: shape.ListOf{Item: shape.Object{
					Alias: "Hand", About: "What is known of a hand.", Members: []shape.Member{shape.Some("cards", k.risk, "By their faces, one name for each card.")},
				}}},
				{Name: "face", Shape: k.risk, About: "The risk card that goes round face down, where it was put there by a seat of the view."},
				shape.Some("replaced", shape.Object{
					Alias: "ReplacedVirus", About: "A virus of the group’s own.", Members: []shape.Member{
						{Name: "card", Shape: k.virus, Always: true},
						{Name: "value", Shape: shape.Number{}, Always: true},
						{Name: "cross", Shape: shape.Truth{}},
						{Name: "pills", Shape: k.pills},
					},
				}, "The viruses that show something else than those of the box."),
			},
		),
	}
}

// pharmacyTurn declares the state of the round and the turn.
func pharmacyTurn(k pharmacyKinds) []shape.Member {
	return []shape.Member{
		{Name: "serial", Shape: shape.Number{}, Always: true, About: "Questions asked so far."},
		{Name: "turn", Shape: shape.Number{}, Always: true, About: "Turns begun so far, in all rounds."},
		{Name: "step", Shape: k.step, About: "The open question; left out when the game is over."},
		shape.Some("asked", k.seat, "Who still owes an answer to it."),
		{Name: "round", Shape: shape.Number{}, Always: true, About: "From 1."},
		{Name: "starter", Shape: k.seat, Always: true, About: "The seat that began the round."},
		{Name: "active", Shape: k.seat, Always: true, About: "The seat on turn."},
	}
}

// pharmacyTable declares what is in the middle of the table.
func pharmacyTable(t *pharmacy.Ruleset, k pharmacyKinds) []shape.Member {
	pile := shape.Object{Alias: "Pile", About: "A pile with cards.", Members: []shape.Member{
		{Name: "size", Shape: shape.Number{}, Always: true, About: "Its cards, with the open one."},
		{Name: "open", Shape: shape.Either{One: k.virus, Other: k.injection}, Always: true, About: "The open card on top."},
	}}
	piles := shape.Object{Alias: "Piles", About: "The two piles. One that is empty is left out."}
	for _, name := range t.Box().Piles.Values {
		piles.Members = append(piles.Members, shape.Member{Name: name, Shape: pile})
	}
	return []shape.Member{
		{Name: "piles", Shape: piles, About: "Left out when both are empty."},
		{Name: "pharmacy", Shape: k.pills, About: "The pharmacy’s stock."},
	}
}

// pharmacySeats declares what is in front of the players.
func pharmacySeats(k pharmacyKinds) []shape.Member {
	lying := shape.Object{Alias: "LyingVirus", About: "A virus in front of a player.", Members: []shape.Member{
		{Name: "card", Shape: shape.Either{One: k.virus, Other: k.riskVirus}, Always: true},
		shape.Count("doses", "The injections on it: the first halves it, the second kills it."),
		shape.Count("sickness", "What it adds to the sickness of its player."),
	}}
	return []shape.Member{{Name: "seats-at-table", Always: true, About: "Every seat, in order; the left neighbour comes next.", Shape: shape.ListOf{Item: shape.Object{
		Alias: "SeatAtTable", About: "What everybody knows of a seat.", Members: slices.Concat(
			[]shape.Member{
				{Name: "pills", Shape: k.pills},
				{Name: "stake", Shape: k.pills, About: "What it has paid while the card goes round."},
				shape.Some("viruses", lying, "In the order in which they came."),
				shape.Count("unused", "Injections that lie on no virus."),
				shape.Count("risk-cards", "How many risk cards it holds."),
				shape.Count("sickness", "What its viruses add up to."),
				shape.Count("injections", "All that lie in front of it, on viruses and on none."),
			},
			pharmacyPoints("total", "Points of the rounds that have been counted"),
			pharmacyPoints("so-far", "What the round would bring if the stakes were taken back and it ended now, without guesses"),
		),
	}}}}
}

// pharmacyPoints declares a number of points. Negative points are written in a field with a different name.
func pharmacyPoints(name, about string) []shape.Member {
	return []shape.Member{
		shape.Count(name, about+", where they are above nothing."),
		shape.Count("minus-"+name, "The same where they are below nothing, without the sign."),
	}
}

// pharmacyTravel declares the circulating card and the risk card that was opened.
func pharmacyTravel(k pharmacyKinds) []shape.Member {
	return []shape.Member{
		shape.Some("opened", k.risk, "The risk cards that have been turned over in this round, one name for each card."),
		{Name: "travel", About: "Left out when no card is on its way.", Shape: shape.Object{
			Alias: "Travel", About: "A card that goes round the table, or an injection that still looks for its virus.", Members: []shape.Member{
				{Name: "card", Shape: shape.Either{One: k.virus, Other: k.injection}, About: "Left out of a risk card, which lies face down."},
				{Name: "risk", Shape: shape.Truth{}, About: "It is a risk card."},
				{Name: "owner", Shape: k.seat, About: "Who put it into circulation; left out of an injection that was taken."},
				{Name: "giver", Shape: k.seat, About: "Who handed it on last; left out of an injection that was taken."},
				{Name: "to", Shape: k.seat, Always: true, About: "Whom it lies before."},
				shape.Count("price", "The value that who does not want it must have staked; risk cards have none."),
			},
		}},
		{Name: "open-risk", Shape: k.risk, About: "The risk card that is being carried out."},
		{Name: "opened-by", Shape: k.seat, About: "Who opened it."},
		{Name: "collects", Shape: k.pill, About: "The pill that a volunteer asks for next; left out where it is the first colour."},
	}
}

// pharmacyGuesses declares the cards that stay in front of a player until the round ends.
func pharmacyGuesses(k pharmacyKinds) []shape.Member {
	return []shape.Member{{Name: "guesses", About: "Left out when there are none.", Shape: shape.Object{
		Alias: "Guesses", About: "The cards that lie in front of somebody until the round ends, and whom they are about.", Members: []shape.Member{
			{Name: "nurse", Shape: k.seat, About: "Who has the nurse."},
			{Name: "nursed", Shape: k.seat, About: "Who, by the nurse’s promise, stays out of intensive care."},
			{Name: "diagnostician", Shape: k.seat, About: "Who has made the diagnosis."},
			{Name: "doomed", Shape: k.seat, About: "Who, by the diagnosis, ends up in intensive care."},
			{Name: "doctor", Shape: k.seat, About: "Who has the title."},
		},
	}}}
}

// pharmacySheet declares the results of the finished rounds.
func pharmacySheet() []shape.Member {
	tally := shape.Object{Alias: "Tally", About: "What a seat made of a round.", Members: slices.Concat(
		[]shape.Member{
			shape.Count("pills", "The value of its pills."),
			shape.Count("sickness", ""),
			shape.Count("won", "Points by a right guess."),
			shape.Count("lost", "Points lost by a wrong guess."),
			{Name: "care", Shape: shape.Truth{}, About: "It ended up in intensive care."},
		},
		pharmacyPoints("points", "Points that the round brought"),
	)}
	round := shape.Object{Alias: "RoundOfSheet", About: "A round that has been counted.", Members: []shape.Member{
		{Name: "seats", Shape: shape.ListOf{Item: tally}, Always: true, About: "By seat."},
	}}
	return []shape.Member{shape.Some("rounds", round, "The rounds that have been counted, the first one first.")}
}
