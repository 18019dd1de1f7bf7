package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/store"
)

// Session is one device, browser or bot of a person. Its token is not part of it:
// that is shown once.
type Session struct {
	ID      string    `json:"id"` // the beginning of the key; opens nothing
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"` // the day
	Current bool      `json:"current,omitempty"`
	// OperatorUntil is when its operator's rights end; zero where it has none.
	OperatorUntil time.Time `json:"operatorUntil,omitzero"`
	key           string
}

type sessionRecord struct {
	Person  string    `json:"person"`
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	// Renewed is when the browser last got its cookie anew; zero: when the session was
	// made.
	Renewed time.Time `json:"renewed,omitzero"`
	// Elevated proves that this session presented the operator's key, until Until.
	Elevated string    `json:"elevated,omitempty"`
	Until    time.Time `json:"until,omitzero"`
}

// sessionID is how much of a key names a session to its owner.
const sessionID = 16

// SessionID names the session of a token, as Session.ID does; empty where it is no token.
func SessionID(token string) string {
	key, ok := keyOf(token)
	if !ok {
		return ""
	}
	return key[:sessionID]
}

// SessionKey is what the session of a token is stored under; empty where it is no token.
func SessionKey(token string) string {
	key, _ := keyOf(token)
	return key
}

// OnEnd sets what is called with the key of each session that is ended here, by whoever ends
// it.
func (p *People) OnEnd(f func(session string)) { p.onEnd.Store(&f) }

// EndedElsewhere says that another node has ended a session: it is refused here at once.
func (p *People) EndedElsewhere(session string) { p.sessions.drop(session) }

// The prefixes under which Owned lists what a person has.
const (
	ownedSession = "session"
	ownedLink    = "link"
)

// NewToken opens a further session for a person: another device, or a bot.
func (p *People) NewToken(ctx context.Context, person, label string) (string, error) {
	label, err := CleanLine(label, MaxLabel)
	if err != nil {
		return "", err
	}
	if err := p.CheckSessionLimit(ctx, person); err != nil {
		return "", err
	}
	token, err := p.open(ctx, person, label)
	if err != nil {
		return "", err
	}
	if err := p.Exists(ctx, person); err != nil {
		key, _ := keyOf(token)
		return "", errors.Join(err, p.end(ctx, person, key))
	}
	return token, nil
}

// Enter opens a session for a person who has proved who they are, and ends the one
// that they came with, whoever's it was: a token that somebody knew before opens
// nothing afterwards. Where they have as many sessions as one may have, the one that
// was unused for longest makes room: nobody is locked out by their own bots.
func (p *People) Enter(ctx context.Context, person, label, before string) (Person, string, error) {
	if err := p.Exists(ctx, person); err != nil {
		return Person{}, "", err
	}
	list, err := p.Sessions(ctx, person, "")
	if err != nil {
		return Person{}, "", err
	}
	slices.SortFunc(list, func(a, b Session) int {
		if c := a.Seen.Compare(b.Seen); c != 0 {
			return c
		}
		return a.Created.Compare(b.Created)
	})
	for _, s := range list[:max(0, len(list)-MaxSessions+1)] {
		if err := p.end(ctx, person, s.key); err != nil {
			return Person{}, "", err
		}
	}
	token, err := p.NewToken(ctx, person, label)
	if err != nil {
		return Person{}, "", err
	}
	if before != "" {
		if err := p.LogOut(ctx, before); err != nil && !errors.Is(err, ErrUnknown) {
			return Person{}, "", err
		}
	}
	who, err := p.Get(ctx, person)
	return who, token, err
}

// CheckSessionLimit fails where there is no such person, or they have as many
// sessions as one may have.
func (p *People) CheckSessionLimit(ctx context.Context, person string) error {
	if _, err := p.Get(ctx, person); err != nil {
		return err
	}
	have, err := p.Sessions(ctx, person, "")
	if err != nil {
		return err
	}
	if len(have) >= MaxSessions {
		return fmt.Errorf("%w sessions", ErrTooMany)
	}
	return nil
}

// open writes the owner first: a crash then leaves an entry for nothing rather than a
// session that cannot be found and revoked.
func (p *People) open(ctx context.Context, person, label string) (string, error) {
	token, key, err := p.newSecret()
	if err != nil {
		return "", err
	}
	if err := p.own(ctx, person, ownedSession, key); err != nil {
		return "", err
	}
	r := sessionRecord{Person: person, Label: label, Created: p.conf.Now().UTC(), Seen: p.today()}
	if err := putNew(ctx, p.kv.sessions, key, r); err != nil {
		return "", fmt.Errorf("identity: new session: %w", err)
	}
	return token, nil
}

