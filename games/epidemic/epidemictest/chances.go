package epidemictest

import (
	"encoding/json"
	"math"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Checker is the part of testing.T that a check needs if it continues after a failure.
type Checker interface {
	Failer
	Errorf(format string, args ...any)
}

// HoldChances checks a view's computed chances against random play. It draws many positions that the given
// seats cannot distinguish from s, and plays each to the end of its infection step. Then it compares the
// infection cards drawn with the chances. It returns false if there is nothing to compare.
func HoldChances(t Checker, s *epidemic.State, by engine.Seats, draws int) bool {
	t.Helper()
	v := s.Knows(by)
	var told struct {
		Infection map[string]float64 `json:"infection"`
	}
	if err := json.Unmarshal(engine.AppendCode(nil, v.Chances), &told); err != nil {
		t.Fatalf("%v", err)
	}
	chance, _ := engine.NumberedSeed(5).Rand()
	came, played, skips := [epidemic.MaxInfection]int{}, 0, 0
	for range draws {
		p := v.Position(&chance)
		cards, skipped, ok := turnedIn(&p)
		if !ok {
			continue
		}
		played++
		if skipped {
			skips++
		}
		for _, c := range cards {
			came[c]++
		}
	}
	if played < 50 {
		return false
	}
	if skips > 0 && (skips < played || told.Infection != nil) {
		t.Errorf("seats %b: the infection is skipped in %d of %d, and the chances are %v", by, skips, played, told.Infection)
	}
	n := float64(played)
	for i, city := range s.Rules().Infection.Values {
		p, got := told.Infection[city]/1000, float64(came[i])/n
		if p == 0 && came[i] > 0 || p == 1 && came[i] < played {
			t.Errorf("seats %b: %s was turned in %d of %d, and its chance is %v", by, city, came[i], played, p)
		}
		// If the chances are correct, a city exceeds this difference only once in many millions of runs, even
		// if few cards are expected.
		if off := 6.5*math.Sqrt(p*(1-p)/n) + 8/n + 0.001; math.Abs(got-p) > off {
			t.Errorf("seats %b: %s was turned in %.4f of the games, but its chance is %.4f", by, city, got, p)
		}
	}
	return true
}

// turnedIn declines every offer until the turn is over, and returns the infection cards that its infection
// step drew. It fails if another epidemic is drawn or the game ends. It removes all cubes first, so that none
// cause outbreaks or questions.
func turnedIn(p *epidemic.State) (cards []epidemic.City, skipped, ok bool) {
	if p.Decision().Over || p.Spread.N > 0 || aboutCubes(p.Top()) {
		return nil, false, false
	}
	p.Cubes, p.Outbreaks, p.Spread, p.Echo = [epidemic.MaxCities]uint16{}, 0, epidemic.Spread{}, 0
	p.Supply = [epidemic.MaxDiseases]uint8{200, 200, 200, 200, 200}
	// late tells whether the next infection step belongs to a later turn.
	late := p.Turn == 0 || p.Rules().Turn[p.Stage].Mode == epidemic.SoloMode
	if r := p.Rules(); r.Plays(epidemic.MutationMode) || r.Plays(epidemic.StrainMode) {
		p.Eradicated = 1<<len(r.Diseases) - 1 // no disease can make a card draw from the bottom or draw additional cards
	}
	for epidemics := p.Epidemics; p.Epidemics == epidemics && !p.Decision().Over; {
		var out engine.Facts
		by := p.Decision().All.First()
		if len(p.AppendMoves(nil, by)) == 0 { // a replayed event asks for a cube, and there is none
			return nil, false, false
		}
		p.Play(p.Default(by), &out)
		for _, f := range out.List {
			switch {
			case p.Epidemics != epidemics:
			case f.Rule == "team/split": // the other seat of the team continues the same turn
			case f.Kind == epidemic.FactInfectionDrawn && (f.Rule == "infection/city" || f.Rule == "mutation/card" && f.Arg[0] >= epidemic.MaxCities):
				cards = append(cards, epidemic.City(f.Arg[0]))
			case f.Kind == epidemic.FactInfectionSkipped:
				skipped = true
			case f.Kind == epidemic.FactTurnBegan && late:
				late = false
			case f.Kind == epidemic.FactTurnBegan:
				return cards, skipped, true
			}
		}
	}
	return nil, false, false
}

// aboutCubes reports whether a question cannot be answered without cubes on the board.
func aboutCubes(f *epidemic.Frame) bool {
	switch f.Question {
	case epidemic.QuestionCube, epidemic.QuestionWalk, epidemic.QuestionRegion:
		return true
	case epidemic.QuestionCity:
		return f.N > 0 // N is the number of cubes that have to leave an overflowing city
	case epidemic.QuestionCard:
		return f.Arg[1] > 0 // this operand is the number of cards that must name cities with cubes
	}
	return false
}
