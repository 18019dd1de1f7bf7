package live

import (
	"encoding/json"

	"theriac/engine"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// Thinking is the event that lists the seats whose bots are thinking about an answer.
type Thinking struct {
	Seats []int `json:"seats" doc:"None: the bots rest, or wait for somebody."`
}

// Reason is the event that explains a bot's move. It is not stored, and only the bot's partners get
// it.
type Reason struct {
	Seat  int        `json:"seat"`
	Entry int        `json:"entry" doc:"The entry of the log with the move."`
	Key   string     `json:"key" doc:"A text of the catalogues."`
	Args  [][]string `json:"args" doc:"What the text names: pairs of a name and a value."`
}

// WakeBots makes a table's bots play if the person hosts the table or holds a seat.
func (h *Hub) WakeBots(access lobby.Access) {
	if h.conf.Bots != nil && access.Table.Status == lobby.Playing && (access.Host || !access.Seats.Empty()) && !access.Table.Bots().Empty() {
		h.conf.Bots.Wake(access.Table.ID)
	}
}

// Thinking notifies a table's streams that the bots on these seats are thinking.
func (h *Hub) Thinking(table string, seats engine.Seats) {
	if data, err := json.Marshal(seats); err == nil {
		_ = h.publish(table, newsThinking, data) // if this fails, the next update contains the same information
	}
}

// Reason sends the reason for a bot's move to those who may see it.
func (h *Hub) Reason(id string, r table.BotReason) {
	if data, err := json.Marshal(r); err == nil {
		_ = h.publish(id, newsReason, data) // never repeated, since a lost reason does no harm
	}
}

// Hears reports whether the holder of seats may see the reason for a bot's move. A viewer without
// seats is a spectator; late means that the spectator sees the game with a delay.
func Hears(r table.BotReason, seats engine.Seats, late bool) bool {
	if seats.Empty() {
		return r.To&engine.Spectators != 0 && !late
	}
	return r.To&seats != 0 && r.To&seats == seats
}

// appendBots appends the events about the table's bots.
func (es *eventStream) appendBots(out []byte, p pending) []byte {
	if p.thinking && es.live != nil {
		es.topic.mu.Lock()
		seats := es.topic.thinking
		es.topic.mu.Unlock()
		if data, err := json.Marshal(Thinking{Seats: wire.SeatList(seats)}); err == nil {
			out = appendEvent(out, "thinking", data)
		}
	}
	for _, r := range p.reasons {
		if !Hears(r, es.access.Seats, es.late) {
			continue // the person's seats have changed since the reason was queued
		}
		why := Reason{Seat: int(r.Seat), Entry: r.Entry, Key: r.Key, Args: [][]string{}}
		for _, arg := range r.Args {
			why.Args = append(why.Args, arg[:])
		}
		if data, err := json.Marshal(why); err == nil {
			out = appendEvent(out, "reason", data)
		}
	}
	return out
}

// botsThink reports whether a newly opened stream must begin with the event Thinking, because bots
// are thinking and its viewer may know that.
func (es *eventStream) botsThink() bool {
	es.topic.mu.Lock()
	defer es.topic.mu.Unlock()
	return !es.late && !es.topic.thinking.Empty()
}
