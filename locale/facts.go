package locale

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Fact is what happened as a sentence, by the message fact.<name>, or by one that the last
// word of its rule has of its own: fact.pawn-moved.drive. Its operands
// are named by their kind: seat, city, card, disease, role, event, region, trait,
// and n for a number; a second one of a kind is seat2, city2, n2. The function gives a
// seat's name at the table. A fact without a message is in the notation.
func (c *Catalogue) Fact(v *engine.Vocabulary, f engine.Fact, seat func(engine.Seat) string) string {
	if int(f.Kind) >= len(v.Facts) {
		return v.Fact(f)
	}
	word := v.Facts[f.Kind]
	key := "fact." + word.Name
	if own := key + "." + f.Rule[strings.LastIndex(f.Rule, "/")+1:]; c.Has(own) {
		key = own
	}
	if !c.Has(key) {
		return v.Fact(f)
	}
	return c.Text(key, c.operands(word.Args, f.Arg, seat)...)
}

// Move is a move as a short imperative, by the message move.<verb>, with
// operands named as those of a fact.
func (c *Catalogue) Move(v *engine.Vocabulary, m engine.Move, seat func(engine.Seat) string) string {
	if int(m.Verb) >= len(v.Verbs) {
		return v.Move(m)
	}
	word := v.Verbs[m.Verb]
	key := "move." + word.Name
	if !c.Has(key) {
		return v.Move(m)
	}
	return c.Text(key, c.operands(word.Args, m.Arg, seat)...)
}

// operands pairs the operands' names with what players call their values.
func (c *Catalogue) operands(kinds []*engine.Kind, arg [engine.Operands]uint8, seat func(engine.Seat) string) []any {
	var pairs []any
	for i, k := range kinds {
		var value any
		switch k {
		case engine.Number:
			value = int(arg[i])
		case engine.SeatKind:
			value = seat(engine.Seat(arg[i]))
		default:
			value = c.Name(k.Name, k.Text(arg[i]))
		}
		pairs = append(pairs, operandName(kinds, i), value)
	}
	return pairs
}

// operandName is the name of an operand in the messages.
func operandName(kinds []*engine.Kind, i int) string {
	name, nth := kinds[i].Name, 1
	if kinds[i] == engine.Number {
		name = "n"
	}
	if name == "infection" {
		name = "city" // what it is in games where every such card is one
	}
	for _, k := range kinds[:i] {
		if k == kinds[i] {
			nth++
		}
	}
	if nth > 1 {
		name += strconv.Itoa(nth)
	}
	return name
}
