package bots

import (
	"math/bits"
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
)

// answer answers every question except the choice of an action. It follows simple rules, and otherwise picks
// the answer that leads to the position of highest value.
func (t *turn) answer(s *epidemic.State, by engine.Seat) engine.Move {
	list := s.AppendMoves(t.buf[:0], by)
	if len(list) == 1 {
		return list[0]
	}
	t.begin(s)
	if s.Asking() == epidemic.QuestionWindow {
		if s.AfterCure() {
			return t.afterCure(s, by, list)
		}
		if !t.base && !s.Intensifying() && s.Stage != t.beforeInfection {
			return t.best(s, list)
		}
		return t.window(s, by, list)
	}
	return t.small(s, by, list)
}

// window answers the question whether a seat plays an event: it returns the event's move, or the move that
// passes.
func (t *turn) window(s *epidemic.State, by engine.Seat, list []engine.Move) engine.Move {
	none := engine.Move{Seat: by, Verb: t.pass}
	var quiet, forecast, resilient, calming engine.Move
	var hasQuiet, hasForecast bool
	worst := 0.0
	for _, m := range list {
		switch t.intent[m.Verb] {
		case epidemic.Calms:
			calming = m
		case epidemic.Skips:
			quiet, hasQuiet = m, true
		case epidemic.Foresees:
			forecast, hasForecast = m, true
		case epidemic.Immunises:
			if h := t.harm(s, int(m.Arg[0])); h > worst {
				resilient, worst = m, h
			}
		}
	}
	if s.Intensifying() {
		if worst >= 0.9 {
			return resilient
		}
		return none
	}
	if s.Stage == t.beforeInfection && calming.Verb != 0 && s.Quiet == 0 && t.soonCost(s) > t.w[wQuietAt]*t.w[wOut] {
		return calming
	}
	if s.Stage == t.beforeInfection && (hasQuiet || hasForecast) && s.Quiet == 0 {
		cost := t.soonCost(s)
		if hasForecast && cost > t.w[wForecastAt]*t.w[wOut] {
			return forecast
		}
		if hasQuiet && cost > t.w[wQuietAt]*t.w[wOut] {
			return quiet
		}
	}
	return none
}

// afterCure returns the event that removes cubes of the disease just cured, or the move that passes. If there
// are few cubes, it saves the event for a later cure, unless the next cure ends the game.
func (t *turn) afterCure(s *epidemic.State, by engine.Seat, list []engine.Move) engine.Move {
	const many = 3 // the event removes only cubes close together, so fewer are not worth it
	open := 0
	for d := range t.diseases {
		if !s.IsCured(epidemic.Disease(d)) {
			open++
		}
	}
	if s.OnBoard(s.JustCured()) >= many || open == 1 {
		for _, m := range list {
			if t.event[m.Verb] {
				return m
			}
		}
	}
	return engine.Move{Seat: by, Verb: t.pass}
}

// soonCost returns the expected cost of this turn's infection step.
func (t *turn) soonCost(s *epidemic.State) float64 {
	sum := 0.0
	guarded, medic, _, _ := t.helpers(s)
	var e cubeSlot
	t.look(s, &e)
	for i := range e.hot[:e.n] {
		x := &e.hot[i]
		if guarded>>x.c&1 != 0 || int(x.c) == medic && x.cured {
			continue
		}
		sum += t.price * t.w[wSoon] * x.soon * (x.weight + t.w[wChain]*float64(bits.OnesCount64(x.links&^guarded)))
	}
	return sum
}

// atStake reports whether this turn's infections could do enough harm to justify comparing an event by
// rollouts. The threshold is a fraction of the harm at which window plays the event. A colour whose cubes
// could run out also counts. Rollouts alone undervalue saving the event.
func (t *turn) atStake(s *epidemic.State, at int) bool {
	const part = 0.3
	if t.soonCost(s) > part*t.w[at]*t.w[wOut] {
		return true
	}
	var come [maxDiseases]float64
	for c := range t.cities {
		if t.known.now[c] > 0 {
			come[t.board.colour[c]]++
		}
	}
	for d := range t.diseases {
		most := min(come[d], float64(t.rules.RateAt(int(s.Rate))))
		if !s.IsEradicated(epidemic.Disease(d)) && float64(s.Supply[d]) < most {
			return true
		}
	}
	return false
}

// options returns the answers worth comparing for every question except the choice of an action: whether to
// play an event, or which card to discard. It returns a single answer if nothing needs comparing.
func (t *turn) options(s *epidemic.State, by engine.Seat, to []engine.Move) []engine.Move {
	to = append(to, t.answer(s, by))
	add := func(m engine.Move) {
		for _, o := range to {
			if o == m {
				return
			}
		}
		to = append(to, m)
	}
	list := s.AppendMoves(t.buf[:0], by)
	switch s.Asking() {
	case epidemic.QuestionWindow:
		inside := s.Intensifying()
		if !inside && s.Stage != t.beforeInfection {
			return to
		}
		var first, second engine.Move
		most, more := 0.0, 0.0
		for _, m := range list {
			switch t.intent[m.Verb] {
			case epidemic.Passes:
				add(m)
			case epidemic.Skips:
				if !inside && s.Quiet == 0 && t.atStake(s, wQuietAt) {
					add(m)
				}
			case epidemic.Foresees:
				if !inside && s.Quiet == 0 && t.atStake(s, wForecastAt) {
					add(m)
				}
			case epidemic.Immunises:
				if h := t.harm(s, int(m.Arg[0])); inside && h > most {
					second, more, first, most = first, most, m, h
				} else if inside && h > more {
					second, more = m, h
				}
			}
		}
		if most > 0 {
			add(first)
		}
		if more > 0 {
			add(second)
		}
	case epidemic.QuestionDiscard:
		for range 3 {
			if m, ok := t.nextBest(s, list, to); ok {
				add(m)
			}
		}
		if kept := slices.DeleteFunc(slices.Clone(to), func(m engine.Move) bool { return t.breaksSet(s, m) }); len(kept) > 0 {
			return kept
		}
	}
	return to
}

// breaksSet reports whether a move gives up a card that the hands need for a cure they will soon have.
func (t *turn) breaksSet(s *epidemic.State, m engine.Move) bool {
	x := &t.deep[0]
	*x = *s
	x.Play(m, nil)
	return t.tollOfCards(s, x) > 0
}

// nextBest returns the answer with the highest value in list, ignoring the answers in but.
func (t *turn) nextBest(s *epidemic.State, list, but []engine.Move) (engine.Move, bool) {
	best, at := -1e18, -1
	x := &t.deep[0]
next:
	for i, m := range list {
		if t.later[m.Verb] {
			continue
		}
		for _, o := range but {
			if o == m {
				continue next
			}
		}
		*x = *s
		x.Play(m, nil)
		if v := t.of(x, t.Key(x)); v > best {
			best, at = v, i
		}
	}
	if at < 0 {
		return engine.Move{}, false
	}
	return list[at], true
}
