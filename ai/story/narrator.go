package story

import "theriac/engine"

// Narrator explains the events of one game, from its facts.
type Narrator interface {
	// Point returns a line that explains why a turn was a turning point of this kind. If the line is empty,
	// the story uses a general text.
	Point(c *Course, t *Turn, kind string) Line
	// Notes returns lines about other remarkable events in a turn. ideas are the ideas of all plans found for
	// it.
	Notes(c *Course, t *Turn, ideas []Idea) []Line
	// Close returns lines about how close the game was at its end.
	Close(end engine.Session) []Line
}

// Idea is the topic of a plan found for a turn, with its reason.
type Idea struct {
	Name   string
	Reason Line
}

// Played is a move in a turn, with its facts and its effect.
type Played struct {
	Move   engine.Move
	Facts  []engine.Fact
	Effect engine.Effect
}

// Course is how a turn was played, as the narrator sees it.
type Course struct {
	// Before is the position at the beginning of the turn. Acted is the position after its actions. After is
	// the position when the next turn begins or the game is over.
	Before, Acted, After engine.Session
	Played               []Played
	// Better is the position after a better plan's moves; nil if no such plan was found.
	Better engine.Session

	acts    int // number of moves before the turn's actions are over
	planned int // number of moves before the position where plans are compared
}

// Acts returns the moves of the turn's actions.
func (c *Course) Acts() []Played { return c.Played[:c.acts] }

// Cards returns the turn's moves after its actions: draws, infections, and any moves in between.
func (c *Course) Cards() []Played { return c.Played[c.acts:] }

// choice returns the position where plans are compared with the turn's moves. It is the beginning of the turn
// if the same moves are possible in all positions that the players could not distinguish. Otherwise, it is
// the position after the last move that revealed something.
func (c *Course) choice(seats engine.Seats) (at int, s engine.Session) {
	last := 0
	for i, p := range c.Acts() {
		if !p.Effect.Free() {
			last = i + 1
		}
	}
	if last == 0 || c.holds(seats) {
		return 0, c.Before
	}
	s = c.Before.Clone()
	for _, p := range c.Played[:last] {
		if _, _, err := s.Play(p.Move); err != nil {
			return 0, c.Before // cannot happen, because this move was legal in the game
		}
	}
	return last, s
}

// holds reports whether the turn's moves are also possible in other positions that look the same to the
// seats.
func (c *Course) holds(seats engine.Seats) bool {
	v := c.Before.View(seats)
	for n := range uint64(3) {
		chance, _ := engine.NumberedSeed(n).Rand()
		s := v.Draw(&chance)
		for _, p := range c.Acts() {
			if _, _, err := s.Play(p.Move); err != nil {
				return false
			}
		}
	}
	return true
}
