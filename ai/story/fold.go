package story

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"theriac/ai"
	"theriac/engine"
)

// clearly is how many standard errors make a difference clear.
const clearly = 2

// slight is by how much a plan has to be better to be told as missed: a smaller difference is
// clear with enough rollouts, and still nothing to learn from.
const slight = 0.02

// least is the smallest change of the chance that is told as a turning point, and most how
// many of them there are.
const (
	least = 0.03
	most  = 6
)

// Story is what is told so far: the turns up to the first whose chances are not known yet.
// The copy is the caller's.
func (t *Tale) Story() Story {
	s := t.story
	s.Turns, s.Points, s.Close = []Turn{}, []Point{}, []Line{}
	if len(t.courses) == 0 || !t.told[0] {
		return s
	}
	s.Start = t.answers[0].Chance
	for i := range t.courses {
		turn, ok := t.turn(i)
		if !ok {
			return s
		}
		s.Turns = append(s.Turns, turn)
	}
	s.Points = t.points(s.Turns)
	s.Close = t.close(&s)
	return s
}

// turn tells a turn, if its chances are known. What a turn comes to is where the next one
// begins, so that skill and luck add up to how the chance changed.
func (t *Tale) turn(i int) (Turn, bool) {
	turn := t.story.Turns[i]
	last := i+1 == len(t.courses)
	if !t.told[2*i] || !t.told[2*i+1] || !last && !t.told[2*i+2] {
		return turn, false
	}
	turn.Before, turn.After = t.answers[2*i].Chance, t.answers[2*i+1].Chance
	if last {
		turn.Next = ai.Estimate{Chance: t.story.End}
		if turn.Acted == turn.To { // it was won by an action
			turn.After = turn.Next
		}
	} else {
		turn.Next = t.answers[2*i+2].Chance
	}
	turn.Skill, turn.Luck = less(turn.After, turn.Before), less(turn.Next, turn.After)
	if job := t.First + i; t.told[job] {
		t.better(i, &turn, t.answers[job].Plans)
	}
	return turn, true
}

// less is the difference of two estimates that were sampled apart.
func less(a, b ai.Estimate) ai.Estimate {
	return ai.Estimate{Chance: a.Chance - b.Chance, Error: math.Hypot(a.Error, b.Error)}
}

// better says what was missed in a turn, where a plan is clearly better than what was
// played, which is the last of the plans.
func (t *Tale) better(i int, turn *Turn, plans []ai.Plan) {
	c := &t.courses[i]
	c.Better = nil
	ideas := make([]Idea, 0, len(plans))
	if len(plans) > 1 {
		best, played := plans[0], plans[len(plans)-1]
		missed := less(best.Estimate, played.Estimate)
		if missed.Chance > max(slight, clearly*missed.Error) {
			turn.Missed = &missed
			turn.Better = &Better{At: turn.From + c.planned, Moves: []string{}, Estimate: best.Estimate, Idea: best.Idea, Reason: line(best.Reason)}
			for _, m := range best.Moves {
				turn.Better.Moves = append(turn.Better.Moves, engine.SeatKind.Text(uint8(m.Seat))+" "+t.vocab.Move(m))
			}
			c.Better = c.after(best.Moves)
		}
		for _, p := range plans[:len(plans)-1] {
			idea := Idea{Name: p.Idea}
			if l := line(p.Reason); l != nil {
				idea.Reason = *l
			}
			ideas = append(ideas, idea)
		}
	}
	if t.words != nil {
		turn.Notes = t.words.Notes(c, turn, ideas)
	}
}

// after is where the moves of a plan lead in the game that was played; nil where chance
// stands in their way.
func (c *Course) after(moves []engine.Move) engine.Session {
	s := c.Before.Clone()
	for _, p := range c.Played[:c.planned] {
		if _, _, err := s.Play(p.Move); err != nil {
			return nil
		}
	}
	for _, m := range moves {
		if _, _, err := s.Play(m); err != nil {
			return nil
		}
	}
	return s
}

func line(r ai.Reason) *Line {
	if r.Key == "" {
		return nil
	}
	return &Line{Key: r.Key, Args: r.Args}
}

// points are the turning points: the largest changes that are clear. Moves that were worse
// than a plan that was found are told as missed, and not once more as moves that cost.
func (t *Tale) points(turns []Turn) []Point {
	all := []Point{}
	for i := range turns {
		turn, c := &turns[i], &t.courses[i]
		add := func(kind string, at int, by ai.Estimate) {
			if math.Abs(by.Chance) >= max(least, clearly*by.Error) {
				p := Point{Turn: turn.Turn, At: at, Kind: kind, By: by.Chance, Line: general(turn, kind, by.Chance)}
				if t.words != nil {
					if l := t.words.Point(c, turn, kind); l.Key != "" {
						p.Line = l
					}
				}
				all = append(all, p)
			}
		}
		if turn.Missed != nil {
			add(KindMissed, turn.Better.At, *turn.Missed)
		}
		if turn.Missed == nil || turn.Skill.Chance > 0 {
			add(KindSkill, turn.Acted, turn.Skill)
		}
		add(KindLuck, turn.To, turn.Luck)
	}
	slices.SortStableFunc(all, func(a, b Point) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
	return all[:min(len(all), most)]
}

// general is what a turning point is called where the game has no words of its own.
func general(turn *Turn, kind string, by float64) Line {
	key := "story." + kind
	switch {
	case kind == KindMissed:
	case by > 0:
		key += ".good"
	default:
		key += ".bad"
	}
	return Line{Key: key, Args: [][2]string{{"seat", strconv.Itoa(turn.Seat)}}}
}

// close says how close it was: the game's own words, and how far from its end the chance
// once was.
func (t *Tale) close(s *Story) []Line {
	lines := []Line{}
	if t.words != nil {
		lines = append(lines, t.words.Close(t.end)...)
	}
	far, at := 0.0, -1
	for i, turn := range s.Turns {
		if d := math.Abs(turn.Before.Chance - s.End); d > far {
			far, at = d, i
		}
	}
	if at >= 0 {
		key := "story.close.best"
		if s.End == 1 {
			key = "story.close.worst"
		}
		chance := s.Turns[at].Before.Chance
		lines = append(lines, Line{Key: key, Args: [][2]string{
			{"percent", strconv.Itoa(int(math.Round(100 * chance)))}, {"turn", strconv.Itoa(s.Turns[at].Turn)},
		}})
	}
	return lines
}
