package names

import (
	"errors"
	"testing"
	"unicode"
)

var words = Words{
	Reserved: []string{"admin", "administrator", "moderator", "mod", "operator", "modérateur", "theriac", "Club Lumen"},
	Refused:  []string{"grief", "*viagra*", "nazi*"},
}

// The names that a server takes, and those that it refuses with the reason.
func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"", "", nil},
		{"  Ada   Lovelace ", "Ada Lovelace", nil},
		{"Rémi", "Rémi", nil},
		{"Анна", "Анна", nil},
		{"Νίκη", "Νίκη", nil},
		{"さくらA", "さくらA", nil},
		{"김민준", "김민준", nil},
		{"Анна Smith", "Анна Smith", nil}, // each word is of one script
		{"Zoé ❤️", "Zoé ❤", nil},
		{"Ｆｕｌｌ", "Full", nil}, // compatibility characters become ordinary ones
		{"Badminton", "Badminton", nil},
		{"Adminton", "Adminton", nil},
		{"Modern Art", "Modern Art", nil},
		{"J.R. Tolkien", "J.R. Tolkien", nil},
		{"Dr.No", "Dr.No", nil},
		{"Grieg", "Grieg", nil},

		{"admin", "", ErrReserved},
		{"ADMIN", "", ErrReserved},
		{"Admin 7", "", ErrReserved},
		{"admin2024", "", ErrReserved},
		{"4dm1n", "", ErrReserved},
		{"a d m i n", "", ErrReserved},
		{"a.d.m.i.n", "", ErrReserved},
		{"TheAdmin", "", ErrReserved},
		{"Theriac operator", "", ErrReserved},
		{"Τheriac", "", ErrMixed}, // a Greek capital tau
		{"аdmin", "", ErrMixed},   // a Cyrillic a
		{"Mаra", "", ErrMixed},
		{"аԁміп", "", ErrReserved}, // wholly Cyrillic
		{"ＡＤＭＩＮ", "", ErrReserved},
		{"𝐚𝐝𝐦𝐢𝐧", "", ErrReserved},
		{"ádmïn", "", ErrReserved},
		{"moderateur", "", ErrReserved},
		{"Modérateur", "", ErrReserved},
		{"rnoderator", "", ErrReserved},
		{"mod", "", ErrReserved},
		{"club-lumen", "", ErrReserved},
		{"Grief", "", ErrRefused},
		{"gr1ef", "", ErrRefused},
		{"V1AGRA4all", "", ErrRefused},
		{"FREE V1AGRA", "", ErrRefused},
		{"nazis", "", ErrRefused},
		{"spam.example.com", "", ErrRefused},
		{"https://x", "", ErrRefused},
		{"a\u202eb", "", ErrText},
		{"a\u200bb", "", ErrText},
	} {
		got, err := Clean(c.name, words)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q: %q %v, want %q %v", c.name, got, err, c.want, c.err)
		}
	}
}

// A name that is wholly in another script is found by what it looks like.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Mara", "Mara", true}, {"Mara", "MARA", true}, {"Mara", "Mára", true}, {"Mara", "M a r a", true},
		{"Mara", "Маrа", true}, {"Cop", "Сор", true}, {"Ben", "8en", false}, {"Ilse", "llse", true}, {"Otto", "0tt0", true},
		{"Karn", "Kam", true}, {"ΝΙΚΗ", "νίκη", true}, {"Zoé", "Zoe", true},
		{"Mara", "Maria", false}, {"Ada", "Eda", false}, {"", "", false}, {"Anna", "", false}, {"Kim", "Tim", false}, {"Анна", "Инна", false},
	} {
		if Alike(c.a, c.b) != c.want || Alike(c.b, c.a) != c.want {
			t.Errorf("%q and %q are alike: %v", c.a, c.b, !c.want)
		}
	}
}

// The table maps only to Latin letters, and each character once.
func TestLooks(t *testing.T) {
	seen := map[rune]bool{}
	for letter, list := range looks {
		if letter > unicode.MaxASCII || !unicode.IsLower(letter) {
			t.Errorf("%c is no small Latin letter", letter)
		}
		for _, r := range list {
			if seen[r] {
				t.Errorf("%c (%U) is listed twice", r, r)
			}
			seen[r] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d characters", len(seen))
	}
}

// An address is found in what people write, but a missing space is none.
func TestAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"see https://a.example": true, "www.spam.example": true, "buy at spam.com now": true, "spam．com": true, "t.me/spam": true,
		"ok.then go": false, "3.5 cubes": false, "hm...": false, "drive to Paris. Then treat.": false, "e.g. this": false,
	} {
		if Address(text) != want {
			t.Errorf("%q is an address: %v", text, !want)
		}
	}
}

// Whatever is given, Clean returns a name that it takes again unchanged, or an error.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"Ada", "аdmin", "Ｆｕｌｌ", "①", "ﷺ", "a\u0301", "x\ufe0f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := Clean(s, words)
		if err != nil {
			return
		}
		if again, err := Clean(name, words); err != nil || again != name {
			t.Errorf("%q became %q, and that %q, %v", s, name, again, err)
		}
	})
}
