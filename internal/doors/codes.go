package doors

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Limits on codes.
const (
	MaxCodes   = 200 // codes at a time
	MaxUses    = 500 // uses of one code
	codeLength = 12  // characters of five random bits each
	codeID     = 16  // characters of the hash that name a code to operators
)

// Errors about codes that callers compare with errors.Is.
var (
	// ErrCode reports a code that does not exist, has expired or is used up. It does not reveal which.
	ErrCode error = refusal.New(refusal.NotFound, "code-void", "doors: no such code")
	// ErrTooManyCodes reports that no more codes can be made before others are removed.
	ErrTooManyCodes error = refusal.New(refusal.Conflict, "too-many-codes", "doors: too many codes")
	// ErrNoSuchCode reports that an operator named a code that does not exist.
	ErrNoSuchCode error = refusal.New(refusal.NotFound, "no-such-invitation", "doors: no such invitation")
)

// Code lets people in. Its text is shown once, when it is made.
type Code struct {
	ID      string    `json:"-"` // names the code to operators, and opens nothing
	Text    string    `json:"-"` // only from NewCode
	By      string    `json:"by,omitempty"`
	Created time.Time `json:"created"`
	Uses    int       `json:"uses"`
	Until   time.Time `json:"until,omitzero"`
	// Used lists the people whom it let in, so that a repeated request uses nothing up. A person who was forgotten
	// is "".
	Used []string `json:"used,omitempty"`
}

// NewCode makes a code that lets a number of people in, until a time, or forever if the time is zero.
func (d *Doors) NewCode(ctx context.Context, by identity.Person, uses int, until time.Time) (Code, error) {
	c := Code{By: by.ID, Created: d.now(), Uses: uses, Until: until}
	if uses < 1 || uses > MaxUses || !until.IsZero() && !until.After(c.Created) {
		return c, identity.ErrText
	}
	all, err := d.Codes(ctx)
	if err != nil {
		return c, err
	}
	if len(all) >= MaxCodes {
		return c, ErrTooManyCodes
	}
	d.randomness.Lock()
	c.Text, err = identity.NewID(d.conf.Random, codeLength)
	d.randomness.Unlock()
	if err != nil {
		return c, err
	}
	key := keyOf(c.Text)
	c.ID = key[:codeID]
	made, err := change(ctx, d.kv.codes, key, func(r *Code) error { *r = c; return nil })
	made.ID, made.Text = c.ID, c.Text
	return made, err
}

// keyOf returns the key under which a code is stored. People may type it in capitals, with spaces or dashes.
func keyOf(text string) string {
	text = strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(text))
	sum := sha256.Sum256([]byte("theriac code\n" + text))
	return hex.EncodeToString(sum[:])
}

// Codes lists all codes, the newest first.
func (d *Doors) Codes(ctx context.Context) ([]Code, error) {
	recs, err := d.kv.codes.List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("doors: %w", err)
	}
	list := make([]Code, 0, len(recs))
	for _, rec := range recs {
		var c Code
		if err := json.Unmarshal(rec.Data, &c); err != nil || len(rec.Key) < codeID {
			return nil, fmt.Errorf("doors: %w", store.ErrDamaged)
		}
		c.ID = rec.Key[:codeID]
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Code) int { return b.Created.Compare(a.Created) })
	return list, nil
}

// RemoveCode makes a code void. People whom it has let in stay inside.
func (d *Doors) RemoveCode(ctx context.Context, id string) error {
	recs, err := d.kv.codes.List(ctx, "")
	if err != nil {
		return fmt.Errorf("doors: %w", err)
	}
	for _, rec := range recs {
		if len(id) == codeID && strings.HasPrefix(rec.Key, id) {
			return d.kv.codes.Delete(ctx, rec.Key)
		}
	}
	return ErrNoSuchCode
}

// Enter lets a person in with a code. To enter again uses nothing up.
func (d *Doors) Enter(ctx context.Context, who identity.Person, text string) error {
	if err := d.Admits(ctx, who); !errors.Is(err, ErrOutside) {
		return err
	}
	_, err := change(ctx, d.kv.codes, keyOf(text), func(c *Code) error {
		switch {
		case c.Uses == 0, !c.Until.IsZero() && !d.now().Before(c.Until):
			return ErrCode
		case slices.Contains(c.Used, who.ID):
			return nil
		case len(c.Used) >= c.Uses:
			return ErrCode
		}
		c.Used = append(c.Used, who.ID)
		return nil
	})
	if err != nil {
		return err
	}
	return d.admit(ctx, who.ID)
}
