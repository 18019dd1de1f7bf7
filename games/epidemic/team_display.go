package epidemic

// TeamCounts are quantities of a game in teams.
type TeamCounts struct{ Roles, Apart, Rate, Draws, FewerForSix int }

// TeamNumbers are how many roles a team chooses from, how far apart the stations of
// teams stand, where the infection rate begins, how many cards a turn draws, and how
// many cards fewer a cure takes at a table of six.
func TeamNumbers() TeamCounts {
	return TeamCounts{rolesPerDeal, apart, teamRate, teamDraws, fewerForSix}
}
