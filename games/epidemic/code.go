package epidemic

import "theriac/engine"

// Code passes every field of the position to the coder, which writes, reads or describes it.
func (s *State) Code(c *engine.Coder) {
	s.code(c, s.rules)
	c.Hex("key", s.key[:])
	s.rules.codeHands(c, s.hands[:])
	s.rules.codeRecall(c, s.recall[:], s.recallTo[:])
	if c.Reading() {
		for seat, cards := range s.recall {
			if cards != 0 {
				s.recalling = s.recalling.With(engine.Seat(seat))
			}
		}
	}
	codeNames(c, "deck", s.rules.Card, s.deck[:s.DeckLen])
	codeNames(c, "infection-deck", s.rules.Infection, s.infection[:s.InfectionLen])
	codeSet(c, "left-out", s.rules, &s.leftOut)
	if s.rules.hooks.CodeSecret != nil {
		s.rules.hooks.CodeSecret(s, c)
	}
}

// Code passes every field of the view to the coder, which writes, reads or describes it.
func (v *View) Code(c *engine.Coder) {
	engine.Set(c, "seats", engine.SeatKind, 0, &v.By)
	v.code(c, v.rules)
	if int(v.DeckLen) > v.rules.deckSize() {
		v.DeckLen = 0
		c.Fail("deck-size")
	}
	engine.Numbers(c, "hand-sizes", v.HandLen[:v.rules.Holders])
	v.rules.codeHands(c, v.Hands[:])
	v.rules.codeRecall(c, v.Recall[:], v.RecallTo[:])
	codeNames(c, "deck-top", v.rules.Card, v.DeckTop[:v.DeckKnown])
	if v.rules.hooks.CodeView != nil {
		v.rules.hooks.CodeView(v, c)
	}
	n := 0
	var at [MaxInfection]uint8
	for i, k := range v.Known {
		if k != NoCity {
			at[n] = uint8(i)
			n++
		}
	}
	if c.Reading() {
		for i := range v.Known {
			v.Known[i] = NoCity
		}
	}
	c.Objects("known", &n, MaxInfection, func(c *engine.Coder, i int) {
		place := v.InfectionLen - 1 - at[i]
		card := NoCity
		if !c.Reading() {
			card = v.Known[at[i]]
		}
		engine.Uint(c, "from-top", &place)
		engine.Name(c, "card", v.rules.Infection, NoCity, &card)
		switch {
		case !c.Reading():
		case place < v.InfectionLen:
			v.Known[v.InfectionLen-1-place] = card
		default:
			c.Fail("from-top")
		}
	})
}

// ReadState reads a position that Code wrote, for a game with these rules. It may accept a text that
// describes an impossible position.
func (r *Rules) ReadState(text []byte) (State, error) {
	s := State{rules: r}
	c, err := engine.NewReader(text)
	if err != nil {
		return s, err
	}
	s.Code(c)
	return s, c.Err()
}

// ReadView reads a view that Code wrote, for a game with these rules. It rejects a view that does not fit
// into the kernel's arrays, but it may accept one that is otherwise impossible.
func (r *Rules) ReadView(text []byte) (View, error) {
	v := View{rules: r}
	c, err := engine.NewReader(text)
	if err != nil {
		return v, err
	}
	v.Code(c)
	return v, c.Err()
}

