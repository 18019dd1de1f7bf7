package httpapi

import (
	"context"
	"encoding/json"
	"errors"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// line is the stored form of a chat message. A message to a team names the team:
// whoever holds a seat of it when the message is delivered may read it.
type line struct {
	Text string `json:"text"`
	When int64  `json:"when"`
	Team *int   `json:"team,omitempty"`
}

func storedLine(l store.ChatLine) line {
	var kept line
	_ = json.Unmarshal(l.Data, &kept) // an unreadable message is empty
	return kept
}

// toTeam marks a message to one's own team.
const toTeam = "team"

// audience is the team that a message is for, or nil for the table. A person who
// plays all sides has no team to write to.
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

// chatMessage is a message as the others read it. The name is the current one: a forgotten
// person has none.
func (a *API) chatMessage(ctx context.Context, l store.ChatLine) Said {
	kept := storedLine(l)
	return Said{At: l.At, Person: a.player(ctx, l.Person), Team: kept.Team, Text: kept.Text, When: kept.When}
}

// readable leaves out the messages to teams that a person does not belong to. It
// reads the record after the messages: a player who left a team does not read what
// came afterwards.
func (a *API) readable(ctx context.Context, who identity.Person, table string, lines []store.ChatLine) ([]store.ChatLine, error) {
	var access *lobby.Access
	out := make([]store.ChatLine, 0, len(lines))
	for _, l := range lines {
		if team := storedLine(l).Team; team != nil {
			if access == nil {
				now, err := a.conf.Lobby.AccessNow(ctx, who, table)
				if err != nil && lobby.Refused(err) == "" {
					return nil, err
				}
				access = &now // a kicked player reads nothing
			}
			if !access.Reads(*team) {
				continue
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// appendChat writes the new messages. The ids of events count only what this client
// got, so that nobody learns from them that another team chats.
func (es *eventStream) appendChat(ctx context.Context, out []byte) ([]byte, error) {
	first := es.lastRead == 0 && !es.resumed
	most := mostLines
	if first && len(es.access.Table.Teams()) == 0 {
		most = firstLines
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	lines, err := es.a.conf.Talk.Lines(ctx, es.table, es.lastRead, most)
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return nil, err
	}
	newest := es.lastRead
	if len(lines) > 0 {
		newest = max(newest, lines[len(lines)-1].At)
	}
	if lines, err = es.a.readable(ctx, es.who, es.table, lines); err != nil {
		return nil, err
	}
	if first {
		lines = lines[max(0, len(lines)-firstLines):]
	}
	for _, l := range lines {
		if l.At <= es.lastRead {
			continue
		}
		data, err := json.Marshal(es.a.chatMessage(ctx, l))
		if err != nil {
			return nil, err
		}
		es.lastSent = l.At
		out = es.appendID(append(out, "event: talk\n"...))
		out = append(append(append(out, "data: "...), data...), "\n\n"...)
	}
	es.lastRead = newest
	return out, nil
}
