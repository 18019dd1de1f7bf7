package bots

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// What teams that are rivals add: each counts its own cards and its own prestige. All
// lose if the world is not saved.

// teamOf is the seats of a seat's team: all of them where nobody is a rival.
func (b *board) teamOf(seat engine.Seat) engine.Seats {
	if !b.teams {
		return engine.Everyone
	}
	first := seat &^ 1
	return engine.SeatsOf(first, first+1)
}

// lead is how much more prestige the bot's team has than the best rival, if both are
// known to play for something.
func (v *value) lead(s *epidemic.State) (int, bool) {
	n := uint8(v.players / 2)
	if s.Teams.Settled != 1<<n-1 {
		return 0, false
	}
	own, best := uint8(v.mine.First())/2, -1<<30
	for team := range n {
		if team != own {
			best = max(best, s.Prestige(team))
		}
	}
	return s.Prestige(own) - best, true
}

// prestige is what a team's lead is worth while the game goes on.
func (v *value) prestige(s *epidemic.State) float64 {
	if lead, ok := v.lead(s); ok {
		return 0.8 * float64(max(-15, min(15, lead)))
	}
	return 0
}

// result is what an end is worth to the bot's team: a world that a rival saved is better
// than one that nobody did.
func (v *value) result(s *epidemic.State) float64 {
	if !s.End.Wins() {
		return 0
	}
	if v.teams {
		if lead, ok := v.lead(s); ok && lead < 0 {
			return 0.45
		}
	}
	return 1
}

// rival answers what a rival asks, or what a rival would answer: nobody does what is
// good for another team only.
func (t *turn) rival(s *epidemic.State, by engine.Seat, list []engine.Move) engine.Move {
	if t.mine>>by&1 != 0 {
		return t.best(s, list)
	}
	for _, m := range list {
		if t.intent[m.Verb] == epidemic.Refuses {
			return m
		}
	}
	return list[0]
}
