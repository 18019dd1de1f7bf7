package lobby

// Mentions returns the ids of all people in a table's record.
func Mentions(t Table) []string { return t.mentions() }
