package live

import (
	"context"
	"encoding/json"
	"errors"

	"theriac/engine"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// Line is the stored form of a chat message. A message to a team names the team:
// whoever holds a seat of it when the message is delivered may read it.
type Line struct {
	Text string `json:"text"`
	When int64  `json:"when"`
	Team *int   `json:"team,omitempty"`
}

// StoredLine reads a stored message.
func StoredLine(l store.ChatLine) Line {
	var kept Line
	_ = json.Unmarshal(l.Data, &kept) // an unreadable message is empty
	return kept
}

// chatMessage is a message as the others read it. The name is the current one: a forgotten
// person has none.
func (h *Hub) chatMessage(ctx context.Context, l store.ChatLine) Said {
	kept := StoredLine(l)
	return Said{At: l.At, Person: h.conf.Names.Player(ctx, l.Person), Team: kept.Team, Text: kept.Text, When: kept.When}
}

// readable leaves out the messages to teams that a person does not belong to. It
// reads the record after the messages: a player who left a team does not read what
// came afterwards.
func (h *Hub) readable(ctx context.Context, who identity.Person, table string, lines []store.ChatLine) ([]store.ChatLine, error) {
	var access *lobby.Access
	out := make([]store.ChatLine, 0, len(lines))
	for _, l := range lines {
		if team := StoredLine(l).Team; team != nil {
			if access == nil {
				now, err := h.conf.Lobby.AccessNow(ctx, who, table)
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
	ctx, cancel := context.WithTimeout(ctx, wire.Patience)
	defer cancel()
	lines, err := es.hub.conf.Talk.Lines(ctx, es.table, es.lastRead, most)
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return nil, err
	}
	newest := es.lastRead
	if len(lines) > 0 {
		newest = max(newest, lines[len(lines)-1].At)
	}
	if lines, err = es.hub.readable(ctx, es.who, es.table, lines); err != nil {
		return nil, err
	}
	if first {
		lines = lines[max(0, len(lines)-firstLines):]
	}
	for _, l := range lines {
		if l.At <= es.lastRead {
			continue
		}
		data, err := json.Marshal(es.hub.chatMessage(ctx, l))
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

// Say sends a message to a table, or to one of its teams.
func (h *Hub) Say(ctx context.Context, table, person, text string, team *int) (Said, error) {
	data, err := json.Marshal(Line{Text: text, When: h.conf.Now().UnixMilli(), Team: team})
	if err != nil {
		return Said{}, err
	}
	place, err := h.conf.Talk.Post(ctx, table, person, data)
	if err != nil {
		return Said{}, err
	}
	if h.conf.Alone { // otherwise the store's feed reaches every node
		h.deliver(table, store.News{Kind: newsTalk, At: place, From: person, Data: data})
	}
	return h.chatMessage(ctx, store.ChatLine{At: place, Person: person, Data: data}), nil
}

// Draw shows a plan to those who follow a table, or to a team's seats among them.
func (h *Hub) Draw(table string, seat engine.Seat, moves []string, team engine.Seats) error {
	data, err := json.Marshal(ghost{Seat: seat, Moves: moves, Team: team})
	if err != nil {
		return err
	}
	return h.publish(table, newsGhost, data)
}
