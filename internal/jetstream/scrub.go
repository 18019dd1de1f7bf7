package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minio/highwayhash"

	"theriac/internal/store"
)

// A NATS server that meets a bad record when it starts cuts off the rest of that
// block, with the entries of every table in it, and reports nothing. So scrub reads
// the blocks before it starts, but for those that the server will not read then and that
// have not changed since they were read last (checked). It overwrites a bad record with an erased one of the
// same length: one entry is lost and reported, the rest stay. The original block goes
// to the folder "damaged".
//
// A record that the file ends in the middle of is no damage: the power went while it was
// written, and nobody was told that it is kept. It is cut off.

// Form of a record: length, number, time, length of the subject; then subject,
// header, data; then a hash.
const (
	recordHead  = 22
	recordHash  = 8
	recordMost  = 32 << 20
	headerBit   = 1 << 31
	erasedBit   = 1 << 63
	goneBit     = 1 << 62 // the record says that another, by its number, is gone
	scrubbedLog = "damages.ndjson"
)

// finding is one piece of damage. Subject and Place are of the lost entry, as far as
// they could be read.
type finding struct {
	store.Damage
	Subject string `json:",omitempty"`
	Place   uint64
}

// allBlocks lists the blocks in a server's folder, and by folder the number of its
// newest block.
func allBlocks(dir string) (blocks []string, newest map[string]int, err error) {
	blocks, err = filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	newest = map[string]int{}
	for _, file := range blocks {
		newest[filepath.Dir(file)] = max(newest[filepath.Dir(file)], blockNumber(file))
	}
	return blocks, newest, err
}

// scrub checks the blocks in a server's folder that have to be sound before it starts. It
// returns all the damage ever found in it, and how many blocks it read.
func scrub(dir string, known *checked, log *slog.Logger) (found []finding, read int, err error) {
	blocks, newest, err := allBlocks(dir)
	if err != nil {
		return nil, 0, err
	}
	if err := removeUnfinished(dir); err != nil {
		return nil, 0, fmt.Errorf("jetstream: %w", err)
	}
	fits := indexesFit(newest)
	var writing sync.Mutex // all findings go into one file
	seen := numbers{folders: map[string][]numbered{}}
	check := func(list []string) error {
		read += len(list)
		var work sync.WaitGroup
		next := make(chan string)
		errs := make([]error, runtime.GOMAXPROCS(0))
		for i := range errs {
			work.Go(func() {
				for file := range next {
					grows := blockNumber(file) == newest[filepath.Dir(file)] || writtenLater(streamOf(file))
					if err := scrubAndNote(dir, file, grows, known, &seen, log, &writing); err != nil {
						errs[i] = errors.Join(errs[i], fmt.Errorf("jetstream: check of %s: %w", file, err))
					}
				}
			})
		}
		for _, file := range list {
			next <- file
		}
		close(next)
		work.Wait()
		return errors.Join(errs...)
	}
	var now, later []string
	for _, file := range blocks {
		if _, same := known.same(file); same && fits[filepath.Dir(file)] && blockNumber(file) != newest[filepath.Dir(file)] {
			later = append(later, file)
		} else {
			now = append(now, file)
		}
	}
	if err := check(now); err != nil {
		return nil, read, err
	}
	// A repair takes the index of a log away: then the server reads its other blocks too.
	fits = indexesFit(newest)
	later = slices.DeleteFunc(later, func(file string) bool { return fits[filepath.Dir(file)] })
	if err := check(later); err != nil {
		return nil, read, err
	}
	if err := seen.dropGone(log); err != nil {
		return nil, read, err
	}
	if err := known.save(blocks); err != nil {
		return nil, read, fmt.Errorf("jetstream: %w", err)
	}
	found, err = formerDamage(dir)
	return found, read, err
}

// indexesFit says by folder whether the server starts with its index, from the numbers of
// the newest blocks.
func indexesFit(newest map[string]int) map[string]bool {
	fits := map[string]bool{}
	for folder, n := range newest {
		fits[folder] = indexFits(folder, filepath.Base(filepath.Dir(folder)), filepath.Join(folder, strconv.Itoa(n)+".blk"))
	}
	return fits
}

