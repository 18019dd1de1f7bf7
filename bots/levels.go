package bots

import (
	_ "embed" // the net

	"theriac/ai"
)

//go:embed data/base.net
var baseNet []byte

// base is the bots' net: it estimates how likely a position of the base box is to be won.
var base = ai.ReadNet(baseNet)

// settings maps each level to its search settings.
var settings = map[string]setting{
	"novice": {width: 3, plans: 8, blunder: 60},
	// quick is not offered to players. It is the reference player for games in which steady is too slow.
	"quick":  {width: 12, plans: 8, fast: 3, turns: 3, trust: 6, prior: 0.003},
	"steady": {width: 40, plans: 8, rollouts: 64, fast: 3, turns: 3, trust: 6, prior: 0.003},
	"expert": {
		width: 80, plans: 20, collects: 4, each: 2, sweeps: 2, scripts: 2, rollouts: 640, fast: 4, turns: 5, side: 100, most: 3_600_000,
		trust: 6, prior: 0.003, mix: 0.2,
	},
}

// Levels lists the bots for map games, weakest first.
var Levels = []ai.Level{level("novice"), level("steady"), level("expert")}

func level(name string) ai.Level {
	return ai.Level{Name: name, New: func() ai.Player { return newPlanner(settings[name], tuned, base) }}
}
