// Command play plays Brimful at one keyboard. It uses only the engine's contract, so it could play any other
// game. It lists the moves, reads a number, and prints the facts. It shows the hand of the seat that must
// answer.
//
// It deliberately contains no rules.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/examples/brimful"
)

func main() {
	seed := uint64(time.Now().UnixNano())
	if err := play(brimful.Game, seed, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play plays a game for two players until it is over or the input ends.
func play(g engine.Game, seed uint64, in io.Reader, out io.Writer) error {
	s, err := g.New(engine.Header{Game: g.Name(), Revision: g.Revision(), Seed: engine.NumberedSeed(seed)})
	if err != nil {
		return err
	}
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format, args...) }
	words := s.Vocabulary()
	tell := func(facts []engine.Fact, to engine.Seats) {
		for _, f := range facts {
			if f.Visible(to) {
				say("  %s  (%s)\n", words.Fact(f), f.Rule)
			}
		}
	}
	lines := bufio.NewScanner(in)
	for !s.Decision().Over {
		seat := s.Decision().Owing().First()
		say("\nSeat %d: %s\n", seat, engine.AppendCode(nil, s.View(engine.SeatsOf(seat)).Code))
		moves := s.AppendMoves(nil, seat)
		for i, m := range moves {
			say("%3d %s\n", i+1, words.Move(m))
		}
		say("> ")
		if !lines.Scan() {
			return lines.Err()
		}
		n, err := strconv.Atoi(lines.Text())
		if err != nil || n < 1 || n > len(moves) {
			say("  Type the number of a move.\n")
			continue
		}
		facts, _, err := s.Play(moves[n-1])
		if err != nil {
			return err
		}
		tell(facts, 0)
	}
	result, _ := s.Outcome()
	say("\n%s: ", result.Cause)
	for seat := range result.Won.Each {
		say("seat %d wins with %d points. ", seat, result.Points[seat])
	}
	say("\n")
	return nil
}
