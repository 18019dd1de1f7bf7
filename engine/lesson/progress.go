package lesson

// Progress is how far somebody is in a lesson. It follows from the moves alone, so whoever
// comes back goes on where they were.
type Progress struct {
	Step  int      // the one that is read or played now; as many as there are when all is done
	Made  int      // moves of this step so far
	Off   bool     // the aim is out of reach: the step's moves are to be taken back
	facts []string // of the moves of this step
}

// Played takes a move and what it did. Steps that are only read are passed by: who moves
// has read them.
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

// pass goes on from steps that are only read.
func (p *Progress) pass(l *Lesson) {
	for p.Step < len(l.Steps) && l.Steps[p.Step].Reads() {
		*p = Progress{Step: p.Step + 1}
	}
}

// reached says whether every aim has a fact of its own.
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
