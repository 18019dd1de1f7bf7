package epidemic

// TeamCounts holds the numbers of the team rules.
type TeamCounts struct{ Roles, Apart, Rate, Draws, FewerForSix int }

// TeamNumbers returns the numbers of the team rules: roles to choose from, distance between stations, first
// infection rate, and cards drawn by each seat. FewerForSix is how many fewer cards a cure takes with six
// players.
func TeamNumbers() TeamCounts {
	return TeamCounts{rolesPerDeal, apart, teamRate, teamDraws, fewerForSix}
}
