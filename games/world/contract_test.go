package world_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// play makes moves, each given as the seat's number and the move's text.
func play(t *testing.T, s *epidemic.State, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m := move(t, text)
		if why := s.Why(m); why != "" {
			t.Fatalf("%s is not allowed (%s)", text, why)
		}
		s.Play(m, nil)
	}
}

func move(t *testing.T, text string) engine.Move {
	t.Helper()
	m, err := world.Game.Vocabulary().ParseMove(engine.Seat(text[0]-'0'), text[2:])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func arrange(t *testing.T, s *epidemic.State, lines ...string) *epidemic.State {
	t.Helper()
	for _, l := range lines {
		if err := epidemictest.Arrange(s, l); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// All seats win or lose together. Rules: end/together.
func TestOutcome(t *testing.T) {
	won := arrange(t, deal(t, 1, "players", "3", "epidemics", "4", "roles", "medic,scientist,researcher"),
		"turn 1", "cured blue yellow black", "hand 1 tokyo osaka seoul beijing")
	if _, over := won.Outcome(); over {
		t.Error("a game that runs has a result")
	}
	play(t, won, "1 cure red")
	r, over := won.Outcome()
	if !over || r.Cause != "end/win" || r.Won != engine.AllSeats(3) || r.Rank != [6]uint8{1, 1, 1} {
		t.Errorf("won: %+v", r)
	}
	lost := arrange(t, deal(t, 1, "players", "3"), "turn 0", "hand 0 lima", "hand 1 bogota", "hand 2 miami", "deck size 0")
	play(t, lost, "0 draw")
	r, over = lost.Outcome()
	if !over || r.Cause != "end/cards" || r.Won != 0 || r.Rank != [6]uint8{1, 1, 1} {
		t.Errorf("lost: %+v", r)
	}
}

// A question keeps its id while other seats interject. The next question gets a new id. If a seat passes and is
// asked again because an event was played since, that question has a new id, too.
func TestQuestionIDs(t *testing.T) {
	s := arrange(t, deal(t, 1), "turn 0", "hand 0 airlift", "hand 1 forecast government-grant", "deck top milan essen")
	id := s.Decision().ID
	play(t, s, "1 government-grant", "1 to tokyo")
	if s.Decision().ID != id {
		t.Error("an interjection makes the action's question another one")
	}
	play(t, s, "0 drive chicago")
	if s.Decision().ID == id {
		t.Error("the next action is the same question")
	}
	play(t, s, "0 draw", "1 pass")
	id = s.Decision().ID
	play(t, s, "1 pass")
	if s.Decision().ID != id {
		t.Error("one seat's pass makes the other's answer stale")
	}
	play(t, s, "0 airlift 0", "0 to paris")
	if d := s.Decision(); d.ID == id || !d.All.Has(1) {
		t.Error("a pass from before the event would count after it")
	}
}

// If a player stops answering in the middle of a Forecast, the cards not yet chosen keep their order.
func TestForecastDefault(t *testing.T) {
	s := arrange(t, deal(t, 1), "turn 0", "hand 0 forecast", "infection top seoul essen cairo lima milan osaka")
	play(t, s, "0 forecast", "0 put cairo")
	for s.Top().Question == epidemic.QuestionOrderInfectionDeck {
		s.Play(s.Default(0), nil)
	}
	want := []string{"cairo", "seoul", "essen", "lima", "milan", "osaka"}
	for i, name := range want {
		if got := s.Rules().City.Text(uint8(s.Secrets().Infection[s.InfectionLen-1-uint8(i)])); got != name {
			t.Errorf("place %d: %s, not %s", i+1, got, name)
		}
	}
}

// A default move ends the actions, declines to play events, refuses consent and requests for a card, or
// discards surplus cards.
func TestDefaults(t *testing.T) {
	open := arrange(t, deal(t, 1), "turn 0", "hand 0 atlanta lima", "hand 1 airlift paris milan essen tokyo osaka seoul", "deck top delhi cairo")
	check := func(s *epidemic.State, seat engine.Seat, want string) {
		t.Helper()
		if got := world.Game.Vocabulary().Move(s.Default(seat)); got != want {
			t.Errorf("the default is %q, not %q", got, want)
		}
	}
	check(open, 0, "draw")
	play(t, open, "0 give 1 atlanta")
	check(open, 1, "refuse")
	play(t, open, "1 agree")
	check(open, 1, "discard atlanta")
	play(t, open, "1 discard milan", "0 draw")
	check(open, 1, "pass")
	hidden := arrange(t, deal(t, 1, "epidemics", "5"), "turn 0", "hand 0 lima", "hand 1 atlanta")
	play(t, hidden, "0 ask 1")
	check(hidden, 1, "refuse")
	// A8: a player who plays Re-examined Research and then stops answering keeps the event. By default, the
	// player names themselves and then takes no card.
	r, err := compiled(t, "box", "brink", "players", "3")
	if err != nil {
		t.Fatal(err)
	}
	var research epidemic.State
	r.Deal(&research, engine.Rand{}, nil)
	arrange(t, &research, "turn 0", "hand 1 reexamined-research", "discard san-francisco chicago paris")
	play(t, &research, "1 reexamined-research")
	check(&research, 1, "for 1")
	play(t, &research, "1 for 1")
	check(&research, 1, "enough")
}

// A move hides an operand from other seats only if it orders the cards of a Forecast and hands are hidden.
func TestVeiled(t *testing.T) {
	for hands, want := range map[string]engine.Seats{"hidden": engine.SeatsOf(0), "open": engine.Everyone} {
		s := arrange(t, deal(t, 1, "epidemics", "5", "hands", hands), "turn 0", "hand 0 forecast")
		play(t, s, "0 forecast")
		operands, to := s.Veiled(s.Default(0))
		if to != want || (operands != 0) != (hands == "hidden") {
			t.Errorf("%s: %b to %b", hands, operands, to)
		}
	}
	s := deal(t, 1, "epidemics", "5")
	if operands, to := s.Veiled(move(t, "0 drive chicago")); operands != 0 || to != engine.Everyone {
		t.Errorf("a drive is veiled: %b to %b", operands, to)
	}
}

// Invalid input returns an error and never causes a panic.
func TestNonsense(t *testing.T) {
	s := deal(t, 1)
	verb, _ := world.Game.Vocabulary().Verb("cure")
	for _, m := range []engine.Move{{Verb: 200}, {Seat: 5}, {Verb: verb, Arg: [6]uint8{200}}, {Arg: [6]uint8{48}}} {
		if s.Why(m) == "" {
			t.Errorf("%v is allowed", m)
		}
	}
	if m := s.Default(s.Active ^ 1); m != (engine.Move{}) {
		t.Errorf("a seat that owes nothing has the default %v", m)
	}
	for _, text := range []string{
		`{"seats-at-table":[{}]}`, `{"seats-at-table":[{"role":"medic","pawn":"paris"},{},{}]}`,
		`{"questions":[{"step":"consent"}]}`, `{"refused":[{}]}`, `{"infection-deck-size":200}`, `{"deck-size":99}`,
		`{"questions":[{"step":"window","moment":"tomorrow"}]}`, `{"known":[{"from-top":60,"card":"paris"}]}`,
	} {
		if _, err := s.Rules().ReadView([]byte(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func FuzzReadView(f *testing.F) {
	s := deal(f, 1, "epidemics", "5")
	w := engine.NewWriter()
	v := s.Knows(1)
	v.Code(w)
	f.Add(w.Bytes())
	f.Fuzz(func(_ *testing.T, text []byte) {
		_, _ = s.Rules().ReadView(text) // must not panic
	})
}

// Through the Session interface, a position has the same lists of moves, views and hashes as directly. A clone
// is independent of the original.
func TestSession(t *testing.T) {
	h := engine.Header{Game: "world", Revision: 1, Seed: engine.NumberedSeed(4)}
	s, err := world.Game.New(h)
	if err != nil {
		t.Fatal(err)
	}
	state, _ := engine.At[epidemic.State](s)
	seat := s.Decision().Owing().First()
	if len(s.AppendMoves(nil, seat)) != len(state.AppendMoves(nil, seat)) || s.Default(seat) != state.Default(seat) {
		t.Error("the session lists other moves")
	}
	twin := s.Clone()
	if twin.Hash() != s.Hash() {
		t.Error("a clone has another hash")
	}
	if _, _, err := twin.Play(twin.Default(seat)); err != nil || twin.Hash() == s.Hash() {
		t.Errorf("a clone does not go its own way: %v", err)
	}
	if _, _, err := s.Play(engine.Move{Seat: seat ^ 1}); err == nil {
		t.Error("a move out of turn was played")
	}
	drawn := s.View(engine.SeatsOf(seat)).Draw(&engine.Rand{})
	a, b := engine.NewWriter(), engine.NewWriter()
	s.View(engine.SeatsOf(seat)).Code(a)
	drawn.View(engine.SeatsOf(seat)).Code(b)
	if string(a.Bytes()) != string(b.Bytes()) || drawn.Vocabulary() != s.Vocabulary() {
		t.Error("a drawn game looks different")
	}
}
