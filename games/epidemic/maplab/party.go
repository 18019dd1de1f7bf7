package maplab

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

// table holds the bots that play the games: one for each group of seats that see the same cards. All are of
// the same kind, except that one group can have a bot of a different kind (lone).
type table struct {
	groups    []engine.Seats
	bot, lone func() ai.Player // lone is nil if all groups have the same kind of bot
}

// seating returns the bots of a run. It returns nil for bots that need no player object, because games are
// faster without it.
func seating(g *epidemic.Ruleset, c *sim.Config) (*table, error) {
	t := &table{groups: groupsOf(g, c)}
	if c.Lone == "" && (c.Bot == "random" || c.Bot == "eager") {
		return nil, nil
	}
	c.Batch = 1
	var err error
	if t.bot, err = playerOf(c.Bot); err != nil || c.Lone == "" {
		return t, err
	}
	if len(t.groups) == 1 {
		return nil, errors.New("one player plays all seats of this table")
	}
	t.lone, err = playerOf(c.Lone)
	return t, err
}

// groupsOf returns the groups of seats that see the same cards by the rules, so one player plays all of them.
// The header must be valid.
func groupsOf(g *epidemic.Ruleset, c *sim.Config) (groups []engine.Seats) {
	set, _ := engine.Resolve(engine.OptionsAt(g.Box.Options, c.Header.Revision), c.Header.Settings)
	for left := engine.AllSeats(set.Int("players")); !left.Empty(); {
		group := left & engine.PartnersOf(g, set, left.First())
		groups = append(groups, group)
		left &^= group
	}
	return groups
}

// sit makes the players for a worker's games.
func (w *worker) sit(t *table) {
	runtime.LockOSThread() // processor time is measured for each thread
	w.party = &sim.Party{Groups: t.groups}
	for range t.groups {
		w.party.Players = append(w.party.Players, t.bot())
	}
	if t.lone != nil {
		w.lone = t.lone()
	}
}

// playParty plays game i with the worker's players.
func (w *worker) playParty(i int) {
	w.party.Seed = w.Seed<<32 + uint64(i)<<10
	session := engine.NewSession[epidemic.State](&w.state, w.rules.Vocabulary(), nil)
	w.part.Moves += w.party.Play(session, &w.part.think)
	end, _ := engine.At[epidemic.State](session)
	w.state = *end
}

// finishThought computes the average thinking times.
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

// LostGames returns the numbers of the lost games.
func (r *Result) LostGames() []int { return r.lost }

// Score rates how well the games went, for tuning bots: each win counts 1, and each cure a tenth. Wins alone
// would be too noisy for a small number of games.
func (r *Result) Score() float64 {
	sum := float64(r.Wins)
	for cures, n := range r.Cures {
		sum += 0.1 * float64(cures*n)
	}
	return sum
}

// merge adds up the JSON results of a run that was split into pieces.
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
		if r.Game != sum.Game || r.Bot != sum.Bot || r.loneBot() != sum.loneBot() || r.Players != sum.Players || r.Epidemics != sum.Epidemics || r.Seed != sum.Seed {
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
	sum.finishLone()
	sum.finishThought()
	return sum, nil
}
