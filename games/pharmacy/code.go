package pharmacy

import "theriac/engine"

// Code passes every field of the position to the coder, which writes, reads or describes it.
func (s *State) Code(c *engine.Coder) {
	s.code(c, s.rules, false)
	c.Hex("key", s.key[:])
	codeHands(c, s.rules, s.hands[:])
	codeHand(c, "unseen", &s.unseen)
	engine.Name(c, "face", cardKind, NoCard, &s.face)
	for p, name := range pileKind.Values {
		n := int(s.PileLen[p])
		engine.Names(c, name+"-pile", cardKind, s.pile[p][:], &n)
		if n != int(s.PileLen[p]) {
			c.Fail(name + "-pile")
		}
	}
}

// Code passes every field of the view to the coder, which writes, reads or describes it.
func (v *View) Code(c *engine.Coder) {
	engine.Set(c, "seats", engine.SeatKind, 0, &v.By)
	v.code(c, v.rules, true)
	codeHands(c, v.rules, v.Hands[:])
	engine.Name(c, "face", cardKind, NoCard, &v.Face)
	if !c.Reading() {
		v.rules.codeReplaced(c)
	}
}

// ReadState reads a position that Code wrote, for a game with these rules. It does not detect every position
// that is impossible in a game.
func (r *Rules) ReadState(text []byte) (State, error) {
	s := State{rules: r}
	c, err := engine.NewReader(text)
	if err != nil {
		return s, err
	}
	s.Code(c)
	return s, c.Err()
}

// ReadView reads a view that was written at a table with the given header.
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

// ReadView reads a view that Code wrote, for a game with these rules. It rejects a view that does not fit into
// the arrays, but does not detect every view that is impossible in a game.
func (r *Rules) ReadView(text []byte) (View, error) {
	v := View{rules: r}
	c, err := engine.NewReader(text)
	if err != nil {
		return v, err
	}
	v.Code(c)
	return v, c.Err()
}

// codeReplaced writes the virus values that a group has replaced. Programs that only display the game need
// them; the rules get them from the game's header.
func (r *Rules) codeReplaced(c *engine.Coder) {
	var own []Virus
	for i, v := range r.viruses {
		if v != viruses[i] {
			own = append(own, v)
		}
	}
	if c.Describing() {
		own = viruses[:1]
	}
	n := len(own)
	c.Objects("replaced", &n, Viruses, func(c *engine.Coder, i int) {
		v := &own[i]
		card, _ := cardKind.Parse(v.ID)
		engine.Name(c, "card", cardKind, uint8(NoCard), &card)
		engine.Uint(c, "value", &v.Value)
		c.Bool("cross", &v.Cross)
		codePills(c, "pills", &v.Pills)
	})
}

// code writes or reads the public part of a position. If shown is set, it includes the sickness that each virus
// causes. The hash of a position leaves that out.
func (p *Public) code(c *engine.Coder, r *Rules, shown bool) {
	engine.Uint(c, "serial", &p.Serial)
	engine.Uint(c, "turn", &p.Turn)
	engine.Name(c, "step", questionKind, 0, &p.Question)
	engine.Set(c, "asked", engine.SeatKind, 0, &p.Asked)
	engine.Uint(c, "round", &p.Round)
	codeSeat(c, "starter", &p.Starter)
	codeSeat(c, "active", &p.Active)
	c.Object("piles", func(c *engine.Coder) {
		for i, name := range pileKind.Values {
			c.Object(name, func(c *engine.Coder) {
				engine.Uint(c, "size", &p.PileLen[i])
				engine.Name(c, "open", cardKind, NoCard, &p.Top[i])
				if p.PileLen[i] > pileSize {
					p.PileLen[i] = 0
					c.Fail("size")
				}
			})
		}
	})
	codePills(c, "pharmacy", &p.Pharmacy)
	p.codeSeats(c, r, shown)
	codeHand(c, "opened", &p.Opened)
	p.codeTravel(c)
	c.Object("guesses", func(c *engine.Coder) {
		codeSeat(c, "nurse", &p.Nurse)
		codeSeat(c, "nursed", &p.Nursed)
		codeSeat(c, "diagnostician", &p.Diagnostician)
		codeSeat(c, "doomed", &p.Doomed)
		codeSeat(c, "doctor", &p.Doctor)
	})
	p.codeSheet(c, r)
	c.Bool("over", &p.Over)
}

