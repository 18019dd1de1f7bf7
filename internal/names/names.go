// Package names decides which names people and tables may have. It finds names that look like another one, or like a
// reserved word, even if they are written with other letters.
//
// By design it refuses to judge what people say to each other: it is for names and titles only. It knows neither people
// nor tables, and stores nothing.
package names

import (
	"strings"
	"unicode"

	"theriac/internal/refusal"

	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// Errors that callers compare with errors.Is.
var (
	// ErrText reports a name with characters that no name may have.
	ErrText error = refusal.New(refusal.Invalid, "bad-text", "names: characters that no name may have")
	// ErrMixed reports a word with letters of several scripts, such as a Cyrillic a in a Latin word.
	ErrMixed error = refusal.New(refusal.Invalid, "name-mixed", "names: a word of several scripts")
	// ErrReserved reports a name that sounds like an operator's people or this server.
	ErrReserved error = refusal.New(refusal.Invalid, "name-reserved", "names: reserved")
	// ErrRefused reports a name with a word that the operator refuses, or with an address.
	ErrRefused error = refusal.New(refusal.Invalid, "name-refused", "names: refused")
	// ErrAlike reports a name that looks like that of another person who is present.
	ErrAlike error = refusal.New(refusal.Conflict, "name-alike", "names: looks like another one")
)

// Words are the words that a name may not have. Each may begin or end with a star, which stands for any letters.
type Words struct{ Reserved, Refused []string }

// Clean returns a name in its usual form: with compatibility characters replaced by ordinary ones (NFKC), and spaces
// in order. It returns an error if the name has a word that it may not have. It accepts an empty name.
func Clean(name string, words Words) (string, error) {
	name = strings.Map(func(r rune) rune {
		if r == '\ufe0e' || r == '\ufe0f' {
			return -1 // these only choose between forms of an emoji
		}
		return r
	}, name)
	if strings.TrimSpace(name) == "" {
		return "", nil
	}
	name, err := precis.Nickname.String(name)
	if err != nil {
		return "", ErrText
	}
	parts := split(name)
	for _, p := range parts {
		if mixed(p) {
			return "", ErrMixed
		}
	}
	runs := joined(parts)
	for _, check := range []struct {
		words []string
		err   error
	}{{words.Refused, ErrRefused}, {words.Reserved, ErrReserved}} {
		for _, w := range check.words {
			if has(runs, w) {
				return "", check.err
			}
		}
	}
	if Address(name) {
		return "", ErrRefused
	}
	return name, nil
}

// Alike reports whether two names look the same, or differ only in case and accents. Empty names are never alike.
func Alike(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return Skeleton(a) == Skeleton(b) || plain(a) == plain(b)
}

// plain returns a name in lower case, without accents and spaces.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
}

// split returns the words of a name. A capital after a small letter begins a word, too.
func split(name string) (words []string) {
	word, last := []rune{}, rune(0)
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word))
		}
		word = nil
	}
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("@$|!", r):
			end()
			last = 0
			continue
		case unicode.IsUpper(r) && unicode.IsLower(last):
			end()
		}
		word, last = append(word, r), r
	}
	end()
	return words
}

// joined returns the skeletons of all sequences of words without the spaces between them. So words that are torn apart
// are found. It also returns each sequence without digits at its ends.
func joined(words []string) (runs []string) {
	for i := range words {
		run := ""
		for _, w := range words[i:] {
			run += w
			runs = append(runs, Skeleton(run))
			if bare := strings.TrimFunc(run, unicode.IsDigit); bare != "" && bare != run {
				runs = append(runs, Skeleton(bare))
			}
		}
	}
	return runs
}

// has reports whether one of the sequences is the word, or matches it if the word has stars.
func has(runs []string, word string) bool {
	bare := strings.Trim(word, "*")
	want := Skeleton(strings.Join(split(bare), ""))
	if want == "" {
		return false
	}
	before, after := strings.HasPrefix(word, "*"), strings.HasSuffix(word, "*")
	for _, run := range runs {
		switch {
		case run == want,
			before && after && strings.Contains(run, want),
			before && strings.HasSuffix(run, want),
			after && strings.HasPrefix(run, want):
			return true
		}
	}
	return false
}

// eastAsian lists the scripts that are usually written together. They have no letters that look like Latin ones.
var eastAsian = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul}

// mixed reports whether a word has letters of several scripts. East Asian scripts go with each other and with Latin.
func mixed(word string) bool {
	found := ""
	for _, r := range word {
		s := script(r)
		if s == "" {
			continue
		}
		if found != "" && found != s {
			return true
		}
		found = s
	}
	return false
}

// script returns the name of a letter's script, or "" if the letter goes with every script.
func script(r rune) string {
	if !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) || unicode.In(r, eastAsian...) {
		return ""
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}
