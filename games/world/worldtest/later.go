// Package worldtest has the world game with a second revision of its rules, so that what
// keeps older games as they were is tried before a real game needs it.
//
// It refuses to be played: it is for tests alone.
package worldtest

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// Later is the world game with a second revision: a role, an event, a card of the strain
// and an option more, a default that changes, and a role that does something new.
func Later() *epidemic.Ruleset {
	box := world.Game.Box
	box.Revision = 2
	box.Roles = append(slices.Clone(box.Roles), &epidemic.Role{ID: "newcomer", Rule: "role/newcomer", Since: 2})
	changed := slices.IndexFunc(box.Roles, func(r *epidemic.Role) bool { return r.ID == "scientist" })
	scientist := *box.Roles[changed]
	scientist.Begins = func(s *epidemic.State, _ engine.Seat, out *engine.Facts) {
		if s.Rules().Since(2) {
			s.AddActions(1, out, scientist.Rule)
		}
	}
	box.Roles[changed] = &scientist
	box.Events = append(slices.Clone(box.Events), &epidemic.Event{
		ID: "novelty", Rule: "event/novelty", Since: 2,
		Verb: &epidemic.Verb{
			Name: "novelty", Rule: "event/novelty", List: epidemic.Plain,
			Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) { s.SpendEvent(m.Seat, m.Verb, out) },
		},
	})
	box.Strains = append(slices.Clone(box.Strains), &epidemic.StrainCard{ID: "drift", Rule: "strain/drift", Since: 2})
	box.Options = laterOptions(box.Options)
	return epidemic.NewRuleset(box)
}

// laterOptions adds an option, and lists the one that has another default twice. The roles
// to choose from are filled in from the list of roles.
func laterOptions(options []engine.Option) []engine.Option {
	list := slices.Clone(options)
	players := slices.IndexFunc(list, func(o engine.Option) bool { return o.Name == "players" })
	now := list[players]
	list[players].Until = 1
	now.Since, now.Default = 2, "3"
	list = slices.Insert(list, players+1, now)
	roles := slices.IndexFunc(list, func(o engine.Option) bool { return o.Name == "roles" })
	was := list[roles]
	list[roles] = engine.Option{Name: was.Name, Kind: was.Kind}
	return append(list, engine.Option{Name: "weather", Kind: engine.Choice, Values: []string{"fine", "foul"}, Default: "fine", Since: 2})
}
