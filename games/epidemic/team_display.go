package epidemic

// TeamCounts are quantities of a game in teams.
type TeamCounts struct{ Roles, Apart, Rate, Draws int }

// TeamNumbers are how many roles a team chooses from, how far apart the stations of
// teams stand, where the infection rate begins, and how many cards a turn draws.
func TeamNumbers() TeamCounts { return TeamCounts{rolesPerDeal, apart, teamRate, teamDraws} }
