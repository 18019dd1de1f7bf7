package lab

import (
	"fmt"
	"slices"
	"strings"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// chooser answers the questions of a game that is simulated: by chance, by a style, or as
// a player that thinks. It is handed the position, and passes on no more than a view.
type chooser struct {
	style  *bots.Style
	player ai.Player
}

// newChooser finds who plays under a name: chance, a style, a level, or one of the
// opponents that levels are measured against. It is nil where nobody is called so.
func newChooser(name string) *chooser {
	if name == "random" {
		return &chooser{}
	}
	for i := range bots.Styles {
		if bots.Styles[i].Name == name {
			return &chooser{style: &bots.Styles[i].Style}
		}
	}
	for _, level := range slices.Concat(bots.Levels, bots.Opponents) {
		if level.Name == name {
			return &chooser{player: level.New()}
		}
	}
	return nil
}

// errNoChooser says that no bot or style has a name, and which there are.
func errNoChooser(name string) error {
	var names []string
	for _, level := range bots.Levels {
		names = append(names, level.Name)
	}
	for i := range bots.Styles {
		names = append(names, bots.Styles[i].Name)
	}
	return fmt.Errorf("no bot or style of the card game is called %s; there are random, %s", name, strings.Join(names, ", "))
}

// choose answers the open question for the seat whose moves are listed. The memo is what
// the player wants back.
func (c *chooser) choose(s *pharmacy.State, list []engine.Move, dice *ai.Dice, memo *[]byte) engine.Move {
	by := engine.SeatsOf(list[0].Seat)
	switch {
	case c.player != nil:
		v := s.Knows(by)
		seed := uint64(dice.N(1<<31))<<31 | uint64(dice.N(1<<31))
		a := c.player.Choose(&ai.Question{Seats: by, View: &v, Moves: list, Owing: by, Seed: seed, Memo: *memo})
		*memo = a.Memo
		return a.Move
	case c.style != nil:
		v := s.Knows(by)
		bot := bots.Pharmacist{Dice: *dice, Style: *c.style}
		m := bot.Choose(&v, list)
		*dice = bot.Dice
		return m
	}
	return list[dice.N(len(list))]
}
