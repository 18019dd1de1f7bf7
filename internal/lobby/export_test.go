package lobby

// Mentions returns the ids of all people in a table's record.
func Mentions(t Table) []string { return t.mentions() }

// HoldOpening makes wishes for new tables wait until the returned function is called.
func (l *Lobby) HoldOpening() (release func()) {
	l.taking.Lock()
	return l.taking.Unlock
}