// removeUnfinished removes files that a crash has kept from replacing others.
func removeUnfinished(dir string) error {
	for _, folder := range []string{dir, filepath.Join(dir, "damaged"), filepath.Join(dir, "jetstream", "*", "streams", "*", "msgs")} {
		list, err := filepath.Glob(filepath.Join(folder, unfinishedFile))
		for _, file := range list {
			err = errors.Join(err, os.Remove(file))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scrubAndNote checks one block, and remembers it as it is then.
func scrubAndNote(dir, file string, grows bool, known *checked, seen *numbers, log *slog.Logger, writing *sync.Mutex) error {
	numbers, err := scrubBlock(dir, file, grows, log, writing)
	if err != nil {
		return err
	}
	seen.add(numbers)
	b, err := look(file)
	if err == nil {
		known.note(file, b, time.Now())
	}
	return err
}

func formerDamage(dir string) ([]finding, error) {
	text, err := os.ReadFile(filepath.Join(dir, scrubbedLog))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []finding
	for line := range bytes.Lines(text) {
		var d finding
		if json.Unmarshal(line, &d) == nil {
			list = append(list, d)
		}
	}
	return list, err
}

// blockNumber is the number that a block's name is.
func blockNumber(file string) int {
	n, _ := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".blk"))
	return n
}

// streamOf is the stream that a block belongs to.
func streamOf(file string) string { return filepath.Base(filepath.Dir(filepath.Dir(file))) }

// scrubBlock checks one block and repairs it. One that grows can end with an unfinished
// write.
func scrubBlock(dir, file string, grows bool, log *slog.Logger, writing *sync.Mutex) (numbered, error) {
	block, err := os.ReadFile(file)
	if err != nil {
		return numbered{}, err
	}
	e := examine(file, block, grows)
	if e.cut >= 0 {
		log.Info("an unfinished write is cut off", "stream", streamOf(file), "block", filepath.Base(file), "byte", e.cut, "bytes", len(block)-e.cut)
	}
	switch {
	case len(e.found) == 0 && e.cut >= 0:
		return e.numbers, cutOff(file, int64(e.cut))
	case len(e.found) == 0:
		return e.numbers, nil
	}
	writing.Lock()
	defer writing.Unlock()
	return e.numbers, repairBlock(dir, file, e.before, e.after, e.found)
}

// examined is what was found in a block.
type examined struct {
	found         []finding
	before, after []byte // the block as it was and as it is repaired, where something was found
	cut           int    // where an unfinished write begins; -1: there is none
	numbers       numbered
}

// examine looks for damage in a block, and repairs it in memory.
func examine(file string, block []byte, grows bool) examined {
	e := examined{cut: -1, numbers: numbered{file: file}}
	if bytes.HasPrefix(block, []byte("cmp")) { // compressed: it has its own checksum
		return e
	}
	stream := streamOf(file)
	r := records{block: block, key: blockKey(file)}
	var last uint64
	for at := 0; at < len(block); {
		if n, seq := r.whole(at); n > 0 {
			e.numbers.see(seq, r.title(at))
			at += n
			if seq&goneBit == 0 {
				last = max(last, seq&^erasedBit)
			}
			continue
		}
		if grows && r.unfinished(at) {
			e.cut = at
			block = block[:at]
			break
		}
		if e.before == nil {
			e.before = bytes.Clone(block)
		}
		d := finding{Subject: r.subject(at), Place: last + 1}
		d.Where = fmt.Sprintf("%s, block %s, byte %d, behind place %d", stream, filepath.Base(file), at, last)
		if n := r.framed(at, last); n > 0 && manyIn(stream, d.Subject) {
			r.seal(at, n)
			d.What = "a pack of finished games or of their records is damaged, and what is sound in it stays"
			e.found = append(e.found, d)
			continue
		}
		end := r.nextWhole(at + 1)
		if next := r.nextHead(at+1, end, last+2); next > 0 {
			end = next // the record behind it is bad too: each has its own finding
		}
		if end < 0 || end-at < recordHead+recordHash {
			d.What = "the end of the block cannot be read: an unfinished write, or lost entries"
			e.found = append(e.found, d)
			break
		}
		r.erase(at, end, last+1)
		d.What = "an entry could not be read and was erased"
		e.found = append(e.found, d)
	}
	e.after = block
	return e
}

// blockKey is the key of the hashes in a block.
func blockKey(file string) []byte {
	key := sha256.Sum256([]byte(streamOf(file) + "-" + strings.TrimSuffix(filepath.Base(file), ".blk")))
	return key[:]
}

// manyIn says that a message has many games or records in it, and checksums for each.
func manyIn(stream, subject string) bool {
	return stream == packStream || stream == kvStream && strings.HasPrefix(subject, volumeSubjects)
}

// records reads the records of a block.
type records struct{ block, key []byte }

// whole is the length and the number of the record at a place; 0 if there is
// none or its hash is wrong.
func (r records) whole(at int) (int, uint64) {
	b := r.block[at:]
	if len(b) < recordHead+recordHash {
		return 0, 0
	}
	length := binary.LittleEndian.Uint32(b)
	n, subject := int(length&^headerBit), int(binary.LittleEndian.Uint16(b[20:]))
	skip := subject
	if length&headerBit != 0 {
		skip += 4
	}
	if n > len(b) || n > recordMost || recordHead+skip+recordHash > n {
		return 0, 0
	}
	if !bytes.Equal(r.sum(b[:n], subject, skip), b[n-recordHash:n]) {
		return 0, 0
	}
	return n, binary.LittleEndian.Uint64(b[4:])
}

func (r records) sum(b []byte, subject, skip int) []byte {
	h, err := highwayhash.New64(r.key)
	if err != nil {
		panic(err) // the key is a SHA-256: it has the right length
	}
	_, _ = h.Write(b[4:20])
	_, _ = h.Write(b[recordHead : recordHead+subject])
	_, _ = h.Write(b[recordHead+skip : len(b)-recordHash])
	return h.Sum(nil)
}

// unfinished says that the block ends within the record at a place. A record that is all
// there, behind a length that went bad, is not.
func (r records) unfinished(at int) bool {
	b := r.block[at:]
	if len(b) < recordHead+recordHash {
		return true
	}
	length := binary.LittleEndian.Uint32(b)
	n, subject := int(length&^headerBit), int(binary.LittleEndian.Uint16(b[20:]))
	if n <= len(b) || n > recordMost || r.nextWhole(at+1) >= 0 {
		return false
	}
	for _, skip := range []int{subject, subject + 4} {
		if recordHead+skip+recordHash <= len(b) && bytes.Equal(r.sum(b, subject, skip), b[len(b)-recordHash:]) {
			return false
		}
	}
	return true
}

// cutOff ends a file at a place.
func cutOff(file string, at int64) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(at), f.Sync(), f.Close())
}

