package terminal

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/games/world"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// For every game and language, a person and bots of the first level play a game to its end. The
// person chooses moves by number. No text is missing, no line is too long, and the transcript leads
// to the same position.
func TestGamesWithBots(t *testing.T) {
	played := 0
	for _, e := range games.Entries {
		if len(e.Bots) == 0 {
			continue // a game without bots
		}
		played++
		for i, lang := range locale.Languages() {
			t.Run(e.Rules.Name()+" "+lang, func(t *testing.T) {
				// Remove "undo" from the input, because each would take back the move before it if that move
				// revealed nothing.
				typed := strings.ReplaceAll(script(uint64(i)), "undo\n", "")
				r, out := playedWith(t, e.Rules, lang, "", typed, Config{Bots: Bots{Level: e.Bots[0].Name, Seed: 1}})
				if _, over := r.Session.Outcome(); !over {
					t.Error("the game is not over")
				}
				if key := missing.FindString(out); key != "" {
					t.Errorf("a text is missing: %s", key)
				}
				for line := range strings.Lines(out) {
					if n := present.Wide(strings.TrimRight(line, "\n")); n > 80 {
						t.Errorf("%d columns: %s", n, line)
					}
				}
				again, err := Open(r.Text(), -1)
				if err != nil {
					t.Fatal(err)
				}
				if again.Session.Hash() != r.Session.Hash() {
					t.Error("the transcript leads elsewhere")
				}
			})
		}
	}
	if played == 0 {
		t.Error("no game has bots")
	}
}

// playedWith plays a game with the given input, and returns the game and the output.
func playedWith(t *testing.T, g engine.Game, lang, way, in string, cfg Config) (*Playthrough, string) {
	t.Helper()
	c, err := locale.For(lang)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(g, settingsOf(way), "", engine.NumberedSeed(3))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cfg.Catalogue, cfg.In, cfg.Out, cfg.Width, cfg.Echo = c, strings.NewReader(in), &out, 80, true
	cfg.Write, cfg.Fresh = func(string, string) error { return nil }, func(stem string) string { return stem }
	if err := Play(context.Background(), r, cfg); err != nil {
		t.Fatal(err)
	}
	return r, strings.ReplaceAll(out.String(), "\u00a0", " ")
}

// Bots alone can finish a game, and the same seed gives the same game.
func TestBotsAlone(t *testing.T) {
	play := func(seed uint64) engine.Hash {
		cfg := Config{Bots: Bots{Level: "novice", Seats: engine.AllSeats(2), Seed: seed}}
		r, _ := playedWith(t, world.Game, "en", "players=2", "", cfg)
		if _, over := r.Session.Outcome(); !over {
			t.Fatal("the game is not over")
		}
		return r.Session.Hash()
	}
	first := play(1)
	if play(1) != first {
		t.Error("the same seed gives another game")
	}
}

// With open hands, one bot plays all seats that bots have. With hidden hands, each seat has a bot of its own.
// Partners in a team see each other's cards, so they share a bot.
func TestWhoIsOneBot(t *testing.T) {
	for way, want := range map[string]string{
		"players=4 epidemics=4":                        "[1,2,3]",
		"players=4 epidemics=5":                        "[1 2 3]",
		"box=all mode=teams players=4":                 "[1 2,3]",
		"players=3 epidemics=5 hands=open":             "[1,2]",
		"players=2 epidemics=4 roles=medic,researcher": "[1]",
	} {
		tab := withBots(t, way, nil)
		var got []string
		for _, b := range tab.bots {
			got = append(got, seatNumbers(b.seats))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v play, want %s", way, got, want)
		}
	}
}

// A person sees a bot's hand if hands are open, and a bot's reasons unless the bot is a rival.
func TestWhatBotsTell(t *testing.T) {
	for way, want := range map[string]struct{ open, told bool }{
		"players=3 epidemics=4":        {open: true, told: true},
		"players=3 epidemics=5":        {told: true},
		"box=all mode=teams players=4": {}, // rivals' reasons are hidden, and the test's partner gives none
	} {
		var out strings.Builder
		tab := withBots(t, way, &out)
		tab.welcome()
		for _, b := range tab.bots {
			if want.told || !b.seats.Has(1) {
				b.player = talker{}
			}
		}
		tab.letBots(context.Background())
		tab.board()
		text := out.String()
		if len(tab.past) == 0 {
			t.Fatalf("%s: no bot has moved", way)
		}
		if got := strings.Contains(text, "You are in Cairo; 3 actions left."); got != want.told {
			t.Errorf("%s: the reason is told: %v", way, got)
		}
		if got := strings.Contains(text, "hidden card"); got == want.open {
			t.Errorf("%s: hands of bots are hidden: %v", way, got)
		}
	}
}

