package epidemictest

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/epidemic"
)

// setSecrets replaces the hidden part of a position by editing the position's text. If forget is set, seats
// forget infection cards whose order has changed.
func setSecrets(s *epidemic.State, h *epidemic.Secrets, forget bool) {
	r := s.Rules()
	edit(s, func(text enginetest.Fields) {
		if forget {
			delete(text, "recall")
		}
		var hands []any
		for _, cards := range h.Hands[:r.Holders] {
			hands = append(hands, map[string]any{"cards": enginetest.Names(r.Card, list(cards))})
		}
		text.Set("hands", hands)
		text.Set("deck", enginetest.Names(r.Card, h.Deck[:s.DeckLen]))
		text.Set("infection-deck", enginetest.Names(r.Infection, h.Infection[:s.InfectionLen]))
		text.Set("left-out", enginetest.Names(r.Card, list(h.LeftOut)))
		if r.Plays(epidemic.LabMode) {
			text.Set("sequence-deck", enginetest.Names(r.Sequence, h.Sequences[:s.Lab.Left]))
		}
		if r.Plays(epidemic.StrainMode) {
			text.Set("strain-cards", enginetest.Names(r.Strain, h.Strains[:strainsLeft(s)]))
		}
		if r.Plays(epidemic.TeamMode) {
			text.Set("offers", dealsText(r, h.Deals[:r.Players/2]))
		}
	})
}

// MakeRecall makes a seat remember the given infection cards, all above the given position of the deck, and
// no others.
func MakeRecall(s *epidemic.State, seat engine.Seat, cards []epidemic.City, above uint8) {
	edit(s, func(text enginetest.Fields) {
		text.Set("recall", map[string]any{
			engine.SeatKind.Text(uint8(seat)): map[string]any{"cards": enginetest.Names(s.Rules().Infection, cards), "above": above},
		})
	})
}

// edit changes the text of a position and reads it back. It panics if that fails, because the test must then
// be wrong.
func edit(s *epidemic.State, change func(text enginetest.Fields)) {
	text := enginetest.FieldsOf(s.Code)
	change(text)
	var err error
	if *s, err = s.Rules().ReadState(text.Text()); err != nil {
		panic(err)
	}
}

func dealsText(r *epidemic.Rules, deals []epidemic.Deal) []any {
	var out []any
	for _, d := range deals {
		one := map[string]any{
			"roles":      enginetest.Names(r.Role, members(uint64(d.Roles))),
			"objectives": enginetest.Names(r.Objective, members(uint64(d.Objectives))),
		}
		for i, name := range []string{"first", "second"} {
			if d.Picked[i] != 0 {
				one[name] = r.Role.Text(d.Picked[i] - 1)
			}
		}
		if d.Objective != 0 {
			one["objective"] = r.Objective.Text(d.Objective - 1)
		}
		out = append(out, one)
	}
	return out
}

// list returns the cards of a set.
func list(set epidemic.Cards) []epidemic.Card {
	var out []epidemic.Card
	for c := range set.Each {
		out = append(out, c)
	}
	return out
}

// members returns the values of a set of bits.
func members(set uint64) []uint8 {
	var out []uint8
	for i := range uint8(64) {
		if set>>i&1 != 0 {
			out = append(out, i)
		}
	}
	return out
}
