package httpapi

import (
	"context"
	"encoding/json"
	"errors"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// line is how a line of talk is kept. One that was said to a team names it: who
// may read it follows from who is of that team when it is told.
type line struct {
	Text string `json:"text"`
	When int64  `json:"when"`
	Team *int   `json:"team,omitempty"`
}

func keptLine(l store.ChatLine) line {
	var kept line
	_ = json.Unmarshal(l.Data, &kept) // what cannot be read is an empty line
	return kept
}

// toTeam is what a line says that is for one's own team.
const toTeam = "team"

// audience is the team that somebody speaks to, or nothing for the table. Who
// plays all sides has nobody to tell it to.
func audience(access lobby.Access, to string) (*int, error) {
	if to != toTeam {
		return nil, nil
	}
	if len(access.Table.Teams()) == 0 {
		return nil, lobby.Refusal{ID: lobby.NoTeams}
	}
	if access.Seats.Empty() {
		return nil, lobby.Refusal{ID: lobby.NotSeated}
	}
	side, ok := access.Table.Side(access.Seats)
	if !ok {
		return nil, lobby.Refusal{ID: lobby.OneTeam}
	}
	return &side, nil
}

// saying is a line as the others read it. The name is looked up now: who was
// forgotten has none.
func (a *API) saying(ctx context.Context, l store.ChatLine) Said {
	kept := keptLine(l)
	return Said{At: l.At, Person: a.player(ctx, l.Person), Team: kept.Team, Text: kept.Text, When: kept.When}
}

// readable leaves out what was said to a team that somebody is not of. The record
// is looked at after the lines were: who left a team before something was said
// does not read it.
func (a *API) readable(ctx context.Context, who identity.Person, table string, lines []store.ChatLine) ([]store.ChatLine, error) {
	var access *lobby.Access
	out := make([]store.ChatLine, 0, len(lines))
	for _, l := range lines {
		if team := keptLine(l).Team; team != nil {
			if access == nil {
				now, err := a.conf.Lobby.AccessNow(ctx, who, table)
				if err != nil && lobby.Refused(err) == "" {
					return nil, err
				}
				access = &now // who was sent away reads nothing
			}
			if !access.Reads(*team) {
				continue
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// appendTalk tells what was said since. The ids of events name what was told, so
// that nobody learns from them that another team talks.
func (f *eventStream) appendTalk(ctx context.Context, out []byte) ([]byte, error) {
	first := f.heard == 0 && !f.resumed
	most := mostLines
	if first && len(f.access.Table.Teams()) == 0 {
		most = firstLines
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	lines, err := f.a.conf.Talk.Lines(ctx, f.table, f.heard, most)
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return nil, err
	}
	newest := f.heard
	if len(lines) > 0 {
		newest = max(newest, lines[len(lines)-1].At)
	}
	if lines, err = f.a.readable(ctx, f.who, f.table, lines); err != nil {
		return nil, err
	}
	if first {
		lines = lines[max(0, len(lines)-firstLines):]
	}
	for _, l := range lines {
		if l.At <= f.heard {
			continue
		}
		data, err := json.Marshal(f.a.saying(ctx, l))
		if err != nil {
			return nil, err
		}
		f.said = l.At
		out = f.appendID(append(out, "event: talk\n"...))
		out = append(append(append(out, "data: "...), data...), "\n\n"...)
	}
	f.heard = newest
	return out, nil
}
