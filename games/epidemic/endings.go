package epidemic

import (
	"slices"

	"theriac/engine"
)

// ending is what there is to say of a way in which a game can end.
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

// endings are those of the core, then those of the ways.
var endings = slices.Concat(coreEndings, wayEndings)

// endKind names the endings.
var endKind = engine.NewKind("end", ids(endings, func(e ending) string { return e.name })...)

// Rule is the rule that ends a game so.
func (e Ending) Rule() string { return endings[e].rule }

// Wins says whether the game was won so.
func (e Ending) Wins() bool { return endings[e].wins }

// end stops the game.
func (s *State) end(how Ending, out *engine.Facts) {
	if s.rules.on.Ends != nil {
		how = s.rules.on.Ends(s, how)
	}
	if s.End == Running {
		s.End = how
		out.Add(FactEnded, how.Rule())
	}
}

// checkWon ends a game that is won: all cures are found, or a way says so.
func (s *State) checkWon(out *engine.Facts) {
	if s.End != Running || s.rules.ownEnd {
		return
	}
	if s.Cured == 1<<len(s.rules.Diseases)-1 || s.rules.on.Won != nil && s.rules.on.Won(s, out) {
		s.end(Won, out)
	}
}
