// Package history computes statistics of the games that a person has played: how often they won,
// with what company and in which roles, and how they lost.
//
// It computes everything from the outcomes that the server stored when games ended. By design it
// refuses to store anything, to trust data from clients, and to decide who can see the statistics.
package history

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/lobby"
)

// The kinds of company in which a person can play a game.
const (
	Alone  = "alone"  // holding all seats
	Bots   = "bots"   // with bots and no other person
	People = "people" // with at least one other person
)

// MaxGames is the largest number of games that the statistics cover, newest first.
const MaxGames = 1000

// Game is one finished game of a person.
type Game struct {
	Table   string
	Game    string
	At      time.Time // when the game ended
	Won     bool
	Cause   string // rule that ended the game, or lobby.GivenUp
	Turns   int
	Level   string   // difficulty as OPTION.VALUE, if the game has such an option
	Roles   []string // the roles of the person's seats, if the game has roles
	Company string
}

// Of returns a person's part in a finished game, or false if the game does not count for them. Only
// games that the person played to the end count. Lessons and puzzles do not count, because their
// positions were chosen to be winnable. Branches and games from a device do not count either,
// because their cards may be known. If a bot held a seat at the end, the seat counts for the bot.
func Of(t lobby.Table, person string) (Game, bool) {
	held := t.Held(person)
	for i, s := range t.Seats {
		if s.Standin != "" {
			held = held.Without(engine.Seat(i))
		}
	}
	if t.Status != lobby.Finished || held.Empty() || t.Lesson != "" || t.Puzzle != "" || t.Branch != nil || t.Carried != nil {
		return Game{}, false
	}
	g := Game{
		Table: t.ID, Game: t.Game, At: t.Finished, Won: t.Outcome.Won&held != 0, Cause: t.Outcome.Cause, Turns: t.Outcome.Turns, Company: companyOf(t, person),
	}
	if e, ok := games.FindEntry(t.Game); ok && e.Level != "" {
		g.Level = e.Level + "." + t.Settings.Get(e.Level)
	}
	for seat := range held.Each {
		if int(seat) < len(t.Outcome.Cast) && t.Outcome.Cast[seat] != "" {
			g.Roles = append(g.Roles, t.Outcome.Cast[seat])
		}
	}
	return g, true
}

func companyOf(t lobby.Table, person string) string {
	bots := false
	for _, s := range t.Seats {
		if s.Holder != "" && s.Holder != person {
			return People
		}
		bots = bots || s.Bot != ""
	}
	if bots {
		return Bots
	}
	return Alone
}

// Sum counts games that have something in common.
type Sum struct {
	Game   string // empty means all games
	Key    string // the role, level or other key that the games share; empty if they share none
	Played int
	Won    int
}

// Sums counts a person's games, grouped in several ways.
type Sums struct {
	Played, Won int
	Games       []Sum // by game
	Levels      []Sum // by game and level, easiest first
	Roles       []Sum // by game and role, most played first; a person with several seats counts once per role
	Company     []Sum // by company
	Causes      []Sum // games lost, by game and cause, most frequent first
}

// Add computes the statistics of a list of games.
func Add(list []Game) Sums {
	s := Sums{Played: len(list)}
	var byGame, levels, roles, company, causes counts
	for _, g := range list {
		if g.Won {
			s.Won++
		} else {
			causes.add(g, g.Game, g.Cause)
		}
		byGame.add(g, g.Game, "")
		company.add(g, "", g.Company)
		if g.Level != "" {
			levels.add(g, g.Game, g.Level)
		}
		for _, role := range g.Roles {
			roles.add(g, g.Game, role)
		}
	}
	s.Games = byGame.sorted(byPlayed)
	s.Levels = levels.sorted(func(a, b Sum) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(levelOf(a), levelOf(b)), cmp.Compare(a.Key, b.Key))
	})
	s.Roles, s.Company, s.Causes = roles.sorted(byPlayed), company.sorted(byPlayed), causes.sorted(byPlayed)
	return s
}

// levelOf returns the position of a difficulty level among the levels of its game, for sorting.
func levelOf(s Sum) int {
	e, ok := games.FindEntry(s.Game)
	if !ok {
		return 0
	}
	for _, o := range e.Rules.Options() {
		if o.Name == e.Level {
			return slices.Index(o.Values, strings.TrimPrefix(s.Key, e.Level+"."))
		}
	}
	return 0
}

func byPlayed(a, b Sum) int {
	return cmp.Or(cmp.Compare(b.Played, a.Played), cmp.Compare(b.Won, a.Won), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Key, b.Key))
}

type counts map[[2]string]*Sum

func (c *counts) add(g Game, game, key string) {
	if *c == nil {
		*c = counts{}
	}
	at := [2]string{game, key}
	if (*c)[at] == nil {
		(*c)[at] = &Sum{Game: game, Key: key}
	}
	(*c)[at].Played++
	if g.Won {
		(*c)[at].Won++
	}
}

func (c counts) sorted(order func(a, b Sum) int) []Sum {
	list := make([]Sum, 0, len(c))
	for _, s := range c {
		list = append(list, *s)
	}
	slices.SortFunc(list, order)
	return list
}
