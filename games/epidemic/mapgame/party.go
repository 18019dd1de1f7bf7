package mapgame

import (
	"runtime"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// seat gives the seats of a worker's games to players of a level: all to one where hands
// lie open and everybody plays together, each to one of its own otherwise.
func (w *worker) seat(level ai.Level) {
	runtime.LockOSThread() // processor time is measured by thread
	w.party = &sim.Party{}
	groups := []engine.Seats{engine.AllSeats(w.rules.Players)}
	if !w.rules.Open || w.rules.Plays(epidemic.Teaming) {
		groups = nil
		for seat := range engine.Seat(w.rules.Players) {
			groups = append(groups, engine.SeatsOf(seat))
		}
	}
	for _, g := range groups {
		w.party.Groups = append(w.party.Groups, g)
		w.party.Players = append(w.party.Players, level.New())
	}
}

// playParty lets the players play the i-th game.
func (w *worker) playParty(i int) {
	w.party.Seed = w.Seed<<32 + uint64(i)<<10
	session := engine.NewSession[epidemic.State](&w.state, w.rules.Vocabulary(), nil)
	w.part.Moves += w.party.Play(session, &w.part.think)
	end, _ := engine.At[epidemic.State](session)
	w.state = *end
}

// finishThought works out the means.
func (r *Result) finishThought() {
	if r.think.Decisions == 0 {
		return
	}
	r.Thought = &Thought{
		Turn: r.think.Seconds / float64(max(1, r.Turns)), TurnMax: r.think.TurnMax,
		Decision: r.think.Seconds / float64(r.think.Decisions), Decisions: r.think.Decisions, Lost: r.lost,
	}
}
