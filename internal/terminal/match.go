package terminal

import (
	"slices"
	"strings"

	"theriac/engine"
)

// spelling is how a player may write the words of moves: the notation, the
// names of the player's language, and short forms of both.
type spelling struct {
	words *engine.Vocabulary
	verb  func(engine.Verb) []string
	value func(k *engine.Kind, v uint8) []string
	// parts are names that a thing shares with others: the cities of a region.
	parts func(k *engine.Kind, v uint8) []string
	seats int
}

// found is a move that a typed text may mean. Loose counts the words of it that
// were shortened.
type found struct {
	move  engine.Move
	loose int
}

// matches is every move of a seat that the text may mean, legal or not, the
// closest only: a player who writes a word in full does not mean a longer one.
// Each word may be shortened, and a seat and operands at the end may be left out.
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

// among is the moves of a list that the text may mean where their verb is left
// out, the closest only.
func (sp *spelling) among(list []engine.Move, text string) []engine.Move {
	typed := tokens(text)
	if len(typed) == 0 {
		return nil
	}
	var all []found
	for i, m := range list {
		if i > 0 && list[i-1].Verb == m.Verb {
			continue // all operands of a verb at once
		}
		for _, f := range sp.operands(nil, engine.Move{Seat: m.Seat, Verb: m.Verb}, 0, typed, 0) {
			if engine.Listed(list, f.move) {
				all = append(all, f)
			}
		}
	}
	return closest(all)
}

// closest is the moves with the fewest shortened words.
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

// operands adds the moves that go on from the i-th operand with the typed words.
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
		if kinds[i] == engine.SeatKind && i+1 < len(kinds) { // "take paris": who has it goes without saying
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

// ends is names without their first word: "york", "caire". Whoever writes one
// means it only if nothing else begins so.
func ends(names []string) []string {
	var out []string
	for _, name := range names {
		if words := tokens(name); len(words) > 1 {
			out = append(out, strings.Join(words[1:], " "))
		}
	}
	return out
}

// consume goes through the ways in which the first typed words can stand for
// one of the names, and gives the words that are left.
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

// tokens cuts a text into plain lower-case words: accents, hyphens and case do
// not matter.
func tokens(text string) []string {
	return strings.FieldsFunc(plain(text), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
}

// plain is a text in lower case and without accents.
func plain(text string) string {
	return accents.Replace(strings.ToLower(text))
}

var accents = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ö", "o", "œ", "oe",
	"ú", "u", "ù", "u", "û", "u", "ü", "u", "ÿ", "y", "ß", "ss",
)
