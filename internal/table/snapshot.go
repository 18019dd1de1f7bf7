package table

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A snapshot is a table's entries in one piece: stored beside the log so that a cold
// table needs one read, and in the archive. The first line says how many entries
// there are, where the last of them is in the log, and the chain up to it; then come
// the bodies, one a line. The chain is computed again from the bodies, so it vouches
// for all of them.

const (
	snapshotMark = "theriac-entries-1"
	snapshotStem = "theriac-entries-" // and the number of its form
	snapshotForm = "snapshot-1"       // as nodes tell each other
)

// checkedReceipts is how many of the last entries have their receipts checked. The
// chain vouches for what was written, a receipt for what this server makes of it; one
// that is right at the end was right all the way. Not every kind of entry has one.
const checkedReceipts = 8

// snapshot encodes a state's entries.
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

// foldSnapshot folds a snapshot. Where some entries are newer than this program, it
// returns the state before them with the error.
func foldSnapshot(table string, data []byte) (*State, uint64, error) {
	line, rest, ok := bytes.Cut(data, []byte{'\n'})
	words := strings.Split(string(line), " ")
	if form, ok := strings.CutPrefix(words[0], snapshotStem); ok && words[0] != snapshotMark {
		if n, err := strconv.Atoi(form); err == nil && n > 1 {
			return nil, 0, &BrokenError{Why: "the entries have the form " + form, Newer: true}
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
	// The chain first: entries that it does not vouch for are not folded.
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
		if errors.Is(err, ErrNewer) { // nothing of it was played
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

// CopyArchived is an archived game as if it had been played at another table: the same
// entries, chained to that one. It is for measuring with many finished games.
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
