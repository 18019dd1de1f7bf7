package main

import (
	"theriac/games/epidemic"
	"theriac/games/lab"
)

// expansionData is what the client needs only for the ways to play that a game's modes
// add, and the rest of the box. It is fetched where a table plays so.
type expansionData struct {
	Box        boxData          `json:"box"`
	Numbers    expansionNumbers `json:"numbers"`
	Sequences  []sequenceData   `json:"sequences"`
	Strains    []strainData     `json:"strains"`
	Mutations  []string         `json:"mutations"` // infection cards that name no city
	Objectives []objectiveData  `json:"objectives"`
	Awards     []string         `json:"awards"`
	Honours    map[string]uint8 `json:"honours"` // awards that are worth the same to every team
}

type expansionNumbers struct {
	CureInLab    int           `json:"cureInLab"`
	MutantCubes  int           `json:"mutantCubes"`  // where it is not out at once
	AloneDiscard map[int]uint8 `json:"aloneDiscard"` // by the number of epidemics
	AloneColour  int           `json:"aloneColour"`  // at most so many of a colour
	TeamRoles    int           `json:"teamRoles"`    // to choose from
	TeamApart    int           `json:"teamApart"`    // links between the stations of two teams at least
	TeamRate     int           `json:"teamRate"`     // the place on the track where teams begin
	TeamDraws    int           `json:"teamDraws"`
	CureOfSix    int           `json:"cureOfSix"` // cards for a cure where six play in teams
}

type sequenceData struct {
	ID      string           `json:"id"`
	Vials   []string         `json:"vials"`
	Circles map[string]uint8 `json:"circles"`
}

type strainData struct {
	ID         string   `json:"id"`
	Continuing bool     `json:"continuing"`           // it stays in force
	UntilCured bool     `json:"untilCured,omitempty"` // and ends with the cure
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

// expansionText is that file.
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

// without are the values of options that leave a card out, as option=value.
func without(t *epidemic.Ruleset, not epidemic.Mode) []string {
	var all []string
	for _, o := range t.Modes {
		if o.Mode&not != 0 {
			all = append(all, o.Option+"="+o.Value)
		}
	}
	return all
}

// eventData is an event that is not in every deck, or is no ordinary one.
type eventData struct {
	Set   string   `json:"set,omitempty"`
	Class string   `json:"class,omitempty"` // none for an ordinary one
	Kept  uint8    `json:"kept,omitempty"`  // prestige of a bonus that is kept
	Not   []string `json:"not,omitempty"`
}

// eventCards are those events.
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

// expands says whether a game has ways to play that need more data.
func expands(t *epidemic.Ruleset) bool { return len(t.Modes) > 0 }
