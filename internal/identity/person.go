package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"theriac/internal/store"
)

// Person is someone who plays, watches or hosts. If Name is empty, the client makes one up.
type Person struct {
	ID      string    `json:"id"`
	Name    string    `json:"name,omitempty"`
	Lang    string    `json:"lang,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"` // the day of the last visit, without a time
	Bot     bool      `json:"bot,omitempty"`
	// AskEach means that the table asks the person at every moment at which they could play an
	// event. Otherwise, after a pass the table does not ask them again until the phase ends or
	// something happens.
	AskEach bool `json:"askEach,omitempty"`
	// AskAlone means that the table asks the person the usual questions even if the person holds
	// all seats at the table.
	AskAlone bool `json:"askAlone,omitempty"`
	// ShowGames means that everyone can see which games the person has played.
	ShowGames bool `json:"showGames,omitempty"`
	// Role and Proved describe the calling session: the role that it may use, and when it last
	// proved who uses it. Only Authenticate, Elevate and Prove set them.
	Role   string    `json:"role,omitempty"`
	Proved time.Time `json:"proved,omitzero"`
	// NoPublic means that a moderator has closed public tables to the person.
	NoPublic bool `json:"noPublic,omitempty"`
}

// RoleOperator is the role of the people who run the server. The other roles have fewer rights.
const RoleOperator = "operator"

// Operates reports whether the person is an operator.
func (p Person) Operates() bool { return p.Role == RoleOperator }

// Moderates reports whether the person has any role.
func (p Person) Moderates() bool { return p.Role != "" }

// personRecord is a person as stored.
type personRecord struct {
	Name      string    `json:"name,omitempty"`
	Lang      string    `json:"lang,omitempty"`
	Created   time.Time `json:"created"`
	Seen      time.Time `json:"seen"`
	Bot       bool      `json:"bot,omitempty"`
	AskEach   bool      `json:"askEach,omitempty"`
	AskAlone  bool      `json:"askAlone,omitempty"`
	ShowGames bool      `json:"showGames,omitempty"`
}

// Newcomer describes a new person. Every field may be empty.
type Newcomer struct {
	Name, Lang string
	Label      string // label of the session: the device, or the name of a bot
	Bot        bool
}

// Guest creates a new person and their first session. It returns the session's token.
func (p *People) Guest(ctx context.Context, n Newcomer) (Person, string, error) {
	name, err := p.CleanName(ctx, n.Name)
	if err != nil {
		return Person{}, "", err
	}
	lang, err := cleanLang(n.Lang)
	if err != nil {
		return Person{}, "", err
	}
	label, err := CleanLine(n.Label, MaxLabel)
	if err != nil {
		return Person{}, "", err
	}
	id, err := p.newID()
	if err != nil {
		return Person{}, "", err
	}
	r := personRecord{Name: name, Lang: lang, Created: p.conf.Now().UTC(), Seen: p.today(), Bot: n.Bot}
	token, key, err := p.newSecret()
	if err != nil {
		return Person{}, "", err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return Person{}, "", err
	}
	changes, err := given(id, ownedSession, BucketSessions, key, p.newSession(id, label))
	if err != nil {
		return Person{}, "", err
	}
	changes = append(append(changes, store.Change{Bucket: BucketPeople, Key: id, Any: true, Data: data}), p.came(id, name)...)
	for {
		_, err := p.conf.Do(ctx, changes...)
		if store.Retryable(ctx, err) {
			continue // the id and the key are random, so writing their records again does no harm
		}
		if err != nil {
			return Person{}, "", fmt.Errorf("identity: new person: %w", err)
		}
		return p.person(id, r), token, nil
	}
}

// Get returns the person with this id. The result may be up to Stale old.
func (p *People) Get(ctx context.Context, id string) (Person, error) {
	if !IsID(id, PersonLength) {
		return Person{}, ErrUnknown
	}
	now := p.conf.Now()
	if who, ok := p.persons.get(id, now); ok {
		return who, nil
	}
	generation := p.persons.generation()
	rec, err := p.kv.people.Get(ctx, id)
	if err != nil {
		return Person{}, unknown("person", err)
	}
	r, err := decodePerson(rec.Data)
	if err != nil {
		return Person{}, err
	}
	who := p.person(id, r)
	p.persons.put(id, who, now.Add(Stale), generation)
	return who, nil
}

