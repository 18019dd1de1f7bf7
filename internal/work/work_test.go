package work

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/games/labs"
)

// begin begins a game with the settings of a variant.
func begin(t *testing.T, g engine.Game, set engine.Settings, seed uint64) (engine.Header, engine.Session) {
	t.Helper()
	set, err := engine.Resolve(g.Options(), set)
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: set}
	for i := range max(set.Int("players"), 1) {
		h.Seats = append(h.Seats, "seat"+string(rune('a'+i)))
	}
	var secret, salt engine.Key
	dice := ai.Dice(seed)
	for i := range secret {
		secret[i], salt[i] = byte(dice.N(256)), byte(dice.N(256))
	}
	h.Seed = engine.NewSeed(secret, salt)
	pos, err := g.New(h)
	if err != nil {
		t.Fatal(err)
	}
	return h, pos
}

// step makes a random move.
func step(t *testing.T, pos engine.Session, dice *ai.Dice) {
	t.Helper()
	var list []engine.Move
	for seat := range pos.Decision().Asked().Each {
		list = pos.AppendMoves(list, seat)
	}
	if _, _, err := pos.Play(list[dice.N(len(list))]); err != nil {
		t.Fatal(err)
	}
}

// In every variant of every game, an item decodes to the view and moves that were encoded. It contains only
// what its seats know: any other position that looks equal to them gives an equal item.
func TestItems(t *testing.T) {
	met := map[string]int{}
	every, least := 1, 20
	if testing.Short() {
		every, least = 25, 2 // with the race detector, this test is slow
	}
	for _, e := range labs.Entries {
		for i, set := range e.Variants() {
			if i%every != 0 {
				continue
			}
			h, pos := begin(t, e.Rules, set, uint64(i))
			dice := ai.Dice(i)
			for moves := 0; moves < 58 && !pos.Decision().Over; moves++ {
				if moves%19 == 0 {
					check(t, h, pos, &dice, met)
				}
				step(t, pos, &dice)
			}
		}
	}
	for _, what := range []string{"of one seat", "of several seats", "hidden", "replaced cards", "no moves"} {
		if met[what] < least {
			t.Errorf("%s: only %d items", what, met[what])
		}
	}
}

func check(t *testing.T, h engine.Header, pos engine.Session, dice *ai.Dice, met map[string]int) {
	t.Helper()
	all := engine.AllSeats(len(h.Seats))
	for _, seats := range []engine.Seats{engine.SeatsOf(engine.Seat(dice.N(len(h.Seats)))), all, all.Without(0)} {
		if seats.Empty() {
			continue
		}
		it := Ask(h, pos, seats)
		if it == nil {
			met["no moves"]++
			continue
		}
		data, err := json.Marshal(it)
		if err != nil {
			t.Fatal(err)
		}
		var got Item
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		view, list, _, vocab, err := got.read()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", h.Game, h.Settings, err, data)
		}
		if again := engine.AppendCode(nil, view.Code); !bytes.Equal(again, it.View) {
			t.Fatalf("%s %v: the view reads\n%s\ninstead of\n%s", h.Game, h.Settings, again, it.View)
		}
		var want []engine.Move
		for seat := range (pos.Decision().Asked() & seats).Each {
			want = pos.AppendMoves(want, seat)
			if !slices.Equal(engine.MovesFrom(view, seat), pos.AppendMoves(nil, seat)) {
				t.Fatalf("%s %v: the view that was read lists other moves", h.Game, h.Settings)
			}
		}
		if !slices.Equal(list, want) || vocab.Move(list[0]) != it.Moves[0].Move {
			t.Fatalf("%s %v: other moves", h.Game, h.Settings)
		}
		chance := engine.Rand{Next: uint32(dice.N(1 << 30))}
		other, err := json.Marshal(Ask(h, pos.View(seats).Draw(&chance), seats))
		if err != nil || !bytes.Equal(other, data) {
			t.Fatalf("%s %v: seats %b are told what they do not know:\n%s\n%s", h.Game, h.Settings, seats, data, other)
		}
		for _, secret := range []string{h.Seed.Secret.String(), h.Seed.Salt.String(), `"rand"`, `"deck":`} {
			if strings.Contains(string(data), secret) {
				t.Fatalf("%s %v: the item has %s", h.Game, h.Settings, secret)
			}
		}
		note(met, "of one seat", seats.Len() == 1)
		note(met, "of several seats", seats.Len() > 1)
		note(met, "hidden", !pos.SameForAll())
	}
	if cards, _ := engine.OwnCards(mustFind(t, h.Game)); cards != "" {
		replaced(t, h, cards, met)
	}
}

