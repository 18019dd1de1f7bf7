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

// The agent finishes 20 games and plays better than random play. With the same seeds it plays the same games
// again.
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

// docs/build/research.md contains the same table that the program prints.
func TestDocumentedTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/build/research.md")
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
		t.Errorf("docs/build/research.md does not show\n%s", text.String())
	}
}

// With hidden hands, the agent uses only each seat's own knowledge.
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

// An agent still answers when its time is up.
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

// stopped is an agent whose time is always up.
type stopped struct {
	ai.Player
	asked *int
}

func (s stopped) Choose(q *ai.Question) ai.Answer {
	q.Stop = func() bool { *s.asked++; return true }
	return s.Player.Choose(q)
}
