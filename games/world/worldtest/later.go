// Package worldtest has the world game with a made-up second revision of its rules. With it, tests cover the
// code that keeps older games unchanged before a real game has a second revision.
//
// It is only for tests: the list of games deliberately leaves it out.
package worldtest

import (
	"slices"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// Later returns the world game with a second revision. It adds a role, an event, a strain card and an
// option. It also changes a default, and makes an existing role do something new.
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

// laterOptions adds an option, and changes an option's default for games of the second revision. The choices of
// roles are filled in from the list of roles.
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
