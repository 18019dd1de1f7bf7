package story

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"theriac/ai"
	"theriac/engine"
)

// clearly is the number of standard errors at which a difference counts as significant.
const clearly = 2

// slight is the smallest advantage that makes a better plan count as missed. Many rollouts can show smaller
// differences to be significant, but players would learn nothing from them.
const slight = 0.02

// least is the smallest change in the chance to win that counts as a turning point. most is the maximum
// number of turning points.
const (
	least = 0.03
	most  = 6
)

// Story returns the story so far: all turns up to the first one whose chances are not known yet. The caller
// may change the result.
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

// turn returns the story of turn i, if its chances are known. It ends with the chance that the next turn
// begins with, so skill and luck add up to the whole change.
func (t *Tale) turn(i int) (Turn, bool) {
	turn := t.story.Turns[i]
	last := i+1 == len(t.courses)
	if !t.told[2*i] || !t.told[2*i+1] || !last && !t.told[2*i+2] {
		return turn, false
	}
	turn.Before, turn.After = t.answers[2*i].Chance, t.answers[2*i+1].Chance
	if last {
		turn.Next = ai.Estimate{Chance: t.story.End}
		if turn.Acted == turn.To { // one of the actions ended the game
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

// less returns the difference between two independent estimates.
func less(a, b ai.Estimate) ai.Estimate {
	return ai.Estimate{Chance: a.Chance - b.Chance, Error: math.Hypot(a.Error, b.Error)}
}

// better records what the players missed in a turn, if some plan is clearly better than theirs. The last of
// plans is the one that they played.
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

// after returns the position after a plan, with the random events of the real game. It returns nil if these
// make a move of the plan illegal.
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

// points returns the turning points: the largest significant changes. If a turn has both a mistake and a
// better plan, only the missed plan counts.
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

// general returns the text for a turning point that the narrator has no text for.
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

// close returns how close the game was: the narrator's lines about the end, and the most extreme chance
// during the game.
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
