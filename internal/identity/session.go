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

// Session is one device, browser or bot on which a person is signed in. It does not contain the
// token, which is shown only once.
type Session struct {
	ID      string    `json:"id"` // beginning of the key in the store; grants nothing
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"` // the day of the last use, without a time
	Current bool      `json:"current,omitempty"`
	key     string
}

type sessionRecord struct {
	Person  string    `json:"person"`
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	// Renewed is when the browser's cookie was last renewed; zero means never since the session
	// began.
	Renewed time.Time `json:"renewed,omitzero"`
	// Proved is when this session last proved a passkey or presented the operator's key. Unspent
	// means that no operation that needs a proof of its own has used it.
	Proved  time.Time `json:"proved,omitzero"`
	Unspent bool      `json:"unspent,omitempty"`
	// Elevated is the proof that this session presented the operator's key at the time Proved.
	Elevated string `json:"elevated,omitempty"`
}

// sessionID is the length of Session.ID, a prefix of a session's key.
const sessionID = 16

// SessionID returns the Session.ID of a token, or "" if the text is not a token.
func SessionID(token string) string {
	key, ok := keyOf(token)
	if !ok {
		return ""
	}
	return key[:sessionID]
}

// SessionKey returns the key under which a token's session is stored, or "" if the text is not a
// token.
func SessionKey(token string) string {
	key, _ := keyOf(token)
	return key
}

// OnEnd sets a function that is called whenever this node ends a session, with the session's key.
func (p *People) OnEnd(f func(session string)) { p.onEnd.Store(&f) }

// EndedElsewhere tells p that another node has ended a session, so that this node rejects the
// session immediately.
func (p *People) EndedElsewhere(session string) { p.sessions.drop(session) }

// Prefixes of the keys in Owned, one for each kind of record that belongs to a person.
const (
	ownedSession = "session"
	ownedLink    = "link"
)

// NewToken opens another session for a person, for a second device or a bot, and returns its token.
func (p *People) NewToken(ctx context.Context, person, label string) (string, error) {
	label, err := CleanLine(label, MaxLabel)
	if err != nil {
		return "", err
	}
	if err := p.CheckSessionLimit(ctx, person); err != nil {
		return "", err
	}
	token, key, err := p.newSecret()
	if err != nil {
		return "", err
	}
	return token, p.give(ctx, person, ownedSession, BucketSessions, key, p.newSession(person, label))
}

// Enter opens a session for a person who has proved their identity. It ends the session that sent
// the request, even if that belongs to another person: so a token that others know becomes
// worthless. If the person has the maximum number of sessions, the one that has been unused the
// longest ends, so that a person's bots cannot lock the person out.
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

// CheckSessionLimit returns an error if the person does not exist or has the maximum number of
// sessions.
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

func (p *People) newSession(person, label string) sessionRecord {
	return sessionRecord{Person: person, Label: label, Created: p.conf.Now().UTC(), Seen: p.today()}
}

// give writes a new session or link of a person, with its entry in Owned. The same transaction writes the
// person's record again, so it fails if the person is forgotten in the meantime.
func (p *People) give(ctx context.Context, person, kind, bucket, key string, record any) error {
	changes, err := given(person, kind, bucket, key, record)
	for err == nil {
		var rec store.Record
		if rec, err = p.kv.people.Get(ctx, person); err != nil {
			return unknown("person", err)
		}
		who := store.Change{Bucket: BucketPeople, Key: person, Version: rec.Version, Data: rec.Data}
		if _, err = p.conf.Do(ctx, append(changes, who)...); err == nil {
			return nil
		}
		if store.Retryable(ctx, err) {
			err = nil // the key is random, so writing its records again does no harm
		}
	}
	return fmt.Errorf("identity: new %s: %w", kind, err)
}

// given returns the changes that write a session or link with its entry in Owned.
func given(person, kind, bucket, key string, record any) ([]store.Change, error) {
	data, err := json.Marshal(record)
	return []store.Change{
		{Bucket: bucket, Key: key, Any: true, Data: data},
		{Bucket: BucketOwned, Key: ownedKey(person, kind, key), Any: true, Data: []byte("{}")},
	}, err
}

