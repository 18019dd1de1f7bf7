package epidemic

import (
	"slices"

	"theriac/engine"
)

// Mode is a set of modules. Tables choose modules and can combine them. Verbs name the modules that
// they require; roles and events name those that exclude them.
type Mode uint8

// ModeOption is an option's value and the modules that it switches on.
type ModeOption struct {
	Option, Value string
	Mode          Mode
}

// Has reports whether the mode includes all of the given modules.
func (m Mode) Has(all Mode) bool { return m&all == all }

// Plays reports whether the table plays with all of the given modules.
func (r *Rules) Plays(all Mode) bool { return r.Mode.Has(all) }

// compileModes determines which modules a table plays with, and which cards from the box.
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

// stages returns the stages of a turn with all modules of the box switched on.
func (b *Box) stages() []Stage {
	var all Mode
	for _, o := range b.Modes {
		all |= o.Mode
	}
	return slices.DeleteFunc(slices.Clone(b.Turn), func(s Stage) bool { return !all.Has(s.Mode) })
}

// compileTurn determines the order of the stages at this table. It also finds the stage before the draw, to
// which some events return.
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

// uses reports whether the table plays with a card, given the revision that introduced it, its set, and the
// modules that exclude it.
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

// OrdinaryEvents returns the events that this table deals together with the city cards.
func (r *Rules) OrdinaryEvents() uint32 { return r.eventCards.Events() }

// OnBoard returns how many cubes of a disease are in cities.
func (s *State) OnBoard(d Disease) uint8 { return s.rules.cubes[d] - s.Supply[d] - s.Away[d] }

// verbIndexKey holds all settings that affect a table's verbIndex.
type verbIndexKey struct {
	hands Hands
	mode  Mode
}
