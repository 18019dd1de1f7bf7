package live

import "theriac/internal/httpapi/wire"

// Said is a chat message.
type Said struct {
	At     uint64       `json:"at" doc:"Its place: later messages have higher ones."`
	Person *wire.Player `json:"person,omitempty"`
	Team   *int         `json:"team,omitempty" doc:"For that team alone; left out where it is for the whole table."`
	Text   string       `json:"text"`
	When   int64        `json:"when" doc:"Milliseconds since 1970."`
}

// Presence is who is connected.
type Presence struct {
	Seats    []int `json:"seats"`
	Watchers int   `json:"watchers"`
}

// Ghost is a plan drawn for the others; with teams, for one's own. It is not stored.
type Ghost struct {
	Seat  int      `json:"seat" minimum:"0" maximum:"5"`
	Moves []string `json:"moves" maxItems:"24" doc:"In the notation of moves; an empty list removes the plan."`
}
