// Command research uses the rules from a module of its own, as somebody would who
// studies the games and does not work on Theriac. It plays some games and prints three
// small tables; agent.go is an agent of its own (docs/research.md). Copy the folder, and let the replace line of go.mod name the place
// where Theriac lies.
//
// These packages are public, because they are pure: they read no clock, no file and
// no network, and the same seed gives the same game everywhere.
//
//	theriac/engine             the contract: positions, moves, facts, views, chance
//	theriac/engine/transcript  games as text
//	theriac/engine/enginetest  the conformance suite, for a game of your own
//	theriac/games/...          the rules of every game
//	theriac/ai, theriac/bots   playing positions forward, and players
//	theriac/locale             what players read, rules included
//
// What is under theriac/internal cannot be imported from outside, which Go sees to:
// the server, its store and the terminal change as the program needs. A program that
// wants to play at a running server uses its API (docs/api.md).
//
// The command refuses to import anything internal, and to look at what a player may
// not see.
package main

import (
	"fmt"
	"math/bits"
	"os"
	"text/tabwriter"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/pharmacy"
	"theriac/games/world"
)

const sample = 200

func main() {
	for _, table := range []func(*tabwriter.Writer) error{lengths, eager, ours} {
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		err := table(out)
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println()
	}
}

// lengths plays every game by chance and says how long it takes. It works on
// sessions, which are the same for every game.
func lengths(out *tabwriter.Writer) error {
	fmt.Fprintln(out, "game\tmoves\tmost common end\t")
	for _, g := range []engine.Game{world.Game, iberia.Game, pharmacy.Game} {
		dice, moves := ai.Dice(1), 0
		ends, most := map[string]int{}, ""
		for n := range sample {
			s, err := g.New(engine.Header{Game: g.Name(), Revision: g.Revision(), Seed: engine.NumberedSeed(uint64(n))})
			if err != nil {
				return err
			}
			for ; !s.Decision().Over; moves++ {
				var list []engine.Move
				for seat := range s.Decision().Asked().Each {
					list = s.AppendMoves(list, seat)
				}
				if _, _, err := s.Play(list[dice.N(len(list))]); err != nil {
					return err
				}
			}
			result, _ := s.Outcome()
			if ends[result.Cause]++; ends[result.Cause] > ends[most] {
				most = result.Cause
			}
		}
		fmt.Fprintf(out, "%s\t%.1f\t%s (%d%%)\t\n", g.Name(), float64(moves)/sample, most, 100*ends[most]/sample)
	}
	return nil
}

// eager compares two players at the world game: one that plays by chance, and a
// simple bot. It works on positions themselves, which is faster. The bot sees the
// view of its seat and nothing else.
func eager(out *tabwriter.Writer) error {
	fmt.Fprintln(out, "epidemics\tdiseases cured by chance\tby the eager bot\t")
	for _, epidemics := range []string{"4", "5", "6"} {
		rules, err := world.Game.Compile(engine.Header{
			Game: "world", Revision: world.Revision, Settings: engine.Settings{{Name: "epidemics", Value: epidemics}},
		})
		if err != nil {
			return err
		}
		cured := [2]int{}
		for n := range uint64(sample) {
			chance, err := engine.NumberedSeed(n).Rand()
			if err != nil {
				return err
			}
			var start epidemic.State
			rules.Deal(&start, chance, nil)

			byChance := start // a copy is a position of its own
			dice := ai.Dice(n)
			ai.Playout[epidemic.State](&byChance, &dice, nil)
			cured[0] += cures(&byChance)

			byBot, bot := start, bots.Eager{Dice: ai.Dice(n)}
			for d := byBot.Decision(); !d.Over; d = byBot.Decision() {
				seat := d.Owing().First()
				v := byBot.Knows(engine.SeatsOf(seat))
				byBot.Play(bot.Choose(&v, byBot.AppendMoves(nil, seat)), nil)
			}
			cured[1] += cures(&byBot)
		}
		fmt.Fprintf(out, "%s\t%.2f\t%.2f\t\n", epidemics, float64(cured[0])/sample, float64(cured[1])/sample)
	}
	return nil
}

// ours plays games with the agent of agent.go, against play by chance on the same deals.
func ours(out *tabwriter.Writer) error {
	fmt.Fprintln(out, "agent\tgames\tdiseases cured\twon\t")
	for _, a := range []struct {
		name  string
		agent ai.Player
	}{
		{"by chance", byChance{}},
		{"looker", looker{draws: 6, moves: 8}},
	} {
		cured, won, err := measure(a.agent, 20)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\t20\t%d\t%d\t\n", a.name, cured, won)
	}
	return nil
}

// measure plays games of the world game with an agent, on the deals from 0 on, and counts
// the diseases that were cured and the games that were won.
func measure(agent ai.Player, games int) (cured, won int, err error) {
	for n := range uint64(games) {
		s, err := world.Game.New(engine.Header{
			Game: "world", Revision: world.Revision, Seed: engine.NumberedSeed(n),
			Settings: engine.Settings{{Name: "players", Value: "2"}},
		})
		if err != nil {
			return 0, 0, err
		}
		if err := play(s, agent, true, n); err != nil {
			return 0, 0, err
		}
		end, _ := engine.At[epidemic.State](s)
		cured += cures(end)
		if result, _ := s.Outcome(); !result.Won.Empty() {
			won++
		}
	}
	return cured, won, nil
}

// cures counts the diseases that a position has cured.
func cures(s *epidemic.State) int { return bits.OnesCount(uint(s.Cured)) }
