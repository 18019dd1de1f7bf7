package epidemic

import (
	"slices"

	"theriac/engine"
)

// Mode is a set of ways to play that a table can choose and combine. What a way
// changes is said where it changes something: verbs, roles and events say with
// which ways they are in the game.
type Mode uint8

// ModeOption is the value of an option that chooses ways to play.
type ModeOption struct {
	Option, Value string
	Mode          Mode
}

// Has says whether all of some ways are chosen.
func (m Mode) Has(all Mode) bool { return m&all == all }

// Plays says whether the table plays in all of some ways.
func (r *Rules) Plays(all Mode) bool { return r.Mode.Has(all) }

// compileModes finds how the table plays and what of the box it uses.
func (r *Rules) compileModes(set engine.Settings) {
	for _, o := range r.Box.Modes {
		if set.Get(o.Option) == o.Value {
			r.Mode |= o.Mode
		}
	}
	r.sets = append(r.sets, r.Box.Sets[set.Get(r.Box.SetOption)]...)
	r.Diseases = r.Box.Diseases[:len(r.Box.Diseases)-r.Box.Further]
	for d := range r.Diseases {
		r.cubes[d] = r.Numbers.Cubes
		r.counting[d] = r.ofKind[d]
	}
	r.Holders, r.infections = r.Players, r.Everywhere()
	r.cureWith, r.cureRule = int(r.Numbers.CureWith), "action/cure"
	r.draws, r.drawRule = r.Numbers.Draws, "draw/two"
	r.compileTurn()
}

// stages are those that some way to play the box has.
func (b *Box) stages() []Stage {
	var all Mode
	for _, o := range b.Modes {
		all |= o.Mode
	}
	return slices.DeleteFunc(slices.Clone(b.Turn), func(s Stage) bool { return !all.Has(s.Mode) })
}

// compileTurn finds which stage follows each, of those that the table plays, and
// those that a turn goes back to.
func (r *Rules) compileTurn() {
	n := len(r.Turn)
	for i := range r.Turn {
		to := (i + 1) % n
		for !r.Mode.Has(r.Turn[to].Mode) {
			to = (to + 1) % n
		}
		r.next[i] = uint8(to)
		if r.Turn[i].Name == "before-draw" {
			r.beforeDraw = uint8(i)
		}
	}
}

// uses says whether the table plays with a card that a revision of the rules
// brought, that belongs to a set, and that some ways to play leave out.
func (r *Rules) uses(since int, set string, not Mode) bool {
	if !r.Since(since) || r.Mode&not != 0 {
		return false
	}
	for _, have := range r.sets {
		if have == set {
			return true
		}
	}
	return set == ""
}

// OrdinaryEvents is the events of the table that are dealt with the city cards.
func (r *Rules) OrdinaryEvents() uint32 { return r.eventCards.Events() }

// OnBoard counts the cubes of a disease in cities.
func (s *State) OnBoard(d Disease) uint8 { return s.rules.cubes[d] - s.Supply[d] - s.Away[d] }

// verbIndexKey is what the verbs of a table depend on.
type verbIndexKey struct {
	hands Hands
	mode  Mode
}
