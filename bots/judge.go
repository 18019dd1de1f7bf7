package bots

import (
	_ "embed" // the nets
	"math/bits"

	"theriac/ai"
	"theriac/games/epidemic"
)

// The nets, each as a file of its own. The bots' own one is another (levels.go); where stations
// are of a colour, and alone, they look at the second and the third here.
var (
	//go:embed data/judge-base.net
	judgeBase []byte
	//go:embed data/judge-rails.net
	judgeRails []byte
	//go:embed data/judge-alone.net
	judgeAlone []byte
	//go:embed data/judge-ways.net
	judgeWays []byte
)

// judge says how likely positions at the end of a turn's actions are to be won if the
// reference plays on: a net, fitted to games of a fast player, and the line that makes its
// chances those of the reference.
type judge struct {
	net  *ai.Net
	fair ai.Platt
	in   judged
}

// judgeFor is the judge of a table, by what is played: the base box, a map with stations of
// each colour and tracks, a game alone, or any other way to play.
func judgeFor(r *epidemic.Rules) *judge {
	switch {
	case r.OwnStations:
		return railsJudge()
	case r.Mode == 0:
		return &judge{net: ai.ReadNet(judgeBase), fair: ai.Platt{Shift: 0.8, Slope: 1}}
	case alone(r):
		return aloneJudge()
	}
	return &judge{net: ai.ReadNet(judgeWays), fair: ai.Platt{Slope: 1}}
}

// railsJudge is the judge of a map with stations of each colour and tracks. Bots ask for it by
// itself, so that a browser that plays them loads none that only people's chances need.
func railsJudge() *judge {
	return &judge{net: ai.ReadNet(judgeRails), fair: ai.Platt{Shift: -0.07, Slope: 0.97}}
}

// alone says that one person plays with a hand that helps, without the laboratory.
func alone(r *epidemic.Rules) bool { return r.Plays(epidemic.SoloMode) && !r.Plays(epidemic.LabMode) }

// aloneJudge is the judge of a game alone.
func aloneJudge() *judge {
	return &judge{net: ai.ReadNet(judgeAlone), fair: ai.Platt{Shift: 0.47, Slope: 0.96}}
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
	jWays  // six: laboratory, teams, regions, mutation, a helper's hand, a virulent strain
	_      //
	_      //
	_      //
	_      //
	_      //
	jLast  // every cure is found but that of the mutant disease
	jCubes // of the mutant disease, as long as it has no cure
	jBench // what the laboratory holds
	judgeInputs
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
	if v.mutant != noMutant && !s.IsCured(epidemic.Disease(v.mutant)) {
		flag(jLast, v.onlyMutant(s))
		f[jCubes] = float32(s.OnBoard(epidemic.Disease(v.mutant))) / 12
	}
	if v.lab {
		f[jBench] = float32(v.bench(s)) / 15
	}
}
