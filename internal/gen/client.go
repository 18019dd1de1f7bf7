package main

import (
	"bytes"
	"encoding/json"
	"slices"

	"theriac/games/entry"
	"theriac/games/epidemic"
	"theriac/games/lab"
	"theriac/internal/httpapi"
)

// openAPI returns the OpenAPI document, from which the web client's types are generated.
func openAPI() ([]byte, error) {
	doc, err := httpapi.Document()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, bytes.TrimSpace(doc), "", "\t")
	out.WriteByte('\n')
	return out.Bytes(), err
}

// gameData is what the web client needs to draw a map game.
type gameData struct {
	Game       string              `json:"game"`
	Start      string              `json:"start,omitempty"`
	Diseases   []diseaseData       `json:"diseases"`
	Cities     []cityData          `json:"cities"`
	Links      [][2]string         `json:"links"`
	Dotted     [][2]string         `json:"dotted,omitempty"` // links that cannot carry a railroad track
	Regions    []regionData        `json:"regions,omitempty"`
	Ports      []string            `json:"ports,omitempty"`
	Numbers    numberData          `json:"numbers"`
	Roles      []roleData          `json:"roles"`
	Events     []string            `json:"events"`
	Traits     []traitData         `json:"traits,omitempty"`
	Challenges []string            `json:"challenges,omitempty"` // the names of the options that switch on challenges
	Stages     []string            `json:"stages"`
	Steps      []string            `json:"steps"`
	Verbs      map[string]verbData `json:"verbs"`
	Facts      map[string][]string `json:"facts"`
}

type diseaseData struct {
	ID string `json:"id"`
}

type cityData struct {
	ID         string `json:"id"`
	Disease    string `json:"disease"`
	Population uint32 `json:"population,omitempty"`
	Founded    int16  `json:"founded,omitempty"` // the year, negative if BC
}

// regionData is a region of the map, with the cities around it.
type regionData struct {
	ID     string   `json:"id"`
	Cities []string `json:"cities"`
}

// traitData is a special rule and the disease that follows it.
type traitData struct {
	ID      string `json:"id"`
	Disease string `json:"disease"`
}

// roleData describes a role, including which of its costs differ from the usual ones.
type roleData struct {
	ID        string   `json:"id"`
	CureWith  int      `json:"cureWith"`            // number of cards for a cure
	HandLimit int      `json:"handLimit,omitempty"` // hand limit, if it differs from that of other roles
	Set       string   `json:"set,omitempty"`       // the expansion that the role belongs to
	Not       []string `json:"not,omitempty"`       // values of options that exclude the role, as option=value
	Free      []string `json:"free,omitempty"`      // moves that cost this role no card
}

type numberData struct {
	Cubes     int   `json:"cubes"`
	Full      int   `json:"full"`
	Stations  int   `json:"stations"`
	HandLimit int   `json:"handLimit"`
	Actions   int   `json:"actions"`
	Draws     int   `json:"draws"`
	CureWith  int   `json:"cureWith"`
	Outbreaks int   `json:"outbreaks"`
	Rate      []int `json:"rate"`
	Tracks    int   `json:"tracks,omitempty"`
	Tokens    int   `json:"tokens,omitempty"`
}

type verbData struct {
	Args     []string `json:"args"`
	Cost     int      `json:"cost,omitempty"`
	Rule     string   `json:"rule"`
	Role     string   `json:"role,omitempty"`
	Event    string   `json:"event,omitempty"`
	Steps    []string `json:"steps"`
	Standing bool     `json:"standing,omitempty"`
	Spends   string   `json:"spends,omitempty"` // the kind of card that the mover spends
}

// gameText returns the file with a map game's data for the web client. It leaves out data that only expansions
// need.
func gameText(t *epidemic.Ruleset) ([]byte, error) {
	d, _ := splitData(t, dataOf(t))
	return lab.JSON(d)
}

func dataOf(t *epidemic.Ruleset) gameData {
	vocab, n := t.Vocabulary(), t.Numbers
	d := gameData{
		Game: t.Game, Start: t.Start, Links: t.Links, Dotted: t.Dotted, Events: t.Event.Values,
		Stages: t.Stages(), Steps: steps(t), Verbs: map[string]verbData{}, Facts: map[string][]string{},
		Numbers: numberData{
			Cubes: int(n.Cubes), Full: epidemic.Full, Stations: int(n.Stations), HandLimit: int(n.HandLimit),
			Actions: int(n.Actions), Draws: int(n.Draws), CureWith: int(n.CureWith), Outbreaks: int(n.Outbreaks),
			Tracks: int(n.Tracks), Tokens: int(n.Tokens),
		},
	}
	for _, rate := range n.Rate {
		d.Numbers.Rate = append(d.Numbers.Rate, int(rate))
	}
	for _, id := range t.Diseases {
		d.Diseases = append(d.Diseases, diseaseData{ID: id})
	}
	for _, r := range t.Roles {
		role := roleData{ID: r.ID, CureWith: t.CureWith(r), Set: r.Set, Not: without(t, r.Not)}
		if r.Keeps > 0 {
			role.HandLimit = int(n.HandLimit) + int(r.Keeps)
		}
		for _, v := range t.Verbs() {
			if v.FreeTo(r) {
				role.Free = append(role.Free, v.Name)
			}
		}
		d.Roles = append(d.Roles, role)
	}
	for _, c := range t.Cities {
		d.Cities = append(d.Cities, cityData{ID: c.ID, Disease: c.Disease, Population: c.Population, Founded: c.Founded})
		if c.Port {
			d.Ports = append(d.Ports, c.ID)
		}
	}
	for _, r := range t.Regions {
		d.Regions = append(d.Regions, regionData(r))
	}
	for _, x := range t.Traits {
		d.Traits = append(d.Traits, traitData{ID: x.ID, Disease: x.Disease})
	}
	for _, x := range t.Challenges {
		d.Challenges = append(d.Challenges, x.ID)
	}
	for _, v := range t.Verbs() {
		answers := []string{}
		for _, s := range v.Questions {
			if asks(t, s) {
				answers = append(answers, vocab.Questions[s])
			}
		}
		d.Verbs[v.Name] = verbData{
			Args: entry.KindNames(v.Args), Cost: int(v.Cost), Rule: v.Rule, Role: t.RoleOf(v), Event: t.EventOf(v),
			Steps: slices.Compact(answers), Standing: v.Standing, Spends: v.Spends.String(),
		}
	}
	for _, w := range facts(t) {
		d.Facts[w.Name] = entry.KindNames(w.Args)
	}
	return d
}

// gamesText returns the list of games in the API's format. From it, tests of the client's page for new tables
// try all combinations of options.
func gamesText() ([]byte, error) {
	text, err := json.MarshalIndent(httpapi.Games(), "", "\t")
	return append(text, '\n'), err
}
