package identity

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
)

const (
	secretBytes = 16
	// SecretLength is the length of a token, or of a link's secret, in characters.
	SecretLength = 22
	// PersonLength is the length of a person's id in characters.
	PersonLength = 20
)

// NewID returns a random id of the given length. It uses the characters a to z and 2 to 7, five
// random bits each.
func NewID(random io.Reader, length int) (string, error) {
	raw := make([]byte, (length*5+7)/8)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", fmt.Errorf("identity: no randomness: %w", err)
	}
	text := base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding).EncodeToString(raw)
	return text[:length], nil
}

// IsID reports whether a string has the given length and only characters that NewID uses.
func IsID(text string, length int) bool {
	if len(text) != length {
		return false
	}
	for _, c := range []byte(text) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

func (p *People) newID() (string, error) {
	p.randomness.Lock()
	defer p.randomness.Unlock()
	return NewID(p.conf.Random, PersonLength)
}

// newSecret makes a capability. It returns the secret, which is shown once, and the key under which
// it is stored.
func (p *People) newSecret() (secret, key string, err error) {
	p.randomness.Lock()
	defer p.randomness.Unlock()
	raw := make([]byte, secretBytes)
	if _, err := io.ReadFull(p.conf.Random, raw); err != nil {
		return "", "", fmt.Errorf("identity: no randomness: %w", err)
	}
	secret = base64.RawURLEncoding.EncodeToString(raw)
	return secret, hash(raw), nil
}

// keyOf returns the key under which a secret is stored, or false if the text is not a valid secret.
// Only one spelling of a secret is valid.
func keyOf(secret string) (string, bool) {
	if len(secret) != SecretLength {
		return "", false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if err != nil || len(raw) != secretBytes {
		return "", false
	}
	return hash(raw), true
}

func hash(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// isKey reports whether a string has the form of a capability's key.
func isKey(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && hex.EncodeToString(raw) == text
}
