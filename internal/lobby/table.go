package lobby

import (
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// Status is the status of a table.
type Status string

// The statuses.
const (
	Gathering Status = "gathering"
	Playing   Status = "playing"
	Finished  Status = "finished"
	Closed    Status = "closed" // never played
	TakenDown Status = "taken-down"
)

// Running says whether people can still take a seat.
func (s Status) Running() bool { return s == Gathering || s == Playing }

// Watch is what spectators may see.
type Watch string

// The ways to watch, from least to most.
const (
	WatchNobody  Watch = "nobody"
	WatchHidden  Watch = "hidden"  // what lies open on the table
	WatchDelayed Watch = "delayed" // all hands, later
	WatchOpen    Watch = "open"    // all hands
)

func watches() []Watch { return []Watch{WatchNobody, WatchHidden, WatchDelayed, WatchOpen} }

// The kinds of clocks.
const (
	ClockLive = "live"
	ClockSlow = "slow"
)

// Clock is how long a seat has before the table goes on without it: per turn where
// people sit together, per answer where they come by. Every table has one, so a game
// cannot hang.
type Clock struct {
	Kind  string        `json:"kind"`
	Limit time.Duration `json:"limit"`
}

// Seat is one seat. Its id goes into the game's header and says nothing about its
// holder.
type Seat struct {
	ID     string `json:"id"`
	Holder string `json:"holder,omitempty"` // a person, or nobody
	Nonce  string `json:"nonce,omitempty"`  // its part in the shuffle
	// Kicked says that its holder was kicked while the game ran. The hand is not the
	// host's to see, nor another player's.
	Kicked bool `json:"kicked,omitempty"`
	// Stood is the player who stood up from it while the game ran and has seen no hand
	// but their own since. They may come back as long as nobody sits there.
	Stood string `json:"stood,omitempty"`
	// Bot is the level of the bot that the seat is given to. Nobody holds it then.
	Bot string `json:"bot,omitempty"`
	// Standin is the level of a bot that plays for the holder for the time being.
	Standin string `json:"standin,omitempty"`
	// Missed is how often the holder let the clock run out since they last moved, where
	// the table has a takeover.
	Missed int `json:"missed,omitempty"`
}

// The formats of a webhook, and when it is called.
const (
	FormJSON    = "json"
	FormDiscord = "discord"
	OnOwed      = "owed" // whenever the seat owes an answer
	OnTurn      = "turn" // only on its own turn
	OnOff       = "off"
)

// Hook is an address to call when the game waits for a seat. It belongs to the holder
// of the seat.
type Hook struct {
	ID   string `json:"id"`
	Seat int    `json:"seat"`
	URL  string `json:"url"`
	Form string `json:"form"`
	On   string `json:"on"`
}

// Outcome is how the game ended.
type Outcome struct {
	Cause string       `json:"cause"` // the rule that ended it
	Won   engine.Seats `json:"won"`
	// Ranks and Points are per seat, where the game was played out.
	Ranks  []int `json:"ranks,omitempty"`
	Points []int `json:"points,omitempty"`
	// Turns is how many turns were begun, Figures what the game is compared by beside,
	// Cast what each seat played as, where the game has such.
	Turns   int      `json:"turns,omitempty"`
	Figures []Figure `json:"figures,omitempty"`
	Cast    []string `json:"cast,omitempty"`
}

// Figure is a number of a finished game.
type Figure struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Less  bool   `json:"less,omitempty"` // less of it is better
}

// GivenUp is the cause of a game that its seats gave up.
const GivenUp = "given-up"

// OutcomeOf is the outcome of a game that was played out by some seats.
func OutcomeOf(r engine.Result, seats engine.Seats) Outcome {
	o := Outcome{Cause: r.Cause, Won: r.Won & seats}
	for seat := range seats.Each {
		o.Ranks = append(o.Ranks, int(r.Rank[seat]))
		o.Points = append(o.Points, int(r.Points[seat]))
	}
	return o
}

