// Package entry is what Brimful brings to everything around its rules.
//
// It refuses to contain a rule.
package entry

import (
	"theriac/engine"
	"theriac/examples/brimful"
	"theriac/examples/brimful/rules"
	"theriac/games/entry"
	"theriac/internal/terminal/present"
)

// Entry is the game.
var Entry = entry.Entry{
	Rules: brimful.Game, Ledger: entry.Ledger(rules.Texts, "", nil),
	Present: func(v engine.View, texts present.Texts, _ present.Style) present.Presenter {
		return &presenter{v.(*brimful.View), texts}
	},
}
