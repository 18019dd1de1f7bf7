package lobby

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// Limits for people at the door of a table.
const (
	MaxRemoved = 200
	MaxKnocks  = 20
)

// Removal records that the host removed a person. It holds until the person follows a link that the host made
// after it.
type Removal struct {
	Person string   `json:"person,omitempty"` // empty if the person was forgotten since
	Old    []string `json:"old,omitempty"`    // the keys of the links that existed before
	Group  string   `json:"group,omitempty"`  // the person's address group, as a hash; see groupAt
}

// Arrived records from which address group a person came to the table, as a hash. After a removal it
// determines which newcomers knock. The game's end deletes it.
type Arrived struct {
	Person string `json:"person"`
	Group  string `json:"group"`
}

// From is what a table needs to know about a caller who wants to sit.
type From struct {
	Group string
	// Guest reports whether the caller has no way to sign in. The lobby calls it only if that matters.
	Guest func() (bool, error)
}

// guest reports whether the caller has no way to sign in. The server itself has one.
func (f From) guest() (bool, error) {
	if f.Guest == nil {
		return false, nil
	}
	return f.Guest()
}

// groupAt returns the form in which a table's record holds an address group. It differs from table to table.
func (r *tableRecord) groupAt(group string) string {
	if group == "" {
		return ""
	}
	mac := hmac.New(sha256.New, []byte("theriac address group\n"+r.ID))
	mac.Write([]byte(group))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Kick removes a person from all their seats. They come back only by a link that the host makes afterwards, and
// with ban not at all. During the game, other people can take these seats only through the seats' links. A person
// who does so must hold no seat and not be the host.
func (l *Lobby) Kick(ctx context.Context, by identity.Person, table, person string, ban bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case person == by.ID:
			return refuse(HostStays)
		case !identity.IsID(person, identity.PersonLength):
			return refuse(NotHere)
		case !r.Status.Running():
			return refuse(NotRunning)
		case slices.Contains(r.Banned, person), !ban && r.removal(person) >= 0:
			return errSame
		case !r.Knows(person) && !r.knocks(person) && !ban:
			return refuse(NotHere)
		case ban && len(r.Banned) >= MaxBanned || len(r.Removed) >= MaxRemoved:
			return refuse(ListFull)
		}
		r.remove(person)
		if ban {
			r.Banned = append(r.Banned, person)
		}
		return nil
	})
}

// remove takes everything from a person that the table gave them, and records the removal.
func (r *tableRecord) remove(person string) {
	gone := Removal{Person: person, Old: r.linkKeys()}
	if i := slices.IndexFunc(r.Arrived, func(a Arrived) bool { return a.Person == person }); i >= 0 {
		gone.Group = r.Arrived[i].Group
	}
	if i := r.removal(person); i >= 0 {
		gone.Group = r.Removed[i].Group
		r.Removed = slices.Delete(r.Removed, i, i+1)
	}
	for seat := range r.Held(person).Each {
		r.Seats[seat].Kicked = r.Status == Playing
	}
	r.standAll(person)
	r.forgetStood(person)
	r.Guests, r.Helpers, r.Admitted = remove(r.Guests, person), remove(r.Helpers, person), remove(r.Admitted, person)
	r.dropKnock(person)
	r.letGo(person)
	r.Removed = append(r.Removed, gone)
}

// linkKeys returns the keys of the links by which the host lets people in.
func (r *tableRecord) linkKeys() (keys []string) {
	if r.Invite != "" {
		keys = append(keys, r.Invite)
	}
	for _, l := range r.Links {
		if l.Link != "" {
			keys = append(keys, l.Link)
		}
	}
	return keys
}

// removal returns the index of a person's removal, or -1.
func (r *tableRecord) removal(person string) int {
	return slices.IndexFunc(r.Removed, func(m Removal) bool { return person != "" && m.Person == person })
}

// shut returns an error if the host has banned or removed the person.
func (r *tableRecord) shut(person string) error {
	switch {
	case slices.Contains(r.Banned, person):
		return refuse(BannedHere)
	case r.removal(person) >= 0:
		return refuse(RemovedHere)
	}
	return nil
}

// readmitted reports whether a link is from after a person's removal, so that it lets them in again. Only the host
// can have made such a link.
func (r *tableRecord) readmitted(person string, at int, key string) bool {
	i := r.removal(person)
	if i < 0 || slices.Contains(r.Banned, person) || slices.Contains(r.Removed[i].Old, key) {
		return false
	}
	return r.ofHost(at, key)
}

