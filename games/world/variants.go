package world

import "theriac/engine"

// Variants are all the ways to set the game up but for the choice of roles:
// players, epidemics, hands, events and consent.
func Variants() []engine.Settings {
	var all []engine.Settings
	for _, players := range []string{"2", "3", "4"} {
		for _, epidemics := range []string{"4", "5", "6"} {
			for _, hands := range []string{"open", "hidden"} {
				for _, events := range []string{"announced", "secret"} {
					for _, consent := range []string{"ask", "trust"} {
						set := engine.Settings{
							{Name: "players", Value: players}, {Name: "epidemics", Value: epidemics},
							{Name: "hands", Value: hands}, {Name: "events", Value: events},
							{Name: "consent", Value: consent},
						}
						if _, err := engine.Resolve(options, set); err == nil {
							all = append(all, set)
						}
					}
				}
			}
		}
	}
	return all
}
