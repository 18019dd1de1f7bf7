package engine

import (
	"crypto/hmac"
	std "crypto/sha256"
	"testing"
)

// This SHA-256 agrees with the standard library's for all lengths around block boundaries.
func TestSHA256(t *testing.T) {
	message := make([]byte, 300)
	for i := range message {
		message[i] = byte(i * 7)
	}
	for n := range message {
		if got, want := sha256(message[:n]), Key(std.Sum256(message[:n])); got != want {
			t.Fatalf("%d bytes: %v, not %v", n, got, want)
		}
		key := sha256(message[:n])
		mac := hmac.New(std.New, key[:])
		mac.Write(message[n:])
		if got := hmac256(key, message[n:]); got != Key(mac.Sum(nil)) {
			t.Fatalf("%d bytes: another HMAC", n)
		}
	}
}

func FuzzSHA256(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, message []byte) {
		if sha256(message) != Key(std.Sum256(message)) {
			t.Error("another hash")
		}
	})
}
