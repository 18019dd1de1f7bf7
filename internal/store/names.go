package store

import (
	"errors"
	"strings"
)

// ErrName reports an invalid name: it is empty or too long, or has a forbidden character.
var ErrName = errors.New("store: not a name")

const (
	maxName    = 128 // longer than any id that the server creates
	maxAttempt = 200
)

// CheckName checks the name of a table, a person, a bucket or a kind of news. It allows only [A-Za-z0-9_-].
func CheckName(name string) error {
	if name == "" || len(name) > maxName {
		return ErrName
	}
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return ErrName
		}
	}
	return nil
}

// CheckKey checks the key of a record, which is one or more names joined by dots.
func CheckKey(key string) error {
	for name := range strings.SplitSeq(key, ".") {
		if err := CheckName(name); err != nil {
			return err
		}
	}
	return nil
}

// CheckAttempt checks the key that identifies an attempt to write. The key must be printable and contain no
// spaces.
func CheckAttempt(key string) error {
	if key == "" || len(key) > maxAttempt {
		return ErrName
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return ErrName
		}
	}
	return nil
}

// HasPrefix reports whether a key begins with the dot-separated words of a prefix. Every key has the prefix "".
func HasPrefix(key, prefix string) bool {
	rest, ok := strings.CutPrefix(key, prefix)
	return ok && (prefix == "" || rest == "" || rest[0] == '.')
}
