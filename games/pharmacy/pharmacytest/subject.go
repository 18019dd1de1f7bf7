// Package pharmacytest connects the card game to the conformance suite. It sets up games, scrambles positions,
// draws them from views, and chooses moves so that all rules occur.
//
// It deliberately does not check single rules: transcripts do, and the suite checks the engine's contract.
package pharmacytest

import (
	"strings"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// Subject describes the card game for the conformance suite.
func Subject() *enginetest.Subject[pharmacy.State, *pharmacy.State] {
	return &enginetest.Subject[pharmacy.State, *pharmacy.State]{
		Game:     pharmacy.Game,
		Variants: pharmacy.Variants(),
		New:      enginetest.Compiled(pharmacy.Game.Compile, (*pharmacy.Rules).Deal),
		Fault:    (*pharmacy.State).Fault,
		Redraw: func(s *pharmacy.State, by engine.Seats, chance *engine.Rand) pharmacy.State {
			v := s.Knows(by)
			return v.Position(chance)
		},
		SameView: func(a, b *pharmacy.State, by engine.Seats) bool { return a.Knows(by) == b.Knows(by) },
		Scramble: Scramble,
		Choose:   Choose,
	}
}

// Choose returns a move in a random style, or sometimes any random move, so that both sensible and senseless
// moves are played.
func Choose(s *pharmacy.State, list []engine.Move, n func(int) int) engine.Move {
	if n(6) == 0 {
		return list[n(len(list))]
	}
	v := s.Knows(engine.SeatsOf(list[0].Seat))
	bot := bots.Pharmacist{Dice: ai.Dice(n(1 << 30)), Style: bots.Styles[n(len(bots.Styles))].Style}
	return bot.Choose(&v, list)
}

// Scramble turns a new position into a random one like those in the middle of a round. Cards have been drawn,
// players are sick, pills have moved, and risk cards have been opened. It only moves pieces, so none are
// created or lost.
func Scramble(s *pharmacy.State, n func(int) int) {
	arrange := func(text string) {
		if err := Arrange(s, text); err != nil {
			panic(err) // otherwise positions would silently be scrambled less
		}
	}
	players := s.Rules().Players
	if players == pharmacy.MaxPlayers && n(6) == 0 {
		for _, text := range late(n) {
			arrange(text)
		}
		return
	}
	seatName := func(seat int) string { return engine.SeatKind.Text(uint8(seat)) }
	for seat := range players {
		text := "front " + seatName(seat)
		sick, needles := 0, 0
		for range n(9) {
			p := n(2)
			if s.PileLen[p] < 2 {
				continue
			}
			c := s.Secrets().Pile[p][n(int(s.PileLen[p]))]
			doses := 0
			if n(4) == 0 && needles < 2 {
				doses = 1
			}
			l := pharmacy.Lying{Card: c, Doses: uint8(doses)}
			if !c.IsVirus() || sick+s.Rules().Sickness(l) >= int(s.Rules().Care) {
				continue
			}
			if strings.Contains(text, pharmacy.Cards().Text(uint8(c))) {
				continue
			}
			sick += s.Rules().Sickness(l)
			needles += doses
			text += " " + pharmacy.Cards().Text(uint8(c)) + "/" + engine.Number.Text(uint8(doses))
		}
		if sick > 0 {
			arrange(text)
		}
		if needles < 2 && n(5) == 0 {
			arrange("unused " + seatName(seat) + " 1")
		}
		if n(3) == 0 { // a poor seat
			arrange("pills " + seatName(seat) + " " + engine.Number.Text(uint8(n(2))) + " " + engine.Number.Text(uint8(n(2))) + " " + engine.Number.Text(uint8(n(2))))
		}
	}
	if n(4) == 0 {
		who := n(players)
		arrange([]string{"nurse ", "diagnosis "}[n(2)] + seatName(who) + " " + seatName((who+1+n(players-1))%players))
	}
	if n(4) == 0 {
		arrange("doctor " + seatName(n(players)))
	}
}
