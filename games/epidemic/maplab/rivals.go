package maplab

import (
	"math"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
)

// A run can give one player's seats to another bot than the rest: each player's in turn. Where
// teams are rivals, a win of the table says little, and the rank of the team is counted.

// Lone is how the player fared that was another bot.
type Lone struct {
	LoneBot  string  `json:"lone"`
	LoneWins float64 `json:"lone_wins"` // a win shared with rivals counts in parts
	LoneLow  float64 `json:"lone_low"`  // Wilson's interval, 95 %
	LoneHigh float64 `json:"lone_high"` //
}

// playerOf makes players of a level, or of one of the bots without any.
func playerOf(name string) (func() ai.Player, error) {
	if name == "random" || name == "eager" {
		return func() ai.Player { return careless{eager: name == "eager"} }, nil
	}
	level, err := bots.Named(name)
	return level.New, err
}

// playLone lets the lone bot play some seats of the i-th game, and counts how it fares.
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

// loneBot names the bot of the lone team, if there is one.
func (r *Result) loneBot() string {
	if r.Lone == nil {
		return ""
	}
	return r.LoneBot
}

// finishLone works out the interval.
func (r *Result) finishLone() {
	if r.Lone != nil {
		r.LoneLow, r.LoneHigh = ai.Wilson(int(math.Round(r.LoneWins)), r.Games)
	}
}

// careless plays any move, or as the eager bot does.
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
