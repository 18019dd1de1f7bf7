package wire

import (
	"time"

	"theriac/internal/lobby"
)

// Player is a person as others at a table see them.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name" doc:"Empty where they gave none."`
	Bot  bool   `json:"bot,omitempty"`
}

// Clock is how long a seat may take before the table continues without it.
type Clock struct {
	Kind    string `json:"kind" enum:"live,slow" doc:"live: per turn, people sit together; slow: per answer, they come by."`
	Seconds int    `json:"seconds,omitempty" minimum:"0" maximum:"1209600" doc:"Left out: 120 live, three days slow."`
}

// Seat is one seat at a table.
type Seat struct {
	Seat    int       `json:"seat" doc:"Its number, from 0, as moves and updates have it."`
	ID      string    `json:"id" doc:"As in the game's transcript; it says nothing about the player."`
	Holder  *Player   `json:"holder,omitempty" doc:"Left out if the seat is free."`
	Nonce   string    `json:"nonce,omitempty" doc:"What the seat added to the shuffle."`
	Bot     *Bot      `json:"bot,omitempty" doc:"The bot that the seat is given to; it has no holder then."`
	Standin *Bot      `json:"standin,omitempty" doc:"The bot that plays for the holder for the time being."`
	Kept    *Keep     `json:"kept,omitempty" doc:"The person who may take the bot's seat now."`
	Ready   bool      `json:"ready,omitempty" doc:"Before the game: the holder is ready for it to begin."`
	Away    time.Time `json:"away,omitzero" doc:"Since when the holder has not been at the table; left out while they are there. After a minute, with a slow clock a day, others decide without them."`
}

// Keep is the person who may take a bot's seat, and until when.
type Keep struct {
	Person Player    `json:"person"`
	Until  time.Time `json:"until"`
	Asked  time.Time `json:"asked,omitzero" doc:"When those who play were asked, because hands are hidden. They can refuse for 15 seconds."`
}

// Outcome describes how a game ended.
type Outcome struct {
	Cause  string `json:"cause" doc:"The rule that ended it."`
	Won    []int  `json:"won" doc:"The seats that won: all, none, or those of a team."`
	Ranks  []int  `json:"ranks,omitempty" doc:"Per seat, from 1; seats that share a result share a rank. Left out where the game was given up."`
	Points []int  `json:"points,omitempty" doc:"Per seat. Left out where the game was given up."`
}

// Webhook is a URL that the server calls when the game waits for a seat.
type Webhook struct {
	Seat int    `json:"seat" minimum:"0" maximum:"5"`
	URL  string `json:"url" minLength:"8" maxLength:"500"`
	Form string `json:"form" enum:"json,discord"`
	On   string `json:"on" enum:"owed,turn,off" doc:"owed: whenever the seat owes an answer; turn: only on its own turn."`
}

// You describes what the caller can do at a table.
type You struct {
	Seats    []int     `json:"seats" doc:"The seats that you hold."`
	Back     []int     `json:"back,omitempty" doc:"The seats that you left in the game and may take again."`
	Team     *int      `json:"team,omitempty" doc:"Your team, as its place in teams; left out where there are none, or you hold seats of none or of all."`
	Host     bool      `json:"host"`
	Helper   bool      `json:"helper,omitempty" doc:"The host lets you start the game and take all free seats."`
	Watch    string    `json:"watch" enum:"nobody,hidden,delayed,open" doc:"How you may watch; nobody if you may not, or hold seats."`
	Muted    bool      `json:"muted,omitempty"`
	Operator bool      `json:"operator,omitempty" doc:"You see this table only as an operator."`
	Releases bool      `json:"releases,omitempty" doc:"You may let everyone replay the game, or end that."`
	Webhooks []Webhook `json:"webhooks,omitempty" doc:"Of your own seats."`
}

// Kept is the part of a table that only its host sees.
type Kept struct {
	Guests  []Player `json:"guests" doc:"Joined by the invitation, without a seat."`
	Muted   []Player `json:"muted"`
	Banned  []Player `json:"banned"`
	Removed []Player `json:"removed" doc:"They may come back by a new link."`
}

