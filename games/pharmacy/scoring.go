package pharmacy

import "theriac/engine"

// These points are the same with all options.
const (
	carePoints  = 13 // points lost by a player in intensive care
	nursePoints = 2  // points for a nurse whose patient stays out of intensive care
	wrongPoints = 4  // points lost by a wrong guess
)

// Tally is what a seat scores in one round.
type Tally struct {
	Pills, Sick uint8 // the value of the pills, and the sickness
	Won, Lost   uint8 // points won and lost by guesses
	Care        bool  // the seat was in intensive care
}

// Points returns the points of the round. A seat in intensive care loses exactly thirteen, whatever pills it
// has.
func (t Tally) Points() int {
	if t.Care {
		return -carePoints
	}
	return int(t.Pills) - int(t.Sick) + int(t.Won) - int(t.Lost)
}

// score counts the points of the round.
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

// guess awards or deducts points for a seat's guess. If the seat itself is in intensive care, its guess does
// not count.
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

// soFar returns the points that a seat would have, without guesses, if the round ended now and all seats took
// back their stakes.
func (p *Public) soFar(r *Rules, seat engine.Seat) int {
	pills := p.Pills[seat]
	pills.add(p.Stakes[seat])
	return Tally{Pills: uint8(pills.Value()), Sick: uint8(p.Sick(r, seat))}.Points()
}

// Total returns a seat's points in all finished rounds.
func (p *Public) Total(seat engine.Seat) int {
	n := 0
	for _, round := range p.Sheet {
		n += round[seat].Points()
	}
	return n
}

// leaders returns the seats with the most points.
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

// cause returns the rule that decided the result.
func (s *State) cause() string {
	if s.leaders().Len() > 1 {
		return "end/shared"
	}
	return "end/best"
}

// Outcome returns the result, if the game is over. The seats with the most points win, and seats with equal
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