func (p *Public) codeSeats(c *engine.Coder, r *Rules, shown bool) {
	n := r.Players
	c.Objects("seats-at-table", &n, r.Players, func(c *engine.Coder, i int) {
		codePills(c, "pills", &p.Pills[i])
		codePills(c, "stake", &p.Stakes[i])
		f := &p.Fronts[i]
		k := int(f.N)
		c.Objects("viruses", &k, maxFront, func(c *engine.Coder, j int) {
			engine.Name(c, "card", cardKind, NoCard, &f.Virus[j].Card)
			engine.Uint(c, "doses", &f.Virus[j].Doses)
			if int(f.Virus[j].Card) >= cardCount {
				f.Virus[j].Card = 0
				c.Fail("card")
			}
			if shown && !c.Reading() {
				sick := uint8(r.Sickness(f.Virus[j]))
				engine.Uint(c, "sickness", &sick)
			}
		})
		f.N = uint8(k)
		engine.Uint(c, "unused", &f.Unused)
		engine.Uint(c, "risk-cards", &p.HandLen[i])
		if p.HandLen[i] > riskCards {
			p.HandLen[i] = 0
			c.Fail("risk-cards")
		}
		// Values that can be computed from other fields are written for programs that only display the game.
		if !c.Reading() {
			sick, doses := uint8(p.Sick(r, engine.Seat(i))), uint8(p.Injections(engine.Seat(i)))
			engine.Uint(c, "sickness", &sick)
			engine.Uint(c, "injections", &doses)
			codePoints(c, "total", p.Total(engine.Seat(i)))
			if shown && !p.Over {
				codePoints(c, "so-far", p.soFar(r, engine.Seat(i)))
			}
		}
	})
}

func (p *Public) codeTravel(c *engine.Coder) {
	c.Object("travel", func(c *engine.Coder) {
		t := &p.Travel
		engine.Name(c, "card", cardKind, NoCard, &t.Card)
		c.Bool("risk", &t.Risk)
		codeSeat(c, "owner", &t.Owner)
		codeSeat(c, "giver", &t.Giver)
		codeSeat(c, "to", &t.To)
		engine.Uint(c, "price", &t.Price)
	})
	engine.Name(c, "open-risk", cardKind, NoCard, &p.Open)
	codeSeat(c, "opened-by", &p.OpenedBy)
	engine.Name(c, "collects", pillKind, 0, &p.Colour)
	if p.Open != NoCard && !p.Open.IsRisk() {
		p.Open = NoCard
		c.Fail("open-risk")
	}
}

// codeSheet writes or reads the results of the finished rounds.
func (p *Public) codeSheet(c *engine.Coder, r *Rules) {
	n := int(p.Round)
	if !p.Over {
		n = max(0, n-1)
	}
	c.Objects("rounds", &n, Rounds, func(c *engine.Coder, i int) {
		k := r.Players
		c.Objects("seats", &k, r.Players, func(c *engine.Coder, j int) {
			t := &p.Sheet[i][j]
			engine.Uint(c, "pills", &t.Pills)
			engine.Uint(c, "sickness", &t.Sick)
			engine.Uint(c, "won", &t.Won)
			engine.Uint(c, "lost", &t.Lost)
			c.Bool("care", &t.Care)
			if !c.Reading() {
				codePoints(c, "points", t.Points())
			}
		})
	})
}

// codePoints writes points. Negative points are written under a different name.
func codePoints(c *engine.Coder, name string, points int) {
	n := uint16(points)
	if points < 0 {
		name, n = "minus-"+name, uint16(-points)
	}
	engine.Uint(c, name, &n)
	if c.Describing() {
		engine.Uint(c, "minus-"+name, &n)
	}
}

func codeSeat(c *engine.Coder, name string, seat *engine.Seat) {
	engine.Name(c, name, engine.SeatKind, NoSeat, seat)
}

func codePills(c *engine.Coder, name string, p *Pills) {
	c.Object(name, func(c *engine.Coder) {
		for i, colour := range pillKind.Values {
			engine.Uint(c, colour, &p[i])
		}
	})
}

// codeHand writes or reads the risk cards in a hand, by face.
func codeHand(c *engine.Coder, name string, h *Hand) {
	var list [riskCards]Card
	n := 0
	for f := range Card(riskFaces) {
		for range h.Count(FirstRisk + f) {
			if n < len(list) {
				list[n] = FirstRisk + f
				n++
			}
		}
	}
	engine.Names(c, name, cardKind, list[:], &n)
	*h = 0
	for _, card := range list[:n] {
		if !card.IsRisk() || h.Count(card) == 3 {
			c.Fail(name)
			return
		}
		*h = h.With(card)
	}
}

func codeHands(c *engine.Coder, r *Rules, hands []Hand) {
	n := r.Players
	c.Objects("hands", &n, r.Players, func(c *engine.Coder, i int) { codeHand(c, "cards", &hands[i]) })
}
