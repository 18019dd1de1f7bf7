package lists

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"theriac/internal/store"
)

// A volume is the records of many tables that are over, under one key. It begins with an
// index: the mark, whether the volume is split, the number of records, and for each, sorted
// by table, its table, its length and a checksum; then a checksum of all that. The records
// follow in the same order, each compressed by itself. The index comes once more at the end,
// with its length, so that no single bit takes more than one record with it.

const (
	volumeMark = "theriac-volume-1\n"
	volumeStem = "theriac-volume-" // and the number of its form

	// volumeRecords and volumeBytes are what a volume has at most before it is split.
	volumeRecords = 96
	volumeBytes   = 128 << 10

	sumBytes    = 8
	lengthBytes = 4
	// mostUnpacked bounds what a compressed record can become.
	mostUnpacked = 4 << 20
)

// Entry is a record in a volume, compressed.
type Entry struct {
	Table string
	sum   []byte
	data  []byte
}

// NewEntry compresses a record.
func NewEntry(table string, data []byte) Entry {
	e := Entry{Table: table, data: compress(data)}
	e.sum = e.checksum()
	return e
}

func (e Entry) checksum() []byte {
	h := sha256.New()
	_, _ = h.Write([]byte(e.Table))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(e.data)
	return h.Sum(nil)[:sumBytes]
}

// record is what the Entry holds.
func (e Entry) record() ([]byte, error) {
	if !bytes.Equal(e.checksum(), e.sum) {
		return nil, fmt.Errorf("%w: the record of table %s in its volume", store.ErrDamaged, e.Table)
	}
	return decompress(e.data)
}

// volume is one that was read. Whether a record in it is sound is seen when it is taken
// out, and one that is not stays in it as it is.
type volume struct {
	split   bool // its records are in the volumes below it
	entries []Entry
}

func (v volume) full(most int) bool {
	size := 0
	for _, e := range v.entries {
		size += len(e.data)
	}
	return len(v.entries) > most || len(v.entries) > 1 && size > volumeBytes
}

func (v volume) find(table string) (Entry, bool) {
	i, there := slices.BinarySearchFunc(v.entries, table, func(e Entry, t string) int { return strings.Compare(e.Table, t) })
	if !there {
		return Entry{}, false
	}
	return v.entries[i], true
}

// with is the volume with some entries more, in place of those of the same tables.
func (v volume) with(list []Entry) volume {
	next := volume{entries: slices.Concat(list, v.entries)} // of two, the first stays
	slices.SortStableFunc(next.entries, func(a, b Entry) int { return strings.Compare(a.Table, b.Table) })
	next.entries = slices.CompactFunc(next.entries, func(a, b Entry) bool { return a.Table == b.Table })
	return next
}

func (v volume) without(table string) volume {
	return volume{entries: slices.DeleteFunc(slices.Clone(v.entries), func(e Entry) bool { return e.Table == table })}
}

func (v volume) encode() []byte {
	kind := byte(0)
	if v.split {
		kind = 1
	}
	out := binary.AppendUvarint(append([]byte(volumeMark), kind), uint64(len(v.entries)))
	for _, e := range v.entries {
		out = binary.AppendUvarint(out, uint64(len(e.Table)))
		out = append(out, e.Table...)
		out = binary.AppendUvarint(out, uint64(len(e.data)))
		out = append(out, e.sum...)
	}
	sum := sha256.Sum256(out)
	out = append(out, sum[:sumBytes]...)
	index := len(out)
	for _, e := range v.entries {
		out = append(out, e.data...)
	}
	out = append(out, out[:index]...)
	return binary.LittleEndian.AppendUint32(out, uint32(index))
}

var errVolume = fmt.Errorf("%w: a volume of records cannot be read", store.ErrDamaged)

// decodeVolume reads a volume by its first index, or by the second if that is damaged.
func decodeVolume(data []byte) (volume, error) {
	v, lengths, size, err := decodeVolumeIndex(data)
	if err == nil {
		return v.fill(lengths, data[size:])
	}
	if len(data) < lengthBytes {
		return volume{}, err
	}
	end := len(data) - lengthBytes
	if n := int(binary.LittleEndian.Uint32(data[end:])); n <= end/2 {
		if v, lengths, size, bad := decodeVolumeIndex(data[end-n : end]); bad == nil && size == n {
			return v.fill(lengths, data[n:end-n])
		}
	}
	return volume{}, err
}

