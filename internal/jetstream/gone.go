package jetstream

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
)

// A server notes what it deletes in records behind its newest block (goneBit). One of
// v2.15.2 that starts without an index that fits, because it was killed, carries these out
// one by one. In the midst of that it may write a block anew, without those of its records
// that it has not carried out yet. What they were about is gone in its memory alone then:
// if it is killed in turn, the messages are back, such as the moves of a game that is in
// the archive, or a record whose deletion is older than a day. So they leave the blocks
// before such a server starts.

// numbered is what the check of a block has seen of the numbers in it.
type numbered struct {
	file        string
	first, last uint64   // of its messages; 0 if it has none
	gone        []uint64 // messages that are gone, in whatever block
}

// see takes in the number of a record.
func (b *numbered) see(seq uint64) {
	switch {
	case seq&erasedBit != 0:
	case seq&goneBit != 0:
		b.gone = append(b.gone, seq&^goneBit)
	default:
		if b.first == 0 || seq < b.first {
			b.first = seq
		}
		b.last = max(b.last, seq)
	}
}

// numbers collects what the checks of all blocks have seen, by folder.
type numbers struct {
	mu      sync.Mutex
	folders map[string][]numbered
}

func (n *numbers) add(b numbered) {
	n.mu.Lock()
	defer n.mu.Unlock()
	dir := filepath.Dir(b.file)
	n.folders[dir] = append(n.folders[dir], b)
}

// dropGone takes messages that are gone out of the older blocks of the streams whose
// blocks the server is going to read.
func (n *numbers) dropGone(log *slog.Logger) error {
	for dir, list := range n.folders {
		slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(blockNumber(a.file), blockNumber(b.file)) })
		newest := list[len(list)-1]
		if indexFits(dir, streamOf(newest.file), newest.file) {
			continue
		}
		var gone []uint64
		for _, b := range list {
			gone = append(gone, b.gone...)
		}
		slices.Sort(gone)
		for _, b := range list[:len(list)-1] {
			if at, _ := slices.BinarySearch(gone, b.first); b.last == 0 || at == len(gone) || gone[at] >= b.last {
				continue
			}
			dropped, err := rewrite(b, gone)
			if err != nil {
				return fmt.Errorf("jetstream: %s: %w", b.file, err)
			}
			log.Debug("what was deleted leaves a block", "stream", streamOf(b.file), "block", strconv.Itoa(blockNumber(b.file)), "messages", dropped)
		}
	}
	return nil
}

// rewrite writes a block without messages that are gone, and without the records that say
// so of them. Its last message stays, with its record: it says where the block ends.
func rewrite(b numbered, gone []uint64) (dropped int, err error) {
	block, err := os.ReadFile(b.file)
	if err != nil {
		return 0, err
	}
	isGone := func(seq uint64) bool {
		_, found := slices.BinarySearch(gone, seq)
		return found && seq >= b.first && seq < b.last
	}
	r := records{block: block, key: blockKey(b.file)}
	out := make([]byte, 0, len(block))
	for at := 0; at < len(block); {
		n, seq := r.whole(at)
		if n == 0 { // damage beyond repair
			out = append(out, block[at:]...)
			break
		}
		if seq&erasedBit == 0 && isGone(seq&^goneBit) {
			if seq&goneBit == 0 {
				dropped++
			}
		} else {
			out = append(out, block[at:at+n]...)
		}
		at += n
	}
	if dropped == 0 {
		return 0, nil
	}
	return dropped, replaceFile(b.file, out)
}
