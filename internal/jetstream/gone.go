package jetstream

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unique"

	"github.com/nats-io/nats-server/v2/server/avl"
)

// A server notes what it deletes in records behind its newest block (goneBit). One of
// v2.15.2 that starts without an index that fits, because it was killed, carries these out
// one by one. In the midst of that it may write a block anew, without those of its records
// that it has not carried out yet. What they were about is gone in its memory alone then:
// if it is killed in turn, the messages are back, such as the moves of a game that is in
// the archive. So they leave the blocks before such a server starts.
//
// It notes nothing of a message that it deletes because its subject has as many as are
// kept. After a kill it finds out again, unless the newer ones have been deleted as well:
// then the older one is back, such as a record whose deletion is older than a day. Such a
// message leaves the blocks too. It is known by a newer one of its subject that is noted as
// deleted, since the oldest of a subject always goes first. Where that one is on the disk
// no more, the index knows it, which the server writes every few minutes.

// numbered is what the check of a block has seen of the numbers in it.
type numbered struct {
	file        string
	first, last uint64   // of its messages; 0 if it has none
	highest     uint64   // of all numbers in it
	gone        []uint64 // messages that are gone, in whatever block
	messages    []titled // its messages, where keepsFew
}

// titled is a message and its subject.
type titled struct {
	seq     uint64
	subject unique.Handle[string]
}

// keepsFew says that a stream keeps so many messages of each subject and no more.
func keepsFew(stream string) bool {
	return stream == kvStream || stream == listStream || writtenLater(stream) || stream == talkName || strings.HasPrefix(stream, talkName+"-")
}

// see takes in the number of a record and its subject.
func (b *numbered) see(seq uint64, subject []byte) {
	b.highest = max(b.highest, seq&^(goneBit|erasedBit))
	switch {
	case seq&erasedBit != 0:
	case seq&goneBit != 0:
		b.gone = append(b.gone, seq&^goneBit)
	default:
		if b.first == 0 || seq < b.first {
			b.first = seq
		}
		b.last = max(b.last, seq)
		if keepsFew(streamOf(b.file)) {
			b.messages = append(b.messages, titled{seq, unique.Make(string(subject))})
		}
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

// dropGone takes messages that are gone out of the blocks of the streams whose blocks the
// server is going to read.
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
		unnoted := goneUnnoted(dir, list, gone)
		// The oldest block first: a message that is noted as gone shows that older ones of its
		// subject are, and must not leave the disk before them.
		for i, b := range list {
			dropped, err := rewrite(b, gone, unnoted, i == len(list)-1)
			if err != nil {
				return fmt.Errorf("jetstream: %s: %w", b.file, err)
			}
			if dropped > 0 {
				log.Debug("what was deleted leaves a block", "stream", streamOf(b.file), "block", strconv.Itoa(blockNumber(b.file)), "messages", dropped)
			}
		}
	}
	return nil
}

// goneUnnoted lists the messages that are gone without a note, in order.
func goneUnnoted(dir string, list []numbered, gone []uint64) (out []uint64) {
	stream := streamOf(list[0].file)
	if !keepsFew(stream) {
		return nil
	}
	newest := map[unique.Handle[string]]uint64{} // by subject, the newest that is noted as gone
	var highest uint64
	for _, b := range list {
		highest = max(highest, b.highest)
		for _, m := range b.messages {
			if has(gone, m.seq) {
				newest[m.subject] = max(newest[m.subject], m.seq)
			}
		}
	}
	var index map[int]indexed
	if !writtenLater(stream) { // in those, a number may be given twice
		index = readIndex(dir, stream, highest)
	}
	for _, b := range list {
		of, known := index[blockNumber(b.file)]
		for _, m := range b.messages {
			if (m.seq < newest[m.subject] || known && of.gone(m.seq)) && !has(gone, m.seq) {
				out = append(out, m.seq)
			}
		}
	}
	slices.Sort(out)
	return out
}

