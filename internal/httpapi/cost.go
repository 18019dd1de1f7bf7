package httpapi

// What a request costs beside being one. A unit is about a tenth of a millisecond of
// a processor. Playing costs nothing here; what makes the server go through a whole
// game does, by the length of the game.
const (
	entriesPerUnit = 25 // entries shown for a unit
	foldsPerUnit   = 2  // entries folded first, for a unit
	undoUnits      = 5  // an undo; it replays the moves that stay, entriesPerUnit a unit
	textUnits      = 3  // a position in words
	freshUnits     = 10 // to ask the store for the newest entry
)

// readUnits is the cost of showing entries, some of which have to be folded.
func readUnits(told, folded int) int {
	return told/entriesPerUnit + (folded+foldsPerUnit-1)/foldsPerUnit
}

// spend takes units from what a person and an address may make the server do. A
// request that costs more than the whole burst takes all of it.
func (g *gate) spend(who *caller, units int) error {
	if who.trusted || units <= 0 {
		return nil
	}
	now := g.conf.Now()
	if who.person.ID != "" {
		if wait := g.limits.work.takeN(who.person.ID, units, now); wait > 0 {
			return g.limited(byWork, wait)
		}
	}
	if wait := g.limits.addressWork.takeN(who.addr, units, now); wait > 0 {
		return g.limited(byWork, wait)
	}
	return nil
}
