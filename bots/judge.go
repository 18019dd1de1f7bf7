package bots

import (
	_ "embed" // the nets
	"math/bits"

	"theriac/ai"
	"theriac/games/epidemic"
)

// What a judge is told beside the inputs of the bots' net: the table, and what the value of
// the position says, which knows every way to play.
const (
	jPlayers   = numInputs + iota // four: two players or fewer, three, four, more
	_                             //
	_                             //
	_                             //
	jEpidemics                    // of the whole game
	jRounds                       // that the deck still has
	jMargin                       // outbreaks that are left
	jCures                        // cures to find
	jValue
	jDanger
	jHidden // hands are hidden
	jTracks
	jWays       // six: laboratory, teams, regions, mutation, a helper's hand, a virulent strain
	judgeInputs = jWays + 6
)

// judged describes a position in numbers, for a judge.
type judged [judgeInputs]float32

// JudgeInputs is how many numbers describe a position to a judge.
const JudgeInputs = judgeInputs

// fillJudged describes a position at the end of a turn's actions.
func (v *value) fillJudged(s *epidemic.State, f *judged, k ai.Key) {
	var in inputs
	v.fillInputs(s, &in)
	*f = judged{}
	copy(f[:], in[:])
	f[jPlayers+min(3, max(0, v.players-2))] = 1
	f[jEpidemics] = float32(v.rules.Epidemics)
	f[jRounds] = float32(s.DeckLen) / float32(max(1, v.rules.TurnDraws()*v.players))
	f[jMargin] = float32(int(v.rules.Numbers.Outbreaks) - int(s.Outbreaks))
	f[jCures] = float32(v.diseases - bits.OnesCount8(s.Cured))
	f[jValue] = float32(v.of(s, k)) / 40
	f[jDanger] = float32(v.danger(s, k.A)) / 10
	f[jTracks] = float32(bits.OnesCount64(s.Tracks[0])+bits.OnesCount64(s.Tracks[1])) / 10
	flag := func(at int, on bool) {
		if on {
			f[at] = 1
		}
	}
	flag(jHidden, !v.rules.Open)
	_, virulent := s.Virulent()
	for i, on := range [6]bool{v.lab, v.teams, v.regions, v.mutant != noMutant, v.holders > v.players, virulent} {
		flag(jWays+i, on)
	}
}
