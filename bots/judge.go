package bots

import (
	_ "embed" // the nets
	"math/bits"

	"theriac/ai"
	"theriac/games/epidemic"
)

// These are the nets of the judges, each in its own file. The bots' own net is in levels.go. Bots also use
// railsNet on boards with a station per colour, and aloneNet in solo games.
var (
	//go:embed data/judge-base.net
	judgeBase []byte
	//go:embed data/judge-rails.net
	judgeRails []byte
	//go:embed data/judge-alone.net
	judgeAlone []byte
	//go:embed data/judge-modules.net
	judgeModules []byte
)

// judge estimates how likely a position at the end of a turn's actions is to be won if the reference player
// continues. Its net was trained on games of a faster player, so fair converts the net's chances to the
// reference player's.
type judge struct {
	net  *ai.Net
	fair ai.Platt
	in   judged
}

// judgeFor returns the judge for a table's rules. Separate judges exist for the base box, maps with tracks
// and a station per colour, solo games, and other modules.
func judgeFor(r *epidemic.Rules) *judge {
	switch {
	case r.OwnStations:
		return railsJudge()
	case r.Mode == 0:
		return &judge{net: ai.ReadNet(judgeBase), fair: ai.Platt{Shift: 0.8, Slope: 1}}
	case alone(r):
		return aloneJudge()
	}
	return &judge{net: ai.ReadNet(judgeModules), fair: ai.Platt{Slope: 1}}
}

// railsJudge returns the judge for a map with tracks and a station per colour. As a separate function, it
// lets a browser that only runs bots omit the other judges' nets.
func railsJudge() *judge {
	return &judge{net: ai.ReadNet(judgeRails), fair: ai.Platt{Shift: -0.07, Slope: 0.97}}
}

// alone reports whether the game is solo without the laboratory.
func alone(r *epidemic.Rules) bool { return r.Plays(epidemic.SoloMode) && !r.Plays(epidemic.LabMode) }

// aloneJudge returns the judge for solo games.
func aloneJudge() *judge {
	return &judge{net: ai.ReadNet(judgeAlone), fair: ai.Platt{Shift: 0.47, Slope: 0.96}}
}

// chance estimates how likely a position at the end of a turn's actions is to be won.
func (j *judge) chance(t *turn, s *epidemic.State) float64 {
	t.begin(s)
	t.fillJudged(s, &j.in, t.Key(s))
	return ai.Logistic(j.fair.Shift + j.fair.Slope*j.net.LogOdds(j.in[:]))
}

// These are a judge's inputs beyond those of the bots' net. They describe the table's settings and the value
// of the position, which accounts for every module.
const (
	jPlayers   = numInputs + iota // four inputs: at most two players, three, four, or more
	_                             //
	_                             //
	_                             //
	jEpidemics                    // epidemics in the whole game
	jRounds                       // rounds until the deck runs out
	jMargin                       // outbreaks left before the game is lost
	jCures                        // cures still missing
	jValue
	jDanger
	jHidden // whether hands are hidden
	jTracks
	jModules // six inputs: laboratory, teams, regions, mutation, solo game, virulent strain
	_        //
	_        //
	_        //
	_        //
	_        //
	jLast    // whether only the mutant disease's cure is missing
	jCubes   // mutant cubes while the mutant disease has no cure
	jBench   // the value of what is in the laboratory
	judgeInputs
)

// judged holds the numbers that describe a position to a judge.
type judged [judgeInputs]float32

// JudgeInputs is the number of inputs of a judge's net, which training needs.
const JudgeInputs = judgeInputs

// fillJudged computes a judge's inputs for a position at the end of a turn's actions.
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
		flag(jModules+i, on)
	}
	if v.mutant != noMutant && !s.IsCured(epidemic.Disease(v.mutant)) {
		flag(jLast, v.onlyMutant(s))
		f[jCubes] = float32(s.OnBoard(epidemic.Disease(v.mutant))) / 12
	}
	if v.lab {
		f[jBench] = float32(v.bench(s)) / 15
	}
}