func ownedKey(person, kind, key string) string { return person + "." + kind + "." + key }

// owned lists the keys of a person's sessions or links, depending on kind.
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

// drop removes a session or link with its entry in Owned.
func (p *People) drop(ctx context.Context, person, kind, bucket, key string) error {
	_, err := p.conf.Do(ctx, store.Change{Bucket: bucket, Key: key, Any: true},
		store.Change{Bucket: BucketOwned, Key: ownedKey(person, kind, key), Any: true})
	if err != nil {
		return fmt.Errorf("identity: %s: %w", kind, err)
	}
	return nil
}

// Authenticate returns the person who owns a session token. Every request calls it, so it caches
// results for up to Stale, including rejections.
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
	generation := p.sessions.generation()
	r, err := p.session(ctx, key)
	if errors.Is(err, ErrUnknown) {
		p.unknown.put(key, struct{}{}, now.Add(Stale), p.unknown.generation())
	}
	if err != nil {
		return Person{}, err
	}
	p.sessions.put(key, r, now.Add(Stale), generation)
	who, err := p.Get(ctx, r.Person)
	if err == nil && who.Seen.Before(p.today()) {
		today := p.today()
		seen, err := p.change(ctx, r.Person, func(r *personRecord) { r.Seen = today })
		if err != nil && !errors.Is(err, store.ErrNewer) { // a newer version wrote the record, so a node with that version stores the day of the visit
			return Person{}, err
		}
		if err == nil {
			who = seen
		}
	}
	return p.withRights(who, key, r), err
}

// withRights returns the person with the rights that this session has.
func (p *People) withRights(who Person, key string, r sessionRecord) Person {
	if who.ID == "" {
		return who
	}
	who.Role, who.Proved, who.NoPublic = p.conf.Role(who.ID), r.Proved, p.conf.NoPublic(who.ID)
	if p.elevated(key, r) {
		who.Role = RoleOperator
	}
	return who
}

// renewable reports whether the browser's cookie is old enough to renew.
func (r sessionRecord) renewable(today time.Time) bool {
	last := r.Renewed
	if last.IsZero() {
		last = r.Created
	}
	return today.Sub(last) >= RenewAfter
}

// Renew reports whether the browser's cookie should be renewed, and records the renewal. Of several
// concurrent requests, only one gets true.
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

// changeSession reads a session, applies f and writes it. After a conflict it tries again.
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
		p.sessions.drop(key) // drop after the write, so that no concurrent reader caches the old record
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("identity: session: %w", err)
		}
		return r, nil
	}
}

// session reads a session and records today as its last use. It ends the session if it was unused
// for too long.
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
			return r, nil // if a newer version wrote the record, a node with that version stores the day of use
		}
		r.Seen = today
		err = put(ctx, p.kv.sessions, key, rec.Version, r)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("identity: session: %w", err)
		}
		return r, nil
	}
}

// end removes a session.
func (p *People) end(ctx context.Context, person, key string) error {
	err := p.drop(ctx, person, ownedSession, BucketSessions, key)
	if err != nil {
		p.sessions.drop(key) // it may have ended
		return err
	}
	p.ended(key)
	return nil
}

// ended tells the caches and OnEnd's function that a session has ended.
func (p *People) ended(key string) {
	p.sessions.drop(key)
	if f := p.onEnd.Load(); f != nil {
		(*f)(key)
	}
}

// Sessions lists a person's sessions, newest first. It marks the session that token belongs to as
// the current one.
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
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Session) int { return b.Created.Compare(a.Created) })
	return list, nil
}

// Revoke ends one of a person's sessions.
func (p *People) Revoke(ctx context.Context, person, session string) error {
	return p.revoke(ctx, person, func(s Session) bool { return s.ID == session }, true)
}

// RevokeOthers ends all of a person's sessions except the calling one.
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

// LogOut ends the session that a token belongs to.
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
