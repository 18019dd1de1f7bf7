package identity

import (
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// CleanLine does not change a text that is already clean. Its result is never too long and contains
// only visible characters.
func FuzzCleanLine(f *testing.F) {
	for _, s := range []string{"", "Ada", "  a  b ", "a\u202eb", "\xff", "名前", "\u3164", strings.Repeat("x", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, err := CleanLine(s, MaxName)
		if err != nil {
			return
		}
		if utf8.RuneCountInString(out) > MaxName || strings.TrimSpace(out) != out || !utf8.ValidString(out) {
			t.Errorf("%q became %q", s, out)
		}
		for _, r := range out {
			if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("%q keeps %U", out, r)
			}
		}
		if again, err := CleanLine(out, MaxName); err != nil || again != out {
			t.Errorf("%q became %q, %v", out, again, err)
		}
	})
}

// No two different strings count as the same secret, and every secret gives a valid key for the
// store.
func FuzzSecrets(f *testing.F) {
	f.Add("AAAAAAAAAAAAAAAAAAAAAA")
	f.Add("AAAAAAAAAAAAAAAAAAAAAB")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		key, ok := keyOf(s)
		if ok != isKey(key) || ok && len(s) != SecretLength {
			t.Errorf("%q gave %q", s, key)
		}
		if !ok {
			return
		}
		const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
		for _, c := range letters {
			if other, ok := keyOf(s[:SecretLength-1] + string(c)); ok && other == key && byte(c) != s[SecretLength-1] {
				t.Errorf("%q is also written with %c", s, c)
			}
		}
	})
}

// Decoders accept or reject any record without a panic. If a record is accepted, it names its
// person.
func FuzzDecoders(f *testing.F) {
	f.Add([]byte(`{"name":"Ada","created":"2026-11-15T12:00:00Z"}`))
	f.Add([]byte(`{"person":"aaaaaaaaaaaaaaaaaaaa","label":"x"}`))
	f.Add([]byte(`{"kind":"invite","person":"aaaaaaaaaaaaaaaaaaaa","table":"t","uses":2,"used":1}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decodePerson(data)
		if r, err := decodeSession(data); err == nil && !IsID(r.Person, PersonLength) {
			t.Errorf("a session of %q", r.Person)
		}
		if r, err := decodeLink(data); err == nil && (r.check() != nil || !IsID(r.Person, PersonLength) || r.Used < 0) {
			t.Errorf("a link %+v", r)
		}
	})
}

// The cache never exceeds its maximum size, drops old values, and keeps recently used ones.
func TestCacheIsBounded(t *testing.T) {
	now := time.Unix(1000, 0)
	c := newCache[int](3)
	for i := range 10 {
		c.put(strconv.Itoa(i), i, now.Add(time.Second), c.generation())
		if _, ok := c.get("0", now); !ok {
			t.Errorf("what is used was pushed out by %d", i)
		}
	}
	if c.len() != 3 {
		t.Errorf("%d are kept", c.len())
	}
	if _, ok := c.get("5", now); ok {
		t.Error("what nobody used is still there")
	}
	if _, ok := c.get("9", now.Add(time.Second)); ok {
		t.Error("what is too old is still there")
	}
	before := c.generation()
	c.drop("8")
	c.put("8", 8, now.Add(time.Second), before)
	if _, ok := c.get("8", now); ok {
		t.Error("a slow reader put back what was dropped")
	}
	c.put("8", 8, now.Add(time.Second), c.generation())
	if v, ok := c.get("8", now); !ok || v != 8 {
		t.Error("it cannot be remembered any more")
	}
}
