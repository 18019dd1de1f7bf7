package bots

import (
	"math/bits"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// turn searches the actions of one turn: it is what the beam knows of the map games.
type turn struct {
	value
	beam ai.Beam[epidemic.State]
	// seats is whose moves are looked at: the seat on turn, and others' events.
	seats engine.Seats

	plain bool // events are left out
	first bool // the root is looked at

	tried int // moves that were played to see where they lead, since it was made
	lost  int // those of them whose end was not found: the search knows no such actions

	goals uint64 // where a flight might want to go
	deep  [ai.MaxSteps]epidemic.State
	steps [ai.MaxSteps]engine.Move
	buf   []engine.Move
}

// newTurn makes a search of some width.
func newTurn(b *board, w *weights, width int) *turn {
	t := &turn{value: value{board: b, w: w, mine: engine.Everyone, by: b.everybody}, seats: b.everybody}
	t.beam = ai.Beam[epidemic.State]{Game: t, Width: width}
	t.buf = make([]engine.Move, 0, 8*engine.MaxMoves)
	return t
}

// search finds ends of the turn, best first, as places in the beam's nodes.
func (t *turn) search(root *epidemic.State) []int32 {
	t.begin(root)
	t.goals = t.interesting(root)
	return t.beam.Search(root)
}

// play makes the actions of a turn as the search likes them best.
func (t *turn) play(s *epidemic.State) {
	order := t.search(s)
	*s = t.beam.Nodes[order[0]].State
}

// Key, Value, Left and Play are those of ai.Domain.

func (t *turn) Key(s *epidemic.State) ai.Key {
	cubes, rest, spent := s.Key()
	return ai.Key{A: cubes, B: rest, C: spent}
}

func (t *turn) Value(s *epidemic.State, k ai.Key) float64 { return t.of(s, k) }

func (t *turn) Left(s *epidemic.State) int { return int(s.Actions) }

func (t *turn) Play(s *epidemic.State, m engine.Move) { s.Play(m, nil) }

// Expand offers what the complete actions of a position lead to.
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

// children plays each move of a list, and follows it to the end of its action.
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

// wanted leaves out what is decided elsewhere, and flights to where nothing is.
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

// follow answers the further questions of a move, each answer that matters in turn, and
// offers what comes of it. depth is the moves made so far.
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
			// Whether an event follows the cure is decided when that is asked.
			list = append(list[:0], engine.Move{Seat: by, Verb: t.pass})
		case kind == epidemic.QuestionWindow || len(list) == 0:
			t.lost++ // no action is known to lead here
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
		t.lost++ // it takes too many steps
		return
	}
	t.beam.Offer(x, t.steps[:depth])
}

// branches says that each answer to a question is worth a look. Cards that pay are chosen
// by value, and who is asked for consent agrees.
func branches(s *epidemic.State, kind engine.QuestionKind) bool {
	switch kind {
	case epidemic.QuestionCard, epidemic.QuestionFree, epidemic.QuestionConsent, epidemic.QuestionRequest, epidemic.QuestionOrderInfectionDeck,
		epidemic.QuestionOrderPlayerDeck:
		return false
	}
	return s.InMove()
}

// interesting is where a flight might want to go: stations, pawns and cities with three
// cubes, of which the last are about to break out. A flight to anywhere else costs a card
// for little: the bots play as well without them, and search 1.7 times as fast. By rail,
// where travel costs no card, cities with two cubes and those of cards that count are
// worth a ride too.
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

// small answers a question beside the actions by the value of what each answer leads to.
func (t *turn) small(s *epidemic.State, by engine.Seat, list []engine.Move) engine.Move {
	if len(list) == 1 {
		return list[0]
	}
	switch s.Asking() {
	case epidemic.QuestionConsent, epidemic.QuestionRequest:
		if t.teams && (t.mine>>by&1 == 0 || t.mine>>s.Active&1 == 0) {
			return t.rival(s, by, list)
		}
		// The team's plan asks; who is asked goes along with it.
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

// best is the answer that leads to the position of best value.
func (t *turn) best(s *epidemic.State, list []engine.Move) engine.Move {
	best, at := -1e18, 0
	full := s.Asking() == epidemic.QuestionDiscard // an event that asks others may not be spent, and would be tried again
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

// brokenSet is how much dearer than its value a card is without which the hands no longer hold
// those of a cure that is near.
const brokenSet = 2

// after is the value of the position after a move, which is made in x.
func (t *turn) after(x, s *epidemic.State, m engine.Move) float64 {
	*x = *s
	t.tried++
	x.Play(m, nil)
	if t.unsure[m.Verb] { // what it turns up is not known
		return t.of(s, t.Key(s)) + t.unseen(s, m)
	}
	return t.of(x, t.Key(x))
}

// calm puts the infection card on top that does least harm.
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

// harm is how bad the infection card of a city is if it comes.
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
