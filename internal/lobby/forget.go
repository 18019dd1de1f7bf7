package lobby

import (
	"context"
	"fmt"
	"slices"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/store"
)

// Export is all that the lobby knows of a person.
type Export struct {
	Tables  []Part   `json:"tables"`
	Reports []Report `json:"reports"` // that they wrote
}

// Part is a person's part in one table.
type Part struct {
	Summary
	Hosted bool         `json:"hosted,omitempty"`
	Seats  engine.Seats `json:"seats"`
	Nonces []string     `json:"nonces,omitempty"`
	Left   []int        `json:"left,omitempty"`  // teams whose seat they gave up
	Stood  engine.Seats `json:"stood,omitempty"` // that they left and may come back to
	Guest  bool         `json:"guest,omitempty"`
	Muted  bool         `json:"muted,omitempty"`
	Banned bool         `json:"banned,omitempty"`
	Hooks  []Hook       `json:"hooks,omitempty"`
}

// Buckets declares what the lobby stores.
func (l *Lobby) Buckets() []store.Bucket {
	list := []store.Bucket{{Name: BucketTables, Export: store.Exports(l.Export), Forget: l.Forget, Missed: l.Mentions}}
	for _, name := range []string{BucketMine, BucketVolumes, BucketYears, BucketOpen, BucketFinished, BucketReports} {
		list = append(list, store.Bucket{Name: name, With: BucketTables})
	}
	return list
}

// Export collects a person's own data.
func (l *Lobby) Export(ctx context.Context, person string) (Export, error) {
	out := Export{Tables: []Part{}, Reports: []Report{}}
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
	return out, l.reportsOf(ctx, person, func(rep Report) error {
		if rep.By == person {
			out.Reports = append(out.Reports, rep)
		}
		return nil
	})
}

func (r *record) part(person string) Part {
	p := Part{
		Summary: r.summary(), Hosted: r.Host == person, Seats: r.Held(person), Stood: r.Back(person), Guest: slices.Contains(r.Guests, person),
		Muted: slices.Contains(r.Muted, person), Banned: slices.Contains(r.Banned, person),
	}
	if !p.Hosted {
		p.Summary.Host = ""
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

// Mentions says whether a table or a report mentions a person.
func (l *Lobby) Mentions(ctx context.Context, person string) (bool, error) {
	notes, err := l.notes(ctx, person)
	if err != nil || len(notes) > 0 {
		return true, err
	}
	found := false
	err = l.reportsOf(ctx, person, func(Report) error {
		found = true
		return nil
	})
	return found, err
}

// Forget takes a person out of every record. Nobody holds their seats then; a running
// game goes on by its clock, and somebody who sits becomes the host. It can be called
// again after a failure.
func (l *Lobby) Forget(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return identity.ErrUnknown
	}
	notes, err := l.notes(ctx, person)
	if err != nil {
		return err
	}
	for _, n := range notes {
		_, err := l.change(ctx, n.Table, func(r *record) error { return r.forget(person) })
		if err == nil {
			err = l.dropCopy(ctx, n.Table)
		}
		if err != nil && Refused(err) != NoSuchTable {
			return err
		}
		if err := l.removeNote(ctx, person, n.Table); err != nil {
			return err
		}
	}
	return l.reportsOf(ctx, person, func(rep Report) error {
		if rep.By == person {
			if err := l.kv.reports.Delete(ctx, rep.ID); err != nil {
				return fmt.Errorf("lobby: report: %w", err)
			}
			return nil
		}
		_, err := l.changeReport(ctx, rep.ID, func(rep *Report) { rep.About = "" })
		return err
	})
}

// forget takes a person out of one record.
func (r *record) forget(person string) error {
	if !slices.Contains(r.mentions(), person) {
		return errSame
	}
	r.standAll(person)
	r.forgetStood(person)
	r.forgetLeft(person)
	r.Dealt = remove(r.Dealt, person)
	r.Guests, r.Muted, r.Banned = remove(r.Guests, person), remove(r.Muted, person), remove(r.Banned, person)
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

// reportsOf calls f with the reports by or about a person.
func (l *Lobby) reportsOf(ctx context.Context, person string, f func(Report) error) error {
	recs, err := l.kv.reports.List(ctx, "")
	if err != nil {
		return fmt.Errorf("lobby: reports: %w", err)
	}
	for _, rec := range recs {
		rep, err := decodeReport(rec.Data)
		if err != nil {
			return err
		}
		if rep.By == person || rep.About == person {
			if err := f(rep); err != nil {
				return err
			}
		}
	}
	return nil
}
