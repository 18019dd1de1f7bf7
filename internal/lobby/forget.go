package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Export is everything that the lobby stores about a person, for the person's data export.
type Export struct {
	Tables []Part `json:"tables"`
}

// Part is the data of one table about a person.
type Part struct {
	Summary
	Hosted bool         `json:"hosted,omitempty"`
	Seats  engine.Seats `json:"seats"`
	Nonces []string     `json:"nonces,omitempty"`
	Left   []int        `json:"left,omitempty"`  // teams in which the person gave up a seat
	Stood  engine.Seats `json:"stood,omitempty"` // seats that the person left and may come back to
	Guest  bool         `json:"guest,omitempty"`
	Muted  bool         `json:"muted,omitempty"`
	Banned bool         `json:"banned,omitempty"`
	Hooks  []Hook       `json:"hooks,omitempty"`
	// Removed means that the host removed the person, Helper that they may start the game, and Knocks that they
	// wait for the host to let them sit.
	Removed bool `json:"removed,omitempty"`
	Helper  bool `json:"helper,omitempty"`
	Knocks  bool `json:"knocks,omitempty"`
	// Group is the address group from which the person came, as a hash.
	Group string     `json:"group,omitempty"`
	Came  bool       `json:"came,omitempty"` // the person took a bot's seat, or was refused one
	Kept  *Keep      `json:"kept,omitempty"` // the seat that is kept for the person
	Was   []Presence `json:"was,omitempty"`  // when the person last came or went
}

// Buckets declares the buckets of the lobby, for exporting and forgetting people.
func (l *Lobby) Buckets() []store.Bucket {
	list := []store.Bucket{{Name: BucketTables, Export: store.Exports(l.Export), Forget: l.Forget, Missed: l.Mentions}}
	for _, name := range []string{BucketMine, BucketOpen, BucketFinished, BucketCodes} {
		list = append(list, store.Bucket{Name: name, With: BucketTables})
	}
	return list
}

// Export collects everything that the lobby stores about a person.
func (l *Lobby) Export(ctx context.Context, person string) (Export, error) {
	out := Export{Tables: []Part{}}
	notes, err := l.notes(ctx, person)
	if err != nil {
		return out, err
	}
	for _, n := range notes {
		r, err := l.read(ctx, n.Table)
		if Refused(err) == NoSuchTable {
			continue
		}
		if err != nil {
			return out, err
		}
		if slices.Contains(r.mentions(), person) {
			out.Tables = append(out.Tables, r.part(person))
		}
	}
	return out, nil
}

func (r *tableRecord) part(person string) Part {
	p := Part{
		Summary: r.summary(), Hosted: r.Host == person, Seats: r.Held(person), Stood: r.Back(person), Guest: slices.Contains(r.Guests, person),
		Muted: slices.Contains(r.Muted, person), Banned: slices.Contains(r.Banned, person),
	}
	if !p.Hosted {
		p.Summary.Host = ""
	}
	p.Removed, p.Helper, p.Knocks = r.removal(person) >= 0, slices.Contains(r.Helpers, person), r.knocks(person)
	p.Came = slices.Contains(r.Came, person)
	for _, seat := range r.Seats {
		if seat.Kept != nil && seat.Kept.Person == person {
			p.Kept = seat.Kept
		}
	}
	for _, a := range slices.Concat(r.Knocks, r.Arrived) {
		if a.Person == person {
			p.Group = a.Group
		}
	}
	if i := r.removal(person); i >= 0 && r.Removed[i].Group != "" {
		p.Group = r.Removed[i].Group
	}
	if i := r.presence(person); i >= 0 {
		p.Was = []Presence{r.Present[i]}
	}
	for _, l := range r.Left {
		if l.Person == person {
			p.Left = append(p.Left, l.Team)
		}
	}
	for s := range p.Seats.Each {
		p.Nonces = append(p.Nonces, r.Seats[s].Nonce)
		for _, h := range r.Webhooks {
			if h.Seat == int(s) {
				p.Hooks = append(p.Hooks, h)
			}
		}
	}
	return p
}

