//go:build nextentry

package table

// This build stands for the next version of the program in upgrade tests (faults/rolling.go). It adds a kind of
// entry that the current version does not know.

// KindTouch is a move like KindPlay that also records that the next version has run. Each table gets one such
// entry, with the first move after every node knows the kind.
const KindTouch Kind = "touch"

// formatTouch names this format in the lists of formats that nodes exchange.
const formatTouch = "entry-touch"

// upgrade is what the next version stores about a table in addition to what this version does.
type upgrade struct{ touched bool }

// nextFormats lists the formats that only the next version can read.
func nextFormats() []string { return []string{formatTouch} }

// isMove reports whether entries of kind k are moves.
func (k Kind) isMove() bool { return k == KindPlay || k == KindTouch }

// note turns an entry into a KindTouch if it is the first move at its table since every node knows that kind.
func (e *Entry) note(s *State, writes func(format string) bool) {
	if e.Kind == KindPlay && !s.touched && writes(formatTouch) {
		e.Kind = KindTouch
	}
}

// see records whether an applied entry was a KindTouch.
func (u *upgrade) see(k Kind) { u.touched = u.touched || k == KindTouch }
