package table

import (
	"strconv"

	"theriac/engine"
)

// Kind is the kind of an entry: what the entry records.
type Kind string

// These are the kinds of entries.
const (
	KindOpen     Kind = "open"     // the game begins, possibly with moves that lead to where play starts
	KindPlay     Kind = "play"     // a move, and the automatic moves after it
	KindUndo     Kind = "undo"     // moves are taken back; the seats in By agreed
	KindAsk      Kind = "ask"      // a seat proposes an undo or an end of the game
	KindAgree    Kind = "agree"    // a seat agrees to the proposal, and other seats have yet to answer
	KindRefuse   Kind = "refuse"   // a seat rejects the proposal, which closes it
	KindStanding Kind = "standing" // a seat sets its standing passes
	KindAdvice   Kind = "advice"   // seats get advice about the open question
	KindEnd      Kind = "end"      // the seats gave up the game
	KindBot      Kind = "bot"      // the seats gave a seat to a bot
	KindPause    Kind = "pause"    // the seats stopped the clock
	KindResume   Kind = "resume"   // the clock runs again, by a decision of the seats or because a pause was too long
	KindRepair   Kind = "repair"   // an operator excludes damaged entries
	KindAway     Kind = "away"     // a player moves the game to their device
	KindBack     Kind = "back"     // the game is back from a device: its first To moves stay, and Plays follow
)

// Entry is one command and everything that it caused. It does not identify a person.
type Entry struct {
	// Format is the version of the entry format that a server must know to apply the entry; 0 is the first
	// version. A change in the meaning of a field needs a new format. A new kind or field does not.
	Format int      `json:"form,omitempty"`
	N      int      `json:"n"`  // 0 is the opening
	At     int64    `json:"at"` // milliseconds since 1970
	Kind   Kind     `json:"kind"`
	Key    string   `json:"key,omitempty"` // identifies the command; no key is applied twice
	By     SeatList `json:"by,omitempty"`  // the seats that gave the command; empty for the server
	// Question is the question that the first move answers.
	Question string `json:"question,omitempty"`
	Plays    []Play `json:"plays,omitempty"`
	To       int    `json:"to,omitempty"`   // for an undo or a return: how many moves stay
	What     string `json:"what,omitempty"` // for a proposal: what it is; for an opening or a return: "end" if the game had been given up
	Seat     int    `json:"seat,omitempty"` // for a bot: the seat that it gets
	Level    string `json:"level,omitempty"`
	// Voters has the seats of each person who was present, for what those present decide.
	Voters []SeatList `json:"voters,omitempty"`
	Passes []string   `json:"passes,omitempty"`
	Open   *Opening   `json:"open,omitempty"`
	// Hash is the hash of the position after the entry, if the entry changed it.
	Hash string `json:"hash,omitempty"`
}

// Play is one move and its cause.
type Play struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
	Why  string      `json:"why,omitempty"` // "" for a player's choice, or one of the causes below
}

// These are the causes of moves that no person chose.
const (
	WhyStanding = "standing"
	WhyClock    = "clock"
	WhyBot      = "bot"
	WhyLead     = "lead" // the move is part of the lead, from the deal to where play starts
)

// LeadEnd is the last item of a lead that ends with the game being given up.
const LeadEnd = "end"

// Opening describes how the game began. It includes the seed, which the server keeps secret until the game is
// over.
type Opening struct {
	Game     string      `json:"game"`
	Revision int         `json:"revision"`
	Settings [][2]string `json:"settings"`
	Data     string      `json:"data,omitempty"`
	Content  []byte      `json:"content,omitempty"`
	Seats    []string    `json:"seats"`
	Secret   string      `json:"secret,omitempty"`
	Salt     string      `json:"salt,omitempty"`
	Nonces   []string    `json:"nonces,omitempty"`
	Number   *uint64     `json:"number,omitempty"` // the deal number, if the seed is public
	Deal     string      `json:"deal,omitempty"`   // the deal that this table shares with other tables
	// Known is the knowledge from which the initial position was drawn, if the game did not begin with its
	// set-up.
	Known string `json:"known,omitempty"`
	// Limit is each seat's time to answer, in milliseconds. With Live, it is each seat's time for a whole turn.
	Limit int64 `json:"limit,omitempty"`
	Live  bool  `json:"live,omitempty"`
}

// NewOpening returns the opening for a game with header h and a time limit in milliseconds.
func NewOpening(h engine.Header, limit int64) *Opening {
	o := &Opening{Game: h.Game, Revision: h.Revision, Data: h.Data, Content: h.Content, Seats: h.Seats, Limit: limit, Nonces: h.Seed.Nonces, Known: string(h.Known)}
	for _, s := range h.Settings {
		o.Settings = append(o.Settings, [2]string{s.Name, s.Value})
	}
	if h.Seed.Counted {
		o.Number = &h.Seed.Number
		return o
	}
	o.Secret, o.Salt, o.Deal = h.Seed.Secret.String(), h.Seed.Salt.String(), h.Seed.Deal
	return o
}