func note(met map[string]int, what string, is bool) {
	if is {
		met[what]++
	}
}

func mustFind(t *testing.T, name string) engine.Game {
	t.Helper()
	g, ok := games.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return g
}

// replaced checks an item of a table with a group's own cards.
func replaced(t *testing.T, h engine.Header, cards string, met map[string]int) {
	t.Helper()
	h.SetContent(cards)
	pos, err := mustFind(t, h.Game).New(h)
	if err != nil {
		return // this table has none of these cards
	}
	for seat := range pos.Decision().Asked().Each {
		it := Ask(h, pos, engine.SeatsOf(seat))
		if it == nil {
			continue
		}
		if _, _, _, _, err := it.read(); err != nil {
			t.Fatalf("%s %v: %v", h.Game, h.Settings, err)
		}
		met["replaced cards"]++
	}
}

// At every level of every game, a worker answers items with legal moves.
func TestEveryLevelAnswers(t *testing.T) {
	for _, e := range games.Entries {
		for _, level := range e.Bots {
			h, pos := begin(t, e.Rules, nil, 7)
			now := time.Unix(0, 0)
			th := Thinker{Now: func() time.Time { now = now.Add(10 * time.Millisecond); return now }} // thinks only briefly, because strength does not matter here
			for moves := 0; moves < 2 && !pos.Decision().Over; moves++ {
				seat := pos.Decision().Owing().First()
				it := Ask(h, pos, engine.SeatsOf(seat))
				it.ID, it.Level, it.Seed, it.Most = "q", level.Name, 5, 50
				data, err := json.Marshal(it)
				if err != nil {
					t.Fatal(err)
				}
				var a Answer
				if err := json.Unmarshal(th.AnswerTo(data), &a); err != nil || a.Failed != "" || a.ID != "q" {
					t.Fatalf("%s %s: %+v %v", h.Game, level.Name, a, err)
				}
				m, err := pos.Vocabulary().ParseMove(a.Move.Seat, a.Move.Move)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// panicky is a faulty bot: it panics, stays silent, or chooses an unlisted move.
type panicky struct{ how string }

func (p panicky) Choose(q *ai.Question) ai.Answer {
	switch p.how {
	case "panic":
		panic("no idea")
	case "silent":
		return ai.Answer{Silent: true}
	case "unlisted":
		return ai.Answer{Move: engine.Move{Seat: 9}}
	}
	return ai.Answer{Move: q.Moves[0]}
}

// Whatever a bot does, the worker returns an answer. After a panic, the next item gets a new player.
func TestFailures(t *testing.T) {
	e := games.Entries[0]
	h, pos := begin(t, e.Rules, nil, 1)
	it := Ask(h, pos, engine.SeatsOf(pos.Decision().Owing().First()))
	it.Level = e.Bots[0].Name
	name := it.Game + " " + it.Level
	th := Thinker{Now: time.Now, players: map[string]ai.Player{}}
	for _, how := range []string{"silent", "unlisted", "panic"} {
		th.players[name] = panicky{how}
		if a := th.Think(it); a.Failed == "" {
			t.Errorf("%s: %+v", how, a)
		}
	}
	if a := th.Think(it); a.Failed != "" {
		t.Errorf("after a panic: %+v", a)
	}
	unknown := *it
	unknown.Level = "omniscient"
	if a := th.Think(&unknown); a.Failed == "" {
		t.Error("an unknown level answers")
	}
	unknown.Game = "nothing"
	if a := th.Think(&unknown); a.Failed == "" {
		t.Error("an unknown game answers")
	}
	for _, text := range []string{"", "{", `{"game":"` + h.Game + `","view":{},"moves":[{"move":"x"}]}`} {
		var a Answer
		if err := json.Unmarshal(th.AnswerTo([]byte(text)), &a); err != nil || a.Failed == "" {
			t.Errorf("%q: %+v %v", text, a, err)
		}
	}
}
