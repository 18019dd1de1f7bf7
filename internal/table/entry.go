package table

import (
	"strconv"

	"theriac/engine"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	KindOpen     Kind = "open"     // the game begins, after the moves that lead to where the table plays on
	KindPlay     Kind = "play"     // a move, and those that follow automatically
	KindUndo     Kind = "undo"     // moves are taken back; By agreed
	KindAsk      Kind = "ask"      // a seat proposes an undo or an end
	KindAgree    Kind = "agree"    // a seat agrees, and others have yet to
	KindRefuse   Kind = "refuse"   // a seat refuses: the proposal is gone
	KindStanding Kind = "standing" // a seat sets its standing passes
	KindAdvice   Kind = "advice"   // seats are given advice about the open question
	KindEnd      Kind = "end"      // the seats gave the game up
	KindRepair   Kind = "repair"   // an operator leaves out damaged entries
	KindAway     Kind = "away"     // a person takes the game along to their device
	KindBack     Kind = "back"     // it is back: To of its moves stay, and Plays follow
)

// Entry is one command and all that it did. It names no person.
type Entry struct {
	// Form is 0 for the first form, or what a server must know to apply the entry: a change of what the
	// fields mean raises it. A new kind or field needs no other form.
	Form int      `json:"form,omitempty"`
	N    int      `json:"n"`  // 0 is the opening
	At   int64    `json:"at"` // milliseconds since 1970
	Kind Kind     `json:"kind"`
	Key  string   `json:"key,omitempty"` // names the command; a key is never applied twice
	By   SeatList `json:"by,omitempty"`  // the seats that gave the command; none is the server
	// Question is what the first move answers.
	Question string   `json:"question,omitempty"`
	Plays    []Play   `json:"plays,omitempty"`
	To       int      `json:"to,omitempty"`   // of an undo or a return: how many moves stay
	What     string   `json:"what,omitempty"` // of a proposal: "undo" or "end"; of an opening or a return: "end" where the seats had given up
	Passes   []string `json:"passes,omitempty"`
	Open     *Opening `json:"open,omitempty"`
	// Hash is the receipt of the position after the entry, where it changed.
	Hash string `json:"hash,omitempty"`
}

// Play is one move and its cause.
type Play struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
	Why  string      `json:"why,omitempty"` // "" a choice, or one of the causes below
}

// Causes of a move that no person chose at that moment.
const (
	WhyStanding = "standing"
	WhyClock    = "clock"
	WhyBot      = "bot"
	WhyLead     = "lead" // it leads from the deal to where the table plays on
)

// LeadEnd stands behind the moves of a lead where the seats gave the game up then.
const LeadEnd = "end"

// Opening is how the game began. It holds the seed, which never leaves the server
// before the game is over.
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
	Number   *uint64     `json:"number,omitempty"` // of an open seed
	Deal     string      `json:"deal,omitempty"`   // that it shares with other tables
	// Known is what is known of the position that the game begins with, where it does
	// not begin with its set-up.
	Known string `json:"known,omitempty"`
	// Limit is how many milliseconds a seat may take.
	Limit int64 `json:"limit,omitempty"`
}

// NewOpening encodes a header.
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

// Header decodes the opening.
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

// SeatList is a set of seats, written as a list of numbers.
type SeatList engine.Seats

// MarshalJSON writes [0,2].
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

// setSeats reads a list of numbers.
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

// sumSize is the length of a SHA-256.
const sumSize = 32

// Chain ties an entry to all that came before it.
type Chain [sumSize]byte

// genesis is where the chain of a table begins: a log cannot pass for another's.
func genesis(table string) Chain { return sumOf([]byte("theriac table\n" + table)) }

// String is the chain in hexadecimal.
func (c Chain) String() string { return engine.Key(c).String() }

const chainText = 2 * sumSize

// seal makes what the log stores of an entry: the chain that includes it, a
// space, and its body.
func seal(prev Chain, body []byte) (Chain, []byte) {
	c := prev.next(body)
	out := make([]byte, 0, chainText+1+len(body))
	out = append(out, c.String()...)
	out = append(out, ' ')
	return c, append(out, body...)
}

// unseal splits the stored form; it does not verify it.
func unseal(data []byte) (Chain, []byte, bool) {
	if len(data) < chainText+2 || data[chainText] != ' ' {
		return Chain{}, nil, false
	}
	c, ok := engine.ParseKey(string(data[:chainText]))
	return Chain(c), data[chainText+1:], ok
}

// entryForm is the newest form of entries that this program knows. An entry of the first
// names none.
const entryForm = 1

// Forms are what this program can read of the forms of games, by the names that nodes tell
// each other: entries up to a form, kinds of entries that came later, snapshots and
// archives. A form that is not in every released program is written only once every node
// knows it (Config.Writes).
func Forms() []string {
	forms := []string{snapshotForm}
	for n := 1; n <= entryForm; n++ {
		forms = append(forms, "entry-"+strconv.Itoa(n))
	}
	return append(forms, nextForms()...)
}

// known says whether this program knows the kind.
func (k Kind) known() bool {
	switch k {
	case KindOpen, KindUndo, KindAsk, KindAgree, KindRefuse, KindStanding, KindAdvice, KindEnd, KindRepair, KindAway, KindBack:
		return true
	}
	return k.isMove()
}

// check refuses an entry that this program does not know: an older server must not
// fold what a newer one wrote as if it understood. Nor is that damage: an entry that
// is well formed and unknown is newer.
func (e *Entry) check() error {
	switch {
	case e.Form > entryForm:
		return errNewer("an entry of the form " + strconv.Itoa(e.Form))
	case !e.Kind.known():
		return errNewer("an entry of the kind “" + string(e.Kind) + "”")
	}
	return nil
}
