// Package entry registers Brimful with the server and the terminal.
//
// It deliberately contains no rules.
package entry

import (
	"theriac/engine"
	"theriac/examples/brimful"
	"theriac/examples/brimful/rules"
	"theriac/games/entry"
	"theriac/internal/terminal/present"
)

// Entry describes the game to the server and the terminal.
var Entry = entry.Entry{
	Rules: brimful.Game, Ledger: entry.Ledger(rules.Texts, "", nil),
	Present: func(v engine.View, texts present.Texts, _ present.Style) present.Presenter {
		return &presenter{v.(*brimful.View), texts}
	},
}
