package admit

// What a request costs beside being one. A unit is about a tenth of a millisecond of
// a processor. Playing costs nothing here; what makes the server go through a whole
// game does, by the length of the game.
const (
	EntriesPerUnit = 25 // entries shown for a unit
	FoldsPerUnit   = 2  // entries folded first, for a unit
	UndoUnits      = 5  // an undo; it replays the moves that stay, entriesPerUnit a unit
	TextUnits      = 3  // a position in words
	FreshUnits     = 10 // to ask the store for the newest entry
)

// ReadUnits is the cost of showing entries, some of which have to be folded.
func ReadUnits(told, folded int) int {
	return told/EntriesPerUnit + (folded+FoldsPerUnit-1)/FoldsPerUnit
}

// Spend takes units from what a person and an address may make the server do. A
// request that costs more than the whole burst takes all of it.
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
