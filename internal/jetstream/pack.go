package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"

	"theriac/internal/store"
)

// A pack is many archived games in one message. It begins with an index: the mark, the
// number of games, and for each, sorted by table, its name, its length and a checksum; then
// a checksum of all that. The games follow in the same order, each as it lay in the
// archive. The index comes once more at the end, with its length, so that no single bit
// takes more than one game with it.
//
// A pack may lie elsewhere, in a bucket. Then there is a note in its place: the mark, where
// it lies, and the tables of its games.
//
// The list of a pack is a message of its own: the hashes of its tables, sorted. It is
// made from the pack, or the note, and can be made again.

const (
	packMark = "theriac-pack-1\n"
	noteMark = "theriac-pack-2\n"
	packStem = "theriac-pack-" // and the number of its form
	listMark = "theriac-list-1\n"

	// packGames and packBytes are the most that a pack has. Who reads one game reads its
	// pack: with a thousand games, 144 of 500 readers at once got no answer in time.
	packGames = 100
	packBytes = 512 << 10

	sumBytes = 8
)

// packedGame is one game of a pack, compressed.
type packedGame struct {
	table string
	data  []byte
}

// gameSum is the checksum of a game in a pack.
func gameSum(table string, data []byte) []byte {
	h := sha256.New()
	_, _ = h.Write([]byte(table))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(data)
	return h.Sum(nil)[:sumBytes]
}

// encodePack makes a pack. It sorts the games.
func encodePack(games []packedGame) []byte {
	slices.SortFunc(games, func(a, b packedGame) int { return strings.Compare(a.table, b.table) })
	out := binary.AppendUvarint([]byte(packMark), uint64(len(games)))
	for _, g := range games {
		out = binary.AppendUvarint(out, uint64(len(g.table)))
		out = append(out, g.table...)
		out = binary.AppendUvarint(out, uint64(len(g.data)))
		out = append(out, gameSum(g.table, g.data)...)
	}
	sum := sha256.Sum256(out)
	out = append(out, sum[:sumBytes]...)
	index := len(out)
	for _, g := range games {
		out = append(out, g.data...)
	}
	out = append(out, out[:index]...)
	return binary.LittleEndian.AppendUint32(out, uint32(index))
}

// gamesPack is a pack that was read. Whether a game in it is sound is seen when it is
// taken out.
type gamesPack struct {
	tables []string
	sums   [][]byte
	from   []int // where each game begins, and the last one ends
	data   []byte
	note   *packNote // of a pack elsewhere: it has these games and no others
}

var errPack = fmt.Errorf("%w: a pack of games cannot be read", store.ErrDamaged)

// lengthBytes is how long the length at the end of a pack is.
const lengthBytes = 4

// decodePack reads the index of a pack: the first, or the second if that is damaged.
func decodePack(data []byte) (*gamesPack, error) {
	p, size, err := decodeIndex(data)
	if err == nil {
		p.data = data[size:]
		return p, nil
	}
	if len(data) < lengthBytes {
		return nil, err
	}
	end := len(data) - lengthBytes
	if n := int(binary.LittleEndian.Uint32(data[end:])); n <= end {
		if p, size, bad := decodeIndex(data[end-n : end]); bad == nil && size == n && 2*n+p.from[len(p.tables)] == end {
			p.data = data[n : end-n]
			return p, nil
		}
	}
	return nil, err
}

// decodeIndex reads an index and says how long it is.
func decodeIndex(data []byte) (p *gamesPack, size int, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(packMark))
	if !ok {
		if form, ok := bytes.CutPrefix(data, []byte(packStem)); ok && len(form) > 0 && form[0] >= '3' && form[0] <= '9' {
			return nil, 0, fmt.Errorf("%w: a pack of games has another form", store.ErrNewer)
		}
		return nil, 0, errPack
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
	take := func(n uint64) []byte {
		if n > uint64(len(rest)) {
			ok = false
			return nil
		}
		out := rest[:n]
		rest = rest[n:]
		return out
	}
	p = &gamesPack{}
	count := number()
	at := uint64(0)
	for range count {
		table := string(take(number()))
		n := number()
		sum := take(sumBytes)
		if !ok || n > maxUnpacked {
			return nil, 0, errPack
		}
		p.tables, p.sums, p.from = append(p.tables, table), append(p.sums, sum), append(p.from, int(at))
		at += n
	}
	p.from = append(p.from, int(at))
	size = len(data) - len(rest) + sumBytes
	sum := sha256.Sum256(data[:len(data)-len(rest)])
	if !bytes.Equal(take(sumBytes), sum[:sumBytes]) || !ok || !slices.IsSorted(p.tables) {
		return nil, 0, errPack
	}
	return p, size, nil
}

// game takes a game out of a pack; store.ErrAbsent if the pack does not have it.
func (p *gamesPack) game(table string) ([]byte, error) {
	i, there := slices.BinarySearch(p.tables, table)
	if there && p.note != nil {
		_, there = slices.BinarySearch(p.note.tables, table)
	}
	if !there {
		return nil, store.ErrAbsent
	}
	if p.from[i+1] > len(p.data) {
		return nil, errPack
	}
	data := p.data[p.from[i]:p.from[i+1]]
	if !bytes.Equal(gameSum(table, data), p.sums[i]) {
		return nil, fmt.Errorf("%w: the game of table %s in its pack", store.ErrDamaged, table)
	}
	return data, nil
}

