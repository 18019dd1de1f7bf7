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

// chooser answers the questions of a simulated game: at random, in a style, or with a bot. It receives the
// position but passes only a view on to the bot.
type chooser struct {
	style  *bots.Style
	player ai.Player
}

// newChooser returns the chooser for a name: "random", a style, a level, or one of the opponents used to
// measure levels. It returns nil if the name is unknown.
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

// errNoChooser returns an error that names the unknown chooser and lists the known ones.
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

// choose returns an answer of the seat whose moves are in list. memo holds what a bot wants to remember until
// its next answer.
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
