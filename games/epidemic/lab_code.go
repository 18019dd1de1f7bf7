package epidemic

import "theriac/engine"

// codeLab writes or reads the laboratory.
func codeLab(p *Public, r *Rules, c *engine.Coder) {
	c.Object("dishes", func(c *engine.Coder) {
		for dish := range p.Lab.Dishes {
			c.Object(DishKind.Values[dish], func(c *engine.Coder) { codeCubes(c, r, &p.Lab.Dishes[dish]) })
		}
	})
	n := researches
	c.Objects("research", &n, researches, func(c *engine.Coder, i int) { p.Lab.Lines[i].code(c, r) })
	if n != researches {
		p.Lab.Lines = [researches]Research{emptyResearch, emptyResearch}
		c.Fail("research")
	}
	engine.Set(c, "sequence-discard", r.Sequence, 0, &p.Lab.Discard)
	engine.Uint(c, "sequence-deck-size", &p.Lab.Left)
	engine.Uint(c, "sequence-shuffles", &p.Lab.Shuffled)
	if int(p.Lab.Left) > len(r.sequences) {
		p.Lab.Left = 0
		c.Fail("sequence-deck-size")
	}
	engine.Set(c, "appeared", r.Disease, 0, &p.Lab.Appeared)
}

func codeCubes(c *engine.Coder, r *Rules, cubes *[MaxDiseases]uint8) {
	for d, disease := range r.Diseases {
		engine.Uint(c, disease, &cubes[d])
	}
}

// code writes or reads a line of research. It rejects a cure if the line has no sequence card or the disease
// is not in play.
func (l *Research) code(c *engine.Coder, r *Rules) {
	engine.Name(c, "sequence", r.Sequence, noSequence, &l.Sequence)
	engine.Name(c, "cure", r.Disease, noDisease, &l.Cure)
	engine.Name(c, "characterised-with", r.Card, NoCard, &l.Card[characterisedWith])
	engine.Name(c, "tested-with", r.Card, NoCard, &l.Card[testedWith])
	c.Object("circles", func(c *engine.Coder) {
		for d, disease := range r.Diseases {
			engine.Uint(c, disease, &l.Filled[d])
		}
		engine.Uint(c, GreyCircles, &l.Filled[grey])
	})
	c.Object("cubes", func(c *engine.Coder) { codeCubes(c, r, &l.Held) })
	if l.Cure != noDisease && (l.Sequence == noSequence || int(l.Cure) >= len(r.Diseases)) {
		*l = emptyResearch
		c.Fail("cure")
	}
}

// codeSequences writes or reads the order of the sequence deck.
func (s *State) codeSequences(c *engine.Coder) {
	codeNames(c, "sequence-deck", s.rules.Sequence, s.sequenceDeck[:s.Lab.Left])
}