// games are all of them; an error if one cannot be read.
func (p *gamesPack) games() (list []packedGame, err error) {
	for _, table := range p.tables {
		data, bad := p.game(table)
		err = errors.Join(err, bad)
		list = append(list, packedGame{table, data})
	}
	return list, err
}

// packNote stands in the place of a pack that lies elsewhere.
type packNote struct {
	where  string   // when it was written
	tables []string // sorted
}

func encodeNote(n packNote) []byte {
	out := []byte(noteMark)
	text := func(s string) {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	text(n.where)
	for _, t := range n.tables {
		text(t)
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:sumBytes]...)
}

// decodeNote reads a note; nil if it is none.
func decodeNote(data []byte) (*packNote, error) {
	rest, is := bytes.CutPrefix(data, []byte(noteMark))
	if !is {
		return nil, nil
	}
	if len(rest) < sumBytes {
		return nil, errPack
	}
	end := len(data) - sumBytes
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:sumBytes], data[end:]) {
		return nil, errPack
	}
	rest = rest[:len(rest)-sumBytes]
	var texts []string
	for len(rest) > 0 {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			return nil, errPack
		}
		texts, rest = append(texts, string(rest[size:size+int(n)])), rest[size+int(n):]
	}
	if len(texts) == 0 || !slices.IsSorted(texts[1:]) {
		return nil, errPack
	}
	return &packNote{texts[0], texts[1:]}, nil
}

// tableHash stands for a table in a list, the same for ever.
func tableHash(table string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(table))
	return h.Sum64()
}

// encodeList makes the list of a pack.
func encodeList(tables []string) []byte {
	hashes := hashesOf(tables)
	out := make([]byte, 0, len(listMark)+8*len(hashes))
	out = append(out, listMark...)
	for _, h := range hashes {
		out = binary.LittleEndian.AppendUint64(out, h)
	}
	return out
}

func hashesOf(tables []string) []uint64 {
	hashes := make([]uint64, 0, len(tables))
	for _, t := range tables {
		hashes = append(hashes, tableHash(t))
	}
	slices.Sort(hashes)
	return hashes
}

// decodeList reads a list; false if it is none of this form.
func decodeList(data []byte) ([]uint64, bool) {
	rest, ok := bytes.CutPrefix(data, []byte(listMark))
	if !ok || len(rest)%8 != 0 {
		return nil, false
	}
	hashes := make([]uint64, 0, len(rest)/8)
	for ; len(rest) > 0; rest = rest[8:] {
		hashes = append(hashes, binary.LittleEndian.Uint64(rest))
	}
	return hashes, slices.IsSorted(hashes)
}

// packIndex says which pack may have a table: 12 bytes a game, in sorted runs of which
// each is more than twice as long as the next.
type packIndex struct {
	names []string       // of the packs, by number
	known map[string]int // the numbers of those
	runs  []packRun
}

type packRun struct {
	hashes []uint64
	packs  []uint32
}

// add adds a pack, unless it is known. The hashes are sorted.
func (x *packIndex) add(name string, hashes []uint64) {
	if x.known == nil {
		x.known = map[string]int{}
	}
	if _, there := x.known[name]; there {
		return
	}
	n := len(x.names)
	x.names, x.known[name] = append(x.names, name), n
	run := packRun{hashes: hashes, packs: make([]uint32, len(hashes))}
	for i := range run.packs {
		run.packs[i] = uint32(n)
	}
	for last := len(x.runs) - 1; last >= 0 && len(x.runs[last].hashes) <= 2*len(run.hashes); last-- {
		run, x.runs = merge(x.runs[last], run), x.runs[:last]
	}
	x.runs = append(x.runs, run)
}

func merge(a, b packRun) packRun {
	n := len(a.hashes) + len(b.hashes)
	out := packRun{hashes: make([]uint64, 0, n), packs: make([]uint32, 0, n)}
	take := func(r *packRun) {
		out.hashes, out.packs = append(out.hashes, r.hashes[0]), append(out.packs, r.packs[0])
		r.hashes, r.packs = r.hashes[1:], r.packs[1:]
	}
	for len(a.hashes) > 0 && len(b.hashes) > 0 {
		if a.hashes[0] <= b.hashes[0] {
			take(&a)
		} else {
			take(&b)
		}
	}
	out.hashes = append(append(out.hashes, a.hashes...), b.hashes...)
	out.packs = append(append(out.packs, a.packs...), b.packs...)
	return out
}

// find lists the packs that may have a table, the oldest first.
func (x *packIndex) find(table string) (packs []int) {
	h := tableHash(table)
	for _, r := range x.runs {
		for i := sort.Search(len(r.hashes), func(i int) bool { return r.hashes[i] >= h }); i < len(r.hashes) && r.hashes[i] == h; i++ {
			packs = append(packs, int(r.packs[i]))
		}
	}
	slices.Sort(packs)
	return packs
}
