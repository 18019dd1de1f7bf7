package lobby

import (
	"context"

	"theriac/games"
	"theriac/internal/identity"
)

// Whether advice can be had at a table.
const (
	AdviceOn    = "on"
	AdviceOff   = "off"
	AdviceNever = "never" // whatever the host would like
)

// Advice says whether who sits at a table may ask for advice. Where the host has not
// said so, somebody who plays alone or with bots may, and people among each other play
// without.
func (t *Table) Advice() string {
	switch {
	case t.neverAdvised() != "":
		return AdviceNever
	case t.Advised != nil && *t.Advised, t.Advised == nil && t.people() <= 1:
		return AdviceOn
	}
	return AdviceOff
}

// RefuseAdvice says why there is no advice at a table, or nil.
func (t *Table) RefuseAdvice() error {
	if why := t.neverAdvised(); why != "" {
		return refuse(why)
	}
	if t.Advice() == AdviceOff {
		return refuse(NoAdvice)
	}
	return nil
}

// neverAdvised says why a table has no advice whatever its host would like: others play
// the same cards, it is for oneself to solve, or nothing is known about its game.
func (t *Table) neverAdvised() string {
	e, _ := games.FindEntry(t.Game)
	switch {
	case t.Shared != nil:
		return NoAdviceDeal
	case t.Branch != nil && t.Branch.Beside:
		return NoAdviceBeside // what its game does not allow is not got beside it
	case t.Puzzle != "" || t.Lesson != "":
		return NoAdviceTask
	case e.Evaluator == nil:
		return NoAdviceGame
	}
	return ""
}

// people counts those who hold seats.
func (t *Table) people() int {
	held := map[string]bool{}
	for _, s := range t.Seats {
		if s.Holder != "" {
			held[s.Holder] = true
		}
	}
	return len(held)
}

// SetAdvice says whether who sits at a table may ask for advice.
func (l *Lobby) SetAdvice(ctx context.Context, by identity.Person, table string, on bool) (Table, error) {
	return l.host(ctx, by, table, func(r *record) error {
		why := r.neverAdvised()
		switch {
		case !r.Status.Running():
			return refuse(NotRunning)
		case on && why != "":
			return refuse(why)
		case r.Advised != nil && *r.Advised == on:
			return errSame
		}
		r.Advised = &on
		return nil
	})
}
