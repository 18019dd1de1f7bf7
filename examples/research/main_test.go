package main

import (
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/world"
)

// The agent plays 20 games to their ends, does better than chance, and does the same again
// with the same seeds.
func TestAgentPlays(t *testing.T) {
	agent := looker{draws: 6, moves: 8}
	cured, _, err := measure(agent, 20)
	if err != nil {
		t.Fatal(err)
	}
	random, _, err := measure(byChance{}, 20)
	if err != nil {
		t.Fatal(err)
	}
	if cured < random+10 {
		t.Errorf("the agent cures %d diseases in 20 games, chance %d", cured, random)
	}
	first, _, _ := measure(agent, 3)
	if again, _, _ := measure(agent, 3); again != first {
		t.Errorf("%d diseases cured, then %d", first, again)
	}
}

// docs/research.md shows the table that the program prints.
func TestDocumentedTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/research.md")
	if err != nil {
		t.Skip("this is a copy outside the repository")
	}
	var text strings.Builder
	out := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	if err := ours(out); err != nil {
		t.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), text.String()) {
		t.Errorf("docs/research.md does not show\n%s", text.String())
	}
}

// With hidden hands every seat plays by what it knows itself.
func TestAgentWithHiddenHands(t *testing.T) {
	s, err := world.Game.New(engine.Header{
		Game: "world", Revision: world.Revision, Seed: engine.NumberedSeed(1),
		Settings: engine.Settings{{Name: "players", Value: "3"}, {Name: "epidemics", Value: "5"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := play(s, looker{draws: 2, moves: 4}, false, 1); err != nil {
		t.Fatal(err)
	}
	if _, over := s.Outcome(); !over {
		t.Error("the game is not over")
	}
}

// An agent whose time is up answers all the same.
func TestAgentStops(t *testing.T) {
	asked := 0
	agent := stopped{looker{draws: 100, moves: 4}, &asked}
	if _, _, err := measure(agent, 1); err != nil {
		t.Fatal(err)
	}
	if asked == 0 {
		t.Error("the agent never asked whether its time is up")
	}
}

// stopped gives an agent no time.
type stopped struct {
	ai.Player
	asked *int
}

func (s stopped) Choose(q *ai.Question) ai.Answer {
	q.Stop = func() bool { *s.asked++; return true }
	return s.Player.Choose(q)
}