// subject is the subject of a damaged record, as far as it can be read; "" if it
// cannot be one.
func (r records) subject(at int) string {
	b := r.block[at:]
	if len(b) < recordHead {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(b[20:]))
	if n > len(b)-recordHead || words(string(b[recordHead:recordHead+n])) != nil {
		return ""
	}
	return string(b[recordHead : recordHead+n])
}

// title is the subject of a sound record.
func (r records) title(at int) []byte {
	b := r.block[at:]
	return b[recordHead : recordHead+int(binary.LittleEndian.Uint16(b[20:]))]
}

// framed is the length of a damaged record that is all there behind its head: what
// follows is sound, and its number fits between those around it. It is 0 otherwise.
func (r records) framed(at int, last uint64) int {
	b := r.block[at:]
	if len(b) < recordHead+recordHash {
		return 0
	}
	length := binary.LittleEndian.Uint32(b)
	n, seq := int(length&^headerBit), binary.LittleEndian.Uint64(b[4:])
	skip := int(binary.LittleEndian.Uint16(b[20:]))
	if length&headerBit != 0 {
		skip += 4
	}
	if n > len(b) || n > recordMost || recordHead+skip+recordHash > n || seq <= last || r.subject(at) == "" {
		return 0
	}
	if n == len(b) {
		if seq != last+1 {
			return 0
		}
		return n
	}
	m, next := r.whole(at + n)
	if m == 0 || next&goneBit == 0 && next&^erasedBit <= seq {
		return 0
	}
	return n
}

// seal writes the hash that fits what a record has now.
func (r records) seal(at, n int) {
	b := r.block[at : at+n]
	subject := int(binary.LittleEndian.Uint16(b[20:]))
	skip := subject
	if binary.LittleEndian.Uint32(b)&headerBit != 0 {
		skip += 4
	}
	copy(b[n-recordHash:], r.sum(b, subject, skip))
}

// nextWhole is the place of the next sound record; -1 if there is none.
func (r records) nextWhole(from int) int {
	for at := from; at < len(r.block); at++ {
		if n, _ := r.whole(at); n > 0 {
			return at
		}
	}
	return -1
}

// nextHead is the place before end where a record with that number seems to begin, sound
// or not; -1 if there is none. An end of -1 is that of the block.
func (r records) nextHead(from, end int, seq uint64) int {
	if end < 0 {
		end = len(r.block)
	}
	for at := from + recordHead + recordHash - 1; at+recordHead <= end; at++ {
		b := r.block[at:]
		if binary.LittleEndian.Uint64(b[4:]) == seq && r.subject(at) != "" {
			return at
		}
	}
	return -1
}

// erase overwrites a stretch with one erased record.
func (r records) erase(at, end int, seq uint64) {
	b := r.block[at:end]
	when := bytes.Clone(b[12:20])
	clear(b)
	binary.LittleEndian.PutUint32(b, uint32(len(b)))
	binary.LittleEndian.PutUint64(b[4:], seq|erasedBit)
	copy(b[12:], when)
	copy(b[len(b)-recordHash:], r.sum(b, 0, 0))
}
