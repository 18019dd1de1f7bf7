package table

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A snapshot holds all entries of a table in one piece. It is stored next to the log, so that loading a table
// takes only one read. The archive stores finished games in the same format.
//
// The first line has the number of entries, the position of the last one in the log, and its chain hash. The
// entries' bodies follow, one per line. A reader recomputes the chain hash from them, which verifies all of
// them.

const (
	snapshotMark   = "theriac-entries-1"
	snapshotStem   = "theriac-entries-" // the number of the format follows
	snapshotFormat = "snapshot-1"       // the name of the format in the lists that nodes exchange
)

// checkedReceipts is the number of entries at the end of a snapshot for which the position's hash is checked,
// too. The chain hash proves that the entries are unchanged. A position's hash proves that this program gets
// the same position from all moves so far. Some kinds of entries have no such hash, so checking one entry is
// not enough.
const checkedReceipts = 8

// snapshot encodes all entries up to the state s. place is the position of the newest one in the log.
func (s *State) snapshot(place uint64) []byte {
	size := 128
	for _, b := range s.bodies {
		size += len(b) + 1
	}
	out := make([]byte, 0, size)
	out = fmt.Appendf(out, "%s %d %d %s\n", snapshotMark, len(s.bodies), place, s.chain)
	for _, b := range s.bodies {
		out = append(append(out, b...), '\n')
	}
	return out
}

// foldSnapshot returns the state after the entries of a snapshot. If this program does not know some of them,
// it returns the state before the first of these, with an error.
func foldSnapshot(table string, data []byte) (*State, uint64, error) {
	line, rest, ok := bytes.Cut(data, []byte{'\n'})
	words := strings.Split(string(line), " ")
	if form, ok := strings.CutPrefix(words[0], snapshotStem); ok && words[0] != snapshotMark {
		if n, err := strconv.Atoi(form); err == nil && n > 1 {
			return nil, 0, &BrokenError{Why: "the entries have the format " + form, Newer: true}
		}
	}
	if !ok || len(words) != 4 || words[0] != snapshotMark {
		return nil, 0, &BrokenError{Why: "not the entries of a table"}
	}
	n, err := strconv.Atoi(words[1])
	place, err2 := strconv.ParseUint(words[2], 10, 64)
	if err != nil || err2 != nil || n < 0 {
		return nil, 0, &BrokenError{Why: "not the entries of a table"}
	}
	// Check the chain hash first, so that no unverified entry is applied.
	chains := make([]Chain, 0, min(n, 1<<12))
	c := genesis(table)
	bodies := bytes.Split(bytes.TrimSuffix(rest, []byte{'\n'}), []byte{'\n'})
	for _, b := range bodies {
		c = c.next(b)
		chains = append(chains, c)
	}
	if len(bodies) != n || c.String() != words[3] {
		return nil, 0, &BrokenError{Why: "the entries do not fit their chain"}
	}
	s := begin(table)
	s.passing = true
	for i, b := range bodies {
		next, err := s.foldBody(b, chains[i], i >= len(bodies)-checkedReceipts)
		if errors.Is(err, ErrNewer) { // not even the opening could be applied
			s.show()
			return s, 0, err
		}
		if err != nil {
			return nil, 0, err
		}
		s = next
	}
	s.show()
	return s, place, nil
}

// CopyArchived returns a copy of an archived game for another table, with new chain hashes. Measurements use it
// to create many finished games.
func CopyArchived(table string, data []byte) ([]byte, error) {
	line, rest, ok := bytes.Cut(data, []byte{'\n'})
	words := strings.Split(string(line), " ")
	if !ok || len(words) != 4 || words[0] != snapshotMark {
		return nil, &BrokenError{Why: "not the entries of a table"}
	}
	c := genesis(table)
	for b := range bytes.SplitSeq(bytes.TrimSuffix(rest, []byte{'\n'}), []byte{'\n'}) {
		c = c.next(b)
	}
	out := fmt.Appendf(make([]byte, 0, len(data)), "%s %s %s %s\n", words[0], words[1], words[2], c)
	return append(out, rest...), nil
}
