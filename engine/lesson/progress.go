package lesson

// Progress is how far a player is in a lesson. It follows from the moves alone, so a player who comes back
// continues at the same step.
type Progress struct {
	Step  int      // index of the current step; the number of steps if all are done
	Made  int      // moves made in this step so far
	Off   bool     // the aim can no longer be reached, so the step's moves must be undone
	facts []string // facts of the moves made in this step
}

// Played records the facts of one move. It also skips steps that only have to be read, because a player who
// moves has read them.
func (p *Progress) Played(l *Lesson, facts []string) {
	p.pass(l)
	if p.Step >= len(l.Steps) {
		return
	}
	s := &l.Steps[p.Step]
	p.Made++
	p.facts = append(p.facts, facts...)
	within := s.Within
	if within == 0 {
		within = len(s.Moves)
	}
	switch {
	case reached(s.Aim, p.facts):
		*p = Progress{Step: p.Step + 1}
	case p.Made >= within:
		p.Off = true
	}
}

// pass skips steps that only have to be read.
func (p *Progress) pass(l *Lesson) {
	for p.Step < len(l.Steps) && l.Steps[p.Step].Reads() {
		*p = Progress{Step: p.Step + 1}
	}
}

// reached reports whether the facts include a different match for each aim.
func reached(aims, facts []string) bool {
	used := make([]bool, len(facts))
	for _, aim := range aims {
		found := false
		for i, f := range facts {
			if !used[i] && Matches(aim, f) {
				used[i], found = true, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
