package bots

import (
	"math/bits"
	"strconv"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// why returns the most important effect of the rest of a plan, as its reason: a change on the board or a
// benefit for the team. If hands are hidden, the reason neither names nor counts cards.
func (t *turn) why(s *epidemic.State, moves []engine.Move) ai.Reason {
	if len(moves) == 0 {
		return ai.Reason{}
	}
	end := &t.deep[ai.MaxSteps-1]
	*end = *s
	var got [engine.MaxSeats + 1]int // for each hand, 1 plus the city where it got its first card, or 0
	for _, m := range moves {
		t.consent(end, m.Seat)
		if !engine.Listed(end.AppendMoves(t.buf[:0], m.Seat), m) {
			return ai.Reason{}
		}
		end.Play(m, nil)
		for h := range t.holders {
			if got[h] == 0 && end.Hand(engine.Seat(h)).Cities()&^s.Hand(engine.Seat(h)).Cities() != 0 {
				got[h] = 1 + t.board.pawn(end, h)
			}
		}
		if end.End != epidemic.Running {
			break
		}
	}
	if found := end.Cured &^ s.Cured; found != 0 {
		return t.reason("bot.cure", "disease", t.disease(bits.TrailingZeros8(found)))
	}
	if r, ok := t.gathers(s, end, got[:]); ok {
		return r
	}
	if built := end.Stations &^ s.Stations; built != 0 {
		return t.reason("bot.station", "city", t.city(bits.TrailingZeros64(built)))
	}
	t.begin(s)
	t.toStations(end)
	x := t.counted(end)
	if r, ok := t.nears(s, end, x); ok {
		return r
	}
	if r, ok := t.treats(s, end); ok {
		return r
	}
	if r, ok := t.meets(s, end, x); ok {
		return r
	}
	if end.Pawns[s.Active] != s.Pawns[s.Active] {
		return t.reason("bot.move", "city", t.city(t.board.pawn(end, int(s.Active))))
	}
	return ai.Reason{}
}

// whyAct returns the reason for the first move of a plan. If this move treats a city or builds a station,
// that is the reason; otherwise, it is the effect of the whole plan.
func (t *turn) whyAct(s *epidemic.State, moves []engine.Move) ai.Reason {
	if len(moves) == 0 || t.event[moves[0].Verb] || s.Asking() != epidemic.QuestionAction {
		return t.why(s, moves)
	}
	next := &t.deep[ai.MaxSteps-1]
	*next = *s
	next.Play(moves[0], nil)
	if built := next.Stations &^ s.Stations; built != 0 {
		return t.reason("bot.station", "city", t.city(bits.TrailingZeros64(built)))
	}
	if next.Pawns == s.Pawns && next.Cured == s.Cured {
		if r, ok := t.treats(s, next); ok {
			return r
		}
	}
	return t.why(s, moves)
}

// consent makes other seats agree to what a plan asks of them, until the given seat must answer.
func (t *turn) consent(s *epidemic.State, by engine.Seat) {
	for range 4 {
		kind := s.Asking()
		owing := s.Decision().Owing()
		if kind != epidemic.QuestionConsent && kind != epidemic.QuestionRequest || owing.Has(by) {
			return
		}
		s.Play(t.small(s, owing.First(), s.AppendMoves(t.buf[:0], owing.First())), nil)
	}
}

// gathers returns the reason for passing on a card for a cure, if the plan does that. The parameter where
// holds, for each hand, 1 plus the city where it got its card.
func (t *turn) gathers(s, end *epidemic.State, where []int) (ai.Reason, bool) {
	for h := range t.holders {
		seat := engine.Seat(h)
		got := end.Hand(seat).Cities() &^ s.Hand(seat).Cities()
		if got == 0 {
			continue
		}
		c := bits.TrailingZeros64(got)
		d := int(t.board.colour[c])
		if s.IsCured(epidemic.Disease(d)) || d >= t.diseases {
			continue
		}
		at := t.city(where[h] - 1)
		n := bits.OnesCount64(end.Hand(seat).Cities() & t.counting[d])
		if !t.rules.Open || n < 2 {
			return t.reason("bot.hand-over", "disease", t.disease(d), "seat", strconv.Itoa(h), "city", at), true
		}
		if h != int(s.Active) && h < t.players {
			return t.reason("bot.gather-role", "disease", t.disease(d), "role", t.roleOf(end, h), "number", strconv.Itoa(n)), true
		}
		return t.reason("bot.gather", "disease", t.disease(d), "seat", strconv.Itoa(h), "city", at, "number", strconv.Itoa(n)), true
	}
	return ai.Reason{}, false
}

// nears returns the reason for moving a hand that has the cards for a cure nearer to where it can cure.
func (t *turn) nears(s, end *epidemic.State, x *hands) (ai.Reason, bool) {
	for d := range t.diseases {
		if end.IsCured(epidemic.Disease(d)) {
			continue
		}
		o := &x.of[d]
		for h := range t.holders {
			before, after := t.board.pawn(s, h), t.board.pawn(end, h)
			if before == after || t.mine>>h&1 == 0 {
				continue
			}
			if o.miss[h] == 0 && t.cureAt(d, after) < t.cureAt(d, before) {
				return t.reason("bot.to-station", "disease", t.disease(d), "seat", strconv.Itoa(h)), true
			}
		}
	}
	return ai.Reason{}, false
}

// meets returns the reason for a move that lets two seats meet and pool cards for a cure. The reason names the
// other seat, which has the cards or collects them.
func (t *turn) meets(s, end *epidemic.State, x *hands) (ai.Reason, bool) {
	for d := range t.diseases {
		if end.IsCured(epidemic.Disease(d)) {
			continue
		}
		var m meeting
		t.meet(end, &x.of[d], &m)
		for h := range t.players {
			if miss := x.of[d].miss[h]; miss == 0 || miss > 2 || s.Pawns[h] == end.Pawns[h] && s.Pawns[s.Active] == end.Pawns[s.Active] {
				continue
			}
			if first, _ := t.nearest(end, h, &m); first > 1 {
				continue
			}
			mate := h
			if h == int(s.Active) {
				mate = t.holderNear(end, h, &m)
			}
			return t.reason("bot.meet-role", "disease", t.disease(d), "role", t.roleOf(end, mate)), true
		}
	}
	return ai.Reason{}, false
}

// holderNear returns the other hand whose card is nearest to hand h.
func (t *turn) holderNear(s *epidemic.State, h int, m *meeting) int {
	best, by := uint8(unreached), h
	for i := range m.card[:m.n] {
		if x := &m.card[i]; int(x.by) != h {
			if d := t.value.steps(t.board.pawn(s, h), int(x.at)) + x.steps; d < best {
				best, by = d, int(x.by)
			}
		}
	}
	return by
}

// treats returns the reason for removing cubes, naming those that would have done the most harm.
func (t *turn) treats(s, end *epidemic.State) (ai.Reason, bool) {
	worst, at := 0.0, -1
	for c := range t.cities {
		if end.Cubes[c] >= s.Cubes[c] {
			continue
		}
		if h := t.harm(s, c) + 0.01; h > worst {
			worst, at = h, c
		}
	}
	switch {
	case at < 0:
		return ai.Reason{}, false
	case worst >= 1:
		return t.reason("bot.contain", "city", t.city(at)), true
	}
	return t.reason("bot.treat", "city", t.city(at)), true
}

func (t *turn) reason(key string, args ...string) ai.Reason {
	r := ai.Reason{Key: key}
	for i := 0; i+1 < len(args); i += 2 {
		r.Args = append(r.Args, [2]string{args[i], args[i+1]})
	}
	return r
}

func (t *turn) disease(d int) string { return t.rules.Disease.Text(uint8(d)) }

func (t *turn) roleOf(s *epidemic.State, seat int) string {
	return t.rules.Role.Text(s.Roles[min(seat, t.players-1)])
}

func (t *turn) city(c int) string { return t.rules.City.Text(uint8(c)) }

// whyAnswer returns the reason for an answer to any question except the choice of an action.
func (t *turn) whyAnswer(s *epidemic.State, m engine.Move) ai.Reason {
	switch {
	case t.later[m.Verb] && t.intent[m.Verb] != epidemic.Calms:
		return t.reason("bot.event-infection")
	case s.Asking() == epidemic.QuestionDiscard && m.Arg[0] < maxCities && !t.event[m.Verb]:
		return t.reason("bot.discard")
	}
	return ai.Reason{}
}
