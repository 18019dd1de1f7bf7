// Package mapgame provides what every map game needs besides its rules: bots, terminal output, the judge of
// puzzles, and stories.
//
// It deliberately contains no rule, and does not depend on any one game.
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

// Entry returns the entry that registers a map game with the server and the terminal.
func Entry(g *epidemic.Ruleset, ledger func(lang string) []entry.Chapter) entry.Entry {
	e := entry.Entry{
		Rules: g, Ledger: ledger, Bots: bots.Levels, Narrator: newNarrator, Tally: tally, Glance: glance, Level: "epidemics",
		Levels: []entry.Level{level("first", "4"), level("standard", "5"), level("hard", "6")}, OpenHands: openHands(g),
		Judge: func(p *puzzle.Puzzle) (puzzle.Judge, error) { return newJudge(g, p) },
		Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
			return &presenter{v.(*epidemic.View), texts, st}
		},
	}
	SetReference(&e, "steady")
	return e
}

// openHands returns the settings with which all hands are open. A game without that option plays so anyway.
func openHands(g engine.Game) engine.Settings {
	for _, o := range g.Options() {
		if o.Name == "hands" {
			return engine.Settings{{Name: o.Name, Value: "open"}}
		}
	}
	return engine.Settings{}
}

// level returns a level for four players with the given number of epidemics.
func level(name, epidemics string) entry.Level {
	return entry.Level{Name: name, Settings: engine.Settings{{Name: "players", Value: "4"}, {Name: "epidemics", Value: epidemics}}}
}

// SetReference sets the bot that plays the rollouts of a game's evaluator: a level, or a level with changes
// in the bots' syntax.
func SetReference(e *entry.Entry, reference string) {
	e.Evaluator = func() ai.Evaluator { return bots.NewEvaluator(reference) }
}

// tally returns the figures for comparing finished games: the number of outbreaks and of player cards left in
// the deck.
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
