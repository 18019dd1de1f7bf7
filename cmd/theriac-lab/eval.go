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

// evalCmd says how likely games are to be won: along a transcript, or how well such chances
// fit what comes in many games.
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

// course is the chances along a game.
type course struct {
	Reference string        `json:"reference"`
	Turns     []courseTurn  `json:"turns,omitempty"`
	Places    []coursePlace `json:"places,omitempty"`
}

// courseTurn is a turn: the chance before its actions and after them.
type courseTurn struct {
	Turn   int          `json:"turn"`
	Seat   int          `json:"seat"`
	Moves  int          `json:"moves"` // that stand when it begins
	Before ai.Estimate  `json:"before"`
	After  *ai.Estimate `json:"after,omitempty"` // nil where the actions are not over
}

// coursePlace is the mean place that each seat is thought to come to, the first being 1,
// from what a spectator knows.
type coursePlace struct {
	Moves int           `json:"moves"`
	Seats []ai.Estimate `json:"seats"`
}

// along prints the chance along a transcript.
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

// chances walks a game. A turn's actions are over before the move that ends them, since that
// move draws cards.
func (c *course) chances(game lab.Entry, script *transcript.Transcript) error {
	e := game.Evaluator()
	c.Reference = e.Reference()
	first, err := engine.Begin(game.Rules, script.Header)
	if err != nil {
		return err
	}
	seats := engine.AllSeats(script.Header.Settings.Int("players"))
	moves := 0
	var last *ai.Evaluation // the newest position of a turn whose actions are open
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

// places walks a game of rivals and asks about every tenth move, and the end.
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
