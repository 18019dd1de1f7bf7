package epidemic

import "theriac/engine"

// regionWay lets the regions of a board carry tokens that keep cubes away.
var regionWay = Way{
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

// codeTokens walks what regions carry.
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

// brokenTokens looks for tokens that were made or lost.
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

// keyTokens works the tokens into a search's key.
func keyTokens(s *State, h uint64) uint64 {
	for i := range s.Tokens {
		h = h<<3 ^ uint64(s.Tokens[i]) ^ h>>61
	}
	return mix(h, uint64(s.Shield)<<8|uint64(s.TokensLeft))
}
