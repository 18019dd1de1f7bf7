package iberia

import "theriac/engine"

// Variants returns all combinations of players, epidemics, challenges and consent. Roles and the choice of
// historical diseases keep their defaults.
func Variants() []engine.Settings {
	var all []engine.Settings
	for _, players := range []string{"2", "3", "4", "5"} {
		for _, epidemics := range []string{"4", "5", "6"} {
			for _, rush := range []string{"off", "on"} {
				for _, historical := range []string{"0", "1", "2", "3", "4"} {
					for _, consent := range []string{"ask", "trust"} {
						all = append(all, engine.Settings{
							{Name: "players", Value: players}, {Name: "epidemics", Value: epidemics},
							{Name: "rush", Value: rush}, {Name: "historical", Value: historical},
							{Name: "consent", Value: consent},
						})
					}
				}
			}
		}
	}
	return all
}
