package bots

import (
	"embed"
	"math/bits"

	"theriac/ai"
	"theriac/games/epidemic"
)

//go:embed data
var data embed.FS

// judge says how likely positions at the end of a turn's actions are to be won if the
// reference plays on: a net, fitted to games of a fast player, and the line that makes its
// chances those of the reference.
type judge struct {
	net  *ai.Net
	fair ai.Platt
	in   judged
}

// The judges, by what is played: the base box, a map with stations of each colour and
// tracks, and every other way to play.
var judges = [3]judge{
	judgeOf("base", ai.Platt{Shift: 0.8, Slope: 1}), judgeOf("rails", ai.Platt{Shift: 0.19, Slope: 1.09}), judgeOf("ways", ai.Platt{Slope: 1}),
}

func judgeOf(name string, fair ai.Platt) judge {
	return judge{net: readNet("judge-" + name), fair: fair}
}

// readNet reads one of the nets that are built in.
func readNet(name string) *ai.Net {
	text, _ := data.ReadFile("data/" + name + ".net") // a file that is not there is no net
	return ai.ReadNet(text)
}

// judgeFor is the judge of a table, with memory of its own.
func judgeFor(r *epidemic.Rules) *judge {
	at := 2
	switch {
	case r.OwnStations:
		at = 1
	case r.Mode == 0:
		at = 0
	}
	j := judges[at]
	j.net = j.net.Copy()
	return &j
}

// chance is how likely a position at the end of a turn's actions is to be won.
func (j *judge) chance(t *turn, s *epidemic.State) float64 {
	t.begin(s)
	t.fillJudged(s, &j.in, t.Key(s))
	return ai.Logistic(j.fair.Shift + j.fair.Slope*j.net.LogOdds(j.in[:]))
}

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
