package lobby

import (
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// Status is a stage in the life of a table.
type Status string

// The statuses of a table.
const (
	Gathering Status = "gathering"
	Playing   Status = "playing"
	Finished  Status = "finished"
	Closed    Status = "closed" // closed before its game began
	TakenDown Status = "taken-down"
)

// Running reports whether the table waits for players or has a running game.
func (s Status) Running() bool { return s == Gathering || s == Playing }

// Watch is how much spectators may see.
type Watch string

// The levels of Watch, from least to most.
const (
	WatchNobody  Watch = "nobody"
	WatchHidden  Watch = "hidden"  // only cards that all seats see
	WatchDelayed Watch = "delayed" // all hands, after a delay
	WatchOpen    Watch = "open"    // all hands
)

func watches() []Watch { return []Watch{WatchNobody, WatchHidden, WatchDelayed, WatchOpen} }

// The kinds of clocks: one for people who play live, one for people who play at different times.
const (
	ClockLive = "live"
	ClockSlow = "slow"
)

// Clock is how long a seat has before the table continues without its answer. The limit is per turn if people
// play live, and per answer if they play at different times. Every table has a clock, so that no game can hang.
type Clock struct {
	Kind  string        `json:"kind"`
	Limit time.Duration `json:"limit"`
}

// Seat is one seat at a table. Its id is part of the game's header and does not reveal its holder.
type Seat struct {
	ID     string `json:"id"`
	Holder string `json:"holder,omitempty"` // id of a person, or empty
	Nonce  string `json:"nonce,omitempty"`  // the seat's contribution to the shuffle
	// Kicked means that the seat's holder was kicked during the game. Neither the host nor another player at
	// the table may see the hand.
	Kicked bool `json:"kicked,omitempty"`
	// Stood is the player who stood up from the seat during the game and has seen no other hand since. They may
	// come back while the seat is free.
	Stood string `json:"stood,omitempty"`
	// Bot is the level of the bot that has the seat. Such a seat has no holder.
	Bot string `json:"bot,omitempty"`
	// Standin is the level of a bot that temporarily plays for the holder.
	Standin string `json:"standin,omitempty"`
	// Missed counts how often in a row the holder's clock has run out, if the table has a takeover.
	Missed int `json:"missed,omitempty"`
	// Granted is the entry of the log by which those present last gave the seat to a bot.
	Granted int `json:"granted,omitempty"`
	// Kept is the person who may take the bot's seat for a short time. It is replaced, never changed.
	Kept *Keep `json:"kept,omitempty"`
}

// The formats of a webhook, and the events that trigger it.
const (
	FormatJSON    = "json"
	FormatDiscord = "discord"
	OnOwed        = "owed" // called whenever the seat owes an answer
	OnTurn        = "turn" // called only on the seat's own turn
	OnOff         = "off"
)

// Hook is an address that the server calls when the game waits for a seat. It belongs to the holder of the
// seat.
type Hook struct {
	ID   string `json:"id"`
	Seat int    `json:"seat"`
	URL  string `json:"url"`
	Form string `json:"form"`
	On   string `json:"on"`
}

// Outcome is how the game ended.
type Outcome struct {
	Cause string       `json:"cause"` // id of the rule that ended the game
	Won   engine.Seats `json:"won"`
	// Ranks and Points have one number per seat, if the game was played to its end.
	Ranks  []int `json:"ranks,omitempty"`
	Points []int `json:"points,omitempty"`
	// Turns is how many turns were begun. Figures are further numbers for comparing games, such as the number of
	// outbreaks. Cast has the role of each seat, if the game has roles.
	Turns   int      `json:"turns,omitempty"`
	Figures []Figure `json:"figures,omitempty"`
	Cast    []string `json:"cast,omitempty"`
}

// Figure is a number for comparing finished games, such as the number of outbreaks.
type Figure struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Less  bool   `json:"less,omitempty"` // a lower value is better than a higher one
}

// GivenUp is the cause in the Outcome of a game that was given up.
const GivenUp = "given-up"

// OutcomeOf returns the outcome of a finished game. seats are the seats of the game.
func OutcomeOf(r engine.Result, seats engine.Seats) Outcome {
	o := Outcome{Cause: r.Cause, Won: r.Won & seats}
	for seat := range seats.Each {
		o.Ranks = append(o.Ranks, int(r.Rank[seat]))
		o.Points = append(o.Points, int(r.Points[seat]))
	}
	return o
}

