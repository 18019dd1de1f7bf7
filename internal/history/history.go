// Package history adds up what a person has played: how often they won, with whom, as
// what, and what they lost by.
//
// Everything follows from the outcomes that the server stored when games ended. It
// refuses to store anything, to believe a client, and to decide who may see it.
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

// The company in which a game was played.
const (
	Alone  = "alone"  // on all seats
	Bots   = "bots"   // beside bots and nobody else
	People = "people" // with at least one other person
)

// MaxGames is how many games are added up, the newest ones.
const MaxGames = 1000

// Game is one finished game of a person.
type Game struct {
	Table   string
	Game    string
	At      time.Time // its end
	Won     bool
	Cause   string // the rule that ended it, or lobby.GivenUp
	Turns   int
	Level   string   // how hard it is, as OPTION.VALUE, where there is such an option
	Roles   []string // what the person's seats played as, where the game has such
	Company string
}

// Of is a person's part in a table, where it was a game that they played to its end.
// Lessons and puzzles are none: their positions were chosen for somebody to win. Nor are
// branches, or games that were on a device: their cards are known. A seat at whose end a bot stood in is the bot's.
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

// Sum is some games, counted.
type Sum struct {
	Game   string // which game; empty: of all of them
	Key    string // what they have in common, such as a role
	Played int
	Won    int
}

// Sums are a person's games, counted in several ways.
type Sums struct {
	Played, Won int
	Games       []Sum // by game
	Levels      []Sum // by game and level, the easiest first
	Roles       []Sum // by game and role, the most played first; of several seats each counts
	Company     []Sum // by company
	Causes      []Sum // by game and cause: games that were lost, the most frequent first
}

// Add counts games.
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

// levelOf is the place of a level among those of its game.
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
