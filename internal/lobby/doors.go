package lobby

import (
	"context"

	"theriac/internal/identity"
)

// door returns an error if a person may not come to the table because of the server's doors. They guard public tables.
// A person who belongs to the table was invited or let in, and stays.
func (l *Lobby) door(ctx context.Context, by identity.Person, r *tableRecord) error {
	if !r.Public || r.belongs(by.ID) {
		return nil
	}
	return l.inside(ctx, by)
}

// inside returns an error unless the server's doors are open to the person.
func (l *Lobby) inside(ctx context.Context, by identity.Person) error {
	if l.conf.Admits == nil {
		return nil
	}
	return l.conf.Admits(ctx, by)
}

// PlayedOut returns how many games a person has played to their end, but no more than "most". It does not count games
// that were given up, lessons and puzzles, and looks only at the person's newest games.
func (l *Lobby) PlayedOut(ctx context.Context, person string, most int) (int, error) {
	const newest = 40
	list, _, err := l.FinishedOf(ctx, person, newest)
	n := 0
	for _, t := range list {
		if t.Outcome.Cause != GivenUp && t.Lesson == "" && t.Puzzle == "" && n < most {
			n++
		}
	}
	return n, err
}