// Table is the caller's view of a table.
type Table struct {
	ID          string            `json:"id"`
	Game        string            `json:"game"`
	Revision    int               `json:"revision,omitempty" doc:"Of the rules, once it has started."`
	Settings    map[string]string `json:"settings"`
	Cards       string            `json:"cards,omitempty" doc:"The group's own cards, if they replace the game's."`
	Deal        uint64            `json:"deal,omitempty" doc:"The number of an open deal. Whoever knows it can look the cards up."`
	Lesson      string            `json:"lesson,omitempty" doc:"The lesson that it is."`
	Shared      *SharedDeal       `json:"shared,omitempty" doc:"The deal that the table shares with others."`
	Puzzle      string            `json:"puzzle,omitempty" doc:"The puzzle that is solved at it."`
	Branch      *Branch           `json:"branch,omitempty" doc:"The finished game that it plays on from."`
	Carried     bool              `json:"carried,omitempty" doc:"It is or was on its host's own device, which has its seed: nobody else can sit here, and it counts for nothing that people compare."`
	Title       string            `json:"title"`
	Status      string            `json:"status" enum:"gathering,playing,finished,closed,taken-down"`
	Public      bool              `json:"public"`
	OnePerson   bool              `json:"onePerson" doc:"Nobody may hold two seats."`
	Teams       [][]int           `json:"teams,omitempty" doc:"The seats that play together, team by team; left out where everybody plays together."`
	Listen      bool              `json:"listen,omitempty" doc:"With teams: rivals may read a team's chat."`
	Watch       string            `json:"watch" enum:"nobody,hidden,delayed,open" doc:"What spectators may see."`
	Clock       Clock             `json:"clock"`
	Created     time.Time         `json:"created"`
	Updated     time.Time         `json:"updated"`
	Started     time.Time         `json:"started,omitzero"`
	Finished    time.Time         `json:"finished,omitzero"`
	Outcome     *Outcome          `json:"outcome,omitempty"`
	Reason      string            `json:"reason,omitempty" doc:"Why it was taken down."`
	Host        *Player           `json:"host,omitempty"`
	Seats       []Seat            `json:"seats"`
	Commitment  string            `json:"commitment,omitempty" doc:"To the secret of the shuffle, made before any nonce was known. A table with an open deal has none."`
	Previous    string            `json:"previous,omitempty" doc:"The table that this is the rematch of."`
	Next        string            `json:"next,omitempty" doc:"The rematch."`
	Gallery     bool              `json:"watchersTalk,omitempty" doc:"Those who watch the game can talk to each other; who plays does not read it."`
	LetsIn      bool              `json:"letsIn,omitempty" doc:"People may take bots' seats during the game."`
	HostInvites bool              `json:"hostInvites,omitempty" doc:"Only the host may make an invitation."`
	Shut        bool              `json:"shut,omitempty" doc:"The host keeps bots' seats for bots."`
	Released    bool              `json:"released,omitempty" doc:"Everyone may replay the game of this private table."`
	BotPace     string            `json:"botPace" enum:"at-once,fast,normal,slow" doc:"How fast the bots move."`
	Takeover    *Takeover         `json:"takeover,omitempty" doc:"Bots stand in by themselves for people whose clock runs out."`
	Advice      string            `json:"advice" enum:"on,off,never" doc:"Whether who sits here may ask what to do; never: nor can the host allow it."`
	Helpers     []string          `json:"helpers,omitempty" doc:"The people who may start the game and take all free seats, as the host may."`
	Knocks      []Player          `json:"knocks,omitempty" doc:"Shown to the host alone: people who ask to sit."`
	You         You               `json:"you"`
	Kept        *Kept             `json:"kept,omitempty" doc:"Shown to the host alone."`
	Links       *Links            `json:"links,omitempty" doc:"Shown once, if the request for the table asked for them."`
}

// SharedDeal describes a deal that several tables play.
type SharedDeal struct {
	Deal  string    `json:"deal" doc:"Its name, which is part of the commitment." example:"2026-11-17-world"`
	Opens time.Time `json:"opens,omitzero" doc:"Of a day's deal: when transcripts and replays open."`
	Group []string  `json:"group,omitempty" doc:"Of a duplicate: its tables. Their deal opens when the last of them is done."`
}

// TableSummary is a table in the form that lists of tables use.
type TableSummary struct {
	ID       string    `json:"id"`
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Lesson   string    `json:"lesson,omitempty" doc:"The lesson that it is."`
	Puzzle   string    `json:"puzzle,omitempty" doc:"The puzzle that is solved at it."`
	Status   string    `json:"status" enum:"gathering,playing,finished,closed,taken-down"`
	Host     *Player   `json:"host,omitempty" doc:"Of a table that gathers or plays."`
	Seats    int       `json:"seats" doc:"How many seats there are."`
	Taken    int       `json:"taken" doc:"How many seats are taken."`
	Watch    string    `json:"watch" enum:"nobody,hidden,delayed,open"`
	Clock    Clock     `json:"clock"`
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Finished time.Time `json:"finished,omitzero"`
	Outcome  *Outcome  `json:"outcome,omitempty"`
	Mine     []int     `json:"mine,omitempty" doc:"In the list of your own tables: the seats that you hold."`
	Hosted   bool      `json:"hosted,omitempty"`
	Next     string    `json:"next,omitempty"`
}

// Branch names the game and the move from which a table continues.
type Branch struct {
	Table string `json:"table" doc:"The game."`
	At    int    `json:"at" doc:"How many of its moves stand."`
	Deck  string `json:"deck" enum:"same,new" doc:"Whether its cards are those of the game, or those drawn anew that were not known."`
}

// Links are the links that a table's host sends to invite players.
type Links struct {
	Invite string     `json:"invite"`
	Seats  []SeatLink `json:"seats" doc:"One for each seat that was free."`
}

// SeatLink is a link that gives a seat to the person who opens it.
type SeatLink struct {
	Seat int    `json:"seat"`
	Link string `json:"link"`
}

// Lobby converts the clock to the lobby's form.
func (c Clock) Lobby() lobby.Clock {
	return lobby.Clock{Kind: c.Kind, Limit: time.Duration(c.Seconds) * time.Second}
}

// Bot is the bot that plays a seat.
type Bot struct {
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels." example:"steady"`
}

// Takeover determines whether a bot plays for a person whose clock runs out.
type Takeover struct {
	Level string `json:"level" minLength:"1" maxLength:"32" doc:"One of the game's botLevels."`
	After int    `json:"after,omitempty" minimum:"0" maximum:"9" doc:"After how many times in a row. Left out: once."`
}
