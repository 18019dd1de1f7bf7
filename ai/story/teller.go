package story

import (
	"errors"

	"theriac/ai"
	"theriac/engine"
)

// A game can have no story for one of these reasons.
var (
	ErrRunning   = errors.New("the game is not over")
	ErrRivals    = errors.New("a game of rivals has no story: it has no chance that all share")
	ErrNoChances = errors.New("nothing can estimate the chances of this game")
)

// Budget is the number of rollouts that an evaluator may use for each job, by kind of job.
type Budget struct {
	Chance int // for the chance at each point of the game
	Plans  int // for the plans of each turn
}

// Usual is a budget with which one core finishes a story within a minute, and its first chart within ten
// seconds.
var Usual = Budget{Chance: 260, Plans: 4000}

// Tale is a finished game whose story is being written. Its jobs can be done in any order and on any machine;
// Take adds their answers to the story.
type Tale struct {
	// Jobs are questions to an evaluator: first all chances during the game, which the first chart needs,
	// then the plans for each turn.
	Jobs []Job
	// First is the number of jobs that the first chart needs.
	First int

	story   Story
	courses []Course
	words   Narrator
	answers []Answer
	told    []bool
	vocab   *engine.Vocabulary
	end     engine.Session
}

// Job is a question to an evaluator about a position, given what all players knew together.
type Job struct {
	At    int  // the number of moves before the position
	Plans bool // whether it asks for plans rather than the chance
	ai.Evaluation
}

// Answer is an evaluator's answer to a Job.
type Answer struct {
	Chance ai.Estimate
	Plans  []ai.Plan
}

// Do lets the evaluator answer the job's question.
func (j *Job) Do(e ai.Evaluator) Answer {
	q := j.Evaluation
	if j.Plans {
		return Answer{Plans: e.Plans(&q)}
	}
	return Answer{Chance: e.Chance(&q)}
}

// Begin replays a finished game and creates the jobs for its story. Of the evaluator, it uses only Stage.
func Begin(g engine.Game, h engine.Header, moves []engine.Move, e ai.Evaluator, words Narrator, b Budget) (*Tale, error) {
	if e == nil {
		return nil, ErrNoChances
	}
	if !engine.RivalsOf(g, h.Settings, 0).Empty() {
		return nil, ErrRivals
	}
	s, err := engine.Begin(g, h)
	if err != nil {
		return nil, err
	}
	seats := engine.AllSeats(h.Settings.Int("players"))
	t := &Tale{words: words, vocab: s.Vocabulary()}
	t.story.Reference = e.Reference()
	if err := t.walk(s, moves, seats, e); err != nil {
		return nil, err
	}
	result, over := t.end.Outcome()
	if !over {
		return nil, ErrRunning
	}
	if !result.Won.Empty() {
		t.story.End = 1
	}
	t.plan(seats, b)
	t.answers, t.told = make([]Answer, len(t.Jobs)), make([]bool, len(t.Jobs))
	t.story.Of = len(t.Jobs)
	return t, nil
}

// walk divides the game into turns. A turn's actions end before the move that declares their end, because
// that move already draws cards. If the game ends during the actions, they end with it.
func (t *Tale) walk(s engine.Session, moves []engine.Move, seats engine.Seats, e ai.Evaluator) error {
	turn := -1
	for i := 0; ; i++ {
		stage := e.Stage(s.View(seats))
		if stage.Turn != turn && stage.Turn > 0 && !(i == len(moves) && len(t.courses) > 0) {
			turn = stage.Turn
			t.story.Turns = append(t.story.Turns, Turn{Turn: turn, Seat: int(stage.Active), From: i, Acted: i})
			t.courses = append(t.courses, Course{Before: s.Clone(), Acted: s.Clone()})
		}
		n := len(t.courses) - 1
		if n >= 0 && stage.Acting && stage.Turn == turn {
			t.story.Turns[n].Acted, t.courses[n].Acted = i, s.Clone()
		}
		if n >= 0 {
			t.story.Turns[n].To, t.courses[n].After = i, s.Clone()
		}
		if i == len(moves) {
			break
		}
		facts, effect, err := s.Play(moves[i])
		if err != nil {
			return err
		}
		if n >= 0 {
			t.courses[n].Played = append(t.courses[n].Played, Played{moves[i], facts, effect})
		}
	}
	// The position after a turn's last move is the one in which the next turn begins.
	for i := range t.courses {
		c := &t.courses[i]
		if i+1 < len(t.courses) {
			c.After, t.story.Turns[i].To = t.courses[i+1].Before, t.story.Turns[i+1].From
		}
		c.acts = t.story.Turns[i].Acted - t.story.Turns[i].From
	}
	t.end = s
	return nil
}

// plan creates the jobs: for each turn, the chance at its beginning and after its actions, and then for each
// turn, its plans. A job's seed depends on its position in the game.
func (t *Tale) plan(seats engine.Seats, b Budget) {
	n := len(t.courses)
	for i := range n {
		turn, c := &t.story.Turns[i], &t.courses[i]
		t.Jobs = append(t.Jobs,
			Job{At: turn.From, Evaluation: ai.Evaluation{Seats: seats, View: c.Before.View(seats), Budget: b.Chance, Seed: seed(turn.From, 0)}},
			Job{At: turn.Acted, Evaluation: ai.Evaluation{Seats: seats, View: c.Acted.View(seats), Acted: true, Budget: b.Chance, Seed: seed(turn.Acted, 1)}})
	}
	t.First = len(t.Jobs)
	for i := range n {
		turn, c := &t.story.Turns[i], &t.courses[i]
		at, s := c.choice(seats)
		moves := make([]engine.Move, 0, c.acts-at)
		for _, p := range c.Acts()[at:] {
			moves = append(moves, p.Move)
		}
		c.planned = at
		t.Jobs = append(t.Jobs, Job{At: turn.From + at, Plans: true, Evaluation: ai.Evaluation{
			Seats: seats, View: s.View(seats), Moves: moves, Budget: b.Plans, Seed: seed(turn.From, 2),
		}})
	}
}

// Vocabulary returns the names of the game's moves, including those of cards that replace the game's own.
func (t *Tale) Vocabulary() *engine.Vocabulary { return t.vocab }

// seed returns the evaluator's seed for a job. It depends on the number of moves before the position, and on
// the kind of job.
func seed(at, kind int) uint64 { return uint64(at)<<2 | uint64(kind) }

// Take adds the answer of a job to the story.
func (t *Tale) Take(job int, a Answer) {
	if !t.told[job] {
		t.told[job] = true
		t.story.Done++
	}
	t.answers[job] = a
}

// Tell does all jobs in order and returns the story. It calls progress after each job.
func (t *Tale) Tell(e ai.Evaluator, progress func(done int)) Story {
	for i := range t.Jobs {
		t.Take(i, t.Jobs[i].Do(e))
		progress(i + 1)
	}
	return t.Story()
}
