package main

import (
	"theriac/games/epidemic"
	"theriac/games/lab"
)

// expansionData is what the web client needs only for expansions: the additional modes of a game
// and the remaining cards of its box. The client loads it only for a table that uses them.
type expansionData struct {
	Box        boxData          `json:"box"`
	Numbers    expansionNumbers `json:"numbers"`
	Sequences  []sequenceData   `json:"sequences"`
	Strains    []strainData     `json:"strains"`
	Mutations  []string         `json:"mutations"` // infection cards without a city
	Objectives []objectiveData  `json:"objectives"`
	Awards     []string         `json:"awards"`
	Honours    map[string]uint8 `json:"honours"` // the value of each award that counts the same for every team
}

type expansionNumbers struct {
	CureInLab    int           `json:"cureInLab"`
	MutantCubes  int           `json:"mutantCubes"`  // number of cubes of the mutant disease, unless it is on the board from the beginning
	AloneDiscard map[int]uint8 `json:"aloneDiscard"` // city cards discarded before a solo game, by the number of epidemics
	AloneColour  int           `json:"aloneColour"`  // the most of them that may have one colour
	TeamRoles    int           `json:"teamRoles"`    // number of roles that a team chooses from
	TeamApart    int           `json:"teamApart"`    // the smallest distance, in links, between stations of two teams
	TeamRate     int           `json:"teamRate"`     // position on the infection track at which team games begin
	TeamDraws    int           `json:"teamDraws"`
	CureOfSix    int           `json:"cureOfSix"` // number of cards for a cure in a team game of six
}

type sequenceData struct {
	ID      string           `json:"id"`
	Vials   []string         `json:"vials"`
	Circles map[string]uint8 `json:"circles"`
}

type strainData struct {
	ID         string   `json:"id"`
	Continuing bool     `json:"continuing"`           // whether the card's effect stays in force
	UntilCured bool     `json:"untilCured,omitempty"` // whether the effect ends when the disease is cured
	Not        []string `json:"not,omitempty"`
}

type objectiveData struct {
	ID                   string `json:"id"`
	Cure                 uint8  `json:"cure"`
	Eradication          uint8  `json:"eradication"`
	Station              uint8  `json:"station"`
	MoreFirstCure        uint8  `json:"moreFirstCure,omitempty"`
	MoreFirstEradication uint8  `json:"moreFirstEradication,omitempty"`
}

// expansionText returns the file with a game's expansionData.
func expansionText(t *epidemic.Ruleset) ([]byte, error) {
	d := expansionOf(t)
	_, d.Box = splitData(t, dataOf(t))
	return lab.JSON(d)
}

func expansionOf(t *epidemic.Ruleset) expansionData {
	n, h, team := t.Numbers, t.Honours, epidemic.TeamNumbers()
	d := expansionData{
		Numbers: expansionNumbers{
			CureInLab: int(n.CureInLab), MutantCubes: int(n.Mutant), AloneDiscard: map[int]uint8{}, AloneColour: int(n.AloneColour),
			TeamRoles: team.Roles, TeamApart: team.Apart, TeamRate: team.Rate, TeamDraws: team.Draws, CureOfSix: int(n.CureWith) - team.FewerForSix,
		},
		Mutations: t.MutantCards, Awards: t.Award.Values,
		Honours: map[string]uint8{
			"first-cure": h.FirstCure, "first-eradication": h.FirstEradication,
			"worst-eradicated": h.Worst, "mutant-eradicated": h.Mutant, "mutant-removed": h.Removal,
		},
	}
	for level, cards := range n.AloneDiscard {
		if cards > 0 {
			d.Numbers.AloneDiscard[level] = cards
		}
	}
	for _, s := range t.Sequences {
		d.Sequences = append(d.Sequences, sequenceData(s))
	}
	for _, s := range t.Strains {
		d.Strains = append(d.Strains, strainData{ID: s.ID, Continuing: s.Now == nil, UntilCured: s.UntilCured, Not: without(t, s.Not)})
	}
	for _, o := range t.Objectives {
		d.Objectives = append(d.Objectives, objectiveData(o))
	}
	return d
}

// without returns the values of options that exclude a card, in the form option=value.
func without(t *epidemic.Ruleset, not epidemic.Mode) []string {
	var all []string
	for _, o := range t.Modes {
		if o.Mode&not != 0 {
			all = append(all, o.Option+"="+o.Value)
		}
	}
	return all
}

// eventData describes an event that is not an ordinary event, or is not in every deck.
type eventData struct {
	Set   string   `json:"set,omitempty"`
	Class string   `json:"class,omitempty"` // empty for an ordinary event
	Kept  uint8    `json:"kept,omitempty"`  // the prestige of a team that keeps this bonus card
	Not   []string `json:"not,omitempty"`
}

// eventCards returns the events that need eventData, by id.
func eventCards(t *epidemic.Ruleset) map[string]eventData {
	all := map[string]eventData{}
	for _, e := range t.Events {
		class := [...]string{epidemic.Ordinary: "", epidemic.Bonus: "bonus", epidemic.Incident: "incident"}[e.Class]
		x := eventData{Set: e.Set, Class: class, Kept: e.Kept, Not: without(t, e.Not)}
		if x.Set+x.Class != "" || len(x.Not) > 0 {
			all[e.ID] = x
		}
	}
	return all
}

// expands reports whether a game has an expansion, so that the client needs expansionData.
func expands(t *epidemic.Ruleset) bool { return len(t.Modes) > 0 }
