// Package epidemictest connects map games to the conformance suite and runs their scenarios: transcripts that
// begin with made-up positions and list the facts that must follow. It also checks every map game's views,
// chances, frozen games and list of edge cases.
//
// It deliberately checks no single rule. Transcripts check the rules, and the suite checks the engine's
// contract.
package epidemictest

import (
	"math/bits"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/epidemic"
)

// Subject describes a map game to the conformance suite.
func Subject(t *epidemic.Ruleset, variants []engine.Settings) *enginetest.Subject[epidemic.State, *epidemic.State] {
	return &enginetest.Subject[epidemic.State, *epidemic.State]{
		Game:     t,
		Variants: variants,
		New:      enginetest.Compiled(t.Compile, (*epidemic.Rules).Deal),
		Fault:    (*epidemic.State).Fault,
		Redraw: func(s *epidemic.State, by engine.Seats, chance *engine.Rand) epidemic.State {
			v := s.Knows(by)
			return v.Position(chance)
		},
		SameView: func(a, b *epidemic.State, by engine.Seats) bool { return a.Knows(by) == b.Knows(by) },
		Scramble: Scramble,
		Choose: func(s *epidemic.State, list []engine.Move, n func(int) int) engine.Move {
			v := s.Knows(engine.SeatsOf(list[0].Seat))
			bot := bots.Eager{Dice: ai.Dice(n(1 << 30))}
			return bot.Choose(&v, list)
		},
	}
}

// Scramble makes a new position resemble the middle of a game, at random: with cures, more disease, stations,
// scattered pawns, fuller hands and spent events. It only moves pieces, so none are created or lost.
func Scramble(s *epidemic.State, n func(int) int) {
	r := s.Rules()
	arrange := func(text string) {
		if err := Arrange(s, text); err != nil {
			panic(err) // panic, so that a broken change does not silently weaken the tests
		}
	}
	if s.Top().Question == epidemic.QuestionStart {
		arrange("turn 0")
	}
	startTeams(s, n, arrange)
	s.Rate = uint8(n(len(r.Numbers.Rate)))
	s.Outbreaks = uint8(n(int(r.Numbers.Outbreaks)))
	for d := range epidemic.Disease(len(r.Diseases)) {
		if n(3) == 0 && bits.OnesCount8(s.Cured) < len(r.Diseases)-1 {
			s.Cured |= 1 << d
		}
		for range n(12) {
			c := epidemic.City(n(len(r.Cities)))
			if k := s.CubesAt(c, d); k < 3 && s.Supply[d] > 0 {
				arrange("cubes " + r.City.Text(uint8(c)) + " " + r.Disease.Text(uint8(d)) + " " + engine.Number.Text(k+1))
			}
		}
	}
	arrange(stations(r, n))
	scrambleTokens(s, n, arrange)
	scrambleSolo(s, n)
	for seat := range engine.Seat(r.Players) {
		if n(4) > 0 && s.Stations != 0 {
			at := s.Stations
			if own := at & r.CitiesOf(epidemic.Disease(seat)%epidemic.Disease(len(r.Diseases))); r.OwnStations && own != 0 {
				at = own
			}
			s.Pawns[seat] = epidemic.City(bits.TrailingZeros64(at))
		} else {
			s.Pawns[seat] = epidemic.City(n(len(r.Cities)))
		}
	}
	for seat := range engine.Seat(r.Players) {
		if s.Role(seat).Arrives != nil && len(r.Regions) > 0 {
			s.Shield = epidemic.Region(bits.TrailingZeros64(r.RegionsOf(s.Pawns[seat])))
		}
	}
	scrambleStrain(s, n, arrange)
	// Hands get cards of one colour, so that cures are possible soon.
	limit := int(r.Numbers.HandLimit)
	s.Advance(n(36), n(20), func(c epidemic.Card) (engine.Seat, bool) {
		seat := engine.Seat(n(r.Holders))
		if c.IsCity() && n(4) > 0 {
			seat = engine.Seat(r.Colour(epidemic.City(c))) % engine.Seat(r.Holders)
		}
		hand := s.Hand(seat)
		return seat, hand.Len() < limit && n(8) > 0
	})
	scrambleTeams(s, n, arrange)
	if n(3) == 0 {
		s.Reshuffle()
	}
	scrambleCards(s, n, arrange)
	scrambleLab(s, n, arrange)
}

// stations returns random cities for stations. If each disease has its own station, it returns at most one
// city of each disease.
func stations(r *epidemic.Rules, n func(int) int) string {
	text := "stations"
	if r.Start != "" {
		text += " " + r.Start
	}
	if !r.OwnStations {
		for range n(6) {
			text += " " + r.City.Text(uint8(n(len(r.Cities))))
		}
		return text
	}
	for d := range epidemic.Disease(len(r.Diseases)) {
		of := r.CitiesOf(d)
		for range n(bits.OnesCount64(of)) {
			of &= of - 1
		}
		if d == 0 || n(3) > 0 {
			text += " " + r.City.Text(uint8(bits.TrailingZeros64(of)))
		}
	}
	return text
}

// scrambleTokens puts tracks on lines and tokens into regions, if the game has them.
func scrambleTokens(s *epidemic.State, n func(int) int, arrange func(string)) {
	r := s.Rules()
	if r.Numbers.Tracks > 0 {
		for range n(int(r.Numbers.Tracks) + 1) {
			if l := epidemic.Line(n(r.Lines())); s.CanLay(l) {
				a, b := r.Ends(l)
				s.LayTrack(a, b, nil, "")
			}
		}
	}
	for range n(10) {
		if len(r.Regions) > 0 && s.TokensLeft > 0 {
			id := n(len(r.Regions))
			arrange("tokens " + r.Region.Text(uint8(id)) + " " + engine.Number.Text(s.Tokens[id]+1))
		}
	}
}
