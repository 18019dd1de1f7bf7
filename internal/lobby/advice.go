package lobby

import (
	"context"

	"theriac/games"
	"theriac/internal/identity"
)

// The values that Advice returns: whether a table offers advice.
const (
	AdviceOn    = "on"
	AdviceOff   = "off"
	AdviceNever = "never" // players may never ask for advice, whatever the host wants
)

// Advice returns whether players at a table may ask for advice. If the host has not decided, a lone player may ask,
// but several players may not.
func (t *Table) Advice() string {
	switch {
	case t.neverAdvised() != "":
		return AdviceNever
	case t.Advised != nil && *t.Advised, t.Advised == nil && t.people() <= 1:
		return AdviceOn
	}
	return AdviceOff
}

// RefuseAdvice returns the reason why players cannot ask for advice at a table, or nil.
func (t *Table) RefuseAdvice() error {
	if why := t.neverAdvised(); why != "" {
		return refuse(why)
	}
	if t.Advice() == AdviceOff {
		return refuse(NoAdvice)
	}
	return nil
}

// neverAdvised returns the refusal id if a table can have no advice whatever its host wants, or "". There is
// no advice if other tables play the same cards, if the player must solve a task alone, or if no bot knows
// the game.
func (t *Table) neverAdvised() string {
	e, _ := games.FindEntry(t.Game)
	switch {
	case t.Shared != nil:
		return NoAdviceDeal
	case t.Branch != nil && t.Branch.WhileRunning:
		return NoAdviceWhileRunning // the original game may forbid advice
	case t.Puzzle != "" || t.Lesson != "":
		return NoAdviceTask
	case e.Evaluator == nil:
		return NoAdviceGame
	}
	return ""
}

// people returns how many different people hold seats.
func (t *Table) people() int {
	held := map[string]bool{}
	for _, s := range t.Seats {
		if s.Holder != "" {
			held[s.Holder] = true
		}
	}
	return len(held)
}

// SetAdvice changes whether players at a table may ask for advice. Only the host can call it.
func (l *Lobby) SetAdvice(ctx context.Context, by identity.Person, table string, on bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
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
