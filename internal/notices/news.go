package notices

import (
	"slices"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/table"
)

// The kinds of news, each of which a person can switch off.
const (
	KindBegun   = "begun"   // a table is full, or its game has begun
	KindRematch = "rematch" // a new table with the same people
	KindNamed   = "named"   // a line of the talk names the person
)

// The ids of calls that are news of a table. No question has such an id, because those have a space.
const (
	newsFull    = "full"
	newsBegun   = "begun"
	newsRematch = "rematch"
)

// begunFor is how long the beginning of a game is news.
const begunFor = 10 * time.Minute

func isNews(call string) bool { return call == newsFull || call == newsBegun || call == newsRematch }

// kindOf returns the kind of a call, or "" for a question, which cannot be switched off.
func kindOf(call string) string {
	switch call {
	case newsFull, newsBegun:
		return KindBegun
	case newsRematch:
		return KindRematch
	}
	return ""
}

// newsOf returns what is new at a table for a person who sits there, or nil. Like a debt, it follows from the newest
// state alone. A table whose people play again is a rematch and never full, so that its host gets one notice.
func newsOf(t lobby.Table, s *table.State, person string, now time.Time) *call {
	c := &call{held: t.Held(person)}
	if c.held.Empty() || !hasCompany(t, person) {
		return nil
	}
	switch {
	case t.Status == lobby.Gathering && t.Previous != "":
		c.id = newsRematch
	case t.Status == lobby.Gathering && t.Host == person && t.Taken() == len(t.Seats):
		c.id = newsFull
	case t.Status == lobby.Playing && s != nil && !s.Over && now.Before(t.Started.Add(begunFor)) && s.AnsweredSince(0)&c.held == 0:
		c.id = newsBegun
	default:
		return nil
	}
	return c
}

// hasCompany reports whether another person sits at a table.
func hasCompany(t lobby.Table, person string) bool {
	return slices.ContainsFunc(t.Seats, func(s lobby.Seat) bool { return s.Holder != "" && s.Holder != person })
}
