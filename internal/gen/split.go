package main

import (
	"slices"

	"theriac/games/entry"
	"theriac/games/epidemic"
)

// The web client always loads the data that every table of a game needs. It loads the expansions' data only for
// a table that plays with one. Each role and event names its expansion, from which the expansion of verbs and
// facts follows.

// askedByMore lists the verbs that only cards from an expansion need.
var askedByMore = []string{
	"become", "enough", "fill-with", "filling", "for", "free-lab", "name", "order", "pick", "remove", "sample", "slot", "take-sample", "worst-strain",
}

// toldByMore lists facts that occur only with an expansion in games that have expansions, even though other
// games have them, too.
var toldByMore = []string{"actions-added", "card-recovered", "challenge", "events-drawn"}

// baseRole and baseEvent report whether a role or event can occur without an expansion. An empty ID means no
// card at all, for which they return true.
func baseRole(t *epidemic.Ruleset, id string) bool {
	return !anyRole(t, func(r *epidemic.Role) bool { return r.ID == id && r.Set != "" })
}

func baseEvent(t *epidemic.Ruleset, id string) bool {
	return !anyEvent(t, func(e *epidemic.Event) bool { return e.ID == id && e.Set != "" })
}

// baseDisease reports whether a disease has cities. Only an expansion's disease has none.
func baseDisease(t *epidemic.Ruleset, id string) bool {
	return slices.ContainsFunc(t.Cities, func(c epidemic.CityCard) bool { return c.Disease == id })
}

// baseVerb reports whether a move with this verb is possible without an expansion.
func baseVerb(t *epidemic.Ruleset, v *epidemic.Verb) bool {
	return !expands(t) || v.Mode == 0 && baseRole(t, t.RoleOf(v)) && baseEvent(t, t.EventOf(v)) && !slices.Contains(askedByMore, v.Name)
}

// baseFact reports whether a fact can occur at a table without an expansion.
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

// boxData is the part of a box that only expansions use.
type boxData struct {
	Diseases   []diseaseData        `json:"diseases"`
	Roles      []roleData           `json:"roles"`
	Events     []string             `json:"events"`
	EventCards map[string]eventData `json:"eventCards"` // only events that are not ordinary ones
	Verbs      map[string]verbData  `json:"verbs"`
	Facts      map[string][]string  `json:"facts"`
}

// splitData splits a game's data into the part for every table and the part for expansions.
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

// split divides items in two: first those for which the given function returns true, then the rest.
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
