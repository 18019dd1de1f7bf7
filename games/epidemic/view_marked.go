package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// demandMarked returns how many of the cards that pay for a cure must name cities with cubes of the disease,
// and which cards do.
func (v *View) demandMarked() (int, Cards) {
	for i := range v.Stack[:v.Depth] {
		f := &v.Stack[i]
		if f.Question == QuestionCard && v.rules.verbs[f.Verb].Card == CurePayment {
			return int(f.Arg[cureMarked]), citySet(v.With(Disease(f.Arg[cureOf])))
		}
	}
	return 0, Cards{}
}

// fillMarked deals the unknown part of a hand that holds at least n cards of a kind. The parameter least is
// the minimum number of marked cards among them. All possible hands are equally likely.
func (v *View) fillMarked(asked engine.Seat, known Cards, n int, kind Cards, least int, marked, from Cards,
	chance *engine.Rand, deal func(engine.Seat, Cards, int),
) {
	marked = marked.And(kind)
	first, second := from.And(marked), from.And(kind).Minus(marked)
	third := from.Minus(kind)
	hidden := int(v.HandLen[asked]) - known.Len()
	needs := max(0, least-known.And(marked).Len())
	total := max(0, n-known.And(kind).Len())
	sum := uint64(0)
	pairs := func(do func(a, b int, w uint64) bool) {
		for a := needs; a <= hidden; a++ {
			for b := max(0, total-a); a+b <= hidden; b++ {
				w := combinations(first.Len(), a) * combinations(second.Len(), b) * combinations(third.Len(), hidden-a-b)
				if w > 0 && do(a, b, w) {
					return
				}
			}
		}
	}
	pairs(func(_, _ int, w uint64) bool { sum += w; return false })
	roll, _ := bits.Mul64(uint64(chance.Word())<<32|uint64(chance.Word()), sum)
	pairs(func(a, b int, w uint64) bool {
		if roll >= w {
			roll -= w
			return false
		}
		at := known.Len()
		deal(asked, first, at+a)
		deal(asked, second, at+a+b)
		deal(asked, third, at+hidden)
		return true
	})
}
