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

// StoredMessage is a chat message as stored. A message to a team names the team: anyone who holds
// one of its seats when the message is delivered can read it.
type StoredMessage struct {
	Text string `json:"text"`
	When int64  `json:"when"`
	Room
}

// Room is the readers of a chat message: the whole table, a team, or those who watch the game.
type Room struct {
	Team     *int `json:"team,omitempty" doc:"For that team alone; left out where it is for the whole table."`
	Watchers bool `json:"watchers,omitempty" doc:"For those who watch the game, and nobody who plays it."`
}

// Whole reports whether a message is for the whole table.
func (r Room) Whole() bool { return r.Team == nil && !r.Watchers }

// Same reports whether two messages are for the same people.
func (r Room) Same(as Room) bool {
	return r.Watchers == as.Watchers && (r.Team == nil) == (as.Team == nil) && (r.Team == nil || *r.Team == *as.Team)
}

// readBy reports whether a person with this access may read messages in the room.
func (r Room) readBy(a *lobby.Access) bool {
	return (r.Team == nil || a.Reads(*r.Team)) && (!r.Watchers || a.ReadsWatchers())
}

// ReadMessage decodes a stored message.
func ReadMessage(l store.ChatLine) StoredMessage {
	var kept StoredMessage
	_ = json.Unmarshal(l.Data, &kept) // an unreadable message is treated as empty
	return kept
}

// chatMessage converts a stored message to the form that readers get, with the sender's current
// name. A forgotten person has no name.
func (h *Hub) chatMessage(ctx context.Context, l store.ChatLine) Said {
	kept := ReadMessage(l)
	return Said{At: l.At, Person: h.conf.Names.Player(ctx, l.Person), Room: kept.Room, Text: kept.Text, When: kept.When}
}

// Readable returns the newest messages of a table that a person may read, oldest first.
func (h *Hub) Readable(ctx context.Context, who identity.Person, table string, most int) ([]store.ChatLine, error) {
	lines, err := h.conf.Talk.Lines(ctx, table, 0, most)
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return nil, err
	}
	return h.readable(ctx, who, table, lines)
}

// readable drops messages that a moderator has removed, those of people whom the person blocks, and
// those in rooms that the person may not read. It reads the table's record later than the messages,
// so that a player who has left a team does not read what the team wrote afterwards. For the same
// reason, a person who has sat down does not read those who watch.
func (h *Hub) readable(ctx context.Context, who identity.Person, table string, lines []store.ChatLine) ([]store.ChatLine, error) {
	var access *lobby.Access
	out := make([]store.ChatLine, 0, len(lines))
	for _, l := range lines {
		if hidden, err := h.hidden(ctx, who.ID, table, l); err != nil {
			return nil, err
		} else if hidden {
			continue
		}
		if room := ReadMessage(l).Room; !room.Whole() {
			if access == nil {
				now, err := h.conf.Lobby.AccessNow(ctx, who, table)
				if err != nil && lobby.Refused(err) == "" {
					return nil, err
				}
				access = &now // a kicked player can read nothing
			}
			if !room.readBy(access) {
				continue
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// hidden reports whether a message is removed, or its sender blocked by the reader.
func (h *Hub) hidden(ctx context.Context, reader, table string, l store.ChatLine) (bool, error) {
	if h.conf.Order == nil {
		return false, nil
	}
	if h.conf.Order.Removed(table, l.At) {
		return true, nil
	}
	return h.conf.Order.Hides(ctx, reader, l.Person)
}

// appendChat appends the new chat messages that the client may read. Event ids count only messages
// that this client got, so that they do not reveal another team's chat.
func (es *eventStream) appendChat(ctx context.Context, out []byte) ([]byte, error) {
	first := es.lastRead == 0 && !es.resumed
	most := mostLines
	if first && es.access.Watches() && len(es.access.Table.Teams()) == 0 {
		most = firstLines
	} else if !es.access.Seats.Empty() && es.access.Table.Status != lobby.Gathering {
		most = manyLines // those of people who watch count too
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

// Say stores a chat message and sends it to those who may read the room.
func (h *Hub) Say(ctx context.Context, table, person, text string, to Room) (Said, error) {
	data, err := json.Marshal(StoredMessage{Text: text, When: h.conf.Now().UnixMilli(), Room: to})
	if err != nil {
		return Said{}, err
	}
	place, err := h.conf.Talk.Post(ctx, table, person, data)
	if err != nil {
		return Said{}, err
	}
	if h.conf.Standalone { // if there are other nodes, the store's feed delivers the message to all
		h.deliver(table, store.News{Kind: newsTalk, At: place, From: person, Data: data})
	}
	return h.chatMessage(ctx, store.ChatLine{At: place, Person: person, Data: data}), nil
}

// Draw shows a player's plan to everyone who follows the table, or only to the people on a team's
// seats.
func (h *Hub) Draw(table string, seat engine.Seat, moves []string, team engine.Seats) error {
	data, err := json.Marshal(ghost{Seat: seat, Moves: moves, Team: team})
	if err != nil {
		return err
	}
	return h.publish(table, newsGhost, data)
}
