package names

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// looks lists, for a Latin letter, the characters that look like it: in Cyrillic, Greek and Armenian, among digits and
// signs, and among rare Latin letters. Capitals and small letters are listed apart, since they look like different ones.
var looks = map[rune]string{
	'a': "АаΑαɑ4@",
	'b': "ВвΒβЬьƄ",
	'c': "СсϹϲ",
	'd': "ԁ",
	'e': "ЕеΕεЄєҽ3",
	'g': "ɡԌց",
	'h': "НнΗҺһհ",
	'j': "Јјϳ",
	'k': "КкΚκӃӄ",
	'l': "iI1|!ІіΙιӀӏıɩ",
	'm': "МмΜӍӎ",
	'n': "ηΝոПп",
	'o': "0ОоΟοσՕօ",
	'p': "РрΡρ",
	'q': "ԛգզ",
	'r': "гГ",
	's': "Ѕѕ5$",
	't': "ТтΤτ7",
	'u': "υսц",
	'v': "νѴѵ",
	'w': "ԜԝωѡШш",
	'x': "ХхΧχ",
	'y': "УуΥγҮү",
	'z': "Ζ",
}

// latin maps each of these characters to the Latin letter.
var latin = func() map[rune]rune {
	all := map[rune]rune{}
	for letter, list := range looks {
		for _, r := range list {
			all[r] = letter
		}
	}
	return all
}()

// pairs are two letters that look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// Skeleton returns what a name looks like: two names with the same skeleton are easily taken for each other. It is for
// comparing only, and never shown. Case, accents, spaces and punctuation make no difference.
func Skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(norm.NFKC.String(name)) {
		if letter, ok := latin[r]; ok {
			b.WriteRune(letter)
			continue
		}
		if r = unicode.ToLower(r); unicode.IsLetter(r) || unicode.IsDigit(r) {
			if letter, ok := latin[r]; ok {
				r = letter
			}
			b.WriteRune(r)
		}
	}
	return pairs.Replace(b.String())
}

// address matches what looks like a web address. A dot alone is none, since people forget the space after a sentence.
var address = regexp.MustCompile(`(?i)://|\bwww\.|[\pL\d-]\.(?:com|net|org|info|biz|io|gg|me|co|tv|xyz|ru|cn|fr|de|uk|ch|be|ca|eu|us|ly|link|site|online|shop|top|app|dev|club|live|page|store|win|bet)\b`)

// Address reports whether a text has a web address.
func Address(text string) bool { return address.MatchString(norm.NFKC.String(text)) }
