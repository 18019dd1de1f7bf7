package world_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
)

// No other seat sees the cards of a hidden hand until the holder shows the hand. After that everyone, including
// spectators, sees these cards until they leave the hand. Cards drawn later are hidden again.
func TestToldHand(t *testing.T) {
	s := deal(t, 3, "players", "3", "epidemics", "5", "events", "secret")
	r := s.Rules()
	play := func(seat engine.Seat, name string) (facts engine.Facts, effect engine.Effect) {
		t.Helper()
		verb, _ := r.Vocabulary().Verb(name)
		m := engine.Move{Seat: seat, Verb: verb}
		if !engine.Listed(s.AppendMoves(nil, seat), m) {
			t.Fatalf("seat %d cannot %s", seat, name)
		}
		effect = s.Play(m, &facts)
		return facts, effect
	}
	seen := func(seat engine.Seat) (least, most int) { // returns the fewest and the most cards in the hand that any other viewer sees
		least = 99
		for _, by := range watchers(3) {
			if !by.Has(seat) {
				v := s.Knows(by)
				least, most = min(least, v.Hands[seat].Len()), max(most, v.Hands[seat].Len())
			}
		}
		return least, most
	}
	by := s.Active
	others := s.Decision().All
	if _, most := seen(by); most == s.Hand(by).Len() {
		t.Fatal("the hand is known before it is told")
	}
	facts, effect := play(by, "tell")
	if least, _ := seen(by); least != s.Hand(by).Len() || effect.Learned != engine.AllSeats(3) {
		t.Errorf("of %d cards that were told some see %d, and %b learned something", s.Hand(by).Len(), least, effect.Learned)
	}
	for _, f := range facts.List {
		if f.To != engine.Everyone || f.Rule != "hand/told" {
			t.Errorf("%+v", f)
		}
	}
	if _, effect := play(by, "ask-hands"); !effect.Free() {
		t.Error("a question tells something")
	}
	silent, says := s.Decision().All.First(), s.Decision().All.Without(s.Decision().All.First()).First()
	if d := s.Default(silent); r.Vocabulary().Verbs[d.Verb].Name != "keep" {
		t.Error("who does not answer tells their hand")
	}
	if _, effect := play(silent, "keep"); !effect.Free() {
		t.Error("who keeps their hand back tells something")
	}
	play(says, "tell")
	if least, _ := seen(says); least != s.Hand(says).Len() {
		t.Error("the answer is not known")
	}
	if _, most := seen(silent); most == s.Hand(silent).Len() {
		t.Error("a hand is known that was kept back")
	}
	if s.Decision().All != others {
		t.Errorf("the table waits for %b", s.Decision().All)
	}
	told := s.Hand(by)
	play(by, "draw")
	for s.Asking() == epidemic.QuestionWindow {
		play(s.Decision().All.First(), "pass")
	}
	drawn := s.Hand(by).Minus(told)
	if v := s.Knows(0); drawn.Empty() || !v.Hands[by].And(drawn).Empty() {
		t.Errorf("a spectator sees a card that was drawn after the hand was told")
	}
}
