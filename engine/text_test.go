package engine

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts holds ordinary names, and strings that no name should contain.
var texts = []string{
	"", "big-blue", "Québec", "a \"b\" \\ c", "東京 😀", "\x7f", "\v\a\x00\x1f", "\b\f\n\r\t", "\u200b\u2028\ufeff",
	"\U000e0001 and \U0010ffff", "\xff broken \xc3", "\ufffd", "</script>&", "\xed\xa0\x80",
}

// sound returns a string as JSON can represent it, with invalid bytes replaced.
func sound(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}

func checkText(t *testing.T, text string) {
	t.Helper()
	written := appendText(nil, text)
	var got string
	if err := json.Unmarshal(written, &got); err != nil || got != sound(text) {
		t.Fatalf("%q is written as %s and read as %q: %v", text, written, got, err)
	}
	n, err := parseJSON(written)
	if err != nil || n.text != got {
		t.Fatalf("we read %s otherwise: %v", written, err)
	}
	if !utf8.Valid(written) {
		t.Fatalf("%q is written as bytes that are no text", text)
	}
	// Positions were once hashed with strings quoted by strconv.AppendQuote. If that gave valid JSON,
	// appendText must give the same result.
	if old := strconv.AppendQuote(nil, text); json.Valid(old) && utf8.ValidString(text) && string(old) != string(written) {
		t.Fatalf("%q was written as %s and is written as %s", text, old, written)
	}
}

// appendText writes valid JSON for any string. For ordinary strings, its output must never change.
func TestTextsAreJSON(t *testing.T) {
	for _, text := range texts {
		checkText(t, text)
	}
	for r := range rune(0x30000) {
		checkText(t, string(r))
	}
	for b := range 256 {
		checkText(t, "x"+string([]byte{byte(b)})+"y")
	}
}

// appendText does not allocate memory.
func TestTextsAreWrittenInPlace(t *testing.T) {
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		for _, text := range texts {
			buf = appendText(buf[:0], text)
		}
	}); n != 0 {
		t.Errorf("%.1f allocations", n)
	}
}

func FuzzText(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(checkText)
}

// readText accepts and decodes the same strings as the standard library.
func FuzzReadText(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
		f.Add(appendText(nil, text))
	}
	for _, text := range []string{`\/`, `\ud83d\ude00`, `\ud83d`, `\ud83d\u0041`, `\udE00x`, `\x7f`, `\u12`, `\`, `"`, `\U000e0001`, "\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		quoted := append(append([]byte{'"'}, in...), '"')
		var want string
		err := json.Unmarshal(quoted, &want)
		n, bad := parseJSON(quoted)
		if (err == nil) != (bad == nil) || err == nil && n.text != want {
			t.Fatalf("%q is read as %+v (%v), not %q (%v)", quoted, n, bad, want, err)
		}
	})
}
