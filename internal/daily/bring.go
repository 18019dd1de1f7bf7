package daily

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Bring moves a guest's results to the person that the guest has signed in as. If that person has
// already begun the same deal, their own table counts, and the guest keeps the guest's result. So
// no person has two results for one deal. Unfinished games stay with the guest, too.
//
// A result moves only once, and the guest cannot begin any of these deals again. On the
// leaderboard, the row still names the guest: otherwise, a person could play as several guests and
// choose the best result. Bring can be called again after a failure.
func (d *Daily) Bring(ctx context.Context, guest, person string) error {
	if !identity.IsID(guest, identity.PersonLength) || !identity.IsID(person, identity.PersonLength) || guest == person {
		return identity.ErrUnknown
	}
	list, err := d.all(ctx, guest)
	if err != nil {
		return err
	}
	for _, o := range list {
		if o.Result == nil {
			continue
		}
		if err := d.bring(ctx, guest, person, o); err != nil {
			return wrap("bring", err)
		}
	}
	return nil
}

// bring moves one result. It first records the person in the guest's claim, so if two people try to
// take the result, only one gets it.
func (d *Daily) bring(ctx context.Context, guest, person string, o Own) error {
	own, _, err := d.claimed(ctx, person, o.Day, o.Game)
	if err != nil || own.Table != "" && own.Table != o.Table {
		return err
	}
	c, err := d.changeClaim(ctx, guest, o, func(c *claim) {
		if c.Moved == "" {
			c.Moved = movedTo(person)
		}
	})
	if err != nil || c.Moved != movedTo(person) {
		return err
	}
	for own.Table == "" {
		err := d.putClaim(ctx, person, o, 0, claim{Table: c.Table, Started: c.Started, Company: c.Company, Result: c.Result})
		if err != nil && !store.Retryable(ctx, err) {
			return err
		}
		if own, _, err = d.claimed(ctx, person, o.Day, o.Game); err != nil {
			return err
		}
	}
	if own.Table != o.Table { // the person began the deal in the meantime, so the guest keeps the result
		_, err = d.changeClaim(ctx, guest, o, func(c *claim) { c.Moved = "" })
	}
	return err
}

// movedTo returns a hash of a person's id. Only someone who knows the id can tell whose hash it is.
func movedTo(person string) string {
	sum := sha256.Sum256([]byte(person))
	return hex.EncodeToString(sum[:])
}

// changeClaim reads a person's claim, applies f and writes it. After a conflict it tries again.
func (d *Daily) changeClaim(ctx context.Context, person string, o Own, f func(*claim)) (claim, error) {
	for {
		c, version, err := d.claimed(ctx, person, o.Day, o.Game)
		if err != nil || c.Table != o.Table {
			return claim{}, err
		}
		was := c
		if f(&c); c == was {
			return c, nil
		}
		if err = d.putClaim(ctx, person, o, version, c); err == nil {
			return c, nil
		}
		if !store.Retryable(ctx, err) {
			return claim{}, err
		}
	}
}

func (d *Daily) putClaim(ctx context.Context, person string, o Own, version uint64, c claim) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = d.kv.results.Put(ctx, ownKey(person, o.Day, o.Game), version, data)
	return err
}
