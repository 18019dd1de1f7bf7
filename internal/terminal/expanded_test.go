package terminal

import (
	"context"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/locale"
)

// screen plays lines of input from an arranged position and returns the output.
func screen(t *testing.T, lang, way string, private bool, given, typed []string) string {
	t.Helper()
	c, err := locale.For(lang)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(world.Game, settingsOf(way), "", engine.NumberedSeed(7))
	if err != nil {
		t.Fatal(err)
	}
	state, _ := engine.At[epidemic.State](r.Session)
	for _, text := range given {
		if err := epidemictest.Arrange(state, text); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	err = Play(context.Background(), r, Config{
		Catalogue: c, In: strings.NewReader(strings.Join(typed, "\n") + "\n"), Out: &out, Width: 80, Echo: true, Private: private, Together: !private,
		Write: func(string, string) error { return nil },
		Fresh: func(stem string) string { return stem },
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func shows(t *testing.T, text string, parts ...string) {
	t.Helper()
	text = strings.ReplaceAll(text, "\u00a0", " ")
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("there is no %q in\n%s", part, text)
		}
	}
}

// A table with expansions shows more than the base board.
func TestExpandedBoards(t *testing.T) {
	lab := screen(t, "en", "box=lab mode=solo lab=on roles=virologist", false,
		[]string{"sequence first pair-blue-black · research first blue paris essen · circles first black 2 · dish sample-a red 2 · dish growth black 3"}, nil)
	shows(t, lab, "Laboratory · ", "sample dish A R●●", "→ growth K●●●",
		"Blue and black · for the blue cure, with B Paris", "circles B○○ K●● grey○", "tested with B Essen", "second line: no sequence card", "1 Centre · ")

	// A player who treats a disease can decline to keep the cube as a sample. The list shows where the cube
	// then goes.
	treated := screen(t, "en", "box=lab lab=on players=2 roles=medic,scientist", false,
		[]string{"turn 0 · clear cubes · cubes atlanta blue 1"}, []string{"treat blue", "moves"})
	shows(t, treated, "No sample: the cube goes to the supply")

	// A8: the list shows that a player who declines to take a card keeps the event.
	declined := screen(t, "fr", "box=brink players=2 roles=medic,scientist", false,
		[]string{"turn 0 · hand 0 reexamined-research · discard paris milan"}, []string{"reexamined-research", "for 1", "moves"})
	shows(t, declined, "Ne prendre aucune carte", "l’évènement n’est pas joué")

	strain := screen(t, "fr", "box=brink strain=on players=2 roles=field-operative,medic", false,
		[]string{"strain black · force chronic-effect rate-effect · samples blue 2"}, nil)
	shows(t, strain, "SOUCHE VIRULENTE : ", "échantillons : B●●")

	teams := []string{
		"turn 0 · roles scientist researcher operations-expert dispatcher · objectives cures-first network · bases paris tokyo",
		"cured blue yellow black · awards cure-blue 1 · awards cure-yellow 1 · awards cure-black 1 · awards first-cure 1",
		"stations atlanta cairo lima · cubes seoul red 1",
		"hand 0 seoul osaka tokyo beijing · hand 1 publication-1 delhi · hand 2 lagos extra-shift-1 · hand 3 cairo",
	}
	end := screen(t, "en", "box=all mode=teams", false, teams, []string{"cure red"})
	shows(t, end, "Tokyo ⌂2+3", "Team of Operations Expert and Dispatcher\n   station ⌂2+3 Tokyo · objective Network (cure 2, eradication 2, station 1) ·\n",
		"Every disease is cured: the world is saved. (team/end-cures)", "Team of Scientist and Researcher: 6 prestige",
		"Team of Operations Expert and Dispatcher: 12 prestige\n", "Dispatcher: the most prestige. The team wins.")
	apart := screen(t, "en", "box=all mode=teams", true, teams, []string{"", "why 2 drive seoul"})
	// The prompt tells the partner who acts first that the other one acts next in the same turn.
	shows(t, strings.ReplaceAll(apart, "\n", " "), "actions left for you. Your partner acts next, with the rest of the team’s six.")
	done := screen(t, "en", "box=all mode=teams", false, teams, []string{"moves", "drive essen", "drive paris", "drive essen", "draw"})
	shows(t, done, "End actions: Researcher goes on")
	if strings.Contains(done, "End actions and draw cards") {
		t.Errorf("the first of a team is told that cards come next:\n%s", done)
	}
	shows(t, screen(t, "en", "box=all mode=teams", false, teams, []string{"draw", "moves"}), "End actions and draw cards")
	shows(t, strings.ReplaceAll(screen(t, "en", "box=all mode=teams", false, append(teams, "actions 0"), []string{"moves"}), "\n", " "),
		"no actions left: “draw” lets your partner act.")
	shows(t, apart, "objective hidden", "objective Cures First (cure 4, eradication 2)", "K Delhi, ★ Publication", "Only your own")
	for _, secret := range []string{"Network", "Y Lagos", "Extra Shift"} {
		if strings.Contains(apart, secret) {
			t.Errorf("the other team sees %s:\n%s", secret, apart)
		}
	}
}
