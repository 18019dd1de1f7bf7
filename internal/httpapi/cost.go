package httpapi

import (
	"context"

	"theriac/internal/lobby"
	"theriac/internal/table"
)

// What a request costs beside being one. A unit is about a tenth of a millisecond
// of a processor. What somebody does while playing costs nothing here; what makes
// the server go through a whole game does, by how long the game is.
const (
	entriesPerUnit = 25 // entries that are told for a unit
	foldsPerUnit   = 2  // entries that have to be folded first, for a unit
	undoUnits      = 5  // an undo; it plays the moves that stay once more, toldAUnit a unit
	freshUnits     = 10 // to ask the store for what is newest
)

// readUnits is what it costs to tell entries, some of which have to be folded.
func readUnits(told, folded int) int {
	return told/entriesPerUnit + (folded+foldsPerUnit-1)/foldsPerUnit
}

// spend takes units from what a person and an address may make the server do.
// What costs more than all that may be saved up takes all of it.
func (a *API) spend(who *caller, units int) error {
	if who.trusted || units <= 0 {
		return nil
	}
	now := a.conf.Now()
	if who.person.ID != "" {
		if wait := a.limits.work.takeN(who.person.ID, units, now); wait > 0 {
			return a.limited(byWork, wait)
		}
	}
	if wait := a.limits.addressWork.takeN(who.addr, units, now); wait > 0 {
		return a.limited(byWork, wait)
	}
	return nil
}

// refresh brings a table up to what is newest. For who holds a seat that is the
// newest entry that anybody was promised, which takes a write of all nodes; for
// everybody else it is what the store tells.
func (a *API) refresh(ctx context.Context, who *caller, access lobby.Access, t *table.Table) error {
	if err := a.spend(who, freshUnits); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, viewTimeout)
	defer cancel()
	if access.Seats.Empty() {
		return t.Refresh(ctx)
	}
	return t.Fresh(ctx)
}
