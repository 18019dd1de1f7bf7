package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"theriac/internal/store"
)

// Person is somebody who plays, watches or hosts. For a person without a name the
// client makes one up.
type Person struct {
	ID      string    `json:"id"`
	Name    string    `json:"name,omitempty"`
	Lang    string    `json:"lang,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"` // the day
	Bot     bool      `json:"bot,omitempty"`
	// AskEach says that they want to be asked at every moment at which they could play an
	// event; otherwise a pass counts until the phase ends.
	AskEach bool `json:"askEach,omitempty"`
	// AskAlone says that they want to be asked as others are where they hold all seats.
	AskAlone bool `json:"askAlone,omitempty"`
	// ShowGames says that everybody may see what they have played.
	ShowGames bool `json:"showGames,omitempty"`
	// Operator and its end belong to the calling session, never to the person: only
	// Authenticate and Elevate set them.
	Operator      bool      `json:"operator,omitempty"`
	OperatorUntil time.Time `json:"operatorUntil,omitzero"`
}

// personRecord is the stored form of a person. Former versions stored an operator's
// rights here, as Elevated and for ever: that means nothing any more, and is gone
// with the next change.
type personRecord struct {
	Name      string    `json:"name,omitempty"`
	Lang      string    `json:"lang,omitempty"`
	Created   time.Time `json:"created"`
	Seen      time.Time `json:"seen"`
	Bot       bool      `json:"bot,omitempty"`
	AskEach   bool      `json:"askEach,omitempty"`
	AskAlone  bool      `json:"askAlone,omitempty"`
	ShowGames bool      `json:"showGames,omitempty"`
	Elevated  string    `json:"elevated,omitempty"`
}

// Newcomer is what a new person says on arrival. All of it may be empty.
type Newcomer struct {
	Name, Lang string
	Label      string // of the session: the device, or the name of a bot
	Bot        bool
}

// Guest makes a person and a first session for them.
func (p *People) Guest(ctx context.Context, n Newcomer) (Person, string, error) {
	name, err := CleanLine(n.Name, MaxName)
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
	if err := putNew(ctx, p.kv.people, id, r); err != nil {
		return Person{}, "", fmt.Errorf("identity: new person: %w", err)
	}
	token, err := p.open(ctx, id, label)
	if err != nil {
		return Person{}, "", err
	}
	return p.person(id, r), token, nil
}

// Get is the person of that id, at most Stale old.
func (p *People) Get(ctx context.Context, id string) (Person, error) {
	if !IsID(id, PersonLength) {
		return Person{}, ErrUnknown
	}
	now := p.conf.Now()
	if who, ok := p.persons.get(id, now); ok {
		return who, nil
	}
	moment := p.persons.moment()
	rec, err := p.kv.people.Get(ctx, id)
	if err != nil {
		return Person{}, unknown("person", err)
	}
	r, err := decodePerson(rec.Data)
	if err != nil {
		return Person{}, err
	}
	who := p.person(id, r)
	p.persons.put(id, who, now.Add(Stale), moment)
	return who, nil
}

// SetName gives a person a name, or takes it away with an empty one.
func (p *People) SetName(ctx context.Context, id, name string) (Person, error) {
	name, err := CleanLine(name, MaxName)
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

// SetBot says whether a program plays for this person.
func (p *People) SetBot(ctx context.Context, id string, bot bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.Bot = bot })
}

// SetAskEach says whether a person is asked at every moment of a phase.
func (p *People) SetAskEach(ctx context.Context, id string, ask bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.AskEach = ask })
}

// SetAskAlone says whether a person is asked where they hold all seats.
func (p *People) SetAskAlone(ctx context.Context, id string, ask bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.AskAlone = ask })
}

// SetShowGames says whether everybody may see what a person has played.
func (p *People) SetShowGames(ctx context.Context, id string, show bool) (Person, error) {
	return p.change(ctx, id, func(r *personRecord) { r.ShowGames = show })
}

// change rewrites a person, and repeats after a conflict.
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
		r.Elevated = ""
		f(&r)
		if r == was {
			return p.person(id, r), nil
		}
		if store.Newer(rec.Data, &personRecord{}) {
			return Person{}, fmt.Errorf("identity: person: %w", store.ErrNewer)
		}
		err = put(ctx, p.kv.people, id, rec.Version, r)
		if retryable(ctx, err) {
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

// putNew writes a record under a random key. Where it exists, an earlier attempt
// wrote it: nobody else draws the same 100 bits.
func putNew(ctx context.Context, kv store.KV, key string, record any) error {
	for {
		err := put(ctx, kv, key, 0, record)
		if errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue
		}
		if errors.Is(err, store.ErrConflict) {
			return nil
		}
		return err
	}
}

// retryable says whether to decide and write again.
func retryable(ctx context.Context, err error) bool {
	return (errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUncertain)) && ctx.Err() == nil
}

// unknown turns an absent record into ErrUnknown.
func unknown(what string, err error) error {
	if errors.Is(err, store.ErrAbsent) {
		return ErrUnknown
	}
	return fmt.Errorf("identity: %s: %w", what, err)
}
