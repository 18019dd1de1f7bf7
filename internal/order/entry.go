package order

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Kind is the kind of an entry of the moderation log.
type Kind string

// These are the kinds of entries.
const (
	KindDecide Kind = "decide" // a moderator decides
	KindLift   Kind = "lift"   // a moderator ends a decision early
	KindAppeal Kind = "appeal" // the person concerned objects, once
	KindAnswer Kind = "answer" // a moderator answers the appeal
	KindReview Kind = "review" // a moderator has looked again at a decision without an end
	KindRole   Kind = "role"   // a person gets a role or loses it
	KindReturn Kind = "return" // a forgotten person came back with the same sign-in
	KindBroken Kind = "broken" // the chain was broken before; a new one begins here
)

// What a moderator can decide.
const (
	None     = "none"
	Warn     = "warn"
	Mute     = "mute"      // no talk, signals and plans
	NoPublic = "no-public" // no public tables
	Suspend  = "suspend"   // only their own decisions and data stay open to them
	Rename   = "rename"    // the name goes, and they choose another
	Remove   = "remove"    // lines or a title go
)

// Line is a chat message by its place in a table's chat. Place 0 is the table's title.
type Line struct {
	Table string `json:"table"`
	Line  uint64 `json:"line,omitempty"`
}

// Entry is one entry of the moderation log. It has ids, kinds and times; words are only present as a salted hash.
type Entry struct {
	N     int    `json:"n"`  // 1 is the first entry
	At    int64  `json:"at"` // milliseconds since 1970
	Kind  Kind   `json:"kind"`
	Key   string `json:"key,omitempty"` // identifies the command; no key is applied twice
	By    string `json:"by,omitempty"`  // who did it; empty for the server
	About string `json:"about,omitempty"`
	// Decision is the id of the decision that the entry makes or concerns.
	Decision string   `json:"decision,omitempty"`
	What     string   `json:"what,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Until    int64    `json:"until,omitempty"` // milliseconds since 1970; 0 means until lifted
	Reports  []string `json:"reports,omitempty"`
	Lines    []Line   `json:"lines,omitempty"`
	Words    string   `json:"words,omitempty"` // salted hash of the words, which are in another bucket
	Upheld   bool     `json:"upheld,omitempty"`
	Role     string   `json:"role,omitempty"` // for a role: "operator", "moderator", or empty
	// Cause tells how a role came about: "key" if the operator's key gave it, "again" if the key gave it although
	// there was an operator.
	Cause string `json:"cause,omitempty"`
	// Broken lists the entries that did not fit the chain, for the entry that begins a new one.
	Broken []int `json:"broken,omitempty"`

	// Seal is the chain hash that includes the entry. It is stored next to the entry, not in it.
	Seal Chain `json:"-"`
}

func (e *Entry) at() time.Time { return time.UnixMilli(e.At).UTC() }

func (e *Entry) until() time.Time {
	if e.Until == 0 {
		return time.Time{}
	}
	return time.UnixMilli(e.Until).UTC()
}

// Chain is a hash over an entry and all entries before it, as in the logs of tables.
type Chain [sha256.Size]byte

const chainText = 2 * sha256.Size

// genesis returns the chain hash before the first entry of a chain, which begins with entry n.
func genesis(n int) Chain { return sha256.Sum256(fmt.Appendf(nil, "theriac moderation\n%d", n)) }

func (c Chain) next(body []byte) Chain { return sha256.Sum256(append(c[:len(c):len(c)], body...)) }

// seal returns the stored form of an entry: the chain hash that includes it, a space, and the body.
func seal(prev Chain, e Entry) ([]byte, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	c := prev.next(body)
	return append(append(hex.AppendEncode(make([]byte, 0, chainText+1+len(body)), c[:]), ' '), body...), nil
}

// unseal splits a stored entry into its chain hash and its body. It does not verify the hash.
func unseal(data []byte) (c Chain, body []byte, ok bool) {
	if len(data) < chainText+2 || data[chainText] != ' ' {
		return c, nil, false
	}
	_, err := hex.Decode(c[:], data[:chainText])
	return c, data[chainText+1:], err == nil
}

// hashWords returns the hash of words with their salt, as an entry has it.
func hashWords(salt, words string) string {
	sum := sha256.Sum256([]byte("theriac words\n" + salt + "\n" + words))
	return hex.EncodeToString(sum[:])
}
