package brimful

import (
	"strconv"

	"theriac/engine"
)

// State is a position. It is a plain value, so assignment copies it.
type State struct {
	Public
	hands [engine.MaxSeats]hand // hidden from the other players
	pile  [faces * copies]uint8 // the top card is last
}

// Public is the part of a position that everyone knows.
type Public struct {
	Players int
	Serial  uint32      // number of questions asked so far
	Active  engine.Seat // whose turn it is
	Flask   uint8
	Left    uint8 // cards in the pile
	Seen    hand  // number of cards of each value that were put into the flask
	HandLen [engine.MaxSeats]uint8
	Points  [engine.MaxSeats]uint8
	Over    bool
}

// hand counts cards by value.
type hand [faces]uint8

// Rules holds the options of one table in compiled form.
type Rules struct{ players int }

// Compile checks a header and returns its rules. It returns an error for unknown options.
func (Ruleset) Compile(h engine.Header) (Rules, error) {
	if h.Game != Game.Name() || h.Revision != revision {
		return Rules{}, &engine.ParseError{Text: h.Game + " " + strconv.Itoa(h.Revision), Why: "no such game or revision"}
	}
	set, err := engine.Resolve(options, h.Settings)
	return Rules{set.Int("players")}, err
}

// Deal sets up a new position.
func (r Rules) Deal(s *State, chance engine.Rand, out *engine.Facts) {
	*s = State{Public: Public{Players: r.players, Left: faces * copies}}
	for i := range s.pile {
		s.pile[i] = uint8(i % faces)
	}
	chance.Shuffle(s.pile[:])
	for seat := range engine.Seat(s.Players) {
		for range dealt {
			c := s.draw()
			s.hands[seat][c]++
			s.HandLen[seat]++
			out.Tell(engine.SeatsOf(seat), factDealt, "setup/hand", uint8(seat), c)
		}
	}
	s.begin(0, out)
}

// Deal sets up the game described by a header. It returns the position and the facts of the set-up.
func Deal(h engine.Header) (s State, opening []engine.Fact, err error) {
	r, err := Game.Compile(h)
	if err != nil {
		return s, nil, err
	}
	chance, err := h.Seed.Rand()
	if err != nil {
		return s, nil, err
	}
	var out engine.Facts
	r.Deal(&s, chance, &out)
	return s, out.List, nil
}

// draw removes the top card of the pile and returns it.
func (s *State) draw() (card uint8) {
	s.Left--
	card, s.pile[s.Left] = s.pile[s.Left], 0
	return card
}

// begin starts a seat's turn, or ends the game if the pile is empty.
func (s *State) begin(seat engine.Seat, out *engine.Facts) {
	s.Flask, s.Active = 0, seat
	s.Serial++
	if s.Left == 0 {
		s.Over = true
		return
	}
	out.Add(factTurnBegan, "turn/order", uint8(seat))
}

// Decision returns the open question, which is always for the active seat.
func (s *State) Decision() engine.Decision {
	if s.Over {
		return engine.Decision{Question: questionOver, Over: true}
	}
	return engine.Decision{ID: s.Serial, Question: questionTurn, All: engine.SeatsOf(s.Active)}
}

// AppendMoves appends all moves that no rule forbids.
func (s *State) AppendMoves(dst []engine.Move, by engine.Seat) []engine.Move {
	for _, m := range everyMove {
		if m.Seat = by; s.Why(m) == "" {
			dst = append(dst, m)
		}
	}
	return dst
}

var everyMove = func() []engine.Move {
	all := []engine.Move{{Verb: verbPour}}
	for c := range uint8(faces) {
		all = append(all, engine.Move{Verb: verbAdd, Arg: [engine.Operands]uint8{c}})
	}
	return append(all, engine.Move{Verb: verbTake})
}()

// Why returns the first rule that forbids a move, or an empty string.
func (s *State) Why(m engine.Move) string {
	switch {
	case s.Over:
		return "end/over"
	case m.Seat != s.Active || !vocabulary.Fits(m):
		return "turn/order"
	case m.Verb == verbPour && s.Left == 0:
		return "turn/pour"
	case m.Verb == verbAdd && s.hands[m.Seat][m.Arg[0]] == 0:
		return "turn/add"
	case m.Verb == verbTake && s.Flask == 0:
		return "turn/take"
	}
	return ""
}

// Default returns the move that takes the flask if possible, so that an absent player does not spill.
func (s *State) Default(by engine.Seat) engine.Move {
	switch {
	case s.Over || by != s.Active:
		return engine.Move{}
	case s.Flask > 0:
		return engine.Move{Seat: by, Verb: verbTake}
	}
	return engine.Move{Seat: by, Verb: verbPour}
}

// Play makes a move. A card that is put into the flask is new information for every seat that has not seen it.
func (s *State) Play(m engine.Move, out *engine.Facts) engine.Effect {
	news := engine.AllSeats(s.Players)
	switch m.Verb {
	case verbPour:
		card := s.draw()
		out.Add(factPoured, "turn/pour", card)
		s.fill(card, out)
	case verbAdd:
		s.hands[m.Seat][m.Arg[0]]--
		s.HandLen[m.Seat]--
		out.Add(factAdded, "turn/add", uint8(m.Seat), m.Arg[0])
		s.fill(m.Arg[0], out)
		news = news.Without(m.Seat)
	case verbTake:
		s.Points[m.Seat] += s.Flask
		out.Add(factTook, "turn/take", uint8(m.Seat), s.Flask)
		s.next(out)
		news = 0
	}
	return engine.Effect{Learned: news}
}

// fill puts a card into the flask, and handles a flask that is full or spills.
func (s *State) fill(card uint8, out *engine.Facts) {
	s.Seen[card]++
	s.Flask += card + 1
	switch {
	case s.Flask == brim:
		s.Points[s.Active] += brim + bonus
		out.Add(factFilled, "flask/full", uint8(s.Active))
		s.next(out)
	case s.Flask > brim:
		out.Add(factSpilled, "flask/spilled", uint8(s.Active))
		s.next(out)
	default:
		s.Serial++
	}
}

func (s *State) next(out *engine.Facts) { s.begin((s.Active+1)%engine.Seat(s.Players), out) }

// Outcome returns the result: the seats with the most points win.
func (s *State) Outcome() (engine.Result, bool) {
	if !s.Over {
		return engine.Result{}, false
	}
	r := engine.Result{Cause: "end/points"}
	for seat := range s.Players {
		r.Points[seat], r.Rank[seat] = int16(s.Points[seat]), 1
		for other := range s.Players {
			if s.Points[other] > s.Points[seat] {
				r.Rank[seat]++
			}
		}
		if r.Rank[seat] == 1 {
			r.Won = r.Won.With(engine.Seat(seat))
		}
	}
	return r, true
}

// Veiled hides no part of a move, because everyone sees the cards that are put into the flask.
func (s *State) Veiled(engine.Move) (uint8, engine.Seats) { return 0, engine.Everyone }

// SameForAll returns false, because each seat sees different cards.
func (s *State) SameForAll() bool { return false }
