package epidemic

import "theriac/engine"

// Awards: one for each cure and each eradication, and some for what happens once.
const (
	firstCure = iota
	firstEradication
	worstEradicated
	mutantEradicated
	mutantRemoved // the last cube, which ended the game
	specialAwards

	maxAwards = 2*MaxDiseases + specialAwards
)

// awardNames are those of the awards of a box.
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

// award gives an award that nobody has to the team that a move is put down to.
func (s *State) award(which uint8, out *engine.Facts) {
	if s.Teams.Awards[which] == 0 {
		s.Teams.Awards[which] = s.credit + 1
		out.Add(FactAwarded, "team/awards", uint8(firstOf(s.credit)), which)
	}
}

// awardCure gives the awards for a cure.
func (s *State) awardCure(d Disease, out *engine.Facts) {
	s.award(s.rules.cureAward(d), out)
	s.award(s.rules.specialAward(firstCure), out)
}

// awardEradication gives the awards for an eradication.
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

// playInTeam makes a move and puts what it cures, eradicates and ends down to a
// team: the one whose turn it is, or the one that played the event.
func (s *State) playInTeam(v *Verb, m engine.Move, out *engine.Facts) {
	s.credit = s.creditFor(v, m)
	mutant, mutating := s.rules.mutant()
	had := mutating && s.OnBoard(mutant) > 0
	v.Play(s, m, out)
	rule := s.teamsWon()
	won := s.End == Running && rule != "" && !s.rolesUnknown(s.rules)
	if won && rule == "team/end-removal" && had {
		s.award(s.rules.specialAward(mutantRemoved), out)
	}
	s.credit = 0
	if !won {
		return
	}
	s.End = Won
	out.Add(FactEnded, rule)
	s.countPrestige(out)
}

// creditFor is the team that a move is put down to. The move may be one of several
// that an event asks for.
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

// teamsWon is the rule by which the world is saved, or nothing.
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

// prestigeOf is what an award is worth to a team.
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

// Prestige is what a team has at the end: by its awards, by the stations that stand
// and by the bonuses that it has kept.
func (s *State) Prestige(team uint8) int { return s.addUp(team, nil) }

// addUp adds a team's prestige up and tells how.
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

// countPrestige shows the objectives and the bonuses, and adds up.
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

// teamOutcome is the result once the world is saved: the team with the most
// prestige wins, and equal ones share it.
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
