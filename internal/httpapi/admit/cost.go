package admit

// Units of work that a request costs besides counting as one request. A unit is about 0.1 ms of
// processor time. Moves cost no units. Requests that process a whole game cost more for longer
// games.
const (
	EntriesPerUnit = 25 // log entries returned to the client per unit
	FoldsPerUnit   = 2  // log entries replayed per unit, if the game is not in memory
	UndoUnits      = 5  // for an undo, which also pays for replaying the remaining moves, at EntriesPerUnit
	TextUnits      = 3  // a position as text
	FreshUnits     = 10 // for asking the store which entry is newest
)

// ReadUnits returns the cost of a request that returns `told` log entries to the client, and
// replays `folded` entries to compute them.
func ReadUnits(told, folded int) int {
	return told/EntriesPerUnit + (folded+FoldsPerUnit-1)/FoldsPerUnit
}

// Spend charges units of work to the limits of a person and of their address. A request that costs
// more than a whole burst is charged one whole burst.
func (g *Gate) Spend(who *Caller, units int) error {
	if who.Trusted || units <= 0 {
		return nil
	}
	now := g.conf.Now()
	if who.Person.ID != "" {
		if wait := g.limits.work.takeN(who.Person.ID, units, now); wait > 0 {
			return g.Limited(ByWork, wait)
		}
	}
	if wait := g.limits.addressWork.takeN(who.Addr, units, now); wait > 0 {
		return g.Limited(ByWork, wait)
	}
	return nil
}
