// Package mapgame is what every map game brings to the programs around its rules: its bots,
// how it is drawn in the terminal, and how its puzzles are judged and its stories told.
//
// It refuses to contain a rule, and to know one of the games.
package mapgame

import (
	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/entry"
	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// Entry is the entry of a map game.
func Entry(g *epidemic.Ruleset, ledger func(lang string) []entry.Chapter) entry.Entry {
	e := entry.Entry{
		Rules: g, Ledger: ledger, Bots: bots.Levels, Narrator: newNarrator, Tally: tally, Level: "epidemics",
		Judge: func(p *puzzle.Puzzle) (puzzle.Judge, error) { return newJudge(g, p) },
		Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
			return &presenter{v.(*epidemic.View), texts, st}
		},
	}
	SetReference(&e, "steady")
	return e
}

// SetReference says whose chances a game's evaluator gives: a level, or one with changes as
// the bots take it.
func SetReference(e *entry.Entry, reference string) {
	e.Evaluator = func() ai.Evaluator { return bots.NewEvaluator(reference) }
}

// tally is what a finished map game is compared by: how often diseases broke out, and
// how many cards were left to draw.
func tally(s engine.Session) entry.Tally {
	v, ok := s.View(0).(*epidemic.View)
	if !ok {
		return entry.Tally{}
	}
	t := entry.Tally{Figures: []entry.Figure{
		{Name: "outbreaks", Value: int(v.Outbreaks), Less: true},
		{Name: "cards", Value: int(v.DeckLen)},
	}}
	for seat := range v.Rules().Players {
		id := ""
		if at := int(v.Roles[seat]); at < len(v.Rules().Roles) {
			id = v.Rules().Roles[at].ID
		}
		t.Cast = append(t.Cast, id)
	}
	return t
}
