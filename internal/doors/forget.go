package doors

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/store"
)

// Exported is what the doors store about a person.
type Exported struct {
	In       time.Time `json:"in,omitzero"`
	Turned   time.Time `json:"turned,omitzero"`
	Sentence string    `json:"sentence,omitempty"`
	Applied  time.Time `json:"applied,omitzero"`
	// Codes are the invitations that the person made or used.
	Codes []Code `json:"codes,omitempty"`
}

// Buckets declares the buckets of this package, for exporting and forgetting people.
func (d *Doors) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketPeople, Export: store.Exports(d.export), Forget: d.forget},
		{Name: BucketApplications, With: BucketPeople},
		{Name: BucketCodes, With: BucketPeople},
		{Name: BucketDoors, Impersonal: "it is how the server is set up"},
	}
}

func (d *Doors) export(ctx context.Context, person string) (Exported, error) {
	r, _, err := read[entry](ctx, d.kv.people, person)
	if err != nil {
		return Exported{}, err
	}
	a, _, err := read[Application](ctx, d.kv.applications, person)
	if err != nil {
		return Exported{}, err
	}
	out := Exported{In: r.In, Turned: r.Turned, Sentence: a.Sentence, Applied: a.At}
	codes, err := d.Codes(ctx)
	for _, c := range codes {
		made, used := c.By == person, slices.Contains(c.Used, person)
		if !made && !used {
			continue
		}
		c.By, c.Used = "", nil
		if made {
			c.By = person
		}
		if used {
			c.Used = []string{person}
		}
		out.Codes = append(out.Codes, c)
	}
	return out, err
}

// forget removes a person. Codes that they used stay used.
func (d *Doors) forget(ctx context.Context, person string) error {
	if err := d.kv.applications.Delete(ctx, person); err != nil {
		return err
	}
	if err := d.kv.people.Delete(ctx, person); err != nil {
		return err
	}
	d.mu.Lock()
	delete(d.inside, person)
	delete(d.grown, person)
	d.mu.Unlock()
	recs, err := d.kv.codes.List(ctx, "")
	if err != nil {
		return err
	}
	for _, rec := range recs {
		c, _, err := read[Code](ctx, d.kv.codes, rec.Key)
		if err != nil {
			return err
		}
		if c.Uses == 0 || c.By != person && !slices.Contains(c.Used, person) {
			continue
		}
		if _, err := change(ctx, d.kv.codes, rec.Key, func(c *Code) error {
			if c.Uses == 0 {
				return ErrNoSuchCode // it was removed in the meantime
			}
			if c.By == person {
				c.By = ""
			}
			for i, p := range c.Used {
				if p == person {
					c.Used[i] = ""
				}
			}
			return nil
		}); err != nil && !errors.Is(err, ErrNoSuchCode) {
			return err
		}
	}
	return nil
}