// Mentions reports whether a table mentions a person.
func (l *Lobby) Mentions(ctx context.Context, person string) (bool, error) {
	notes, err := l.notes(ctx, person)
	return err != nil || len(notes) > 0, err
}

// Forget removes a person from every record. Their seats become free; in a running game, the clock then limits the
// wait for these seats. If the person hosts a table, another person who holds a seat becomes host. One transaction
// does it all, unless the person has a part in hundreds of tables. After a failure the caller can call Forget again.
func (l *Lobby) Forget(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return identity.ErrUnknown
	}
	for {
		changes, tables, more, err := l.forgetting(ctx, person)
		if err != nil {
			return err
		}
		_, err = l.conf.Do(ctx, changes...)
		for _, id := range tables {
			l.recent.drop(id)
			l.changed(id)
		}
		switch {
		case store.Retryable(ctx, err):
		case err != nil:
			return fmt.Errorf("lobby: forget: %w", err)
		case !more:
			return nil
		}
	}
}

// forgotten limits the changes, and the bytes of their data, that one transaction of Forget makes.
const (
	forgottenChanges = 1000
	forgottenBytes   = 1 << 20
)

// forgetting returns the changes that remove a person from their tables, and which tables these are. If more is true,
// there are others.
func (l *Lobby) forgetting(ctx context.Context, person string) (changes []store.Change, tables []string, more bool, err error) {
	notes, err := l.notes(ctx, person)
	bytes := 0
	for _, n := range notes {
		if len(changes) > forgottenChanges || bytes > forgottenBytes {
			return changes, tables, true, nil
		}
		old, err := l.read(ctx, n.Table)
		if err == nil && old.newer {
			err = fmt.Errorf("lobby: table: %w", store.ErrNewer)
		}
		next := old.clone()
		if Refused(err) == NoSuchTable {
			changes = append(changes, lists.Removal(BucketMine, person, n.Table))
			continue
		}
		if err != nil {
			return nil, nil, false, err
		}
		if errors.Is(next.forget(person), errSame) {
			continue // the person has left the table since the note was read, and the note is gone
		}
		next.Updated = l.now()
		list, err := next.changes(&old)
		if err != nil {
			return nil, nil, false, fmt.Errorf("lobby: table: %w", err)
		}
		changes, tables = append(changes, list...), append(tables, n.Table)
		for _, c := range list {
			bytes += len(c.Data)
		}
	}
	return changes, tables, false, err
}

// forget removes a person from one record.
func (r *tableRecord) forget(person string) error {
	if !slices.Contains(r.mentions(), person) {
		return errSame
	}
	r.standAll(person)
	r.forgetStood(person)
	r.forgetLeft(person)
	r.Dealt = remove(r.Dealt, person)
	r.Guests, r.Muted, r.Banned = remove(r.Guests, person), remove(r.Muted, person), remove(r.Banned, person)
	r.Admitted, r.Helpers = remove(r.Admitted, person), remove(r.Helpers, person)
	r.dropKnock(person)
	r.letGo(person)
	r.Came = remove(r.Came, person)
	r.Present = slices.DeleteFunc(r.Present, func(p Presence) bool { return p.Person == person })
	r.Arrived = slices.DeleteFunc(r.Arrived, func(a Arrived) bool { return a.Person == person })
	if i := r.removal(person); i >= 0 {
		r.Removed[i].Person = "" // the address group stays, so that a new guest from there still knocks
	}
	if r.Host != person {
		return nil
	}
	r.Host, r.Invite = "", ""
	for _, s := range r.Seats {
		if s.Holder != "" {
			r.Host = s.Holder
			break
		}
	}
	if r.Host == "" && r.Status == Gathering {
		r.close()
	}
	return nil
}
