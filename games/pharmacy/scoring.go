package pharmacy

import "theriac/engine"

// Points of a round.
const (
	carePoints  = 13 // lost by a player who ends up in intensive care
	nursePoints = 2  // of a patient who stays out of it
	wrongPoints = 4  // lost by a wrong guess
)

// Tally is what a seat made of a round.
type Tally struct {
	Pills, Sick uint8 // the value of the pills, and the sickness
	Won, Lost   uint8 // by guesses
	Care        bool  // it ended up in intensive care
}

// Points are what the round brought. Who ends up in intensive care loses exactly
// thirteen, whatever else lies there.
func (t Tally) Points() int {
	if t.Care {
		return -carePoints
	}
	return int(t.Pills) - int(t.Sick) + int(t.Won) - int(t.Lost)
}

// score counts the round.
func (s *State) score(care engine.Seats, out *engine.Facts) {
	sheet := &s.Sheet[s.Round-1]
	for seat := range engine.Seat(s.rules.Players) {
		sheet[seat] = Tally{Pills: uint8(s.Pills[seat].Value()), Sick: uint8(s.Sickness(seat)), Care: care.Has(seat)}
	}
	s.guess(s.Nurse, !care.Has(s.Nursed), nursePoints, "score/nurse", out)
	s.guess(s.Diagnostician, care.Has(s.Doomed), s.rules.Diagnosis, "score/diagnosis", out)
	for seat := range engine.Seat(s.rules.Players) {
		rule := "score/pills"
		if care.Has(seat) {
			rule = "score/care"
		}
		if n := sheet[seat].Points(); n < 0 {
			out.Add(factScoredMinus, rule, uint8(seat), uint8(-n))
		} else {
			out.Add(factScored, rule, uint8(seat), uint8(n))
		}
	}
}

// guess settles the guess of a seat, if it made one and is not in intensive care
// itself.
func (s *State) guess(by engine.Seat, right bool, reward uint8, rule string, out *engine.Facts) {
	if by == NoSeat {
		return
	}
	t := &s.Sheet[s.Round-1][by]
	switch {
	case t.Care:
		out.Add(factGuessVoid, "score/own-care", uint8(by))
	case right:
		t.Won += reward
		out.Add(factGuessRight, rule, uint8(by), reward)
	default:
		t.Lost += wrongPoints
		out.Add(factGuessWrong, rule, uint8(by), wrongPoints)
	}
}

// soFar is what the round would bring a seat if everybody took back their stakes and
// it ended now, without guesses.
func (p *Public) soFar(r *Rules, seat engine.Seat) int {
	pills := p.Pills[seat]
	pills.add(p.Stakes[seat])
	return Tally{Pills: uint8(pills.Value()), Sick: uint8(p.Sick(r, seat))}.Points()
}

// Total is the points of a seat in all rounds that have been counted.
func (p *Public) Total(seat engine.Seat) int {
	n := 0
	for _, round := range p.Sheet {
		n += round[seat].Points()
	}
	return n
}

// leaders is the seats with the most points.
func (s *State) leaders() engine.Seats {
	var set engine.Seats
	best := -1 << 15
	for seat := range engine.Seat(s.rules.Players) {
		switch n := s.Total(seat); {
		case n > best:
			best, set = n, engine.SeatsOf(seat)
		case n == best:
			set = set.With(seat)
		}
	}
	return set
}

// cause is the rule that decided the game.
func (s *State) cause() string {
	if s.leaders().Len() > 1 {
		return "end/shared"
	}
	return "end/best"
}

// Outcome is the result, once the game is over: the most points win, and equal
// points share a rank.
func (s *State) Outcome() (engine.Result, bool) {
	if !s.Over {
		return engine.Result{}, false
	}
	r := engine.Result{Cause: s.cause(), Won: s.leaders()}
	for seat := range engine.Seat(s.rules.Players) {
		r.Points[seat] = int16(s.Total(seat))
		r.Rank[seat] = 1
		for other := range engine.Seat(s.rules.Players) {
			if s.Total(other) > s.Total(seat) {
				r.Rank[seat]++
			}
		}
	}
	return r, true
}
