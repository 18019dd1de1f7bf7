package signin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// codeLength is how many characters a recovery code has: 80 bits, which nobody
// guesses, and few enough to be written down.
const codeLength = 16

type codeRecord struct {
	Person  string    `json:"person"`
	Created time.Time `json:"created"`
	Used    bool      `json:"used,omitempty"`
}

// NewCodes makes a person's recovery codes, in place of those before. They are shown
// once; the store has their hashes.
func (s *SignIn) NewCodes(ctx context.Context, person string) ([]string, error) {
	before, err := s.owned(ctx, person, kindCode)
	if err != nil {
		return nil, err
	}
	codes, now := make([]string, 0, Codes), s.conf.Now().UTC()
	for range Codes {
		code, err := s.newID(codeLength)
		if err != nil {
			return nil, err
		}
		key := hash(kindCode, code)
		if err := s.own(ctx, person, kindCode, key); err != nil {
			return nil, err
		}
		err = s.put(ctx, kindCode, key, 0, codeRecord{Person: person, Created: now})
		for errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			err = s.put(ctx, kindCode, key, 0, codeRecord{Person: person, Created: now})
		}
		if err != nil && !errors.Is(err, store.ErrConflict) { // nobody else draws the same 80 bits
			return nil, fmt.Errorf("signin: code: %w", err)
		}
		codes = append(codes, code[:4]+"-"+code[4:8]+"-"+code[8:12]+"-"+code[12:])
	}
	for _, key := range before {
		if err := s.drop(ctx, person, kindCode, key); err != nil {
			return nil, err
		}
	}
	return codes, nil
}

// readCode reads a code as people write it: in capitals, with other or no separators,
// and with the digits that look like letters.
func readCode(text string) (string, bool) {
	if len(text) > 4*codeLength {
		return "", false
	}
	code := strings.NewReplacer("-", "", " ", "", "0", "o", "1", "l", "8", "b").Replace(strings.ToLower(strings.TrimSpace(text)))
	return code, identity.IsID(code, codeLength)
}

// UseCode uses a recovery code up and returns whose it is. Where the store gives no
// answer the code may be gone: that is better than one use too many.
func (s *SignIn) UseCode(ctx context.Context, text string) (person string, err error) {
	code, ok := readCode(text)
	if !ok {
		return "", ErrCode
	}
	key := hash(kindCode, code)
	r, version, err := get[codeRecord](ctx, s, kindCode, key)
	if errors.Is(err, store.ErrAbsent) || err == nil && r.Used {
		return "", ErrCode
	}
	if err != nil {
		return "", err
	}
	r.Used = true
	if err := s.put(ctx, kindCode, key, version, r); err != nil {
		if errors.Is(err, store.ErrConflict) {
			return "", ErrCode
		}
		return "", fmt.Errorf("signin: code: %w", err)
	}
	_ = s.drop(ctx, r.Person, kindCode, key) // it is used in any case
	return r.Person, nil
}

// codes counts a person's unused codes, and says when they were made.
func (s *SignIn) codes(ctx context.Context, person string) (left int, made time.Time, err error) {
	keys, err := s.owned(ctx, person, kindCode)
	if err != nil {
		return 0, made, err
	}
	for _, key := range keys {
		r, _, err := get[codeRecord](ctx, s, kindCode, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && r.Used {
			continue
		}
		if err != nil {
			return 0, made, err
		}
		left, made = left+1, r.Created
	}
	return left, made, nil
}
