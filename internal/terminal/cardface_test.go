package terminal

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// A player who chooses moves by number plays the card game to its end. No text is missing, no line
// is longer than the screen, and the transcript leads to the same position.
func TestWholeCardGames(t *testing.T) {
	for _, lang := range locale.Languages() {
		for seed := range uint64(4) {
			c, err := locale.For(lang)
			if err != nil {
				t.Fatal(err)
			}
			r, err := New(pharmacy.Game, engine.Settings{
				{Name: "players", Value: fmt.Sprint(3 + seed)}, {Name: "doctor", Value: "on"},
			}, "", engine.NumberedSeed(seed))
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			// Remove "undo" from the input, because each would take back the move before it if that move
			// revealed nothing.
			typed := strings.ReplaceAll(script(seed), "undo\n", "")
			err = Play(context.Background(), r, Config{
				Catalogue: c, In: strings.NewReader(typed), Out: &out, Width: 80, Echo: true, Together: seed != 3,
				Write: func(string, string) error { return nil },
				Fresh: func(stem string) string { return stem },
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, over := r.Session.Outcome(); !over {
				t.Errorf("%s, seed %d: the game is not over", lang, seed)
			}
			if key := missing.FindString(out.String()); key != "" {
				t.Errorf("%s, seed %d: a text is missing: %s", lang, seed, key)
			}
			for line := range strings.Lines(out.String()) {
				if n := present.Wide(strings.TrimRight(line, "\n")); n > 80 {
					t.Errorf("%s, seed %d: %d columns: %s", lang, seed, n, line)
				}
			}
			again, err := Open(r.Text(), -1)
			if err != nil || again.Session.Hash() != r.Session.Hash() {
				t.Errorf("%s, seed %d: the transcript leads elsewhere: %v", lang, seed, err)
			}
		}
	}
}

// If hands are hidden, a seat's screen shows no other seat's risk cards.
func TestCardsAreKeptApart(t *testing.T) {
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(pharmacy.Game, nil, "", engine.NumberedSeed(17))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = Play(context.Background(), r, Config{
		Catalogue: c, In: strings.NewReader("\n"), Out: &out, Width: 80, Private: true,
		Write: func(string, string) error { return nil }, Fresh: func(stem string) string { return stem },
	})
	screen := strings.ReplaceAll(out.String(), "\u00a0", " ")   // the spaces within names are no-break spaces
	if err != nil || !strings.Contains(screen, "Expiry Date") { // seat 2 begins, and its hand includes this card
		t.Errorf("%v: the own card is not shown:\n%s", err, screen)
	}
	for _, secret := range []string{"Guinea Pig", "Nurse", "Diagnosis", "Great Plague"} {
		if strings.Contains(screen, secret) {
			t.Errorf("%s of another seat is shown", secret)
		}
	}
}

// Every move of the card game can be typed in the notation.
func TestTypedCardGames(t *testing.T) {
	for _, lang := range locale.Languages() {
		r, err := New(pharmacy.Game, nil, "", engine.NumberedSeed(9))
		if err != nil {
			t.Fatal(err)
		}
		c, err := locale.For(lang)
		if err != nil {
			t.Fatal(err)
		}
		tab := &Console{Config: Config{Catalogue: c, Out: io.Discard, Width: 80}, told: map[engine.Seats]int{}}
		tab.setUp(r)
		tab.viewer = engine.AllSeats(4)
		chance := engine.Rand{}
		for !r.Session.Decision().Over {
			list := r.Session.AppendMoves(nil, tab.owing())
			m := list[chance.N(len(list))]
			text := pharmacy.Game.Vocabulary().Move(m)
			before := len(tab.past)
			tab.do(context.Background(), text)
			if len(tab.past) == before || tab.past[before].move != m {
				t.Fatalf("%s: %q was typed and not played", lang, text)
			}
		}
	}
}