// talker is a bot that makes the default move, with a reason from the catalogue.
type talker struct{}

func (talker) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	return ai.Answer{
		Move:   q.View.Draw(&engine.Rand{}).Default(q.Owing.First()),
		Reason: ai.Reason{Key: "terminal.actions", Args: [][2]string{{"city", "cairo"}, {"n", "3"}}},
	}
}

// A bot that gives no answer, or an illegal move, does not stop the game.
func TestBotWithoutAnswer(t *testing.T) {
	for name, p := range map[string]ai.Player{"silent": mute{}, "unlisted": mute{unlisted: true}} {
		tab := withBots(t, "players=2", nil)
		tab.people = 0
		tab.bots = []*bot{{seats: engine.AllSeats(2), player: p, silent: -1}}
		tab.letBots(context.Background())
		if _, over := tab.Session.Outcome(); !over {
			t.Errorf("%s: the game is not over after %d moves", name, len(tab.past))
		}
	}
}

// mute is a bot that never gives a usable answer.
type mute struct{ unlisted bool }

func (m mute) Choose(*ai.Question) ai.Answer {
	return ai.Answer{Silent: !m.unlisted, Move: engine.Move{Verb: 0xfe}}
}

// People cannot play for a bot or list its moves. An undo takes back the last move of a person, and the bots'
// moves after it.
func TestPersonBesideBot(t *testing.T) {
	var out strings.Builder
	tab := withBots(t, "players=2 roles=dispatcher,medic", &out)
	r, err := New(world.Game, settingsOf("players=2 roles=dispatcher,medic"), "", engine.NumberedSeed(6)) // seat 0 begins
	if err != nil {
		t.Fatal(err)
	}
	tab.setUp(r)
	if err := tab.seatBots(); err != nil {
		t.Fatal(err)
	}
	tab.welcome()
	tab.bots[0].player = agreeing{}
	ctx := context.Background()
	tab.letBots(ctx)
	if tab.owing() != 0 {
		t.Fatalf("the table waits for %d", tab.owing())
	}
	tab.typed(ctx, "1 drive miami")
	tab.why("1 drive miami")
	tab.sit("1")
	if n := strings.Count(out.String(), "Medic (1) is played by a bot."); n != 3 {
		t.Errorf("the bot's seat is refused %d of 3 times:\n%s", n, out.String())
	}
	tab.all(ctx, "dispatch medic")
	before, moves := tab.Session.Hash(), len(tab.past)
	tab.all(ctx, "drive miami")
	if len(tab.past) != moves+2 || !tab.isBot(tab.past[len(tab.past)-1].move.Seat) {
		t.Fatalf("the bot has not answered:\n%s", out.String())
	}
	tab.undo()
	if len(tab.past) != moves || tab.Session.Hash() != before {
		t.Errorf("%d moves are left of %d:\n%s", len(tab.past), moves, out.String())
	}
}

// agreeing is a bot that agrees to every request and ends its turns without taking an action.
type agreeing struct{}

func (agreeing) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	words := world.Game.Vocabulary()
	for _, want := range []string{"agree", "draw"} {
		for _, m := range q.Moves {
			if words.Verbs[m.Verb].Name == want {
				return ai.Answer{Move: m}
			}
		}
	}
	return ai.Answer{Move: q.Moves[0]}
}

// If the level or a seat does not exist, an error lists the valid ones.
func TestNoSuchBots(t *testing.T) {
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for text, x := range map[string]struct {
		way  string
		bots Bots
	}{
		"“clever”: no such level. Levels of the bots of world: novice": {"", Bots{Level: "clever"}},
		"“--seats 3,5”: there is no such seat for a bot":               {"players=2", Bots{Level: "novice", Seats: engine.SeatsOf(0, 3, 5)}},
		"“--bots novice”: there is no such seat for a bot":             {"mode=solo box=lab", Bots{Level: "novice"}},
	} {
		r, err := New(world.Game, settingsOf(x.way), "", engine.NumberedSeed(3))
		if err != nil {
			t.Fatal(err)
		}
		err = Play(context.Background(), r, Config{Catalogue: c, In: strings.NewReader(""), Out: &strings.Builder{}, Width: 80, Bots: x.bots})
		if err == nil || !strings.HasPrefix(Explain(c, world.Game, err), text) {
			t.Errorf("%v: %v", x.bots, err)
		}
	}
}

// withBots returns a console with a game in which bots play all seats except the first.
func withBots(t *testing.T, way string, out *strings.Builder) *Console {
	t.Helper()
	tab := table(t, world.Game, "en", settingsOf(way))
	tab.Bots = Bots{Level: "novice", Seed: 1}
	if out == nil {
		out = &strings.Builder{}
	}
	tab.Out = out
	if err := tab.seatBots(); err != nil {
		t.Fatal(err)
	}
	return tab
}