func (p *People) own(ctx context.Context, person, kind, key string) error {
	if err := putNew(ctx, p.kv.owned, person+"."+kind+"."+key, struct{}{}); err != nil {
		return fmt.Errorf("identity: new %s: %w", kind, err)
	}
	return nil
}

// owned lists the keys of what a person has.
func (p *People) owned(ctx context.Context, person, kind string) ([]string, error) {
	if !IsID(person, PersonLength) {
		return nil, ErrUnknown
	}
	prefix := person + "." + kind
	list, err := p.kv.owned.List(ctx, prefix)
	if err != nil {
		return nil, fmt.Errorf("identity: %ss: %w", kind, err)
	}
	keys := make([]string, 0, len(list))
	for _, rec := range list {
		if key, ok := strings.CutPrefix(rec.Key, prefix+"."); ok && isKey(key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func (p *People) disown(ctx context.Context, person, kind, key string) error {
	if err := p.kv.owned.Delete(ctx, person+"."+kind+"."+key); err != nil {
		return fmt.Errorf("identity: %s: %w", kind, err)
	}
	return nil
}

// Authenticate is the person of a session token. Every request calls it, so it caches
// answers for Stale, refusals too.
func (p *People) Authenticate(ctx context.Context, token string) (Person, error) {
	key, ok := keyOf(token)
	if !ok {
		return Person{}, ErrUnknown
	}
	now := p.conf.Now()
	if r, ok := p.sessions.get(key, now); ok {
		who, err := p.Get(ctx, r.Person)
		return p.withRights(who, key, r), err
	}
	if _, ok := p.unknown.get(key, now); ok {
		return Person{}, ErrUnknown
	}
	moment := p.sessions.moment()
	r, err := p.session(ctx, key)
	if errors.Is(err, ErrUnknown) {
		p.unknown.put(key, struct{}{}, now.Add(Stale), p.unknown.moment())
	}
	if err != nil {
		return Person{}, err
	}
	p.sessions.put(key, r, now.Add(Stale), moment)
	who, err := p.Get(ctx, r.Person)
	if err == nil && who.Seen.Before(p.today()) {
		today := p.today()
		seen, err := p.change(ctx, r.Person, func(r *personRecord) { r.Seen = today })
		if err != nil && !errors.Is(err, store.ErrNewer) { // a newer node notes the day
			return Person{}, err
		}
		if err == nil {
			who = seen
		}
	}
	return p.withRights(who, key, r), err
}

// withRights is a person with the rights of one of their sessions.
func (p *People) withRights(who Person, key string, r sessionRecord) Person {
	if who.ID != "" && p.elevated(key, r) {
		who.Operator, who.OperatorUntil = true, r.Until
	}
	return who
}

// renewable says whether the browser's cookie is old enough to be renewed.
func (r sessionRecord) renewable(today time.Time) bool {
	last := r.Renewed
	if last.IsZero() {
		last = r.Created
	}
	return today.Sub(last) >= RenewAfter
}

// Renew says whether a browser should get its cookie anew, and notes that it did. It
// says so once for many requests.
func (p *People) Renew(ctx context.Context, token string) (bool, error) {
	key, ok := keyOf(token)
	if !ok {
		return false, ErrUnknown
	}
	today := p.today()
	if r, ok := p.sessions.get(key, p.conf.Now()); ok && !r.renewable(today) {
		return false, nil
	}
	renewed := false
	_, err := p.changeSession(ctx, key, func(r *sessionRecord) {
		if renewed = r.renewable(today); renewed {
			r.Renewed, r.Seen = today, today
		}
	})
	return renewed && err == nil, err
}

// changeSession rewrites a session, and repeats after a conflict.
func (p *People) changeSession(ctx context.Context, key string, f func(*sessionRecord)) (sessionRecord, error) {
	for {
		rec, err := p.kv.sessions.Get(ctx, key)
		if err != nil {
			if errors.Is(err, store.ErrAbsent) {
				p.sessions.drop(key)
			}
			return sessionRecord{}, unknown("session", err)
		}
		if store.Newer(rec.Data, &sessionRecord{}) {
			return sessionRecord{}, fmt.Errorf("identity: session: %w", store.ErrNewer)
		}
		r, err := decodeSession(rec.Data)
		if err != nil {
			return r, err
		}
		was := r
		f(&r)
		if r == was {
			return r, nil
		}
		err = put(ctx, p.kv.sessions, key, rec.Version, r)
		p.sessions.drop(key) // and only now: while one is dropped, nothing is cached
		if retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("identity: session: %w", err)
		}
		return r, nil
	}
}

// session reads a session, notes the day, and ends it if it was unused for too long.
func (p *People) session(ctx context.Context, key string) (sessionRecord, error) {
	for {
		rec, err := p.kv.sessions.Get(ctx, key)
		if err != nil {
			return sessionRecord{}, unknown("session", err)
		}
		r, err := decodeSession(rec.Data)
		if err != nil {
			return r, err
		}
		today := p.today()
		if today.Sub(r.Seen) > Unseen {
			return r, errors.Join(ErrUnknown, p.end(ctx, r.Person, key))
		}
		if !r.Seen.Before(today) || store.Newer(rec.Data, &sessionRecord{}) {
			return r, nil // a newer node notes the day
		}
		r.Seen = today
		err = put(ctx, p.kv.sessions, key, rec.Version, r)
		if retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("identity: session: %w", err)
		}
		return r, nil
	}
}

// end removes a session, then the note of its owner.
func (p *People) end(ctx context.Context, person, key string) error {
	err := p.kv.sessions.Delete(ctx, key)
	p.sessions.drop(key)
	if err != nil {
		return fmt.Errorf("identity: session: %w", err)
	}
	if f := p.onEnd.Load(); f != nil {
		(*f)(key)
	}
	return p.disown(ctx, person, ownedSession, key)
}

// Sessions lists a person's sessions, the newest first. The token, if given, marks
// the calling one.
func (p *People) Sessions(ctx context.Context, person, token string) ([]Session, error) {
	keys, err := p.owned(ctx, person, ownedSession)
	if err != nil {
		return nil, err
	}
	current, _ := keyOf(token)
	list := make([]Session, 0, len(keys))
	for _, key := range keys {
		rec, err := p.kv.sessions.Get(ctx, key)
		if errors.Is(err, store.ErrAbsent) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("identity: session: %w", err)
		}
		r, err := decodeSession(rec.Data)
		if err != nil {
			return nil, err
		}
		s := Session{ID: key[:sessionID], Label: r.Label, Created: r.Created, Seen: r.Seen, Current: key == current, key: key}
		if p.elevated(key, r) {
			s.OperatorUntil = r.Until
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Session) int { return b.Created.Compare(a.Created) })
	return list, nil
}

