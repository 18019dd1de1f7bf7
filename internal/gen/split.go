package main

import (
	"slices"

	"theriac/games/entry"
	"theriac/games/epidemic"
)

// The client fetches what every table of a game has at once, and what only its
// expansions have where a table plays with one. Cards say which part of the box
// they belong to; moves and facts follow from them and from the ways to play.

// askedByMore are the moves that only cards of an expansion ask for or allow.
var askedByMore = []string{
	"become", "enough", "fill-with", "filling", "for", "free-lab", "name", "order", "pick", "remove", "sample", "slot", "take-sample", "worst-strain",
}

// toldByMore are facts that other games tell without an expansion.
var toldByMore = []string{"actions-added", "card-recovered", "challenge", "events-drawn"}

// baseRole and baseEvent say whether the card of a name is at every table; no name
// is no card.
func baseRole(t *epidemic.Ruleset, id string) bool {
	return !anyRole(t, func(r *epidemic.Role) bool { return r.ID == id && r.Set != "" })
}

func baseEvent(t *epidemic.Ruleset, id string) bool {
	return !anyEvent(t, func(e *epidemic.Event) bool { return e.ID == id && e.Set != "" })
}

// baseDisease says whether a disease is at every table: it is one that has cities.
func baseDisease(t *epidemic.Ruleset, id string) bool {
	return slices.ContainsFunc(t.Cities, func(c epidemic.CityCard) bool { return c.Disease == id })
}

// baseVerb says whether a move can be made without an expansion.
func baseVerb(t *epidemic.Ruleset, v *epidemic.Verb) bool {
	return !expands(t) || v.Mode == 0 && baseRole(t, t.RoleOf(v)) && baseEvent(t, t.EventOf(v)) && !slices.Contains(askedByMore, v.Name)
}

// baseFact says whether a fact can be told without an expansion.
func baseFact(t *epidemic.Ruleset, fact string) bool {
	if !expands(t) {
		return true
	}
	_, mode := toldIn[fact]
	if mode || slices.Contains(toldByMore, fact) {
		return false
	}
	switch fact {
	case "event-in-force", "event-ended":
		return anyEvent(t, func(e *epidemic.Event) bool { return e.Set == "" && e.Lasts != epidemic.AtOnce })
	case "sampled", "samples-returned":
		return anyRole(t, func(r *epidemic.Role) bool { return r.Set == "" && r.KeepsSamples })
	case "card-shown":
		return anyRole(t, func(r *epidemic.Role) bool { return r.Set == "" && r.ShowsFlight })
	}
	verb, some := toldBy[fact]
	return !some || slices.ContainsFunc(t.Verbs(), func(v *epidemic.Verb) bool { return v.Name == verb && baseVerb(t, v) })
}

// boxData is the part of a box that comes with the expansions.
type boxData struct {
	Diseases   []diseaseData        `json:"diseases"`
	Roles      []roleData           `json:"roles"`
	Events     []string             `json:"events"`
	EventCards map[string]eventData `json:"eventCards"` // what is particular to them
	Verbs      map[string]verbData  `json:"verbs"`
	Facts      map[string][]string  `json:"facts"`
}

// splitData takes out of a game what only its expansions have.
func splitData(t *epidemic.Ruleset, d gameData) (gameData, boxData) {
	more := boxData{EventCards: eventCards(t), Verbs: map[string]verbData{}, Facts: map[string][]string{}}
	d.Diseases, more.Diseases = split(d.Diseases, func(x diseaseData) bool { return baseDisease(t, x.ID) })
	d.Roles, more.Roles = split(d.Roles, func(r roleData) bool { return r.Set == "" })
	d.Events, more.Events = split(d.Events, func(e string) bool { return baseEvent(t, e) })
	for _, v := range t.Verbs() {
		if !baseVerb(t, v) {
			more.Verbs[v.Name] = d.Verbs[v.Name]
			delete(d.Verbs, v.Name)
		}
	}
	for _, w := range facts(t) {
		if !baseFact(t, w.Name) {
			more.Facts[w.Name] = entry.KindNames(w.Args)
			delete(d.Facts, w.Name)
		}
	}
	return d, more
}

// split is what is so, and what is not.
func split[T any](all []T, is func(T) bool) (in, out []T) {
	for _, x := range all {
		if is(x) {
			in = append(in, x)
		} else {
			out = append(out, x)
		}
	}
	return in, out
}
