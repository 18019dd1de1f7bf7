package world_test

import (
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// Clients use a verb's declaration to show which cards a move takes from the hand. In random games, exactly
// these cards leave the mover's hand, and no card leaves another hand.
func TestVerbsSpendWhatTheySay(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 12
	}
	given := []string{ // positions with enough cards for a cure, with or without a choice, and one with all stations on the board
		"hand 0 tokyo osaka seoul beijing manila", "hand 0 tokyo osaka seoul beijing manila sydney", "hand 0 tokyo osaka seoul beijing",
		"stations paris tokyo lima cairo delhi lagos · hand 0 atlanta",
	}
	spent := map[string]int{}
	for i, set := range slices.Concat(base(), withCards(), plainlyAlone()) {
		if set.Get("consent") != "trust" && set.Get("mode") != "solo" { // a move that first asks for consent takes the cards later, when the other seat agrees
			continue
		}
		for n := range games {
			s := new(epidemic.State)
			r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
			if err != nil {
				t.Fatal(err)
			}
			chance, _ := engine.NumberedSeed(uint64(1000*i + n)).Rand()
			r.Deal(s, chance, nil)
			arrange(t, s, "turn 0", given[n%len(given)])
			if r.Holders > r.Players {
				arrange(t, s, "hand 1 lima bogota miami lagos santiago")
			}
			for range 150 {
				d := s.Decision()
				if d.Over {
					break
				}
				kind := playSpending(t, s, epidemictest.Pick(s, d, &chance))
				name, _, special := strings.Cut(kind, " ")
				spent[name]++
				if special {
					spent[kind]++
				}
			}
		}
	}
	t.Log(spent)
	for _, v := range world.Game.Verbs() {
		if v.Spends != epidemic.SpendsNothing && v.Mode == 0 && spent[v.Name] == 0 {
			t.Errorf("%s was never played", v.Name)
		}
	}
	for _, name := range []string{"build for nothing", "move-station for nothing", "cure with 4", "cure with 5", "cure with a choice"} {
		if spent[name] == 0 {
			t.Errorf("there was no %s", name)
		}
	}
}

// playSpending makes a move and compares the cards that left the hands with those that its verb declares. It
// returns the verb, with a note on how the move was paid for.
func playSpending(t *testing.T, s *epidemic.State, m engine.Move) string {
	t.Helper()
	before := *s
	v, role := s.Rules().Verbs()[m.Verb], s.Role(m.Seat)
	s.Play(m, nil)
	kind, want := v.Name, epidemic.Cards{}
	lost := before.Secrets().Hands[m.Seat].Minus(s.Secrets().Hands[m.Seat])
	pays := before.Acting(m.Seat)
	for holder := s.Rules().Players; holder < s.Rules().Holders && v.Name != "exchange"; holder++ {
		lost = lost.Or(before.Secrets().Hands[holder].Minus(s.Secrets().Hands[holder])) // all its hands
	}
	switch {
	case v.FreeTo(role) && before.Top().Question == epidemic.QuestionAction:
		kind += " for nothing"
	case v.Spends == epidemic.SpendsTarget:
		want.Add(epidemic.Card(m.Arg[0]))
	case v.Spends == epidemic.SpendsHere:
		pawn := m.Seat
		if before.Top().Question == epidemic.QuestionSteer {
			pawn = before.Steered()
		}
		want.Add(epidemic.Card(before.Pawns[pawn]))
	case v.Spends == epidemic.SpendsOperand:
		want.Add(epidemic.Card(m.Arg[len(v.Args)-1]))
	case v.Spends == epidemic.SpendsFirst:
		want.Add(epidemic.Card(m.Arg[0]))
	case v.Name == "pick": // one card of a payment that includes pairs
		want.Add(epidemic.Card(m.Arg[1]))
	case v.Name == "cure-samples": // the rest of the cure is paid automatically if there is no choice
		want = lost
	case v.Spends == epidemic.SpendsSeveral:
		need := before.CureNeed(pays, epidemic.Disease(m.Arg[0])).Cards
		if lost.Empty() && s.Top().Question == epidemic.QuestionCard && int(s.Top().N) == need {
			return kind + " with a choice" // a separate move spends each card
		}
		kind += " with " + engine.Number.Text(uint8(need))
		for c, n := epidemic.City(0), 0; c < epidemic.MaxCities && n < need; c++ {
			if before.Secrets().Hands[pays].Has(epidemic.Card(c)) && s.Rules().Colour(c) == epidemic.Disease(m.Arg[0]) {
				want.Add(epidemic.Card(c))
				n++
			}
		}
	default:
		// An event's card is spent when its effect is complete, even if the move that completes it has another
		// verb.
		playing := m.Verb
		if f := before.Top(); f.Question == epidemic.QuestionCity || f.Question == epidemic.QuestionOrderInfectionDeck || f.Question == epidemic.QuestionRole {
			if f.Seat == m.Seat && (v.Name == "to" || v.Name == "put" || v.Name == "become") {
				playing = f.Verb
			}
		}
		if event, ok := s.Rules().Event.Parse(s.Rules().EventOf(s.Rules().Verbs()[playing])); ok {
			want.Add(epidemic.EventCard(int(event)))
			want = want.And(lost) // the card may not be spent yet, or may come from the role card
		}
	}
	if lost != want {
		t.Fatalf("%s of seat %d took %v, not %v", s.Rules().Vocabulary().Move(m), m.Seat, lost, want)
	}
	for seat := range engine.Seat(s.Rules().Players) {
		gone := before.Secrets().Hands[seat].Minus(s.Secrets().Hands[seat])
		if seat != m.Seat && !gone.Empty() && !takes(&before, v, m, seat) {
			t.Fatalf("%s of seat %d took %v of seat %d", s.Rules().Vocabulary().Move(m), m.Seat, gone, seat)
		}
	}
	return kind
}

// takes reports whether a move may take a card from another seat's hand. That can be the card that it asks for,
// or the card of the event whose question it answers.
func takes(before *epidemic.State, v *epidemic.Verb, m engine.Move, from engine.Seat) bool {
	switch v.Name {
	case "take", "learn":
		return from == engine.Seat(m.Arg[0])
	case "become":
		return from == engine.Seat(before.Top().Arg[0])
	case "to": // the player of the event names who gets a card
		return before.Top().N > 0 && from == engine.Seat(before.Top().Arg[0])
	}
	return false
}