// Header decodes the header of the game. It returns false if the opening is invalid.
func (o *Opening) Header() (engine.Header, bool) {
	h := engine.Header{Game: o.Game, Revision: o.Revision, Data: o.Data, Content: o.Content, Seats: o.Seats}
	for _, s := range o.Settings {
		h.Settings = append(h.Settings, engine.Setting{Name: s[0], Value: s[1]})
	}
	if o.Known != "" {
		h.Known = []byte(o.Known)
	}
	if o.Number != nil {
		h.Seed = engine.NumberedSeed(*o.Number)
		return h, true
	}
	secret, ok := engine.ParseKey(o.Secret)
	salt, salted := engine.ParseKey(o.Salt)
	if o.Deal != "" {
		h.Seed = engine.SharedSeed(o.Deal, secret, salt)
		return h, ok && salted && engine.IsDeal(o.Deal) && len(o.Nonces) == 0
	}
	h.Seed = engine.NewSeed(secret, salt)
	h.Seed.Nonces = o.Nonces
	return h, ok && salted
}

// SeatList is a set of seats whose JSON form is a list of numbers.
type SeatList engine.Seats

// MarshalJSON encodes the set as a list such as [0,2].
func (l SeatList) MarshalJSON() ([]byte, error) { return appendSeats(nil, engine.Seats(l)), nil }

func appendSeats(dst []byte, set engine.Seats) []byte {
	dst = append(dst, '[')
	first := true
	for s := range set.Each {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strconv.AppendUint(dst, uint64(s), 10)
	}
	return append(dst, ']')
}

// setSeats sets l to the listed seats. It returns an error if the list is invalid.
func (l *SeatList) setSeats(seats []int) error {
	*l = 0
	for _, n := range seats {
		if n < 0 || n >= engine.MaxSeats {
			return &Refusal{ID: RefusedSeat, What: strconv.Itoa(n)}
		}
		*l |= 1 << n
	}
	return nil
}

// sumSize is the length of a SHA-256 hash in bytes.
const sumSize = 32

// Chain is a hash over an entry and all entries before it, so that replacing an entry is detected.
type Chain [sumSize]byte

// genesis returns the chain hash of a table without entries. It covers the table's id, so that no log can be
// passed off as another table's.
func genesis(table string) Chain { return sumOf([]byte("theriac table\n" + table)) }

// String returns the chain in hexadecimal.
func (c Chain) String() string { return engine.Key(c).String() }

const chainText = 2 * sumSize

// seal returns the stored form of an entry, and the chain hash that includes the entry. The stored form is
// that hash, a space, and the body.
func seal(prev Chain, body []byte) (Chain, []byte) {
	c := prev.next(body)
	out := make([]byte, 0, chainText+1+len(body))
	out = append(out, c.String()...)
	out = append(out, ' ')
	return c, append(out, body...)
}

// unseal splits a stored entry into its chain and its body. It does not verify the chain.
func unseal(data []byte) (Chain, []byte, bool) {
	if len(data) < chainText+2 || data[chainText] != ' ' {
		return Chain{}, nil, false
	}
	c, ok := engine.ParseKey(string(data[:chainText]))
	return Chain(c), data[chainText+1:], ok
}

// entryFormat is the newest entry format that this program knows. Entries of the first format leave the field
// empty.
const entryFormat = 1

// Formats lists the names of the stored formats that this program can read; nodes exchange these names. The
// formats are those of entries, of kinds of entries added later, of snapshots and of archives. Nodes write a
// format that some released program cannot read only when every node knows it (Config.Writes).
func Formats() []string {
	names := []string{snapshotFormat}
	for n := 1; n <= entryFormat; n++ {
		names = append(names, "entry-"+strconv.Itoa(n))
	}
	return append(names, nextFormats()...)
}

// known reports whether this program knows the kind.
func (k Kind) known() bool {
	switch k {
	case KindOpen, KindUndo, KindAsk, KindAgree, KindRefuse, KindStanding, KindAdvice, KindEnd, KindBot, KindPause, KindResume, KindRepair, KindAway, KindBack:
		return true
	}
	return k.isMove()
}

// check returns an error if this program does not know the entry's format or kind. A server must not guess the
// meaning of a newer server's entry. The error reports a newer program, because the log is not damaged.
func (e *Entry) check() error {
	switch {
	case e.Format > entryFormat:
		return errNewer("an entry of the format " + strconv.Itoa(e.Format))
	case !e.Kind.known():
		return errNewer("an entry of the kind “" + string(e.Kind) + "”")
	}
	return nil
}