// Revoke ends one of a person's sessions.
func (p *People) Revoke(ctx context.Context, person, session string) error {
	return p.revoke(ctx, person, func(s Session) bool { return s.ID == session }, true)
}

// RevokeOthers ends all of a person's sessions but the calling one.
func (p *People) RevokeOthers(ctx context.Context, person, token string) error {
	keep, ok := keyOf(token)
	if !ok {
		return ErrUnknown
	}
	return p.revoke(ctx, person, func(s Session) bool { return s.key != keep }, false)
}

// RevokeAll ends all of a person's sessions.
func (p *People) RevokeAll(ctx context.Context, person string) error {
	return p.revoke(ctx, person, func(Session) bool { return true }, false)
}

// LogOut ends the session of a token.
func (p *People) LogOut(ctx context.Context, token string) error {
	who, err := p.Authenticate(ctx, token)
	if err != nil {
		return err
	}
	key, _ := keyOf(token)
	return p.end(ctx, who.ID, key)
}

func (p *People) revoke(ctx context.Context, person string, which func(Session) bool, some bool) error {
	list, err := p.Sessions(ctx, person, "")
	if err != nil {
		return err
	}
	for _, s := range list {
		if which(s) {
			some = false
			if err := p.end(ctx, person, s.key); err != nil {
				return err
			}
		}
	}
	if some {
		return ErrUnknown
	}
	return nil
}

func decodeSession(data []byte) (sessionRecord, error) {
	var r sessionRecord
	err := json.Unmarshal(data, &r)
	if err == nil && !IsID(r.Person, PersonLength) {
		err = errors.New("of nobody")
	}
	if err != nil {
		return r, fmt.Errorf("identity: session: %w: %w", store.ErrDamaged, err)
	}
	return r, nil
}