// Unban lifts a person's ban or removal from the table.
func (l *Lobby) Unban(ctx context.Context, by identity.Person, table, person string) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		if r.shut(person) == nil {
			return errSame
		}
		r.Banned = remove(r.Banned, person)
		r.readmit(person)
		return nil
	})
}

func (r *tableRecord) readmit(person string) {
	r.Removed = slices.DeleteFunc(r.Removed, func(m Removal) bool { return m.Person == person })
}

// mustKnock reports whether a person may sit only with the host's yes. That is a guest from the address group of a
// removed person, unless the host has let them in.
func (r *tableRecord) mustKnock(person string, from From) (bool, error) {
	if !r.Status.Running() || from.Group == "" || person == r.Host || !r.Held(person).Empty() || slices.Contains(r.Admitted, person) {
		return false, nil
	}
	group := r.groupAt(from.Group)
	if !slices.ContainsFunc(r.Removed, func(m Removal) bool { return m.Group == group }) {
		return false, nil
	}
	return from.guest()
}

// ofHost reports whether a key is that of the host's invitation, or of a seat's link.
func (r *tableRecord) ofHost(at int, key string) bool {
	if at == AnySeat {
		return r.Invite == key
	}
	return r.Links[at].Link == key
}

// letsIn reports whether a link is from after every removal of a person from this address group, and from the host.
func (r *tableRecord) letsIn(from From, at int, key string) bool {
	group := r.groupAt(from.Group)
	old := slices.ContainsFunc(r.Removed, func(m Removal) bool { return m.Group == group && slices.Contains(m.Old, key) })
	return !old && r.ofHost(at, key)
}

// knock asks the host to let a person in.
func (r *tableRecord) knock(person string, from From) error {
	if r.knocks(person) {
		return refuse(Knocking)
	}
	if len(r.Knocks) >= MaxKnocks {
		return refuse(ListFull)
	}
	r.Knocks = append(r.Knocks, Arrived{Person: person, Group: r.groupAt(from.Group)})
	return nil
}

func (r *tableRecord) knocks(person string) bool {
	return slices.ContainsFunc(r.Knocks, func(a Arrived) bool { return a.Person == person })
}

func (r *tableRecord) dropKnock(person string) {
	r.Knocks = slices.DeleteFunc(r.Knocks, func(a Arrived) bool { return a.Person == person })
}

// AnswerKnock lets a person sit who has to ask for it, or removes them.
func (l *Lobby) AnswerKnock(ctx context.Context, by identity.Person, table, person string, yes bool) (Table, error) {
	return l.host(ctx, by, table, func(r *tableRecord) error {
		switch {
		case yes && slices.Contains(r.Admitted, person), !yes && r.removal(person) >= 0:
			return errSame
		case !r.Status.Running():
			return refuse(NotRunning)
		case !r.knocks(person):
			return refuse(NotHere)
		case yes && len(r.Admitted) >= MaxGuests, !yes && len(r.Removed) >= MaxRemoved:
			return refuse(ListFull)
		case yes:
			r.Admitted = append(r.Admitted, person)
			r.dropKnock(person)
			if !r.Public { // they came by the code, and see the table from now on
				r.keepAsGuest(person)
			}
			return nil
		}
		r.arrive(person, r.Knocks[slices.IndexFunc(r.Knocks, func(a Arrived) bool { return a.Person == person })].Group)
		r.remove(person)
		return nil
	})
}

// arrive records from which address group a person came. It keeps only those of people with a part in the table.
func (r *tableRecord) arrive(person, group string) {
	r.Arrived = slices.DeleteFunc(r.Arrived, func(a Arrived) bool { return a.Person == person || !r.belongs(a.Person) })
	if group != "" {
		r.Arrived = append(r.Arrived, Arrived{Person: person, Group: group})
	}
}

// oneSeat returns an error if a person without the host's permission would hold a second seat at a public table.
func (r *tableRecord) oneSeat(person string, at int) error {
	if r.Public && r.Status == Gathering && !r.runs(person) && !r.Held(person).Without(engine.Seat(at)).Empty() {
		return refuse(OnePersonOnly)
	}
	return nil
}

// endDoor forgets the address groups, and which links are old. No one sits down at the table any more.
func (r *tableRecord) endDoor() {
	r.Arrived, r.Knocks, r.Admitted, r.Came, r.Code, r.CodeUntil = nil, nil, nil, nil, "", time.Time{}
	for i := range r.Seats {
		r.Seats[i].Kept = nil
	}
	r.Removed = slices.DeleteFunc(r.Removed, func(m Removal) bool { return m.Person == "" })
	for i := range r.Removed {
		r.Removed[i].Old, r.Removed[i].Group = nil, ""
	}
}
