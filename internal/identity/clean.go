package identity

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Maximum lengths of names, labels and other texts, in characters.
const (
	MaxName  = 24
	MaxLabel = 40
	maxLang  = 16
)

// CleanLine normalises a text to one line: it trims spaces and collapses repeated spaces. It
// rejects invisible characters, characters that change the reading direction, unusual spaces, and
// texts longer than the maximum. It accepts an empty string.
func CleanLine(text string, most int) (string, error) {
	if len(text) > 16*most+64 || !utf8.ValidString(text) {
		return "", fmt.Errorf("%w: too long or not UTF-8", ErrText)
	}
	text = strings.Join(strings.Fields(text), " ")
	if n := utf8.RuneCountInString(text); n > most {
		return "", fmt.Errorf("%w: %d characters, at most %d", ErrText, n, most)
	}
	for _, r := range text {
		if !unicode.IsPrint(r) || blank(r) {
			return "", fmt.Errorf("%w: %U cannot be seen", ErrText, r)
		}
	}
	return text, nil
}

// blank reports whether a character is invisible.
func blank(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return false
}

// cleanLang returns a language tag such as "fr" or "pt-BR", or an error if the text is not one.
func cleanLang(lang string) (string, error) {
	if len(lang) > maxLang {
		return "", fmt.Errorf("%w: not a language", ErrText)
	}
	for i, c := range []byte(lang) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return "", fmt.Errorf("%w: not a language", ErrText)
		}
	}
	return lang, nil
}