// Table is one table as the server knows it. No player may see all of it, because it includes webhooks, guests
// and banned people. It has no seed.
type Table struct {
	ID       string          `json:"id"`
	Game     string          `json:"game"`
	Revision int             `json:"revision,omitempty"` // the revision of the rules, once the game has started
	Settings engine.Settings `json:"settings"`
	Cards    string          `json:"cards,omitempty"` // a group's own cards, if these replace the game's cards
	// Deal is the number of an open deal, at least 1. A number always gives the same cards, so anyone who
	// knows it can look them up. 0 means a secret deal, which is the usual case.
	Deal       uint64     `json:"deal,omitempty"`
	Lesson     string     `json:"lesson,omitempty"` // the lesson that the table plays
	Shared     *Shared    `json:"shared,omitempty"` // never changes
	Dealt      []string   `json:"dealt,omitempty"`  // for a duplicate: the people who have seen this table's cards
	Puzzle     string     `json:"puzzle,omitempty"` // the puzzle that is played at the table
	Branch     *Branch    `json:"branch,omitempty"` // the game that the table continues; never changes
	Carried    *Carried   `json:"carried,omitempty"`
	Title      string     `json:"title,omitempty"`
	Host       string     `json:"host,omitempty"`
	Public     bool       `json:"public,omitempty"`
	OnePerson  bool       `json:"one-person,omitempty"` // no person may hold two seats
	Listen     bool       `json:"listen,omitempty"`     // whether teams may read each other's chats
	Gallery    *bool      `json:"gallery,omitempty"`    // the host's decision whether those who watch can talk, or nil
	Watch      Watch      `json:"watch"`
	Clock      Clock      `json:"clock"`
	Status     Status     `json:"status"`
	Created    time.Time  `json:"created"`
	Updated    time.Time  `json:"updated"`
	Started    time.Time  `json:"started,omitzero"`
	Finished   time.Time  `json:"finished,omitzero"`
	Outcome    Outcome    `json:"outcome,omitzero"`
	Reason     string     `json:"reason,omitempty"` // why an operator took the table down
	Seats      []Seat     `json:"seats"`
	Commitment string     `json:"commitment,omitempty"` // the commitment to a secret deal; public from the beginning
	Previous   string     `json:"previous,omitempty"`
	Next       string     `json:"next,omitempty"` // the id of the rematch
	Guests     []string   `json:"guests,omitempty"`
	Muted      []string   `json:"muted,omitempty"`
	Banned     []string   `json:"banned,omitempty"`
	Removed    []Removal  `json:"removed,omitempty"`
	Knocks     []Arrived  `json:"knocks,omitempty"`   // people who ask the host to let them sit
	Admitted   []string   `json:"admitted,omitempty"` // people whom the host let sit
	Arrived    []Arrived  `json:"arrived,omitempty"`
	Helpers    []string   `json:"helpers,omitempty"` // people who may start the game and take all free seats
	Present    []Presence `json:"present,omitempty"`
	Left       []Left     `json:"left,omitempty"`
	Webhooks   []Hook     `json:"webhooks,omitempty"`
	BotPace    string     `json:"bot-pace,omitempty"` // how fast the table's bots move; empty means the normal pace
	Takeover   *Takeover  `json:"takeover,omitempty"` // when a bot starts to play for a holder whose clock runs out
	Hall       *Hall      `json:"hall,omitempty"`     // what the table says to people who look for company; never changes
	Ready      []string   `json:"ready,omitempty"`    // people who are ready for the game to begin
	// HostInvites means that only the host may invite people, and no other player.
	HostInvites bool      `json:"host-invites,omitempty"`
	Shut        bool      `json:"shut,omitempty"`     // bots keep their seats during the game
	Released    bool      `json:"released,omitempty"` // everyone may replay the game of this private table
	Code        string    `json:"code,omitempty"`     // by which people join; see ShowCode
	CodeUntil   time.Time `json:"code-until,omitzero"`
	Came        []string  `json:"came,omitempty"`    // people who gave up a seat during the game, took a bot's seat, or were refused one
	Advised     *bool     `json:"advised,omitempty"` // the host's decision whether players may ask for advice, or nil
}

// Held returns the seats that a person holds.
func (t *Table) Held(person string) engine.Seats {
	var set engine.Seats
	for i, s := range t.Seats {
		if person != "" && s.Holder == person {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Back returns the seats that a person left and to which they may come back.
func (t *Table) Back(person string) engine.Seats {
	var set engine.Seats
	for i, s := range t.Seats {
		if person != "" && s.Stood == person && t.Status == Playing {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Taken returns how many seats a person or a bot has.
func (t *Table) Taken() int {
	n := 0
	for _, s := range t.Seats {
		if s.Holder != "" || s.Bot != "" {
			n++
		}
	}
	return n
}

// Knows reports whether a person may see the table.
func (t *Table) Knows(person string) bool {
	return t.Public || t.belongs(person)
}

// belongs reports whether a person has a part in the table: as host, as holder of a seat, or as guest.
func (t *Table) belongs(person string) bool {
	return person != "" && (person == t.Host || !t.Held(person).Empty() || slices.Contains(t.Guests, person))
}

// mentions returns the ids of all people in the record.
func (t *Table) mentions() []string {
	all := slices.Concat([]string{t.Host}, t.Guests, t.Muted, t.Banned, t.Dealt, t.Admitted, t.Helpers, t.Came, t.Ready)
	for _, s := range t.Seats {
		all = append(all, s.Holder, s.Stood)
		if s.Kept != nil {
			all = append(all, s.Kept.Person)
		}
	}
	for _, l := range t.Left {
		all = append(all, l.Person)
	}
	for _, m := range t.Removed {
		all = append(all, m.Person)
	}
	for _, a := range slices.Concat(t.Knocks, t.Arrived) {
		all = append(all, a.Person)
	}
	for _, p := range t.Present {
		all = append(all, p.Person)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p string) bool { return p == "" })
}

// SeatCount returns how many seats a game with these settings has: the value of its option "players", or 1 if
// it has no such option.
func SeatCount(s engine.Settings) int {
	n := s.Int("players")
	if n < 1 {
		n = 1
	}
	return n
}

func isTable(id string) bool { return identity.IsID(id, TableLength) }
