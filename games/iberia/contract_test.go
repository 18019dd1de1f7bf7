package iberia_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
)

// play makes moves, each given as the seat's number and the move's text.
func play(t *testing.T, s *epidemic.State, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := iberia.Game.Vocabulary().ParseMove(engine.Seat(text[0]-'0'), text[2:])
		if err != nil {
			t.Fatal(err)
		}
		if why := s.Why(m); why != "" {
			t.Fatalf("%s is not allowed (%s)", text, why)
		}
		s.Play(m, nil)
	}
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

// asked holds, for each question that only this game asks, a position, the seat that is asked and its default
// answer.
var asked = []struct {
	question engine.QuestionKind
	options  []string
	given    []string
	moves    []string
	seat     engine.Seat
	want     string
}{
	// The Nurse's token stays in its region if that region still borders her city.
	{epidemic.QuestionRegion, []string{"roles", "nurse,sailor"}, []string{"pawn 0 toledo", "shield r34", "hand 0 vigo", "hand 1 porto"}, []string{"0 drive madrid"}, 0, "in r18"},
	{epidemic.QuestionRegion, []string{"roles", "nurse,sailor"}, []string{"pawn 0 toledo", "shield r33", "hand 0 vigo", "hand 1 porto"}, []string{"0 drive madrid"}, 0, "in r33"},
	{epidemic.QuestionRegion, nil, []string{"hand 0 pure-water", "hand 1 porto"}, []string{"0 pure-water r01"}, 0, "enough"},
	{epidemic.QuestionRegion, nil, []string{"tokens r32 1", "tokens r34 1", "hand 0 vigo", "hand 1 porto", "deck top leon gijon", "infection top toledo braga"}, []string{"0 draw"}, 0, "in r32"},
	{epidemic.QuestionCube, nil, []string{"cubes vigo blue 3", "hand 0 migration", "hand 1 porto"}, []string{"0 migration"}, 0, "remove vigo blue"},
	{epidemic.QuestionCube, nil, []string{"cubes vigo blue 3", "hand 0 migration", "hand 1 porto"}, []string{"0 migration", "0 remove vigo blue"}, 0, "enough"},
	{epidemic.QuestionCube, nil, []string{"cubes vigo blue 3", "hand 0 triumph-of-science", "hand 1 porto"}, []string{"0 triumph-of-science r02"}, 0, "enough"},
	{epidemic.QuestionCube, []string{"roles", "rural-doctor,sailor"}, []string{"cubes vigo blue 3", "pawn 0 vigo", "hand 0 leon", "hand 1 porto"}, []string{"0 treat blue"}, 0, "enough"},
	{epidemic.QuestionLine, nil, []string{"hand 0 coastal-line", "hand 1 porto"}, []string{"0 coastal-line vigo porto"}, 0, "line a-coruna gijon"},
	{epidemic.QuestionPawn, nil, []string{"pawn 0 leon", "hand 0 ship-arrival", "hand 1 porto"}, []string{"0 ship-arrival vigo"}, 0, "bring 0"},
	{epidemic.QuestionPawn, nil, []string{"pawn 0 leon", "pawn 1 leon", "hand 0 ship-arrival", "hand 1 porto"}, []string{"0 ship-arrival vigo", "0 bring 0"}, 0, "enough"},
	{epidemic.QuestionTheirs, nil, []string{"hand 0 telegraph leon gijon", "hand 1 porto"}, []string{"0 telegraph 0 1"}, 0, "pick 0 leon"},
	{epidemic.QuestionTheirs, nil, []string{"hand 0 telegraph leon gijon", "hand 1 porto"}, []string{"0 telegraph 0 1", "0 pick 0 leon"}, 0, "enough"},
	{epidemic.QuestionTheirs, nil, []string{"hand 0 correspondence leon", "hand 1 porto vigo"}, []string{"0 correspondence 0 leon"}, 0, "pick 1 vigo"},
	{epidemic.QuestionOrderPlayerDeck, []string{"roles", "royal-academy-scientist,sailor"}, []string{"hand 0 vigo", "hand 1 porto", "deck top leon gijon madrid"}, []string{"0 study"}, 0, "lay leon"},
	{epidemic.QuestionWalk, []string{"rush", "on"}, []string{"clear cubes", "stations cuenca", "cubes teruel yellow 1", "cubes valencia yellow 1", "hand 0 vigo", "hand 1 porto"}, []string{"0 draw"}, 0, "walk yellow teruel cuenca"},
	{epidemic.QuestionCity, []string{"rush", "on"}, []string{"clear cubes", "stations vigo", "cubes vigo blue 3", "cubes porto blue 1", "hand 0 leon", "hand 1 gijon"}, []string{"0 draw"}, 0, "to santiago-de-compostela"},
	{epidemic.QuestionCity, nil, []string{"tokens r17 1", "cubes cuenca yellow 3", "hand 0 vigo", "hand 1 porto", "deck top leon gijon", "infection top cuenca braga"}, []string{"0 draw"}, 0, "to albacete"},
	{epidemic.QuestionFree, nil, []string{"hand 0 leon", "hand 1 mobilisation"}, []string{"1 mobilisation"}, 0, "stay"},
	{epidemic.QuestionReplay, nil, []string{"hand 0 seamless-plan", "hand 1 vigo", "discard mild-season"}, []string{"0 seamless-plan mild-season"}, 0, "mild-season"},
}

