package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// A code is a short text that people say to each other to meet at a table.
const (
	// codeLetters are consonants and digits, so that a code is never a word, without those that look alike.
	codeLetters = "23479BCDFGHJKMNPRTWX"
	// CodeFor is how long a code lives. It lives on while the table shows it.
	CodeFor = 15 * time.Minute
	// codeRenew is how much of that may be left when showing the code prolongs it.
	codeRenew = 10 * time.Minute
	// oneIn is how many guesses hit a code once, at least.
	oneIn = 100_000
	// maxCodes is how many codes the server has at a time. With six characters, a guess is still hard.
	maxCodes = 600
)

// codeRow is the entry of a code in its bucket. The table's record decides whether the code counts.
type codeRow struct {
	Table string `json:"table"`
}

// codeChange returns the change that lets people find a table by its code, or nil if that is as before.
func (r *tableRecord) codeChange(old *tableRecord) *store.Change {
	if r.Code == "" || old != nil && old.Code == r.Code && old.CodeUntil.Equal(r.CodeUntil) {
		return nil
	}
	data, err := json.Marshal(codeRow{r.ID})
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return &store.Change{Bucket: BucketCodes, Key: r.Code, Any: old != nil && old.Code == r.Code, Data: data, Life: CodeFor}
}

// ShowCode returns the code of a table for a person who may invite others. It makes one if there is none, and
// prolongs one that is about to expire.
func (l *Lobby) ShowCode(ctx context.Context, by identity.Person, table string) (code string, until time.Time, err error) {
	rows, err := l.kv.codes.Page(ctx, "", "", maxCodes+1)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("lobby: codes: %w", err)
	}
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if err := r.admits(by.ID); err != nil {
			return err
		}
		now := l.now()
		switch {
		case r.Host != by.ID && r.Held(by.ID).Empty():
			return refuse(NotSeated)
		case r.Host != by.ID && r.HostInvites:
			return refuse(NotHost)
		case !r.Status.Running():
			return refuse(NotRunning)
		case r.Daily() || r.Carried != nil || r.Lesson != "" || r.Puzzle != "":
			return refuse(DealFixed)
		case r.Code != "" && r.CodeUntil.Sub(now) > codeRenew:
			return errSame
		}
		if r.Code == "" || !now.Before(r.CodeUntil) {
			if len(rows) > maxCodes {
				return refuse(CodesFull)
			}
			if r.Code, err = l.newCode(len(rows) + 1); err != nil {
				return err
			}
		}
		r.CodeUntil = now.Add(CodeFor)
		return nil
	})
	return r.Code, r.CodeUntil, err
}

// newCode returns a code that is long enough if there are n of them.
func (l *Lobby) newCode(n int) (string, error) {
	length, all := 4, 20*20*20*20
	for ; all < n*oneIn; length++ {
		all *= len(codeLetters)
	}
	l.randomness.Lock()
	defer l.randomness.Unlock()
	code := make([]byte, 0, length)
	var one [1]byte
	for len(code) < length {
		if _, err := l.conf.Random.Read(one[:]); err != nil {
			return "", fmt.Errorf("lobby: no randomness: %w", err)
		}
		if most := byte(256 / len(codeLetters) * len(codeLetters)); one[0] < most { // every letter is equally likely
			code = append(code, codeLetters[int(one[0])%len(codeLetters)])
		}
	}
	return string(code), nil
}

// CleanCode returns a code as the server writes it. People type it in small letters, with spaces or dashes.
func CleanCode(text string) string {
	text = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(text))
	if len(text) < 4 || len(text) > 6 || strings.Trim(text, codeLetters) != "" {
		return ""
	}
	return text
}

// UseCode returns the table with a code. A public table is open to the person then, as to everyone. At a private one
// the person knocks: they are not in before the host says yes. known reports whether the code was right, even if
// UseCode returns an error.
func (l *Lobby) UseCode(ctx context.Context, by identity.Person, from From, text string) (t Table, known bool, err error) {
	code := CleanCode(text)
	if code == "" {
		return Table{}, false, refuse(NoSuchCode)
	}
	rec, err := l.kv.codes.Get(ctx, code)
	if errors.Is(err, store.ErrAbsent) {
		return Table{}, false, refuse(NoSuchCode)
	}
	var row codeRow
	if err == nil {
		err = json.Unmarshal(rec.Data, &row)
	}
	if err != nil {
		return Table{}, false, fmt.Errorf("lobby: code: %w", err)
	}
	valid := func(r *tableRecord) bool { return r.Code == code && r.Status.Running() && l.now().Before(r.CodeUntil) }
	r, err := l.read(ctx, row.Table)
	switch {
	case err != nil && Refused(err) != NoSuchTable:
		return Table{}, false, err
	case err != nil || !valid(&r):
		return Table{}, false, refuse(NoSuchCode)
	}
	if err := r.shut(by.ID); err != nil {
		return Table{}, true, err
	}
	if r.Public || r.belongs(by.ID) {
		return r.shown(), true, l.door(ctx, by, &r)
	}
	_, err = l.change(ctx, row.Table, func(r *tableRecord) error {
		switch {
		case !valid(r):
			return refuse(NoSuchCode)
		case slices.Contains(r.Admitted, by.ID):
			r.keepAsGuest(by.ID)
			return nil
		case r.knocks(by.ID):
			return errSame
		}
		if err := r.shut(by.ID); err != nil {
			return err
		}
		return r.knock(by.ID, from)
	})
	if err != nil {
		return Table{}, true, err
	}
	if r, err = l.read(ctx, row.Table); err != nil {
		return Table{}, true, err
	}
	if !r.belongs(by.ID) {
		return Table{}, true, refuse(Knocking)
	}
	return r.shown(), true, nil
}
