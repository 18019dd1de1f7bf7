package epidemictest

import (
	"encoding/json"
	"math"

	"theriac/engine"
	"theriac/games/epidemic"
)

// Checker is as much of a test as a check needs that goes on after a failure.
type Checker interface {
	Failer
	Errorf(format string, args ...any)
}

// HoldChances plays many positions that a watcher cannot tell from this one to
// the end of their infection, and counts which cards are turned. It says whether
// it could: where an epidemic is certain before, or nothing is left to draw, the
// chances mean nothing.
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
		// So far off is one city in many millions, also where few cards are expected.
		if off := 6.5*math.Sqrt(p*(1-p)/n) + 8/n + 0.001; math.Abs(got-p) > off {
			t.Errorf("seats %b: %s was turned in %.4f of the games, but its chance is %.4f", by, city, got, p)
		}
	}
	return true
}

// turnedIn lets everything pass until the turn is over, and tells which cards the
// infection step turned. It fails where another epidemic is drawn, or the game
// ends: what cubes do is kept out of it, and so are questions about cubes.
func turnedIn(p *epidemic.State) (cards []epidemic.City, skipped, ok bool) {
	if p.Decision().Over || p.Spread.N > 0 || aboutCubes(p.Top()) {
		return nil, false, false
	}
	p.Cubes, p.Outbreaks, p.Spread, p.Echo = [epidemic.MaxCities]uint16{}, 0, epidemic.Spread{}, 0
	p.Supply = [epidemic.MaxDiseases]uint8{200, 200, 200, 200, 200}
	// Whether the next infection is that of a turn which has not begun.
	late := p.Turn == 0 || p.Rules().Turn[p.Stage].Mode == epidemic.SoloMode
	if r := p.Rules(); r.Plays(epidemic.MutationMode) || r.Plays(epidemic.StrainMode) {
		p.Eradicated = 1<<len(r.Diseases) - 1 // nothing turns bottom cards, or more cards
	}
	for epidemics := p.Epidemics; p.Epidemics == epidemics && !p.Decision().Over; {
		var out engine.Facts
		by := p.Decision().All.First()
		if len(p.AppendMoves(nil, by)) == 0 { // an event that is played again asks for a cube
			return nil, false, false
		}
		p.Play(p.Default(by), &out)
		for _, f := range out.List {
			switch {
			case p.Epidemics != epidemics:
			case f.Rule == "team/split": // the other half of a team goes on with the same turn
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

// aboutCubes says whether a question is about cubes on the board, which its
// answers would miss.
func aboutCubes(f *epidemic.Frame) bool {
	switch f.Question {
	case epidemic.QuestionCube, epidemic.QuestionWalk, epidemic.QuestionRegion:
		return true
	case epidemic.QuestionCity:
		return f.N > 0 // some that flee
	case epidemic.QuestionCard:
		return f.Arg[1] > 0 // cards of marked cities, for a cure
	}
	return false
}
