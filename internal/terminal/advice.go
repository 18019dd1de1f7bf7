package terminal

import (
	"strings"

	"theriac/ai"
	"theriac/games"
	"theriac/internal/terminal/present"
)

// advise prints up to three plans for the rest of the turn, each with a different idea. Plans use only what the
// viewers know.
func (t *Console) advise() {
	e, _ := games.FindEntry(t.Game.Name())
	if e.Evaluator == nil {
		t.say("advice.none")
		return
	}
	if t.Session.Decision().Owing()&t.people&t.viewer == 0 {
		t.say("advice.now")
		return
	}
	if t.evaluator == nil {
		t.evaluator = e.Evaluator()
	}
	plans := t.evaluator.Plans(&ai.Evaluation{Seats: t.viewer, View: t.view(), Seed: uint64(len(t.past)) + 1})
	if len(plans) == 0 {
		t.say("advice.now")
		return
	}
	for _, p := range plans {
		t.print(present.Wrap("  ", t.planned(p), t.Width))
	}
	t.print(present.Wrap("  ", t.st.Dim(t.text("advice.chance", "level", t.evaluator.Reference())), t.Width))
}

// planned describes a plan in words, with its chance to win.
func (t *Console) planned(p ai.Plan) string {
	v := t.Session.Vocabulary()
	var moves []string
	for _, m := range p.Moves {
		moves = append(moves, t.c.Move(v, m, t.seat))
	}
	said := t.text("advice.plan", "chance", percent(p.Estimate.Chance), "error", max(1, percent(p.Estimate.Error)), "moves", strings.Join(moves, " · "))
	if why := t.reasonOf(p.Reason); why != "" {
		said += " " + t.st.Dim(why)
	}
	return said
}
