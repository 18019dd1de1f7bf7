package epidemic

import (
	"slices"

	"theriac/engine"
)

// describeQuestions describes every question that could be open, and every move that
// could have been refused: which fields they have depends on the question and the verb.
func (r *Rules) describeQuestions(c *engine.Coder) {
	one := 1
	question := func(f Frame) {
		c.Objects("questions", &one, maxDepth, func(c *engine.Coder, _ int) { f.code(c, r) })
	}
	question(Frame{Question: QuestionWindow})
	for n, v := range r.verbs {
		if slices.ContainsFunc(v.Questions, func(q engine.QuestionKind) bool { return r.questions[q].unasked }) {
			continue // nobody has to agree to it, so it never waits in a question
		}
		question(Frame{Question: QuestionConsent, Verb: engine.Verb(n)})
		question(Frame{Question: QuestionCity, Verb: engine.Verb(n)}) // what the move keeps
	}
	for n := range r.verbs {
		x := [4]uint8{uint8(n)}
		c.Objects("refused", &one, maxRefused, func(c *engine.Coder, _ int) { codeRefused(c, r, &x) })
	}
}
