// Command research uses the rules from a separate module, for someone who studies the games but does not work
// on Theriac. It plays some games and prints three small tables; agent.go contains its own agent
// (docs/build/research.md). To use it, copy the folder and set the replace line of go.mod to the path of
// Theriac.
//
// The packages below are public because they are pure. They use no clock, no files and no network, and the
// same seed gives the same game everywhere.
//
//	theriac/engine             the contract: positions, moves, facts, views, chance
//	theriac/engine/transcript  games as text
//	theriac/engine/enginetest  the conformance suite, for a game of your own
//	theriac/games/...          the rules of every game
//	theriac/ai, theriac/bots   playing positions forward, and players
//	theriac/locale             what players read, rules included
//
// Packages in theriac/internal, such as the server, its store and the terminal, change as the program needs.
// Go prevents imports of them from other modules. A program that plays at a running server uses its API
// (docs/build/api.md).
//
// The command refuses to import internal packages, and to use anything that a player may not see.
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

// lengths plays every game at random and prints how many moves it takes. It uses the interface engine.Session,
// which all games share.
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

// eager compares a random player with a simple bot in the world game. It uses positions directly, which is
// faster than sessions. The bot sees only the view of its seat.
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

			byChance := start // assigning a position makes an independent copy
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

// ours compares the agent from agent.go with random play on the same deals.
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

// measure makes an agent play the world game on deals 0 to games-1. It returns how many diseases were cured and
// how many games were won.
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

// cures returns the number of cured diseases in a position.
func cures(s *epidemic.State) int { return bits.OnesCount(uint(s.Cured)) }
