package iberia_test

import (
	"slices"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// crowd prepares trouble for the active seat's draw. The next two player cards are epidemics, another seat's
// hand is full, and the active seat holds a telegraph to send that seat even more cards.
func crowd(s *epidemic.State) {
	to := (s.Active + 1) % engine.Seat(s.Rules().Players)
	for _, given := range []string{
		"hand " + engine.SeatKind.Text(uint8(s.Active)) + " telegraph leon gijon",
		"hand " + engine.SeatKind.Text(uint8(to)) + " braga porto vigo coimbra evora caceres salamanca",
		"deck top epidemic epidemic",
	} {
		if epidemictest.Arrange(s, given) != nil {
			return
		}
	}
}

// copyTrouble copies the cubes, supply, hospitals and hands from the position into the record, after trouble
// and crowd have changed them.
func (p *paper) copyTrouble(s *epidemic.State) {
	p.finish()
	now := onPaper(s)
	for seat := range engine.Seat(s.Rules().Players) {
		hand := s.Hand(seat)
		p.hands[engine.SeatKind.Text(uint8(seat))] = hand.Len()
	}
	p.cubes, p.supply = now.cubes, now.supply
	clear(p.hospitals)
	for c := range epidemic.EachCity(s.Stations) {
		id := s.Rules().City.Text(uint8(c))
		p.hospitals[p.colour[id]] = id
	}
}

// Whole random games agree with a separate record that applies the rulebook to the facts. They have epidemics,
// events between the steps, and mostly the rush. The record checks where cubes are placed, which cities have
// outbreaks or overflow, when patients move, and how many cards hands hold.
//
// Rules: infection/city epidemic/infect outbreak/spread water/token role/nurse rush/phase rush/fourth
// rush/build trait/malaria trait/cholera trait/yellow-fever hand/limit event/one-more-day.
func TestGamesOnPaper(t *testing.T) {
	games := 2000
	if testing.Short() {
		games = 250
	}
	met := map[string]int{}
	variants := iberia.Variants()
	for i := range games {
		set := variants[i*77%len(variants)]
		if set.Get("rush") == "off" && i%3 > 0 {
			set = variants[(i*77+10)%len(variants)] // the same variants with the rush
		}
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		chance, _ := engine.NumberedSeed(uint64(i)).Rand()
		dice := ai.Dice(uint64(i))
		if wrong := writeDown(r, chance, &dice, set.Get("rush") == "on", i%2 == 0, met); wrong != "" {
			t.Fatalf("game %d, %v: %s", i, set, wrong)
		}
	}
	property.Report(t, property.Floor{
		cards: 1000, epidemics: 100, outbreaks: 200, chains: 50, spent: 100, protected: 20, fourth: 10, overflows: 50, patients: 200,
		built: 20, laid: 200, hops: 20, leaps: 20, doubled: 20, moreDays: 5, goneOn: 2, refused: 50, dropped: 10, crowded: 2,
	}, met)
}

// writeDown plays a random game in which hospitals, tracks, treatments and tokens are frequent. If troubled is
// set, trouble and crowd also arrange dangerous positions. It describes the first fault in the game, or returns
// an empty string.
func writeDown(r *epidemic.Rules, chance engine.Rand, dice *ai.Dice, rush, troubled bool, met map[string]int) string {
	var s epidemic.State
	var out engine.Facts
	r.Deal(&s, chance, &out)
	p := &paper{
		plain: onPaper(&s), rush: rush, pawns: map[string]string{}, hands: map[string]int{}, tracks: map[[2]string]bool{},
		hospitals: map[string]string{}, reached: map[string]bool{}, done: map[string]bool{}, walked: map[string]bool{},
		late: map[string]bool{}, met: met,
	}
	clear(p.traits)
	for _, c := range p.order {
		clear(p.cubes[c])
	}
	for _, d := range r.Diseases {
		p.supply[d] = 24
	}
	words := r.Vocabulary()
	for {
		for _, f := range out.List {
			w := words.Facts[f.Kind]
			var args []string
			for i, kind := range w.Args {
				args = append(args, kind.Text(f.Arg[i]))
			}
			if p.fact(w.Name, f.Rule, args); p.wrong != "" {
				return words.Fact(f) + " by " + f.Rule + ": " + p.wrong
			}
		}
		if p.same(&s); p.wrong != "" {
			return p.wrong
		}
		d := s.Decision()
		if d.Over {
			return ""
		}
		want := []string{"build-hospital", "rail", "treat", "purify"}
		if troubled && d.Question == epidemic.QuestionAction && dice.N(12) == 0 {
			if trouble(&s, dice.N); dice.N(4) == 0 {
				crowd(&s)
				want = []string{"draw"}
			}
			p.copyTrouble(&s)
		}
		list := s.AppendMoves(nil, d.Owing().First())
		m := list[dice.N(len(list))]
		wanted := slices.DeleteFunc(slices.Clone(list), func(m engine.Move) bool {
			return !slices.Contains(want, words.Verbs[m.Verb].Name)
		})
		if len(wanted) > 0 && (len(want) == 1 || dice.N(3) == 0) {
			m = wanted[dice.N(len(wanted))]
		}
		p.count(words.Verbs[m.Verb].Name == "one-more-day" && s.BeforeDraw(), goneOn)
		p.count(words.Verbs[m.Verb].Name == "refuse", refused)
		out = engine.Facts{}
		s.Play(m, &out)
	}
}
