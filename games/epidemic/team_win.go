package epidemic

import "theriac/engine"

// These are the awards: for each cure, for each eradication, and some that exist once.
const (
	firstCure = iota
	firstEradication
	worstEradicated
	mutantEradicated
	mutantRemoved // for ending the game by removing the last mutant cube
	specialAwards

	maxAwards = 2*MaxDiseases + specialAwards
)

// awardNames returns the names of the awards in a box.
func awardNames(box *Box) []string {
	if len(box.Objectives) == 0 {
		return nil
	}
	var names []string
	for _, of := range []string{"cure-", "eradication-"} {
		for _, d := range box.Diseases {
			names = append(names, of+d)
		}
	}
	return append(names, "first-cure", "first-eradication", "worst-eradicated", "mutant-eradicated", "mutant-removed")
}

func (t *Ruleset) cureAward(d Disease) uint8 { return uint8(d) }

func (t *Ruleset) eradicationAward(d Disease) uint8 { return uint8(len(t.Box.Diseases)) + uint8(d) }

func (t *Ruleset) specialAward(which uint8) uint8 { return uint8(2*len(t.Box.Diseases)) + which }

// award gives an award to the team credited with the current move, unless a team already has it.
func (s *State) award(which uint8, out *engine.Facts) {
	if s.Teams.Awards[which] == 0 {
		s.Teams.Awards[which] = s.creditedTeam + 1
		out.Add(FactAwarded, "team/awards", uint8(firstOf(s.creditedTeam)), which)
	}
}

// awardCure gives the awards for curing a disease.
func (s *State) awardCure(d Disease, out *engine.Facts) {
	s.award(s.rules.cureAward(d), out)
	s.award(s.rules.specialAward(firstCure), out)
}

// awardEradication gives the awards for eradicating a disease.
func (s *State) awardEradication(d Disease, out *engine.Facts) {
	s.award(s.rules.eradicationAward(d), out)
	s.award(s.rules.specialAward(firstEradication), out)
	if worst, ok := s.Virulent(); ok && d == worst {
		s.award(s.rules.specialAward(worstEradicated), out)
	}
	if mutant, ok := s.rules.mutant(); ok && d == mutant {
		s.award(s.rules.specialAward(mutantEradicated), out)
	}
}

// playInTeam plays a move and credits a team with the cures, the eradications and the victory that it causes:
// the active team, or the team that played the event.
func (s *State) playInTeam(v *Verb, m engine.Move, out *engine.Facts) {
	s.creditedTeam = s.creditFor(v, m)
	mutant, mutating := s.rules.mutant()
	had := mutating && s.OnBoard(mutant) > 0
	v.Play(s, m, out)
	rule := s.teamsWon()
	won := s.End == Running && rule != "" && !s.rolesUnknown(s.rules)
	if won && rule == "team/end-removal" && had {
		s.award(s.rules.specialAward(mutantRemoved), out)
	}
	s.creditedTeam = 0
	if !won {
		return
	}
	s.End = Won
	out.Add(FactEnded, rule)
	s.countPrestige(out)
}

// creditFor returns the team to credit with a move. If the move is part of an event, that is the team that
// played it.
func (s *State) creditFor(v *Verb, m engine.Move) uint8 {
	if v.event >= 0 {
		return teamOf(m.Seat)
	}
	for i := range s.Stack[:s.Depth] {
		f := &s.Stack[i]
		switch {
		case s.rules.verbs[f.Verb].event < 0 || f.Question == QuestionWindow:
		case f.Question == QuestionConsent:
			return teamOf(engine.Seat(f.N))
		default:
			if c := s.rules.verbs[f.Verb].Choice; c != nil && c.By != nil {
				return teamOf(c.By(f))
			}
			return teamOf(f.Seat)
		}
	}
	return teamOf(s.Active)
}

