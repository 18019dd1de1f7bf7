package epidemic

import "theriac/engine"

// regionModule puts tokens into the regions of a board. The tokens keep cubes away.
var regionModule = Module{
	Name:   "regions",
	Active: func(r *Rules) bool { return len(r.Regions) > 0 },
	Number: (*Ruleset).numberRegions,
	Bind: func(t *Ruleset) {
		t.pay, t.reachNext = t.verbNamed("pay-token"), t.verbNamed("reach-next")
	},
	Begin: func(s *State, _ *engine.Facts) {
		s.Shield, s.TokensLeft = NoRegion, s.rules.Numbers.Tokens
	},
	KeepsAway: (*State).keepAway,
	AskNext:   (*State).askNext,
	Code:      [codePlaces]codePart{codeAfterBoard: codeTokens},
	Key:       keyTokens,
	Fault:     (*State).brokenTokens,
}

// codeTokens writes or reads the tokens in regions.
func codeTokens(p *Public, r *Rules, c *engine.Coder) {
	c.Object("tokens", func(c *engine.Coder) {
		for i, region := range r.Region.Values {
			if !c.Writing() || p.Tokens[i] > 0 {
				engine.Uint(c, region, &p.Tokens[i])
			}
		}
	})
	engine.Uint(c, "tokens-left", &p.TokensLeft)
	p.Tokened = 0
	for i, n := range p.Tokens {
		if n > 0 {
			p.Tokened |= 1 << i
		}
	}
	engine.Name(c, "shield", r.Region, NoRegion, &p.Shield)
}

// brokenTokens checks that no token has appeared or disappeared.
func (s *State) brokenTokens() string {
	sum, set := int(s.TokensLeft)+s.rules.tokensKept*(len(s.rules.Diseases)-count(s.Stations)), uint64(0)
	for r, n := range s.Tokens {
		sum += int(n)
		if n > 0 {
			set |= 1 << r
		}
	}
	if sum != int(s.rules.Numbers.Tokens) || set != s.Tokened {
		return "tokens are not conserved"
	}
	return ""
}

// keyTokens mixes the tokens into the hash that a search uses as a position's key.
func keyTokens(s *State, h uint64) uint64 {
	for i := range s.Tokens {
		h = h<<3 ^ uint64(s.Tokens[i]) ^ h>>61
	}
	return mix(h, uint64(s.Shield)<<8|uint64(s.TokensLeft))
}
