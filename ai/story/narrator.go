package story

import "theriac/engine"

// Narrator finds the words for what happens in a game: it knows the game's facts.
type Narrator interface {
	// Point says what made a turn a turning point of a kind. An empty line: the story
	// says it in general words.
	Point(c *Course, t *Turn, kind string) Line
	// Notes is what else stands out in a turn; ideas are those of all plans that were
	// found for it.
	Notes(c *Course, t *Turn, ideas []Idea) []Line
	// Close says how close it was at the end.
	Close(end engine.Session) []Line
}

// Idea is a plan that was found for a turn: what it is about, and why.
type Idea struct {
	Name   string
	Reason Line
}

// Played is a move and what it did.
type Played struct {
	Move   engine.Move
	Facts  []engine.Fact
	Effect engine.Effect
}

// Course is a turn as it was played: what a narrator finds its words in.
type Course struct {
	// Before is the position when the turn begins, Acted when its actions are over, and
	// After when the next turn begins or the game is over.
	Before, Acted, After engine.Session
	Played               []Played
	// Better is the position after the better plan's moves; nil where there is none.
	Better engine.Session

	acts    int // moves of the actions
	planned int // moves of them that stand where plans are compared
}

// Acts is what was played as the turn's actions.
func (c *Course) Acts() []Played { return c.Played[:c.acts] }

// Cards is what was played from the move that ended the actions on: draws, infections, and
// what was done meanwhile.
func (c *Course) Cards() []Played { return c.Played[c.acts:] }

// choice is where in the turn plans are compared with what was played: at its beginning, or
// where that would not do after the last move that showed something new. What was played
// then has to be possible in any position that the players could not tell from theirs.
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
			return 0, c.Before // it has been played before: cannot be
		}
	}
	return last, s
}

// holds says that the turn's moves can be made in other positions that look the same.
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
