package lesson

import (
	"fmt"
	"slices"
	"strconv"

	"theriac/engine"
)

// Walk plays a lesson to its end with its own moves. It also tries every other move that the lesson offers
// the learner. That move must reach the step's aim and leave the lesson playable, or lead to a detour. Walk
// returns how many different plays of a step it has tried.
func (l *Lesson) Walk(g engine.Game) (ways int, err error) {
	w := walker{lesson: l, game: g}
	if err := w.from(nil); err != nil {
		return 0, fmt.Errorf("lesson %s: %w", l.ID, err)
	}
	return w.ways, nil
}

type walker struct {
	lesson *Lesson
	game   engine.Game
	ways   int
	// within is set after a move that is not the lesson's own. From there, the walk makes only the lesson's
	// own moves.
	within bool
}

// made is a move, as text, and the seat that has made it.
type made struct {
	by   engine.Seat
	move string
}

// New starts the game of a lesson.
func (l *Lesson) New(g engine.Game) (engine.Session, error) {
	set, err := engine.Resolve(g.Options(), l.List())
	if err != nil {
		return nil, err
	}
	h := engine.Header{Game: l.Game, Revision: g.Revision(), Settings: set, Seed: engine.NumberedSeed(l.Deal)}
	for i := range set.Int("players") {
		h.Seats = append(h.Seats, strconv.Itoa(i))
	}
	return g.New(h)
}

// replay returns the position and the lesson's progress after the given moves.
func (w *walker) replay(moves []made) (s engine.Session, p Progress, err error) {
	if s, err = w.lesson.New(w.game); err != nil {
		return nil, p, err
	}
	for _, m := range moves {
		if err := w.play(s, &p, m); err != nil {
			return nil, p, err
		}
	}
	return s, p, nil
}

func (w *walker) play(s engine.Session, p *Progress, m made) error {
	move, err := s.Vocabulary().ParseMove(m.by, m.move)
	if err != nil {
		return err
	}
	facts, _, err := s.Play(move)
	if err != nil {
		return fmt.Errorf("%s: %w", m.move, err)
	}
	var told []string
	for _, f := range facts {
		told = append(told, s.Vocabulary().Fact(f))
	}
	p.Played(w.lesson, told)
	return nil
}

// from plays the rest of a lesson after the given moves.
func (w *walker) from(moves []made) error {
	s, p, err := w.replay(moves)
	if err != nil {
		return err
	}
	for p.pass(w.lesson); p.Step < len(w.lesson.Steps); p.pass(w.lesson) {
		at := p.Step
		step := &w.lesson.Steps[at]
		if step.Seat == w.lesson.Learner && !w.within {
			if err := w.others(moves, at); err != nil {
				return fmt.Errorf("step %s: %w", step.ID, err)
			}
		}
		for i, move := range step.Moves {
			if step.Seat == w.lesson.Learner && !step.Offers(move) {
				return fmt.Errorf("step %s: its own move %s is not offered", step.ID, move)
			}
			m := made{step.Seat, move}
			if err := w.play(s, &p, m); err != nil {
				return fmt.Errorf("step %s: %w", step.ID, err)
			}
			moves = append(moves, m)
			if done := p.Step > at; done != (i == len(step.Moves)-1) {
				return fmt.Errorf("step %s: after %s its aim is reached: %t", step.ID, move, done)
			}
		}
	}
	return nil
}

// others tries every move that the given step offers, except the lesson's own.
func (w *walker) others(moves []made, at int) error {
	s, p, err := w.replay(moves)
	if err != nil {
		return err
	}
	p.pass(w.lesson)
	step := &w.lesson.Steps[at]
	switch {
	case p.Step > at: // the aim is reached, so the rest of the lesson must be playable from here
		w.ways++
		w.within = true
		defer func() { w.within = false }()
		return w.from(moves)
	case p.Off:
		w.ways++
		if _, told := step.detour(p.facts); !told {
			return fmt.Errorf("nothing is said where %v leads", moves[len(moves)-p.Made:])
		}
		return nil
	}
	listed := s.AppendMoves(nil, step.Seat)
	open := 0
	for _, m := range listed {
		move := s.Vocabulary().Move(m)
		if !step.Offers(move) {
			continue
		}
		open++
		if err := w.others(append(slices.Clone(moves), made{step.Seat, move}), at); err != nil {
			return err
		}
	}
	if open == 0 {
		return fmt.Errorf("after %v nothing is offered", moves)
	}
	return nil
}
