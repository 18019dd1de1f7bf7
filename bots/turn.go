package bots

import (
	"math/bits"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// turn searches the actions of one turn. It implements ai.Domain for the map games.
type turn struct {
	value
	beam ai.Beam[epidemic.State]
	// seats are the seats whose moves the search tries: the active seat, and others on the bot's side that
	// can play events.
	seats engine.Seats

	plain bool // whether the search leaves out events
	first bool // whether the search is expanding the root

	tried int // moves tried since turn was created
	lost  int // moves whose action the search could not complete, which is a bug

	goals uint64 // cities worth flying to
	deep  [ai.MaxSteps]epidemic.State
	steps [ai.MaxSteps]engine.Move
	buf   []engine.Move
}

// newTurn returns a search that keeps the width best positions at each step.
func newTurn(b *board, w *weights, width int) *turn {
	t := &turn{value: value{board: b, w: w, mine: engine.Everyone, by: b.everybody}, seats: b.everybody}
	t.beam = ai.Beam[epidemic.State]{Game: t, Width: width}
	t.buf = make([]engine.Move, 0, 8*engine.MaxMoves)
	return t
}

// search returns the final positions of the turn, best first, as indices into the beam's nodes.
func (t *turn) search(root *epidemic.State) []int32 {
	t.begin(root)
	t.goals = t.interesting(root)
	return t.beam.Search(root)
}

// play carries out the plan for a turn's actions that has the highest value.
func (t *turn) play(s *epidemic.State) {
	order := t.search(s)
	*s = t.beam.Nodes[order[0]].State
}

// Key, Value, Left, Play and Expand implement ai.Domain.

func (t *turn) Key(s *epidemic.State) ai.Key {
	cubes, rest, spent := s.Key()
	return ai.Key{A: cubes, B: rest, C: spent}
}

func (t *turn) Value(s *epidemic.State, k ai.Key) float64 { return t.of(s, k) }

func (t *turn) Left(s *epidemic.State) int { return int(s.Actions) }

func (t *turn) Play(s *epidemic.State, m engine.Move) { s.Play(m, nil) }

// Expand gives the beam the results of all complete actions from a position.
func (t *turn) Expand(s *epidemic.State, _ *ai.Beam[epidemic.State]) {
	if s.End != epidemic.Running || s.Asking() != epidemic.QuestionAction {
		return
	}
	list := s.AppendMoves(t.buf[:0], s.Active)
	if t.plain {
		t.children(s, list, 0)
		return
	}
	t.first = s == &t.beam.Nodes[0].State
	for seat := range (t.seats & t.board.everybody).Without(s.Active).Each {
		if s.Hand(seat).Events() != 0 || s.Stash[seat] != epidemic.NoCard {
			list = s.AppendMoves(list, seat)
		}
	}
	t.children(s, list, 0)
}

// children plays each useful move in a list and follows it to the end of its action.
func (t *turn) children(s *epidemic.State, list []engine.Move, depth int) {
	rest := list[len(list):len(list):cap(list)]
	for _, m := range list {
		if !t.wanted(m) || t.intent[m.Verb] == epidemic.Sequences && t.lab && !t.needsSequence(s) {
			continue
		}
		x := &t.deep[depth]
		*x = *s
		t.tried++
		x.Play(m, nil)
		t.steps[depth] = m
		t.follow(x, depth+1, rest)
	}
}

// wanted reports whether the search tries a move. It skips moves that other code decides, and flights to
// useless cities.
func (t *turn) wanted(m engine.Move) bool {
	if t.plain && t.event[m.Verb] || t.wide[m.Verb] && !t.first {
		return false
	}
	switch t.intent[m.Verb] {
	case epidemic.Draws, epidemic.Passes, epidemic.Rests, epidemic.Hurries, epidemic.Tells,
		epidemic.Skips, epidemic.Foresees, epidemic.Immunises, epidemic.Calms:
		return false
	case epidemic.Flies, epidemic.Goes:
		return t.goals>>m.Arg[0]&1 != 0
	}
	return true
}

// follow answers a move's follow-up questions with each relevant answer in turn, and gives the beam the
// results. depth is the number of moves made so far.
func (t *turn) follow(x *epidemic.State, depth int, buf []engine.Move) {
	for x.End == epidemic.Running && depth < ai.MaxSteps {
		kind := x.Asking()
		if kind == epidemic.QuestionAction {
			t.beam.Offer(x, t.steps[:depth])
			return
		}
		by := x.Decision().Owing().First()
		list := x.AppendMoves(buf[:0], by)
		switch {
		case x.AfterCure():
			// Whether to play an event after a cure is decided only when that question arises.
			list = append(list[:0], engine.Move{Seat: by, Verb: t.pass})
		case kind == epidemic.QuestionWindow || len(list) == 0:
			t.lost++ // a bug: the bot has no answer to this question
			return
		case kind == epidemic.QuestionSteer || kind == epidemic.QuestionCity || branches(x, kind) && len(list) <= 8:
			t.children(x, list, depth)
			return
		}
		m := t.small(x, by, list)
		x.Play(m, nil)
		t.steps[depth] = m
		depth++
	}
	if x.End == epidemic.Running {
		t.lost++ // the action has too many steps
		return
	}
	t.beam.Offer(x, t.steps[:depth])
}

// branches reports whether the search tries each answer to a question. Other questions get one answer: the
// cards of least value are paid, and a seat asked for consent agrees.
func branches(s *epidemic.State, kind engine.QuestionKind) bool {
	switch kind {
	case epidemic.QuestionCard, epidemic.QuestionFree, epidemic.QuestionConsent, epidemic.QuestionRequest, epidemic.QuestionOrderInfectionDeck,
		epidemic.QuestionOrderPlayerDeck:
		return false
	}
	return s.InMove()
}

// interesting returns the cities worth flying to: those with stations, pawns, or three cubes (which threaten
// an outbreak). Flights elsewhere cost a card for little gain; without them, bots play as well and search 1.7
// times as fast.
//
// Rail costs no card, so cities with two cubes, or whose cards count for a cure, are also worth a ride.
func (t *turn) interesting(s *epidemic.State) uint64 {
	set, hot := s.Stations, uint16(3)
	if t.byTrack {
		hot = 2
	}
	for c, x := range s.Cubes[:t.cities] {
		for ; x != 0; x >>= 3 {
			if x&7 >= hot {
				set |= 1 << c
			}
		}
	}
	for h := range t.holders {
		set |= 1 << t.board.pawn(s, h)
	}
	if !t.byTrack {
		return set
	}
	var cured uint64
	for d := range t.diseases {
		if s.IsCured(epidemic.Disease(d)) {
			cured |= t.counting[d]
		}
	}
	for h := range t.holders {
		set |= s.Hand(engine.Seat(h)).Cities() &^ cured
	}
	return set
}

// small answers every question except the choice of an action with the answer that leads to the highest
// value.
func (t *turn) small(s *epidemic.State, by engine.Seat, list []engine.Move) engine.Move {
	if len(list) == 1 {
		return list[0]
	}
	switch s.Asking() {
	case epidemic.QuestionConsent, epidemic.QuestionRequest:
		if t.teams && (t.mine>>by&1 == 0 || t.mine>>s.Active&1 == 0) {
			return t.rival(s, by, list)
		}
		// The request is part of the team's own plan, so the seat agrees.
		for _, m := range list {
			if t.intent[m.Verb] == epidemic.Agrees {
				return m
			}
		}
	case epidemic.QuestionOrderInfectionDeck:
		return t.calm(s, list)
	}
	return t.best(s, list)
}

// best returns the answer that leads to the position of highest value.
func (t *turn) best(s *epidemic.State, list []engine.Move) engine.Move {
	best, at := -1e18, 0
	full := s.Asking() == epidemic.QuestionDiscard // skip events with many moves: if consent is refused, the bot would choose them again
	x := &t.deep[ai.MaxSteps-1]
	for i, m := range list {
		if t.later[m.Verb] || m.Verb == t.draw || full && t.wide[m.Verb] {
			continue
		}
		v := t.after(x, s, m)
		if full && t.tollOfCards(s, x) > 0 {
			v -= brokenSet
		}
		if v > best {
			best, at = v, i
		}
	}
	return list[at]
}

// brokenSet is the penalty for giving up a card that the hands need for a cure they will soon have.
const brokenSet = 2

// after copies s to x, makes a move in x, and returns the value of x.
func (t *turn) after(x, s *epidemic.State, m engine.Move) float64 {
	*x = *s
	t.tried++
	x.Play(m, nil)
	if t.unsure[m.Verb] { // the move reveals a hidden card
		return t.of(s, t.Key(s)) + t.unseen(s, m)
	}
	return t.of(x, t.Key(x))
}

// calm returns the move that puts the least harmful infection card on top of the deck.
func (t *turn) calm(s *epidemic.State, list []engine.Move) engine.Move {
	best, at := 1e18, 0
	for i, m := range list {
		if t.intent[m.Verb] != epidemic.Places {
			continue
		}
		if h := t.harm(s, int(m.Arg[0])); h < best {
			best, at = h, i
		}
	}
	return list[at]
}

// harm returns the expected damage if the infection card of city c is drawn.
func (t *turn) harm(s *epidemic.State, c int) float64 {
	if c >= t.cities {
		return 0.5
	}
	d := epidemic.Disease(t.board.colour[c])
	if s.IsEradicated(d) {
		return 0
	}
	k := float64(s.CubesAt(epidemic.City(c), d))
	harm := k * k / 9
	if k >= 3 {
		harm++
		for set := t.links[c]; set != 0; set &= set - 1 {
			n := s.CubesAt(epidemic.City(bits.TrailingZeros64(set)), d)
			if n >= 3 {
				harm += 0.7
			} else {
				harm += 0.05 * float64(n)
			}
		}
	}
	for h := range t.players {
		pawn := t.board.pawn(s, h)
		if guards(t.role(s, h)) && (t.links[pawn]|1<<pawn)>>c&1 != 0 {
			harm *= 0.4
		}
	}
	if s.IsCured(d) {
		harm *= 0.8
	}
	return harm
}