// ReadView reads a view from a table with the given header.
func (t *Ruleset) ReadView(h engine.Header, text []byte) (engine.View, error) {
	rules, err := t.Compile(h)
	if err != nil {
		return nil, err
	}
	v, err := rules.ReadView(text)
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// deckSize returns the number of cards in the player deck before any is drawn.
func (r *Rules) deckSize() int {
	n := 0
	for _, pile := range r.piles {
		n += int(pile)
	}
	return n
}

// code writes or reads the public part of a position.
func (p *Public) code(c *engine.Coder, r *Rules) {
	codeSet(c, "discard", r, &p.Discard)
	codeSet(c, "removed", r, &p.Removed)
	codeSet(c, "shown", r, &p.Shown)
	engine.Set(c, "kept", engine.SeatKind, 0, &p.Kept)
	engine.Set(c, "stations", r.City, 0, &p.Stations)
	engine.Set(c, "infection-discard", r.Infection, 0, &p.InfectionDiscard)
	engine.Set(c, "infection-removed", r.Infection, 0, &p.InfectionRemoved)
	p.codeBoard(c, r)
	p.codeModules(c, r, codeAfterBoard)
	engine.Uint(c, "bottom", &p.Bottom)
	p.codeModules(c, r, codeAfterBottom)
	engine.Uint(c, "deck-known", &p.DeckKnown)
	if p.DeckKnown > maxKnown || p.DeckKnown > p.DeckLen {
		p.DeckKnown = 0
		c.Fail("deck-known")
	}
	p.codeModules(c, r, codeAfterDeck)
	p.codeSeats(c, r)
	p.codeTurn(c, r)
	p.codeOngoing(c, r)
	p.codeModules(c, r, codeAfterEvents)
	p.codeKnowledge(c, r)
	p.codeQuestions(c, r)
	p.codeModules(c, r, codeLast)
}

// codeModules writes or reads the fields that modules add at one point of the encoding.
func (p *Public) codeModules(c *engine.Coder, r *Rules, place int) {
	if code := r.hooks.Code[place]; code != nil {
		code(p, r, c)
	}
}

func (p *Public) codeBoard(c *engine.Coder, r *Rules) {
	c.Object("cubes", func(c *engine.Coder) {
		for i, city := range r.City.Values {
			if c.Writing() && p.Cubes[i] == 0 {
				continue // most cities have no cubes most of the time
			}
			c.Object(city, func(c *engine.Coder) {
				var sum uint16
				for d, disease := range r.Diseases {
					n := p.Cubes[i] >> (cubeBits * d) & 7
					engine.Uint(c, disease, &n)
					sum |= n << (cubeBits * d)
				}
				p.Cubes[i] = sum
			})
		}
	})
	c.Object("supply", func(c *engine.Coder) {
		for d, disease := range r.Diseases {
			engine.Uint(c, disease, &p.Supply[d])
		}
	})
	c.Object("away", func(c *engine.Coder) {
		for d, disease := range r.Diseases {
			engine.Uint(c, disease, &p.Away[d])
		}
	})
	engine.Set(c, "cured", r.Disease, 0, &p.Cured)
	engine.Set(c, "eradicated", r.Disease, 0, &p.Eradicated)
	engine.Uint(c, "outbreaks", &p.Outbreaks)
	engine.Uint(c, "rate", &p.Rate)
	engine.Uint(c, "quiet", &p.Quiet)
	engine.Uint(c, "epidemics", &p.Epidemics)
	engine.Uint(c, "deck-size", &p.DeckLen)
	engine.Uint(c, "infection-deck-size", &p.InfectionLen)
	if p.InfectionLen > MaxInfection || p.DeckLen > MaxDeck {
		p.InfectionLen, p.DeckLen = 0, 0
		c.Fail("deck-size")
	}
}

func (p *Public) codeSeats(c *engine.Coder, r *Rules) {
	if c.Reading() {
		for i := range p.Pawns {
			p.Pawns[i], p.Stash[i] = r.start, NoCard
		}
	}
	n := r.Players
	c.Objects("seats-at-table", &n, r.Players, func(c *engine.Coder, i int) {
		if r.hooks.RolesHidden == nil || c.Describing() || !r.hooks.RolesHidden(p, r) {
			engine.Name(c, "role", r.Role, noRole, &p.Roles[i])
		}
		engine.Name(c, "pawn", r.City, NoCity, &p.Pawns[i])
		if int(p.Roles[i]) >= len(r.Roles) || (p.Pawns[i] == NoCity && r.start != NoCity && !r.pawnsLater) {
			p.Roles[i], p.Pawns[i] = 0, r.start
			c.Fail("role")
		}
		engine.Name(c, "stash", r.Card, NoCard, &p.Stash[i])
		engine.Set(c, "waived", r.Event, 0, &p.Waived[i])
	})
	p.findGuards(r)
}

func (p *Public) codeTurn(c *engine.Coder, r *Rules) {
	engine.Uint(c, "turn", &p.Turn)
	engine.Uint(c, "active", &p.Active)
	engine.Uint(c, "first", &p.First)
	engine.Uint(c, "actions", &p.Actions)
	engine.Name(c, "stage", r.stage, 0xff, &p.Stage)
	engine.Uint(c, "phase", &p.Phase)
	engine.Uint(c, "pending", &p.Pending)
	c.Object("used", func(c *engine.Coder) {
		for _, v := range r.verbs {
			if v.Once {
				used := p.Used>>v.slot&1 != 0
				c.Bool(v.Name, &used)
				p.Used &^= 1 << v.slot
				if used {
					p.Used |= 1 << v.slot
				}
			}
		}
	})
	c.Object("spread", func(c *engine.Coder) {
		n := int(p.Spread.N)
		engine.Names(c, "cities", r.City, p.Spread.City[:], &n)
		p.Spread.N = uint8(n)
		if n > 0 || c.Describing() {
			engine.Name(c, "disease", r.Disease, 0xff, &p.Spread.Disease)
		}
		engine.Uint(c, "done", &p.Spread.Done)
		engine.Set(c, "left", r.City, 0, &p.Spread.Left)
		engine.Uint(c, "floor", &p.Spread.Floor)
	})
	engine.Name(c, "end", endKind, Running, &p.End)
}

func (p *Public) codeKnowledge(c *engine.Coder, r *Rules) {
	n := int(p.ClassesN)
	c.Objects("infection-classes", &n, maxClasses, func(c *engine.Coder, i int) {
		engine.Set(c, "cards", r.Infection, 0, &p.Classes[i].Cards)
		engine.Uint(c, "from", &p.Classes[i].Lo)
		engine.Uint(c, "to", &p.Classes[i].Hi)
	})
	p.ClassesN = uint8(n)
	p.codeSeen(c)
}

// codeSeen writes or reads which seats have seen the infection card at each position of the deck, counted
// from the top.
func (p *Public) codeSeen(c *engine.Coder) {
	var places [MaxInfection]uint8
	n := 0
	for i := range p.InfectionLen {
		if p.Seen[p.InfectionLen-1-i] != 0 {
			places[n] = i
			n++
		}
	}
	if c.Reading() {
		p.Seen = [MaxInfection]engine.Seats{}
	}
	c.Objects("looked-at", &n, MaxInfection, func(c *engine.Coder, i int) {
		engine.Uint(c, "from-top", &places[i])
		if places[i] >= p.InfectionLen {
			c.Fail("from-top")
			return
		}
		engine.Set(c, "seats", watcherKind, 0, &p.Seen[p.InfectionLen-1-places[i]])
	})
}

// watcherKind names everyone who can have seen a card: each seat, and spectators.
var watcherKind = engine.NewKind("watcher", "0", "1", "2", "3", "4", "5", "-", "spectators")

func (p *Public) codeQuestions(c *engine.Coder, r *Rules) {
	engine.Uint(c, "serial", &p.Serial)
	if c.Describing() {
		r.describeQuestions(c)
		return
	}
	n := int(p.Depth)
	c.Objects("questions", &n, maxDepth, func(c *engine.Coder, i int) { p.Stack[i].code(c, r) })
	p.Depth = uint8(n)
	n = int(p.RefusedN)
	c.Objects("refused", &n, maxRefused, func(c *engine.Coder, i int) { codeRefused(c, r, &p.Refused[i]) })
	p.RefusedN = uint8(n)
}

// codeRefused writes or reads a request to which a seat has refused consent in this step.
func codeRefused(c *engine.Coder, r *Rules, x *[4]uint8) {
	v := engine.Verb(x[0])
	verb := r.nameVerb(c, &v)
	x[0] = uint8(v)
	engine.Uint(c, "by", &x[1])
	kinds := verb.Args
	switch {
	case verb.City != nil && verb.Choice == nil:
		kinds = []*engine.Kind{r.City} // the seat refused this city, not the move that asked for a city
	case verb.Choice != nil:
		kinds = []*engine.Kind{engine.Number, engine.Number} // the answer's operands
	}
	for k := range min(len(kinds), 2) {
		codeOperand(c, k, kinds[k], &x[2+k])
	}
}

// code writes or reads an open question. Values that a move has stored in it are written as names if their
// kinds have names, otherwise as numbers.
func (f *Frame) code(c *engine.Coder, r *Rules) {
	engine.Uint(c, "id", &f.ID)
	engine.Name(c, "step", r.question, 0, &f.Question)
	engine.Uint(c, "seat", &f.Seat)
	var kinds []*engine.Kind
	switch {
	case f.Question == QuestionWindow:
		engine.Name(c, "moment", momentKind, momentNone, &f.Arg[windowMoment])
		passed := engine.Seats(f.Arg[windowPassed])
		engine.Set(c, "passed", engine.SeatKind, 0, &passed)
		f.Arg[windowPassed] = uint8(passed)
		if f.Arg[windowMoment] == momentCured || c.Describing() {
			engine.Name(c, "cured", r.Disease, uint8(noDisease), &f.Arg[windowCured])
		}
		return
	case int(f.Question) >= len(r.questions) || !r.questions[f.Question].bare:
		verb := r.nameVerb(c, &f.Verb)
		kinds = verb.Args
		if f.Question == QuestionCity || verb.Choice != nil && f.Question > QuestionWindow {
			kinds = verb.Keeps
		}
	}
	for i, k := range kinds {
		codeOperand(c, i, k, &f.Arg[i])
	}
	engine.Uint(c, "n", &f.N)
	engine.Numbers(c, "arg", f.Arg[len(kinds):])
}

// momentKind names the moments at which seats can play events.
var momentKind = engine.NewKind("moment", "none", "open", "before-intensify", "after-cure")

// nameVerb writes or reads a verb by its name and returns it. For a missing or unknown name it returns the
// first verb, and the coder reports an error.
func (r *Rules) nameVerb(c *engine.Coder, v *engine.Verb) *Verb {
	engine.Name(c, "verb", r.verb, noVerb, v)
	if int(*v) >= len(r.verbs) {
		*v = 0
		c.Fail("verb")
	}
	return r.verbs[*v]
}

const noVerb engine.Verb = 0xff

func codeOperand(c *engine.Coder, i int, k *engine.Kind, v *uint8) {
	if len(k.Values) == 0 {
		engine.Uint(c, "operand-"+engine.Number.Text(uint8(i)), v)
		return
	}
	engine.Name(c, "operand-"+engine.Number.Text(uint8(i)), k, 0xff, v)
}

func codeSet(c *engine.Coder, name string, r *Rules, set *Cards) {
	var list [MaxDeck]uint8
	n := listCards(list[:], *set)
	engine.Names(c, name, r.Card, list[:], &n)
	var all Cards
	for _, x := range list[:n] {
		all.Add(Card(x))
	}
	if all != *set { // a writer must not modify the position, since other goroutines may be reading it
		*set = all
	}
}

func (r *Rules) codeHands(c *engine.Coder, hands []Cards) {
	n := r.Holders
	c.Objects("hands", &n, engine.MaxSeats, func(c *engine.Coder, i int) {
		codeSet(c, "cards", r, &hands[i])
	})
}

func (r *Rules) codeRecall(c *engine.Coder, recall []uint64, to []uint8) {
	c.Object("recall", func(c *engine.Coder) {
		for i := range r.Players {
			c.Object(engine.SeatKind.Text(uint8(i)), func(c *engine.Coder) {
				engine.Set(c, "cards", r.Infection, 0, &recall[i])
				engine.Uint(c, "above", &to[i])
			})
		}
	})
}

func codeNames[T ~uint8](c *engine.Coder, name string, k *engine.Kind, list []T) {
	n := len(list)
	engine.Names(c, name, k, list, &n)
}
