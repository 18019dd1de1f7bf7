//go:build !nextentry

package table

// upgrade is empty in this version of the program. A build for upgrade tests replaces it by what the next
// version would add to a table; see next.go.

type upgrade struct{}

func nextFormats() []string { return nil }

// isMove reports whether entries of kind k are moves.
func (k Kind) isMove() bool { return k == KindPlay }

func (*Entry) note(*State, func(format string) bool) {}

func (*upgrade) see(Kind) {}