// teamsWon returns the rule by which the world has been saved, or an empty string if it has not.
func (s *State) teamsWon() string {
	mutant, mutating := s.rules.mutant()
	original := uint8(1<<len(s.rules.Diseases) - 1)
	need := 3
	if mutating {
		original &^= 1 << mutant
		need = 4
	}
	gone := count(uint64(s.Eradicated))
	switch {
	case s.Cured == uint8(1<<len(s.rules.Diseases)-1):
		return "team/end-cures"
	case gone >= need:
		return "team/end-eradications"
	case mutating && s.OnBoard(mutant) == 0 && (s.Cured&original == original || count(uint64(s.Eradicated&original)) >= 3):
		return "team/end-removal"
	}
	return ""
}

// prestigeOf returns how much prestige an award gives a team.
func (s *State) prestigeOf(team, award uint8) int {
	n := uint8(len(s.rules.Box.Diseases))
	o, h := &s.rules.Objectives[s.deals[team].Objective-1], &s.rules.Honours
	switch {
	case award < n:
		return int(o.Cure)
	case award < 2*n:
		return int(o.Eradication)
	}
	switch award - 2*n {
	case firstCure:
		return int(h.FirstCure + o.MoreFirstCure)
	case firstEradication:
		return int(h.FirstEradication + o.MoreFirstEradication)
	case worstEradicated:
		return int(h.Worst)
	case mutantEradicated:
		return int(h.Mutant)
	}
	return int(h.Removal)
}

// Prestige returns a team's final prestige, from its awards, its station and the bonus cards still in hand.
func (s *State) Prestige(team uint8) int { return s.addUp(team, nil) }

// addUp returns a team's prestige, and reports each part of the sum as a fact.
func (s *State) addUp(team uint8, out *engine.Facts) int {
	sum, first := 0, uint8(firstOf(team))
	for award, owner := range s.Teams.Awards {
		if owner == team+1 {
			n := s.prestigeOf(team, uint8(award))
			sum += n
			out.Add(FactPrestige, "team/count", first, uint8(award), uint8(n))
		}
	}
	if each := s.rules.Objectives[s.deals[team].Objective-1].Station; each > 0 {
		n := int(each) * count(s.Stations)
		sum += n
		out.Add(FactStationPrestige, "team/count", first, uint8(n))
	}
	for seat := firstOf(team); seat <= firstOf(team)+1; seat++ {
		kept := s.hands[seat].And(s.rules.stretchCards)
		for ; !kept.Empty(); kept.Remove(kept.First()) {
			c := kept.First()
			n := s.rules.Events[c-FirstEvent].Kept
			sum += int(n)
			out.Add(FactBonusPrestige, "team/kept", uint8(seat), uint8(c), n)
		}
	}
	return sum
}

// countPrestige reveals the teams' objectives and bonus cards, and reports each team's prestige.
func (s *State) countPrestige(out *engine.Facts) {
	s.learned(engine.Everyone)
	for team := range uint8(s.rules.teams()) {
		out.Add(FactObjectiveShown, "team/objectives", uint8(firstOf(team)), s.deals[team].Objective-1)
	}
	for team := range uint8(s.rules.teams()) {
		for seat := firstOf(team); seat <= firstOf(team)+1; seat++ {
			s.Shown = s.Shown.Or(s.hands[seat].And(s.rules.stretchCards))
		}
		out.Add(FactPrestigeTotal, "team/winner", uint8(firstOf(team)), uint8(s.addUp(team, out)))
	}
}

// teamOutcome returns the result of a game in which the world was saved. The team with the most prestige
// wins; in a tie, teams share the win.
func (s *State) teamOutcome() engine.Result {
	r := engine.Result{Cause: s.teamsWon()}
	for seat := range engine.Seat(s.rules.Players) {
		r.Points[seat] = int16(s.Prestige(teamOf(seat)))
	}
	for seat := range engine.Seat(s.rules.Players) {
		r.Rank[seat] = 1
		for team := range uint8(s.rules.teams()) {
			if r.Points[firstOf(team)] > r.Points[seat] {
				r.Rank[seat]++
			}
		}
		if r.Rank[seat] == 1 {
			r.Won |= 1 << seat
		}
	}
	return r
}
