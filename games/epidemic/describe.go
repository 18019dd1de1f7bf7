package epidemic

import (
	"slices"

	"theriac/engine"
)

// describeQuestions describes the encoding of open questions and of refused requests. Their fields depend on
// the kind of question and on the verb.
func (r *Rules) describeQuestions(c *engine.Coder) {
	one := 1
	question := func(f Frame) {
		c.Objects("questions", &one, maxDepth, func(c *engine.Coder, _ int) { f.code(c, r) })
	}
	question(Frame{Question: QuestionWindow})
	for n, v := range r.verbs {
		if slices.ContainsFunc(v.Questions, func(q engine.QuestionKind) bool { return r.questions[q].unasked }) {
			continue // this verb never waits for consent, because no seat has to agree to it
		}
		question(Frame{Question: QuestionConsent, Verb: engine.Verb(n)})
		question(Frame{Question: QuestionCity, Verb: engine.Verb(n)}) // this question stands for all those in which the move stores values
	}
	for n := range r.verbs {
		x := [4]uint8{uint8(n)}
		c.Objects("refused", &one, maxRefused, func(c *engine.Coder, _ int) { codeRefused(c, r, &x) })
	}
}