// CleanName returns a name in its usual form, or the reason why no person may have it.
func (p *People) CleanName(ctx context.Context, name string) (string, error) {
	name, err := CleanLine(name, MaxName)
	if err != nil || p.conf.CleanName == nil {
		return name, err
	}
	if name, err = p.conf.CleanName(ctx, name); err != nil {
		return "", err
	}
	return CleanLine(name, MaxName) // the usual form may be longer
}

// SetName gives a person a name. An empty name removes it.
func (p *People) SetName(ctx context.Context, id, name string) (Person, error) {
	name, err := p.CleanName(ctx, name)
	if err != nil {
		return Person{}, err
	}
	return p.change(ctx, id, func(r *personRecord) { r.Name = name })
}

// SetLang sets a person's language.
func (p *People) SetLang(ctx context.Context, id, lang string) (Person, error) {
	lang, err := cleanLang(lang)
	if err != nil {
		return Person{}, err
	}
	return p.change(ctx, id, func(r *personRecord) { r.Lang = lang })
}

// SetBot sets whether a program plays for this person.
func (p *People) SetBot(ctx context.Context, id string, bot bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.Bot = bot })
}

// SetAskEach sets Person.AskEach.
func (p *People) SetAskEach(ctx context.Context, id string, ask bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.AskEach = ask })
}

// SetAskAlone sets Person.AskAlone.
func (p *People) SetAskAlone(ctx context.Context, id string, ask bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.AskAlone = ask })
}

// SetShowGames sets Person.ShowGames.
func (p *People) SetShowGames(ctx context.Context, id string, show bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.ShowGames = show })
}

// change reads a person, applies f and writes the record. After a conflict it tries again.
func (p *People) change(ctx context.Context, id string, f func(*personRecord)) (Person, error) {
	if !IsID(id, PersonLength) {
		return Person{}, ErrUnknown
	}
	defer p.persons.drop(id)
	for {
		rec, err := p.kv.people.Get(ctx, id)
		if err != nil {
			return Person{}, unknown("person", err)
		}
		r, err := decodePerson(rec.Data)
		if err != nil {
			return Person{}, err
		}
		was := r
		f(&r)
		if r == was {
			return p.person(id, r), nil
		}
		if store.Newer(rec.Data, &personRecord{}) {
			return Person{}, fmt.Errorf("identity: person: %w", store.ErrNewer)
		}
		data, err := json.Marshal(r)
		if err != nil {
			return Person{}, err
		}
		_, err = p.conf.Do(ctx, append(renamed(id, was.Name, r.Name), store.Change{Bucket: BucketPeople, Key: id, Version: rec.Version, Data: data})...)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return Person{}, fmt.Errorf("identity: person: %w", err)
		}
		return p.person(id, r), nil
	}
}

func (p *People) person(id string, r personRecord) Person {
	return Person{
		ID: id, Name: r.Name, Lang: r.Lang, Created: r.Created, Seen: r.Seen, Bot: r.Bot, AskEach: r.AskEach, AskAlone: r.AskAlone,
		ShowGames: r.ShowGames,
	}
}

func decodePerson(data []byte) (personRecord, error) {
	var r personRecord
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("identity: person: %w: %w", store.ErrDamaged, err)
	}
	return r, nil
}

// put encodes and writes a record.
func put(ctx context.Context, kv store.KV, key string, version uint64, record any) error {
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, key, version, data)
	return err
}

// unknown returns ErrUnknown if err means that a record does not exist, and otherwise err with
// context.
func unknown(what string, err error) error {
	if errors.Is(err, store.ErrAbsent) {
		return ErrUnknown
	}
	return fmt.Errorf("identity: %s: %w", what, err)
}