// fill gives the entries of an index their data.
func (v volume) fill(lengths []int, data []byte) (volume, error) {
	for i, n := range lengths {
		if n > len(data) {
			return volume{}, errVolume
		}
		v.entries[i].data, data = data[:n:n], data[n:]
	}
	return v, nil
}

// decodeVolumeIndex reads an index, and says how long the records are and the index itself.
func decodeVolumeIndex(data []byte) (v volume, lengths []int, size int, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(volumeMark))
	if !ok {
		if form, ok := bytes.CutPrefix(data, []byte(volumeStem)); ok && len(form) > 0 && form[0] >= '2' && form[0] <= '9' {
			return v, nil, 0, fmt.Errorf("%w: a volume of records has another form", store.ErrNewer)
		}
		return v, nil, 0, errVolume
	}
	take := func(n uint64) []byte {
		if n > uint64(len(rest)) {
			ok = false
			return nil
		}
		out := rest[:n:n]
		rest = rest[n:]
		return out
	}
	number := func() uint64 {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			ok = false
			return 0
		}
		rest = rest[size:]
		return n
	}
	v.split = bytes.Equal(take(1), []byte{1})
	for range number() {
		e := Entry{Table: string(take(number()))}
		n := number()
		e.sum = take(sumBytes)
		if !ok || n > mostUnpacked {
			return volume{}, nil, 0, errVolume
		}
		v.entries, lengths = append(v.entries, e), append(lengths, int(n))
	}
	sum := sha256.Sum256(data[:len(data)-len(rest)])
	if !bytes.Equal(take(sumBytes), sum[:sumBytes]) || !ok {
		return volume{}, nil, 0, errVolume
	}
	return v, lengths, len(data) - len(rest), nil
}

// dictionary is what the records of tables and the lists of people have in common. It never
// changes: what is stored was compressed with it.
const dictionary = `{"tables":[{"table":"","status":"taken-down","status":"closed","updated":"2026-01-01T00:00:00Z","hosted":true,"public":true,"bare":true},` +
	`"lesson":"","puzzle":"","reason":"","previous":"","next":"","guests":[""],"muted":[""],"banned":[""],"left":[{"Person":"","Team":0}],"webhooks":[{"id":"","seat":0,"url":"https://","form":"json","on":"owed"}],` +
	`"one-person":true,"listen":true,"bot-pace":"","takeover":{},"advised":true,"stood":"","kicked":true,"bot":"","standin":"","missed":1,"watch":"nobody","watch":"open","watch":"delayed","kind":"live","link":"","offer":"",` +
	`{"id":"","game":"","revision":1,"settings":[{"Name":"","Value":"off"},{"Name":"","Value":"on"},{"Name":"players","Value":"2"},{"Name":"players","Value":"4"},{"Name":"consent","Value":"ask"},{"Name":"roles","Value":""}],` +
	`"title":"","host":"","public":true,"watch":"hidden","clock":{"kind":"slow","limit":259200000000000},"status":"finished","created":"2026-01-01T00:00:00Z","updated":"2026-01-01T00:00:00Z","started":"2026-01-01T00:00:00Z","finished":"2026-01-01T00:00:00Z",` +
	`"outcome":{"cause":"end/","won":3,"ranks":[1,1],"points":[0,0],"turns":1,"figures":[{"name":"","value":1,"less":true}],"cast":["",""]},` +
	`"seats":[{"id":"","holder":"","nonce":""},{"id":"","holder":"","nonce":""}],"commitment":"","invite":"","links":[{},{}]}`

var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriterDict(nil, flate.BestCompression, []byte(dictionary))
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	return w
}}

func compress(data []byte) []byte {
	var out bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(&out)
	_, _ = w.Write(data) // a bytes.Buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

// decompressors are readers to use again: a new one takes 40 kB.
var decompressors = sync.Pool{New: func() any { return flate.NewReaderDict(bytes.NewReader(nil), []byte(dictionary)) }}

func decompress(data []byte) ([]byte, error) {
	r := decompressors.Get().(io.Reader)
	defer decompressors.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(data), []byte(dictionary)); err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(r, mostUnpacked+1))
	if err == nil && len(out) > mostUnpacked {
		err = errors.New("too long")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: lobby: %w", store.ErrDamaged, err)
	}
	return out, nil
}
