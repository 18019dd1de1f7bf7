package epidemic

import (
	"slices"

	"theriac/engine"
)

// ending describes one way in which a game can end.
type ending struct {
	name, rule string
	wins       bool
}

var coreEndings = []ending{
	Running:       {name: "running"},
	Won:           {name: "won", rule: "end/win", wins: true},
	LostOutbreaks: {name: "outbreaks", rule: "end/outbreaks"},
	LostCubes:     {name: "cubes", rule: "end/cubes"},
	LostCards:     {name: "cards", rule: "end/cards"},
}

// endings lists all endings: first those of the core, then those of the modules.
var endings = slices.Concat(coreEndings, moduleEndings)

// endKind names the endings.
var endKind = engine.NewKind("end", ids(endings, func(e ending) string { return e.name })...)

// Rule returns the id of the rule by which the game ended.
func (e Ending) Rule() string { return endings[e].rule }

// Wins reports whether the players win with this ending.
func (e Ending) Wins() bool { return endings[e].wins }

// end ends the game.
func (s *State) end(how Ending, out *engine.Facts) {
	if s.rules.hooks.Ends != nil {
		how = s.rules.hooks.Ends(s, how)
	}
	if s.End == Running {
		s.End = how
		out.Add(FactEnded, how.Rule())
	}
}

// checkWon ends the game if it is won, because all cures are found or by the rule of a module.
func (s *State) checkWon(out *engine.Facts) {
	if s.End != Running || s.rules.ownEnd {
		return
	}
	if s.Cured == 1<<len(s.rules.Diseases)-1 || s.rules.hooks.Won != nil && s.rules.hooks.Won(s, out) {
		s.end(Won, out)
	}
}
