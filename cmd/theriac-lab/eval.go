package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/lab"
	"theriac/games/labs"
	"theriac/internal/commands"
)

// evalCmd estimates the chances to win at each turn of a transcript. It can also measure how well such
// estimates agree with the outcomes of many games.
type evalCmd struct {
	File string `arg:"" optional:"" help:"A transcript: print the chance along its game."`
	evalGames
	JSON bool `help:"Print one JSON object." name:"json"`
}

func (c *evalCmd) Run() error {
	switch {
	case c.File != "":
		return c.along()
	case c.Games > 0 || len(c.Merge) > 0:
		return c.calibration(c.JSON)
	}
	return errors.New("name a transcript, or say how many games with --games")
}

// course holds the estimated chances over the course of one game.
type course struct {
	Reference string        `json:"reference"`
	Turns     []courseTurn  `json:"turns,omitempty"`
	Places    []coursePlace `json:"places,omitempty"`
}

// courseTurn holds the chances before and after the actions of one turn.
type courseTurn struct {
	Turn   int          `json:"turn"`
	Seat   int          `json:"seat"`
	Moves  int          `json:"moves"` // number of moves before the turn
	Before ai.Estimate  `json:"before"`
	After  *ai.Estimate `json:"after,omitempty"` // nil if the transcript ends during the actions
}

// coursePlace holds the final rank that each seat can expect on average, judged from what a spectator knows.
// The winner has rank 1.
type coursePlace struct {
	Moves int           `json:"moves"`
	Seats []ai.Estimate `json:"seats"`
}

// along prints the chances at each turn of a transcript.
func (c *evalCmd) along() error {
	text, err := commands.ReadFile(c.File)
	if err != nil {
		return err
	}
	script, err := transcript.Parse(text)
	if err != nil {
		return err
	}
	game, ok := labs.Find(script.Header.Game)
	var out course
	switch {
	case ok && game.Evaluator != nil:
		err = out.chances(game, script)
	case ok && game.Ranker != nil:
		err = out.places(game, script)
	default:
		err = fmt.Errorf("nothing can estimate the chances of %s", script.Header.Game)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(out)
	}
	out.print()
	return nil
}

// chances replays a game, and estimates the chances to win before and after each turn's actions. The move that
// ends the actions also draws cards, so the second estimate is made just before that move.
func (c *course) chances(game lab.Entry, script *transcript.Transcript) error {
	e := game.Evaluator()
	c.Reference = e.Reference()
	first, err := engine.Begin(game.Rules, script.Header)
	if err != nil {
		return err
	}
	seats := engine.AllSeats(script.Header.Settings.Int("players"))
	moves := 0
	var last *ai.Evaluation // evaluates the last position before the actions of the turn ended
	look := func(s engine.Session) {
		q := &ai.Evaluation{Seats: seats, View: s.View(seats), Seed: uint64(moves) << 2}
		st := e.Stage(q.View)
		turn := len(c.Turns) - 1
		if last != nil && (!st.Acting || st.Turn != c.Turns[turn].Turn) {
			last.Acted, last.Seed = true, last.Seed+1
			after := e.Chance(last)
			c.Turns[turn].After, last = &after, nil
		}
		if _, over := s.Outcome(); over || !st.Acting {
			return
		}
		if turn < 0 || c.Turns[turn].Turn != st.Turn {
			c.Turns = append(c.Turns, courseTurn{Turn: st.Turn, Seat: int(st.Active), Moves: moves, Before: e.Chance(q)})
		}
		last = q
	}
	look(first)
	_, err = script.Fold(game.Rules, transcript.Watcher{
		After: func(s engine.Session, _ engine.Move, _ []engine.Fact, _ engine.Effect) {
			moves++
			look(s)
		},
	})
	return err
}

// places replays a game between rivals. It estimates the final ranks after every tenth move and at the end.
func (c *course) places(game lab.Entry, script *transcript.Transcript) error {
	const apart = 10
	r := game.Ranker()
	c.Reference = r.Reference()
	first, err := engine.Begin(game.Rules, script.Header)
	if err != nil {
		return err
	}
	moves := 0
	look := func(s engine.Session) {
		if _, over := s.Outcome(); over || moves%apart == 0 {
			places := r.Places(&ai.Evaluation{View: s.View(0), Seed: uint64(moves)})
			c.Places = append(c.Places, coursePlace{moves, places})
		}
	}
	look(first)
	_, err = script.Fold(game.Rules, transcript.Watcher{
		After: func(s engine.Session, _ engine.Move, _ []engine.Fact, _ engine.Effect) {
			moves++
			look(s)
		},
	})
	return err
}

func (c *course) print() {
	if c.Places != nil {
		fmt.Printf("mean place of each seat if everybody played on as %s, with its standard error\n", c.Reference)
		for _, p := range c.Places {
			fmt.Printf("%6d", p.Moves)
			for _, e := range p.Seats {
				fmt.Printf("  %4.2f ±%4.2f", e.Chance, e.Error)
			}
			fmt.Println()
		}
		return
	}
	fmt.Printf("chance to win if %s played on, with the standard error of its sampling\n", c.Reference)
	fmt.Printf("%5s %5s %6s  %-14s %s\n", "turn", "seat", "moves", "before", "after actions")
	for _, t := range c.Turns {
		after := ""
		if t.After != nil {
			after = chanceText(*t.After)
		}
		fmt.Printf("%5d %5d %6d  %-14s %s\n", t.Turn, t.Seat, t.Moves, chanceText(t.Before), after)
	}
}

func chanceText(e ai.Estimate) string {
	return fmt.Sprintf("%5.1f ±%4.1f %%", 100*e.Chance, 100*e.Error)
}
