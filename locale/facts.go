package locale

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Fact returns a fact as a sentence, from the message fact.<name>. A fact can have a special message for the
// last word of its rule: fact.pawn-moved.drive.
//
// In messages, operands are named by their kind: seat, city, card, disease, role, event, region, trait, and n
// for a number. The second operand of a kind is seat2, city2 or n2. The function seat returns a seat's name
// at the table. A fact without a message is returned in the notation.
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

// Move returns a move as a short imperative, from the message move.<verb>. Its operands are named as in Fact.
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

// operands returns pairs of the operands' names in messages and their values as players read them.
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

// operandName returns the name of operand i in messages.
func operandName(kinds []*engine.Kind, i int) string {
	name, nth := kinds[i].Name, 1
	if kinds[i] == engine.Number {
		name = "n"
	}
	if name == "infection" {
		name = "city" // games in which every such card is a city card
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
