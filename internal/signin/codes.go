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

// codeLength is the number of characters of a recovery code. A code has 80 bits, too many to guess, and is
// short enough to write down.
const codeLength = 16

type codeRecord struct {
	Person  string    `json:"person"`
	Created time.Time `json:"created"`
	Used    bool      `json:"used,omitempty"`
}

// NewCodes creates recovery codes for a person and voids the previous ones. The codes are shown once; the store
// has only their hashes.
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
		if err != nil && !errors.Is(err, store.ErrConflict) { // a conflict means that an earlier attempt wrote it: no two codes are equal
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

// readCode parses a code as people type it: in upper or lower case, with or without separators, and with
// digits in place of letters that look similar.
func readCode(text string) (string, bool) {
	if len(text) > 4*codeLength {
		return "", false
	}
	code := strings.NewReplacer("-", "", " ", "", "0", "o", "1", "l", "8", "b").Replace(strings.ToLower(strings.TrimSpace(text)))
	return code, identity.IsID(code, codeLength)
}

// UseCode uses up a recovery code and returns its owner. If the store gives no answer, the code may be used
// up without effect. That is better than a code that works twice.
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
	_ = s.drop(ctx, r.Person, kindCode, key) // the code is already marked as used, so ignore an error
	return r.Person, nil
}

// codes returns how many unused codes a person has, and when they were made.
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
