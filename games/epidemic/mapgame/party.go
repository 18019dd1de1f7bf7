package mapgame

import (
	"encoding/json"
	"errors"
	"runtime"
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// seat gives the seats of a worker's games to players of a level: those who play together
// to one, whether or not hands lie open, since they may tell each other what they hold.
func (w *worker) seat(g engine.Game, level ai.Level) {
	runtime.LockOSThread() // processor time is measured by thread
	w.party = &sim.Party{}
	for left := engine.AllSeats(w.rules.Players); !left.Empty(); {
		group := left &^ engine.RivalsOf(g, w.Header.Settings, left.First())
		w.party.Groups = append(w.party.Groups, group)
		w.party.Players = append(w.party.Players, level.New())
		left &^= group
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
	slices.Sort(r.lost)
	r.Thought = &Thought{
		Turn: r.think.Seconds / float64(max(1, r.Turns)), TurnMax: r.think.TurnMax,
		Decision: r.think.Seconds / float64(r.think.Decisions), Decisions: r.think.Decisions, Thinking: r.think.Seconds, Lost: r.lost,
	}
}

// LostGames is the numbers of the games that were lost.
func (r *Result) LostGames() []int { return r.lost }

// Score is how well the games went, for tuning: wins, and a tenth for each cure, since
// wins alone say less about few games.
func (r *Result) Score() float64 {
	sum := float64(r.Wins)
	for cures, n := range r.Cures {
		sum += 0.1 * float64(cures*n)
	}
	return sum
}

// merge adds up results that were written as JSON: pieces of one run.
func merge(texts [][]byte) (*Result, error) {
	var sum *Result
	for _, text := range texts {
		var r Result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		if r.Thought != nil {
			r.think = sim.Thinking{Decisions: r.Decisions, Seconds: r.Thinking, TurnMax: r.TurnMax}
			r.lost = r.Lost
		}
		if sum == nil {
			sum = &r
			continue
		}
		if r.Game != sum.Game || r.Bot != sum.Bot || r.Players != sum.Players || r.Epidemics != sum.Epidemics || r.Seed != sum.Seed {
			return nil, errors.New("these are not pieces of one run")
		}
		if slices.ContainsFunc(r.lost, func(i int) bool { return slices.Contains(sum.lost, i) }) {
			return nil, errors.New("two pieces have the same games")
		}
		sum.From = min(sum.From, r.From)
		sum.Seconds += r.Seconds
		sum.add(r)
	}
	if sum == nil {
		return nil, errors.New("there is nothing to merge")
	}
	sum.WinLow, sum.WinHigh = ai.Wilson(sum.Wins, sum.Games)
	sum.finishThought()
	return sum, nil
}
