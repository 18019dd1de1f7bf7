package live

import (
	"encoding/json"

	"theriac/engine"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// Thinking is the seats whose bots think about an answer that they owe.
type Thinking struct {
	Seats []int `json:"seats" doc:"None: the bots rest, or wait for somebody."`
}

// Reason is why a bot made a move. It is not stored, and sent to those who play
// together with the bot alone.
type Reason struct {
	Seat  int        `json:"seat"`
	Entry int        `json:"entry" doc:"The entry of the log with the move."`
	Key   string     `json:"key" doc:"A text of the catalogues."`
	Args  [][]string `json:"args" doc:"What the text names: pairs of a name and a value."`
}

// WakeBots wakes the bots of a table for somebody who sits there or is its host.
func (h *Hub) WakeBots(access lobby.Access) {
	if h.conf.Bots != nil && access.Table.Status == lobby.Playing && (access.Host || !access.Seats.Empty()) && !access.Table.Bots().Empty() {
		h.conf.Bots.Wake(access.Table.ID)
	}
}

// Thinking tells the streams of a table whose bots think.
func (h *Hub) Thinking(table string, seats engine.Seats) {
	if data, err := json.Marshal(seats); err == nil {
		_ = h.publish(table, newsThinking, data) // the next update says as much
	}
}

// Reason tells those who may hear it why a bot moved.
func (h *Hub) Reason(id string, r table.BotReason) {
	if data, err := json.Marshal(r); err == nil {
		_ = h.publish(id, newsReason, data) // it is nowhere else, and not needed
	}
}

// Hears says whether the holder of some seats, or a spectator, may hear why a bot moved.
func Hears(r table.BotReason, seats engine.Seats, late bool) bool {
	if seats.Empty() {
		return r.To&engine.Spectators != 0 && !late
	}
	return r.To&seats != 0 && r.To&seats == seats
}

// appendBots writes what the bots of the table do.
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
			continue // they changed seats meanwhile
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

// botsThink says whether there is anything to tell a new stream of the bots.
func (es *eventStream) botsThink() bool {
	es.topic.mu.Lock()
	defer es.topic.mu.Unlock()
	return !es.late && !es.topic.thinking.Empty()
}
