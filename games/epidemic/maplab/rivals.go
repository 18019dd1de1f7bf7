package maplab

import (
	"math"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
)

// A run can have one group's seats played by a different bot, for each group in turn. When teams compete, the
// wins of the whole table tell little, so the run counts the wins of that group.

// Lone holds the results of one group of seats, if a different bot plays it than plays the other groups.
type Lone struct {
	LoneBot  string  `json:"lone"`
	LoneWins float64 `json:"lone_wins"` // a win shared with rivals counts as a fraction
	LoneLow  float64 `json:"lone_low"`  // Wilson's interval, 95 %
	LoneHigh float64 `json:"lone_high"` //
}

// playerOf returns a function that makes players of the named level, or of a bot without levels.
func playerOf(name string) (func() ai.Player, error) {
	if name == "random" || name == "eager" {
		return func() ai.Player { return careless{eager: name == "eager"} }, nil
	}
	level, err := bots.Named(name)
	return level.New, err
}

// playLone plays game i with a different bot in one group's seats, and counts that group's wins.
func (w *worker) playLone(i int) {
	at := i % len(w.party.Groups)
	usual := w.party.Players[at]
	w.party.Players[at] = w.lone
	w.playParty(i)
	w.party.Players[at] = usual
	result, _ := w.state.Outcome()
	own := w.party.Groups[at]
	switch {
	case (result.Won & own).Empty():
	case w.rules.Plays(epidemic.TeamMode):
		w.part.LoneWins += float64((result.Won & own).Len()) / float64(result.Won.Len())
	default:
		w.part.LoneWins++
	}
}

// loneBot returns the name of the lone bot, or an empty string if there is none.
func (r *Result) loneBot() string {
	if r.Lone == nil {
		return ""
	}
	return r.LoneBot
}

// finishLone computes the confidence interval of the wins of the lone bot, which plays one group's seats.
func (r *Result) finishLone() {
	if r.Lone != nil {
		r.LoneLow, r.LoneHigh = ai.Wilson(int(math.Round(r.LoneWins)), r.Games)
	}
}

// careless plays random moves, or those of the eager bot.
type careless struct{ eager bool }

// Choose answers for the first seat that owes an answer.
func (p careless) Choose(q *ai.Question) ai.Answer {
	dice := ai.Dice(q.Seed)
	var own []engine.Move
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			own = append(own, m)
		}
	}
	if p.eager {
		bot := bots.Eager{Dice: dice}
		return ai.Answer{Move: bot.Choose(q.View.(*epidemic.View), own)}
	}
	return ai.Answer{Move: own[dice.N(len(own))]}
}
