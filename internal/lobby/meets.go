package lobby

import (
	"context"
	"slices"
)

// meets returns an error if a person may not take a seat, because of the people at a public table. The error is that
// of a table without a free seat, or of a seat that is taken.
func (l *Lobby) meets(ctx context.Context, person string, r *tableRecord, seat int) error {
	if l.conf.Meets == nil || !r.Public || !r.Held(person).Empty() {
		return nil
	}
	full := refuse(SeatTaken)
	if seat == AnySeat {
		full = refuse(NoFreeSeat)
	}
	return l.conf.Meets(ctx, person, r.company(), full)
}

// company returns the host of a table and everybody who holds a seat.
func (r *tableRecord) company() []string {
	people := []string{r.Host}
	for _, s := range r.Seats {
		people = append(people, s.Holder)
	}
	slices.Sort(people)
	return slices.DeleteFunc(slices.Compact(people), func(p string) bool { return p == "" })
}

// parted leaves free those seats of a new public table whose holders may not sit with the host or with a holder
// before them. It returns an error if the person who asks for the table may sit at none. A host who may not gives
// way to that person.
func (l *Lobby) parted(ctx context.Context, by string, r *tableRecord) error {
	if l.conf.Meets == nil || !r.Public {
		return nil
	}
	if err := l.conf.Meets(ctx, by, nil, nil); err != nil {
		return err
	}
	if err := l.conf.Meets(ctx, r.Host, nil, nil); isRefusal(err) {
		r.Host = by
	} else if err != nil {
		return err
	}
	met := []string{r.Host}
	for i := range r.Seats {
		holder := r.Seats[i].Holder
		if holder == "" || slices.Contains(met, holder) {
			continue
		}
		apart := refuse(SeatTaken)
		switch err := l.conf.Meets(ctx, holder, met, apart); {
		case err == nil:
			met = append(met, holder)
		case isRefusal(err):
			r.Seats[i].Holder, r.Seats[i].Nonce = "", ""
		default:
			return err
		}
	}
	return nil
}

// isRefusal reports whether an error is for clients, so that it is not a failure of the store.
func isRefusal(err error) bool {
	_, ok := err.(interface{ Problem() (int, string) })
	return ok
}