// has says that a number is in a sorted list.
func has(list []uint64, seq uint64) bool {
	_, found := slices.BinarySearch(list, seq)
	return found
}

// anyIn says that a sorted list has a number from first on and before end.
func anyIn(list []uint64, first, end uint64) bool {
	at, _ := slices.BinarySearch(list, first)
	return at < len(list) && list[at] < end
}

// rewrite writes a block without messages that are gone, and without the records that say
// so of them. The number of its last message stays, since it says where the block ends:
// that message stays with the record that it is gone, or is erased where there is none. In
// the newest block, which grows, all that are gone do so.
func rewrite(b numbered, gone, unnoted []uint64, newest bool) (dropped int, err error) {
	if b.last == 0 || (newest || !anyIn(gone, b.first, b.last)) && !anyIn(unnoted, b.first, b.last+1) {
		return 0, nil
	}
	block, err := os.ReadFile(b.file)
	if err != nil {
		return 0, err
	}
	leaves := func(seq uint64) bool {
		return !newest && seq >= b.first && seq < b.last && (has(gone, seq) || has(unnoted, seq))
	}
	r := records{block: block, key: blockKey(b.file)}
	out := make([]byte, 0, len(block))
	for at := 0; at < len(block); {
		n, seq := r.whole(at)
		if n == 0 { // damage beyond repair
			out = append(out, block[at:]...)
			break
		}
		switch message := seq&(goneBit|erasedBit) == 0; {
		case seq&erasedBit == 0 && leaves(seq&^goneBit):
			if message {
				dropped++
			}
		case message && has(unnoted, seq):
			r.erase(at, at+n, seq)
			dropped++
			fallthrough
		default:
			out = append(out, block[at:at+n]...)
		}
		at += n
	}
	if dropped == 0 {
		return 0, nil
	}
	if err := replaceFile(b.file, out); err != nil {
		return dropped, err
	}
	return dropped, syncFolder(filepath.Dir(b.file))
}

// indexed is what an index says of a block as it was then.
type indexed struct {
	first, last uint64 // of its messages that were there
	between     *avl.SequenceSet
}

// gone says that a message of the block was gone then.
func (i indexed) gone(seq uint64) bool {
	return seq <= i.last && (seq < i.first || i.between.Exists(seq))
}

// The form of an index.
const (
	indexMagic   = 11
	indexVersion = 4
)

// readIndex reads an index, which may be old: what was gone then is so now. One of a form
// that is not known says nothing, nor does one that has seen numbers behind the highest on
// the disk.
func readIndex(dir, stream string, highest uint64) map[int]indexed {
	b, ok := wholeIndex(dir, stream)
	if !ok || b[0] != indexMagic || b[1] != indexVersion {
		return nil
	}
	b = b[2:]
	number := func() uint64 { // also for those with a sign: their values are not needed
		v, n := binary.Uvarint(b)
		if n <= 0 {
			b, ok = nil, false
			return 0
		}
		b = b[n:]
		return v
	}
	skip := func(n int) {
		for range n {
			number()
		}
	}
	skip(4) // messages, bytes, the first number, its time
	if number() > highest {
		return nil
	}
	skip(1)
	for subjects := number(); ok && subjects > 0; subjects-- {
		n := number()
		if n > uint64(len(b)) {
			return nil
		}
		b = b[n:]
		skip(3) // how many, the first and the last block
	}
	out := map[int]indexed{}
	for blocks := number(); ok && blocks > 0; blocks-- {
		block := number()
		skip(1)
		first := number()
		skip(1)
		last := number()
		skip(1)
		deleted := number()
		skip(2)
		between := &avl.SequenceSet{}
		if ok && deleted > 0 {
			set, n, err := avl.Decode(b)
			if err != nil {
				return nil
			}
			between, b = set, b[n:]
		}
		out[int(block)] = indexed{first, last, between}
	}
	if !ok {
		return nil
	}
	return out
}
