package jetstream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"

	"github.com/minio/highwayhash"
)

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
