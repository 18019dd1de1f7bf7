//go:build nextentry

package table

// This build stands for the next version of the program, with a kind of entry that this
// one does not know: upgrades are tried with it (faults/rolling.go).

// KindTouch is a move, as KindPlay, and notes that the next version was here. A table gets
// one, with the first move that is made after every node knows the kind.
const KindTouch Kind = "touch"

// formTouch is the form that such an entry has for the nodes of a cluster.
const formTouch = "entry-touch"

// upgrade is what the next version keeps of a table.
type upgrade struct{ touched bool }

// nextForms are the forms that it adds.
func nextForms() []string { return []string{formTouch} }

// isMove says whether entries of the kind are moves.
func (k Kind) isMove() bool { return k == KindPlay || k == KindTouch }

// note makes the first move of a table, once all nodes can read that, one that says so.
func (e *Entry) note(s *State, writes func(form string) bool) {
	if e.Kind == KindPlay && !s.touched && writes(formTouch) {
		e.Kind = KindTouch
	}
}

// see notes an entry that was carried out.
func (u *upgrade) see(k Kind) { u.touched = u.touched || k == KindTouch }