// Table is one table as the server knows it. It is not what a player sees: it has the
// hooks, the guests and the banned. It has no seed.
type Table struct {
	ID       string          `json:"id"`
	Game     string          `json:"game"`
	Revision int             `json:"revision,omitempty"` // of the rules, once it has started
	Settings engine.Settings `json:"settings"`
	Cards    string          `json:"cards,omitempty"` // the group's own, where they replace the game's
	// Deal is the number of an open deal, from 1: the same number is the same cards, and
	// whoever knows it can look them up. 0 is a secret deal, as usual.
	Deal       uint64    `json:"deal,omitempty"`
	Lesson     string    `json:"lesson,omitempty"` // the lesson that it is
	Shared     *Shared   `json:"shared,omitempty"` // never changed
	Dealt      []string  `json:"dealt,omitempty"`  // of a duplicate: who has seen its cards
	Puzzle     string    `json:"puzzle,omitempty"` // the puzzle that is solved at it
	Branch     *Branch   `json:"branch,omitempty"` // the game that it goes on from; never changed
	Carried    *Carried  `json:"carried,omitempty"`
	Title      string    `json:"title,omitempty"`
	Host       string    `json:"host,omitempty"`
	Public     bool      `json:"public,omitempty"`
	OnePerson  bool      `json:"one-person,omitempty"` // nobody may hold two seats
	Listen     bool      `json:"listen,omitempty"`     // rivals may read a team's chat
	Watch      Watch     `json:"watch"`
	Clock      Clock     `json:"clock"`
	Status     Status    `json:"status"`
	Created    time.Time `json:"created"`
	Updated    time.Time `json:"updated"`
	Started    time.Time `json:"started,omitzero"`
	Finished   time.Time `json:"finished,omitzero"`
	Outcome    Outcome   `json:"outcome,omitzero"`
	Reason     string    `json:"reason,omitempty"` // why it was taken down
	Seats      []Seat    `json:"seats"`
	Commitment string    `json:"commitment,omitempty"` // to the seed of a secret deal, shown from the beginning
	Previous   string    `json:"previous,omitempty"`
	Next       string    `json:"next,omitempty"` // the rematch
	Guests     []string  `json:"guests,omitempty"`
	Muted      []string  `json:"muted,omitempty"`
	Banned     []string  `json:"banned,omitempty"`
	Left       []Left    `json:"left,omitempty"`
	Webhooks   []Hook    `json:"webhooks,omitempty"`
	Reports    int       `json:"reports,omitempty"`
	BotPace    string    `json:"bot-pace,omitempty"` // how fast its bots move; empty: normal
	Takeover   *Takeover `json:"takeover,omitempty"` // bots stand in by themselves
	Advised    *bool     `json:"advised,omitempty"`  // whether who sits here may ask for advice, where the host said so
}

// Held is the seats that a person holds.
func (t *Table) Held(person string) engine.Seats {
	var set engine.Seats
	for i, s := range t.Seats {
		if person != "" && s.Holder == person {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Back is the seats that a person may come back to, having stood up from them.
func (t *Table) Back(person string) engine.Seats {
	var set engine.Seats
	for i, s := range t.Seats {
		if person != "" && s.Stood == person && t.Status == Playing {
			set = set.With(engine.Seat(i))
		}
	}
	return set
}

// Taken counts the seats that somebody holds, or a bot.
func (t *Table) Taken() int {
	n := 0
	for _, s := range t.Seats {
		if s.Holder != "" || s.Bot != "" {
			n++
		}
	}
	return n
}

// Knows says whether a person may know of the table.
func (t *Table) Knows(person string) bool {
	return t.Public || t.belongs(person)
}

// belongs says whether a person has a part in the table: as host, on a seat, or as a
// guest.
func (t *Table) belongs(person string) bool {
	return person != "" && (person == t.Host || !t.Held(person).Empty() || slices.Contains(t.Guests, person))
}

// mentions is every person whose id is in the record.
func (t *Table) mentions() []string {
	all := slices.Concat([]string{t.Host}, t.Guests, t.Muted, t.Banned, t.Dealt)
	for _, s := range t.Seats {
		all = append(all, s.Holder, s.Stood)
	}
	for _, l := range t.Left {
		all = append(all, l.Person)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p string) bool { return p == "" })
}

// SeatCount is how many seats a game with these settings has: its option
// "players", or one where it has none.
func SeatCount(s engine.Settings) int {
	n := s.Int("players")
	if n < 1 {
		n = 1
	}
	return n
}

func isTable(id string) bool { return identity.IsID(id, TableLength) }
