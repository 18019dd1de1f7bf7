package jetstream

import (
	"bytes"
	"crypto/sha256"
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

	"github.com/nats-io/nats-server/v2/server"

	"theriac/internal/store"
)

// A NATS server that meets a bad record when it starts cuts off the rest of that
// block, with the entries of every table in it, and reports nothing. So scrub reads
// the blocks before it starts, but for those that the server will not read then and that
// have not changed since they were read last (checked). It overwrites a bad record with an erased one of the
// same length: one entry is lost and reported, the rest stay. The original block goes
// to the folder "damaged".
//
// It doubts itself: a store that another version of the NATS server has written to is
// looked at and left alone, and so is one with many bad records, which is rather not read
// rightly; then the server does not start. Nor is a block of a cluster edited: the other
// nodes have the record.
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

// mostBad is how many bad records of a stream are erased at one start.
const mostBad = 3

// damaged is a block that can be repaired.
type damaged struct {
	file string
	examined
}

// scrub checks the blocks in a server's folder that have to be sound before it starts. It
// returns all the damage ever found in it, and how many blocks it read. Of a clustered
// server it repairs nothing.
func scrub(dir string, clustered bool, known *checked, log *slog.Logger) (found []finding, read int, err error) {
	foreign, err := stamp(dir)
	if err != nil {
		return nil, 0, fmt.Errorf("jetstream: %w", err)
	}
	known.foreign = foreign
	blocks, newest, err := allBlocks(dir)
	if err != nil {
		return nil, 0, err
	}
	if err := removeUnfinished(dir); err != nil {
		return nil, 0, fmt.Errorf("jetstream: %w", err)
	}
	fits := indexesFit(newest)
	var mu sync.Mutex
	var bad []damaged
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
					e, err := readBlock(file, grows)
					if err == nil && len(e.found) == 0 && !foreign {
						err = noteSound(file, e, known, &seen, log)
					}
					if err != nil {
						errs[i] = errors.Join(errs[i], fmt.Errorf("jetstream: check of %s: %w", file, err))
					}
					if len(e.found) > 0 {
						mu.Lock()
						bad = append(bad, damaged{file, e})
						mu.Unlock()
					}
				}
			})
		}
		for _, file := range list {
			next <- file
		}
		close(next)
		work.Wait()
		if err := errors.Join(errs...); err != nil || foreign {
			return err
		}
		err := repairAll(dir, clustered, bad, known, &seen, log)
		bad = nil
		return err
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
	if foreign {
		for _, b := range bad {
			log.Warn("another version of the NATS server has written to this store: what cannot be read of it is left as it is", "stream", streamOf(b.file), "block", filepath.Base(b.file), "where", b.found[0].Where)
		}
		found, err = formerDamage(dir)
		return found, read, err
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

// readBlock looks for damage in a block. One that grows can end with an unfinished write.
func readBlock(file string, grows bool) (examined, error) {
	block, err := os.ReadFile(file)
	if err != nil {
		return examined{}, err
	}
	return examine(file, block, grows), nil
}

// noteSound cuts an unfinished write off, and remembers the block as it is then.
func noteSound(file string, e examined, known *checked, seen *numbers, log *slog.Logger) error {
	if e.cut >= 0 && len(e.found) == 0 {
		log.Info("an unfinished write is cut off", "stream", streamOf(file), "block", filepath.Base(file), "byte", e.cut)
		if err := cutOff(file, int64(e.cut)); err != nil {
			return err
		}
	}
	seen.add(e.numbers)
	b, err := look(file)
	if err == nil {
		known.note(file, b, time.Now())
	}
	return err
}

// repairAll repairs blocks, unless there is a reason not to believe what was found.
func repairAll(dir string, clustered bool, bad []damaged, known *checked, seen *numbers, log *slog.Logger) error {
	records := map[string]int{}
	for _, b := range bad {
		stream := streamOf(b.file)
		log.Error("a block of the store is damaged", "where", b.found[0].Where, "what", b.found[0].What)
		if records[stream] += len(b.found); records[stream] > mostBad && !writtenLater(stream) {
			return fmt.Errorf("jetstream: more than %d records of the stream %s in %s cannot be read: the disk is failing, or another program wrote them. Nothing was changed. "+
				"Use the version that served this folder last, or restore a backup into a new one", mostBad, stream, dir)
		}
	}
	if clustered && len(bad) > 0 {
		return fmt.Errorf("jetstream: %s: the other nodes of the cluster have what cannot be read here, and nothing was changed. "+
			"While they are ready, move %s away and start again: everything is copied from them. One node at a time", bad[0].found[0].Where, dir)
	}
	for _, b := range bad {
		if err := repairBlock(dir, b.file, b.before, b.after, b.found); err != nil {
			return fmt.Errorf("jetstream: repair of %s: %w", b.file, err)
		}
		if err := noteSound(b.file, b.examined, known, seen, log); err != nil {
			return fmt.Errorf("jetstream: check of %s: %w", b.file, err)
		}
	}
	return nil
}

// versionsFile names the versions of the NATS server that have written to a folder.
const versionsFile = "nats-versions"

// stamp notes that this version of the NATS server writes to a folder, and says whether
// another one has. A folder with blocks and without a note is another one's.
func stamp(dir string) (foreign bool, err error) {
	file := filepath.Join(dir, versionsFile)
	text, err := os.ReadFile(file)
	known := strings.Fields(string(text))
	if errors.Is(err, fs.ErrNotExist) {
		blocks, _, err := allBlocks(dir)
		if err != nil {
			return false, err
		}
		if len(blocks) > 0 {
			known = []string{"unknown"}
		}
	} else if err != nil {
		return false, err
	}
	if !slices.Contains(known, server.VERSION) {
		known = append(known, server.VERSION)
		if err := errors.Join(os.MkdirAll(dir, 0o700), replaceFile(file, []byte(strings.Join(known, "\n")+"\n"))); err != nil {
			return false, err
		}
	}
	return len(known) > 1, nil
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
		if len(e.found) > mostBad && !writtenLater(stream) {
			break // enough to know that something else is wrong
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
