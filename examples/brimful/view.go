package brimful

import "theriac/engine"

// View is what some seats together know: the public part and their own hands. It is built up from an empty
// value, so hidden cards cannot be included by mistake.
type View struct {
	By engine.Seats
	Public
	hands [engine.MaxSeats]hand
}

// View returns all that the given seats together may know.
func (s *State) View(by engine.Seats) engine.View { v := s.Knows(by); return &v }

// Knows returns the same as View, as a concrete type.
func (s *State) Knows(by engine.Seats) View {
	v := View{By: by & engine.AllSeats(s.Players), Public: s.Public}
	for seat := range v.By.Each {
		v.hands[seat] = s.hands[seat]
	}
	return v
}

// Position draws a position that the view's seats cannot distinguish from the real one. It redeals all cards
// that they have not seen.
func (v *View) Position(chance *engine.Rand) State {
	s := State{Public: v.Public, hands: v.hands}
	var unseen []uint8
	for c := range uint8(faces) {
		left := copies - v.Seen[c]
		for seat := range v.By.Each {
			left -= v.hands[seat][c]
		}
		for range left {
			unseen = append(unseen, c)
		}
	}
	chance.Shuffle(unseen)
	for seat := range (engine.AllSeats(v.Players) &^ v.By).Each {
		for range v.HandLen[seat] {
			s.hands[seat][unseen[0]]++
			unseen = unseen[1:]
		}
	}
	copy(s.pile[:], unseen)
	return s
}

// Draw returns a position drawn by Position, wrapped as a session.
func (v *View) Draw(chance *engine.Rand) engine.Session {
	s := v.Position(chance)
	return engine.NewSession[State](&s, vocabulary, nil)
}

// Code writes the whole position, for hashes and comparisons.
func (s *State) Code(c *engine.Coder) {
	s.code(c)
	codeHands(c, s.Players, &s.hands)
	n := int(s.Left)
	engine.Names(c, "pile", cardKind, s.pile[:], &n)
}

// Code writes what the view knows, beginning with its seats. The server sends this text to clients.
func (v *View) Code(c *engine.Coder) {
	engine.Set(c, "seats", engine.SeatKind, 0, &v.By)
	v.code(c)
	codeHands(c, v.Players, &v.hands)
}

func (p *Public) code(c *engine.Coder) {
	engine.Uint(c, "serial", &p.Serial)
	engine.Name(c, "active", engine.SeatKind, engine.MaxSeats, &p.Active)
	engine.Uint(c, "flask", &p.Flask)
	engine.Uint(c, "left", &p.Left)
	codeCards(c, "seen", &p.Seen)
	c.Objects("players", &p.Players, engine.MaxSeats, func(c *engine.Coder, i int) {
		engine.Uint(c, "cards", &p.HandLen[i])
		engine.Uint(c, "points", &p.Points[i])
	})
	c.Bool("over", &p.Over)
}

func codeHands(c *engine.Coder, players int, hands *[engine.MaxSeats]hand) {
	c.Objects("hands", &players, engine.MaxSeats, func(c *engine.Coder, i int) { codeCards(c, "cards", &hands[i]) })
}

// codeCards writes the number of cards of each value.
func codeCards(c *engine.Coder, name string, h *hand) {
	c.Object(name, func(c *engine.Coder) {
		for face, text := range cardKind.Values {
			engine.Uint(c, text, &h[face])
		}
	})
}

// Cards returns the names of a seat's cards, if the view's seats know them.
func (v *View) Cards(seat engine.Seat) (names []string) {
	for face, n := range v.hands[seat] {
		for range n {
			names = append(names, cardKind.Values[face])
		}
	}
	return names
}
