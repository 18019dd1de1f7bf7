package bots

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// The functions in this file adapt the value of a position to rival teams. Each team counts only its own
// cards and prestige. All teams lose if the world is not saved.

// teamOf returns both seats of a seat's team, or all seats in games without teams.
func (b *board) teamOf(seat engine.Seat) engine.Seats {
	if !b.teams {
		return engine.Everyone
	}
	first := seat &^ 1
	return engine.SeatsOf(first, first+1)
}

// lead returns how much more prestige the bot's team has than the best rival. It returns false if either
// objective is unknown.
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

// prestige returns the value of a team's lead while the game is running.
func (v *value) prestige(s *epidemic.State) float64 {
	if lead, ok := v.lead(s); ok {
		return 0.8 * float64(max(-15, min(15, lead)))
	}
	return 0
}

// result returns the value of a finished game to the bot's team. A win by a rival is better than a lost
// world.
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

// rival answers a request between rival teams. The bot's own team chooses what is best for it; another team
// is assumed to refuse.
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
