package daily

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"theriac/internal/identity"
)

// Bring makes a guest's results a person's: it is the same human, who signed in. Of a
// deal that the person has begun themselves their own table counts, and the guest's
// result stays with the guest, so nobody has two results of a deal. What is not
// finished stays as well. A result moves once, and the guest can begin none of these
// deals a second time. On the board the line stays the guest's: whoever played as
// several guests could otherwise choose the best for their own name. It can be called
// again after a failure.
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

// bring moves one result. The guest's claim says first where it goes: of two who want
// it, one gets it.
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
		if err != nil && !retryable(ctx, err) {
			return err
		}
		if own, _, err = d.claimed(ctx, person, o.Day, o.Game); err != nil {
			return err
		}
	}
	if own.Table != o.Table { // they began the deal at this moment: the guest keeps the result
		_, err = d.changeClaim(ctx, guest, o, func(c *claim) { c.Moved = "" })
	}
	return err
}

// movedTo names a person to whoever knows them, and to nobody else.
func movedTo(person string) string {
	sum := sha256.Sum256([]byte(person))
	return hex.EncodeToString(sum[:])
}

// changeClaim rewrites a person's claim, and repeats after a conflict.
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
		if !retryable(ctx, err) {
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
