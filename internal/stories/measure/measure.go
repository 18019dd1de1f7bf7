// Package measure checks stories of games that bots play: whether skill and luck add up, what a story costs,
// and whether it finds planted blunders.
//
// By design it refuses to be part of the server: it plays and evaluates games itself.
package measure

import (
	"fmt"
	"strings"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/games"
)

// Config configures which games to play and examine.
type Config struct {
	Game     string
	Settings engine.Settings
	Bot      string
	Seed     uint64
	Budget   story.Budget
}

// Game is a finished game of bots.
type Game struct {
	Header engine.Header
	Moves  []engine.Move
}

// begin deals the n-th game.
func (c *Config) begin(n int) (*table, error) {
	e, ok := games.FindEntry(c.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s", c.Game)
	}
	set, err := engine.Resolve(e.Rules.Options(), c.Settings)
	if err != nil {
		return nil, err
	}
	t := &table{Game: Game{Header: engine.Header{
		Game: c.Game, Revision: e.Rules.Revision(), Settings: set, Seed: engine.NumberedSeed(c.Seed<<20 + uint64(n)),
	}}}
	var names []string
	for _, l := range e.Bots {
		names = append(names, l.Name)
		if l.Name == c.Bot {
			t.player = l.New()
		}
	}
	if t.player == nil {
		return nil, fmt.Errorf("there is no level %s; there are %s", c.Bot, strings.Join(names, ", "))
	}
	t.seats = engine.AllSeats(set.Int("players"))
	t.s, err = e.Rules.New(t.Header)
	return t, err
}

// Play has a bot play the n-th game to its end.
func (c *Config) Play(n int) (Game, error) {
	t, err := c.begin(n)
	if err != nil {
		return Game{}, err
	}
	for !t.s.Decision().Over {
		t.step()
	}
	return t.Game, nil
}

// table is a running game in which one bot plays all seats.
type table struct {
	Game
	s      engine.Session
	seats  engine.Seats
	player ai.Player
	memo   []byte
}

// step has the bot make one move.
func (t *table) step() {
	d := t.s.Decision()
	var list []engine.Move
	for seat := range t.seats.Each {
		list = t.s.AppendMoves(list, seat)
	}
	a := t.player.Choose(&ai.Question{
		Seats: t.seats, View: t.s.View(t.seats), Moves: list, Owing: d.Owing(), Seed: t.Header.Seed.Number<<10 + uint64(len(t.Moves)), Memo: t.memo,
	})
	t.memo = a.Memo
	t.play(a.Move)
}

// play makes the given move.
func (t *table) play(m engine.Move) {
	if _, _, err := t.s.Play(m); err != nil {
		panic("measure: " + err.Error()) // cannot happen: the move is legal
	}
	t.Moves = append(t.Moves, m)
}
