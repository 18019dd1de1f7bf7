package live

import "theriac/internal/httpapi/wire"

// Said is the event for a chat message.
type Said struct {
	At     uint64       `json:"at" doc:"Its place: later messages have higher ones."`
	Person *wire.Player `json:"person,omitempty"`
	Text   string       `json:"text"`
	When   int64        `json:"when" doc:"Milliseconds since 1970."`
	Room
}

// Gone is the event that ends the stream of a person who may no longer follow the table.
type Gone struct {
	ID string `json:"id" doc:"The refusal that an operation at the table has from now on, such as removed-here or banned."`
}

// appendGone appends the event that ends a person's stream, with the id of a refusal.
func appendGone(out []byte, id string) []byte {
	return append(append(append(out, "event: gone\ndata: {\"id\":\""...), id...), "\"}\n\n"...)
}

// appendEvent appends an event of the stream.
func appendEvent(out []byte, event string, data []byte) []byte {
	out = append(append(append(out, "event: "...), event...), '\n')
	out = append(append(out, "data: "...), data...)
	return append(out, "\n\n"...)
}

// Presence is the event that lists who is connected to a table.
type Presence struct {
	Seats    []int `json:"seats"`
	Watchers int   `json:"watchers"`
}

// Ghost is the event for a plan that a player drew. In games with teams, only the player's team
// gets it. It is not stored.
type Ghost struct {
	Seat  int      `json:"seat" minimum:"0" maximum:"5"`
	Moves []string `json:"moves" maxItems:"24" doc:"In the notation of moves; an empty list removes the plan."`
}