// If a seat does not answer one of this game's questions, a default move is made for it. That move is legal,
// changes as little as possible, and answers the question.
func TestDefaults(t *testing.T) {
	for _, c := range asked {
		set := c.options
		if len(set) == 0 || set[0] != "roles" {
			set = append([]string{"roles", "agronomist,sailor"}, set...)
		}
		s := arrange(t, deal(t, 1, set...), append([]string{"turn 0", "clear cubes"}, c.given...)...)
		play(t, s, c.moves...)
		d := s.Decision()
		if d.Question != c.question || !d.All.Has(c.seat) {
			t.Fatalf("%v: the question is %+v", c.moves, d)
		}
		m := s.Default(c.seat)
		if got := iberia.Game.Vocabulary().Move(m); got != c.want {
			t.Errorf("%v: the default is %q, not %q", c.moves, got, c.want)
		}
		if why := s.Why(m); why != "" {
			t.Errorf("%v: the default is refused (%s)", c.moves, why)
		}
		s.Play(m, nil)
		if s.Decision().ID == d.ID {
			t.Errorf("%v: the default does not answer the question", c.moves)
		}
	}
}

// If no seat answers the first question, each begins in the first city of its own hand.
// Rules: setup/pawns.
func TestDefaultStart(t *testing.T) {
	s := arrange(t, deal(t, 1, "roles", "agronomist,sailor"), "hand 0 madrid toledo", "hand 1 leon vigo")
	for _, c := range []struct {
		seat engine.Seat
		want string
	}{{0, "start toledo"}, {1, "start vigo"}} {
		m := s.Default(c.seat)
		if got := iberia.Game.Vocabulary().Move(m); got != c.want || s.Why(m) != "" {
			t.Errorf("the default is %q, not %q", got, c.want)
		}
		s.Play(m, nil)
	}
	if s.Decision().Question != epidemic.QuestionAction {
		t.Error("the game does not begin")
	}
}

// Default moves alone lead every game to its end.
func TestDefaultsEndTheGame(t *testing.T) {
	for i, set := range iberia.Variants() {
		r, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		chance, _ := engine.NumberedSeed(uint64(i)).Rand()
		var s epidemic.State
		r.Deal(&s, chance, nil)
		moves := 0
		for ; !s.Decision().Over && moves < 3000; moves++ {
			m := s.Default(s.Decision().Owing().First())
			if why := s.Why(m); why != "" {
				t.Fatalf("%v: %s is refused (%s)", set, r.Vocabulary().Move(m), why)
			}
			s.Play(m, nil)
		}
		if !s.Decision().Over {
			t.Errorf("%v: no end after %d moves", set, moves)
		}
	}
}

// All seats win or lose together. Rules: end/together.
func TestOutcome(t *testing.T) {
	won := arrange(t, deal(t, 1, "players", "3", "roles", "sailor,politician,nurse"),
		"turn 1", "cured blue yellow black", "stations leon", "pawn 1 leon", "hand 1 leon gijon santander bilbao madrid")
	if _, over := won.Outcome(); over {
		t.Error("a game that runs has a result")
	}
	play(t, won, "1 research red")
	r, over := won.Outcome()
	if !over || r.Cause != "end/win" || r.Won != engine.AllSeats(3) || r.Rank != [6]uint8{1, 1, 1} {
		t.Errorf("won: %+v", r)
	}
	lost := arrange(t, deal(t, 1), "turn 0", "hand 0 vigo", "hand 1 porto", "deck size 1")
	play(t, lost, "0 draw")
	if r, over = lost.Outcome(); !over || r.Cause != "end/cards" || r.Won != 0 {
		t.Errorf("lost: %+v", r)
	}
}

// Invalid input returns an error and never causes a panic.
func TestNonsense(t *testing.T) {
	s := deal(t, 1)
	for verb := range iberia.Game.Vocabulary().Verbs {
		for _, arg := range []uint8{0, 47, 48, 200, 255} {
			m := engine.Move{Verb: engine.Verb(verb), Arg: [6]uint8{arg, arg, arg}}
			if why := s.Why(m); why == "" && arg >= 48 {
				t.Errorf("%v is allowed", m)
			}
		}
	}
	for _, text := range []string{
		`{"tracks":["vigo/leon"]}`, `{"shield":"r99"}`, `{"traits":["plague"]}`, `{"deck-known":4}`,
		`{"questions":[{"step":"walk"}]}`, `{"questions":[{"step":"choose-region","verb":"nothing"}]}`, `{"echo":["paris"]}`,
	} {
		if _, err := s.Rules().ReadView([]byte(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func FuzzReadView(f *testing.F) {
	s := deal(f, 1, "rush", "on", "historical", "4")
	w := engine.NewWriter()
	v := s.Knows(1)
	v.Code(w)
	f.Add(w.Bytes())
	f.Fuzz(func(_ *testing.T, text []byte) {
		_, _ = s.Rules().ReadView(text) // must not panic
	})
}
