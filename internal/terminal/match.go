package terminal

import (
	"slices"
	"strings"

	"theriac/engine"
)

// spelling determines how a player can write a move: in the notation, with names in the player's
// language, or with short forms of either.
type spelling struct {
	words *engine.Vocabulary
	verb  func(engine.Verb) []string
	value func(k *engine.Kind, v uint8) []string
	// parts returns more names that a player can type for a value, such as the cities of a region.
	// Several values may share such a name. It may return none.
	parts func(k *engine.Kind, v uint8) []string
	seats int
}

// found is a move that a typed text may stand for. loose counts the abbreviated words.
type found struct {
	move  engine.Move
	loose int
}

// matches returns the moves of a seat that a text may stand for, legal or not. Each word can be abbreviated,
// and the seat and the last operands can be omitted. It returns only the moves with the fewest abbreviations: a
// player who types a whole word does not mean a longer one.
func (sp *spelling) matches(by engine.Seat, text string) []engine.Move {
	typed := tokens(text)
	if len(typed) == 0 {
		return nil
	}
	var all []found
	for v := range sp.words.Verbs {
		m := engine.Move{Seat: by, Verb: engine.Verb(v)}
		sp.consume(sp.verb(m.Verb), typed, func(rest []string, loose int) {
			all = sp.operands(all, m, 0, rest, loose)
		})
	}
	return closest(all)
}

// among returns the moves in a list that a text without a verb may stand for, but only those with the fewest
// abbreviations.
func (sp *spelling) among(list []engine.Move, text string) []engine.Move {
	typed := tokens(text)
	if len(typed) == 0 {
		return nil
	}
	var all []found
	for i, m := range list {
		if i > 0 && list[i-1].Verb == m.Verb {
			continue // this verb's operands were already tried
		}
		for _, f := range sp.operands(nil, engine.Move{Seat: m.Seat, Verb: m.Verb}, 0, typed, 0) {
			if engine.Listed(list, f.move) {
				all = append(all, f)
			}
		}
	}
	return closest(all)
}

// closest returns the moves with the fewest abbreviated words.
func closest(all []found) []engine.Move {
	best := -1
	for _, f := range all {
		if best < 0 || f.loose < best {
			best = f.loose
		}
	}
	var out []engine.Move
	for _, f := range all {
		if f.loose == best && !slices.Contains(out, f.move) {
			out = append(out, f.move)
		}
	}
	return out
}

// operands appends the moves whose operands match the typed words. The first i operands of m are already known.
func (sp *spelling) operands(dst []found, m engine.Move, i int, typed []string, loose int) []found {
	kinds := sp.words.Verbs[m.Verb].Args
	if i == len(kinds) {
		if len(typed) == 0 {
			dst = append(dst, found{m, loose})
		}
		return dst
	}
	n := len(kinds[i].Values)
	if kinds[i] == engine.SeatKind {
		n = sp.seats
	}
	for v := range n {
		m.Arg[i] = uint8(v)
		if len(typed) == 0 {
			dst = sp.operands(dst, m, i+1, nil, loose)
			continue
		}
		if kinds[i] == engine.SeatKind && i+1 < len(kinds) { // for "take paris": the card determines its holder
			dst = sp.operands(dst, m, i+1, typed, loose+1)
		}
		names := sp.value(kinds[i], uint8(v))
		sp.consume(names, typed, func(rest []string, more int) {
			dst = sp.operands(dst, m, i+1, rest, loose+more)
		})
		sp.consume(sp.parts(kinds[i], uint8(v)), typed, func(rest []string, more int) {
			dst = sp.operands(dst, m, i+1, rest, loose+1+more)
		})
		sp.consume(ends(names), typed, func(rest []string, _ int) {
			dst = sp.operands(dst, m, i+1, rest, loose+2)
		})
	}
	return dst
}

// ends returns names without their first word, such as "york" or "caire". They are only tried if no whole name
// begins with the typed word.
func ends(names []string) []string {
	var out []string
	for _, name := range names {
		if words := tokens(name); len(words) > 1 {
			out = append(out, strings.Join(words[1:], " "))
		}
	}
	return out
}

// consume matches the first typed words with each of the names. For every match, it calls yield with the
// remaining words.
func (sp *spelling) consume(names, typed []string, yield func(rest []string, loose int)) {
	for _, name := range names {
		words, loose := tokens(name), 0
		for n, w := range words {
			if n == len(typed) || !strings.HasPrefix(w, typed[n]) {
				break
			}
			if w != typed[n] {
				loose = 1
			}
			if n+1 == len(words) {
				yield(typed[n+1:], loose)
			} else {
				yield(typed[n+1:], 1)
			}
		}
	}
}

// tokens splits a text into lower-case words, ignoring accents and hyphens.
func tokens(text string) []string {
	return strings.FieldsFunc(plain(text), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
}

// plain returns a text in lower case without accents.
func plain(text string) string {
	return accents.Replace(strings.ToLower(text))
}

var accents = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ö", "o", "œ", "oe",
	"ú", "u", "ù", "u", "û", "u", "ü", "u", "ÿ", "y", "ß", "ss",
)
