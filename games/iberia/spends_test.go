package iberia_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// Clients use a verb's declaration to show which cards a move takes from the hand. In random games, exactly
// these cards leave the mover's hand. Events and the answers to their questions are tested by transcripts
// instead.
func TestVerbsSpendWhatTheySay(t *testing.T) {
	given := []string{ // positions with enough cards for research, with or without a choice, and with hospitals to move
		"stations leon · pawn 0 leon · hand 0 leon gijon santander bilbao madrid",
		"stations leon · pawn 0 leon · hand 0 leon gijon santander bilbao madrid burgos",
		"pawn 0 leon · hand 0 leon vigo · discard gijon",
		"pawn 1 vigo · hand 1 vigo porto · discard gijon leon · turn 1",
	}
	spent := map[string]int{}
	for i, set := range iberia.Variants() {
		if set.Get("consent") != "trust" { // a move that first asks for consent takes the cards later, when the other seat agrees
			continue
		}
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 2 * len(given) {
			s := new(epidemic.State)
			chance, _ := engine.NumberedSeed(uint64(1000*i + n)).Rand()
			r.Deal(s, chance, nil)
			arrange(t, s, "turn 0", given[n%len(given)])
			for range 120 {
				d := s.Decision()
				if d.Over {
					break
				}
				m := epidemictest.Pick(s, d, &chance)
				spent[r.Verbs()[m.Verb].Name]++
				checkSpent(t, s, m)
			}
		}
	}
	for _, v := range iberia.Game.Verbs() {
		if v.Spends != epidemic.SpendsNothing && spent[v.Name] == 0 {
			t.Errorf("%s was never played", v.Name)
		}
	}
	t.Log(spent)
}

// checkSpent makes a move and compares the cards that left the mover's hand with those that its verb
// declares.
func checkSpent(t *testing.T, s *epidemic.State, m engine.Move) {
	t.Helper()
	r := s.Rules()
	v, before, want := r.Verbs()[m.Verb], *s, epidemic.Cards{}
	switch v.Spends {
	case epidemic.SpendsHere:
		want.Add(epidemic.Card(s.Pawn(m.Seat)))
	case epidemic.SpendsOperand:
		want.Add(epidemic.Card(m.Arg[len(v.Args)-1]))
	case epidemic.SpendsFirst:
		want.Add(epidemic.Card(m.Arg[0]))
	case epidemic.SpendsSeveral:
		hand := s.Hand(m.Seat)
		for c := range epidemic.EachCity(hand.Cities() & r.CitiesOf(epidemic.Disease(m.Arg[0]))) {
			want.Add(epidemic.Card(c))
		}
		if want.Len() > r.CureWith(s.Role(m.Seat)) { // a separate move spends each card
			want = epidemic.Cards{}
		}
	}
	s.Play(m, nil)
	if r.EventOf(v) != "" || before.Top().Question != epidemic.QuestionAction && v.Spends == epidemic.SpendsNothing {
		return
	}
	if lost := before.Secrets().Hands[m.Seat].Minus(s.Secrets().Hands[m.Seat]); lost != want {
		t.Fatalf("%s of seat %d took %v, not %v", r.Vocabulary().Move(m), m.Seat, lost, want)
	}
}
