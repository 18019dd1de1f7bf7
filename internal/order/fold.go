package order

import (
	"encoding/json"
	"slices"
	"time"
)

// The roles that people can have.
const (
	Operator  = "operator"
	Moderator = "moderator"
)

// Decision is a decision of a moderator with everything that the log says about it.
type Decision struct {
	ID      string    `json:"id"`
	About   string    `json:"about"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	What    string    `json:"what"`
	Reason  string    `json:"reason"`
	Until   time.Time `json:"until,omitzero"` // zero means until lifted
	Reports []string  `json:"reports,omitempty"`
	Lines   []Line    `json:"lines,omitempty"`
	Lifted  time.Time `json:"lifted,omitzero"`
	// Reviewed is when a moderator last reviewed a decision without an end.
	Reviewed time.Time `json:"reviewed,omitzero"`
	// Appealed is when the person objected, and Answered when a moderator, AnsweredBy, answered.
	Appealed   time.Time `json:"appealed,omitzero"`
	Answered   time.Time `json:"answered,omitzero"`
	AnsweredBy string    `json:"answeredBy,omitempty"`
	Upheld     bool      `json:"upheld,omitempty"`
}

// InForce reports whether a decision forbids or hides something now.
func (d *Decision) InForce(now time.Time) bool {
	return d.What != None && d.What != Warn && d.Lifted.IsZero() && (d.Until.IsZero() || now.Before(d.Until))
}

// End returns when a decision ended or will end, or zero if that is not known.
func (d *Decision) End() time.Time {
	switch {
	case !d.Lifted.IsZero():
		return d.Lifted
	case d.What == None || d.What == Warn:
		return d.At
	}
	return d.Until
}

// Fold is what follows from the entries of the moderation log. It depends on nothing else, so all nodes that have
// read the same entries have the same Fold.
type Fold struct {
	N       int   // the newest entry
	Broken  []int // entries that are missing or do not fit the chain
	last    Chain
	lost    bool // the entry before is missing or has no seal, so the next one cannot be checked
	begun   int  // the entry that begins the newest chain
	entries []Entry
	keys    map[string]int // the index in entries, by the key of the command
	made    map[string]*Decision
	about   map[string][]*Decision
	removed map[Line]string // the decision that removes it
	roles   map[string]string
}

// NewFold returns the Fold of a log without entries.
func NewFold() *Fold {
	return &Fold{
		last: genesis(1), begun: 1, keys: map[string]int{}, made: map[string]*Decision{}, about: map[string][]*Decision{},
		removed: map[Line]string{}, roles: map[string]string{},
	}
}

// Read adds the stored entry n. An entry that does not fit the chain is listed as broken and has no effect.
// Entries that are left out before it are listed too.
func (f *Fold) Read(n int, data []byte) {
	f.Missing(n - 1)
	f.N = n
	c, body, sealed := unseal(data)
	var e Entry
	sound := sealed && json.Unmarshal(body, &e) == nil && e.N == n
	begins := sound && e.Kind == KindBroken && c == genesis(n).next(body)
	sound = sound && (begins || f.lost || c == f.last.next(body))
	f.last, f.lost = c, !sealed
	if begins {
		f.begun = n
	}
	if sound {
		e.Seal = c
		f.apply(e)
	} else {
		f.Broken = append(f.Broken, n)
	}
}

// Missing lists the entries up to n as missing: they were written once.
func (f *Fold) Missing(n int) {
	for f.N < n {
		f.N++
		f.lost = true
		f.Broken = append(f.Broken, f.N)
	}
}

// sealed returns the stored form of the next entry.
func (f *Fold) sealed(e Entry) ([]byte, error) {
	if e.Kind == KindBroken {
		return seal(genesis(e.N), e)
	}
	return seal(f.last, e)
}

// renewed reports whether the newest chain began after everything that is broken.
func (f *Fold) renewed() bool {
	return len(f.Broken) == 0 || f.begun > slices.Max(f.Broken)
}

func (f *Fold) apply(e Entry) {
	f.entries = append(f.entries, e)
	if e.Key != "" {
		f.keys[e.Key] = len(f.entries) - 1
	}
	switch e.Kind {
	case KindDecide:
		f.decide(e)
		return
	case KindRole:
		if f.roles[e.About] = e.Role; e.Role == "" {
			delete(f.roles, e.About)
		}
		return
	}
	d := f.made[e.Decision]
	if d == nil {
		return
	}
	switch e.Kind {
	case KindLift:
		f.lift(d, e.at())
	case KindAppeal:
		d.Appealed = e.at()
	case KindAnswer:
		d.Answered, d.AnsweredBy, d.Upheld = e.at(), e.By, e.Upheld
		if !e.Upheld {
			f.lift(d, e.at())
		}
	case KindReview:
		d.Reviewed = e.at()
	case KindReturn:
		if d.About != e.About {
			d.About = e.About
			f.about[e.About] = append(f.about[e.About], d)
		}
	}
}

func (f *Fold) decide(e Entry) {
	d := &Decision{
		ID: e.Decision, About: e.About, By: e.By, At: e.at(), What: e.What, Reason: e.Reason, Until: e.until(), Reports: e.Reports, Lines: e.Lines,
	}
	f.made[d.ID] = d
	f.about[d.About] = append(f.about[d.About], d)
	for _, l := range d.Lines {
		f.removed[l] = d.ID
	}
}

func (f *Fold) lift(d *Decision, at time.Time) {
	if !d.Lifted.IsZero() {
		return
	}
	d.Lifted = at
	for _, l := range d.Lines {
		if f.removed[l] == d.ID {
			delete(f.removed, l)
		}
	}
}

// of returns the decisions about a person, oldest first.
func (f *Fold) of(person string) []*Decision {
	return slices.DeleteFunc(slices.Clone(f.about[person]), func(d *Decision) bool { return d.About != person })
}

// operators returns how many people are operators.
func (f *Fold) operators() (n int) {
	for _, role := range f.roles {
		if role == Operator {
			n++
		}
	}
	return n
}
