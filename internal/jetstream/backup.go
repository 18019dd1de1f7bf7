package jetstream

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// A backup is a gzipped tar. Each stream is some files of lines, one JSON object for
// a message, in order; the last file is the manifest. Snapshots and the lists of packs are left
// out, and so are places: a restored store gives new ones.
//
// Since form 2 the buckets come first, and of several lines for a record the last one
// counts. Form 1 had the logs first and each record once. In form 3 the records of tables that
// are over may be in volumes: who does not know those would take their games for unknown ones.
// A backup without volumes has form 2.
const (
	backupForm   = 3
	plainForm    = 2
	manifestFile = "manifest.json"
	chunkBytes   = 4 << 20
)

// manifest lists what a complete backup holds.
type manifest struct {
	Form    int                   `json:"form"`
	Streams map[string]streamPart `json:"streams"`
}

// streamPart is one stream of a backup. Unreadable counts the messages that the
// store had and could not read.
type streamPart struct {
	Messages   int    `json:"messages"`
	SHA256     string `json:"sha256"`
	Unreadable uint64 `json:"unreadable,omitempty"`
}

// line is one message.
type line struct {
	Subject string      `json:"s"`
	Header  nats.Header `json:"h,omitempty"`
	Data    []byte      `json:"d"`
}

// FormPack is the name of the form of packs, FormNote that of packs elsewhere.
const (
	FormPack = "pack-1"
	FormNote = "pack-2"
)

// Forms are the forms of backups that this program can restore and of packs that it can
// read, by the names that nodes tell each other.
func Forms() (forms []string) {
	for n := 1; n <= backupForm; n++ {
		forms = append(forms, "backup-"+strconv.Itoa(n))
	}
	return append(forms, FormPack, FormNote)
}

// Backup writes the buckets, the chat, the reminders, the logs, the archive and the packs,
// in that order. Writing may go on meanwhile. If something cannot be read, the backup is
// complete but for that, and the error is store.ErrDamaged.
//
// Why in that order: the buckets are copied exactly as they were at one moment, the
// moment of the backup. A game that had begun by then has written its opening, and
// keeps its log until it is in the archive: so a log that is copied later has it, or
// the archive, which is copied after the logs, or a pack, which is copied after the
// archive. A log may be ahead of the buckets,
// never behind, and the server makes up for what the buckets lack: it records the end
// of a game when its reminder fires. In the other order, the buckets could have a
// running game without a log. A game that began after that moment is not in the
// buckets, and a restore leaves it out (Discard). Chat comes after the buckets, so
// that a backup has no messages of a person who was forgotten meanwhile.
//
// Packs that lie elsewhere are copied into the backup if this store can reach them, and
// noted in it otherwise.
func (s *Store) Backup(ctx context.Context, w io.Writer) (Noted, error) {
	return s.backup(ctx, w, nil)
}

// Noted says what a backup only notes, because it lies elsewhere.
type Noted struct {
	Where        []string // sorted
	Packs, Games int
}

// backup reports each stream once it is copied.
func (s *Store) backup(ctx context.Context, w io.Writer, copied func(stream string)) (Noted, error) {
	zip := gzip.NewWriter(w)
	b := &backup{Store: s, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}, tar: tar.NewWriter(zip), all: manifest{Form: plainForm, Streams: map[string]streamPart{}}}
	for _, part := range s.backupParts() {
		if err := b.write(ctx, part); err != nil {
			return Noted{}, fmt.Errorf("backup of %s: %w", part.name, err)
		}
		if copied != nil {
			copied(part.name)
		}
	}
	text, err := json.Marshal(b.all)
	if err != nil {
		return Noted{}, err
	}
	if err := b.file(manifestFile, text); err != nil {
		return Noted{}, err
	}
	if err := b.tar.Close(); err != nil {
		return Noted{}, err
	}
	if err := zip.Close(); err != nil {
		return Noted{}, err
	}
	for stream, p := range b.all.Streams {
		if p.Unreadable > 0 {
			return b.noted, s.reportDamage(stream, fmt.Sprintf("%d messages could not be backed up", p.Unreadable))
		}
	}
	return b.noted, nil
}

// backupPart is what a backup holds under a name: one stream, or the shards of several. Chat and
// reminders have one name and the same subjects, whether they are spread or not.
type backupPart struct {
	name    string
	streams []string
}

// backupParts lists them, in the order of the copy.
func (s *Store) backupParts() []backupPart {
	one := func(stream string) backupPart { return backupPart{stream, []string{stream}} }
	talk, due := backupPart{name: talkName}, backupPart{name: dueName}
	for _, n := range s.spreadShards() {
		talk.streams = append(talk.streams, talkStream(n))
		due.streams = append(due.streams, dueStream(n))
	}
	list := []backupPart{one(kvStream), talk, due}
	for n := range s.shards {
		list = append(list, one(logStream(n)))
	}
	return append(list, one(archiveStream), one(packStream))
}

// backupStreams lists the streams that a backup holds.
func (s *Store) backupStreams() (list []string) {
	for _, p := range s.backupParts() {
		list = append(list, p.streams...)
	}
	return list
}

// backup is one in progress.
type backup struct {
	*Store
	tar *tar.Writer
	all manifest

	name   string
	chunk  bytes.Buffer
	chunks int
	sum    hash.Hash
	part   streamPart
	noted  Noted

	seed maphash.Seed
	seen map[uint64]struct{} // the records that were read, by a hash of their names
}

func (b *backup) file(name string, data []byte) error {
	if err := b.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(data))}); err != nil {
		return err
	}
	_, err := b.tar.Write(data)
	return err
}

// write writes a part.
func (b *backup) write(ctx context.Context, p backupPart) error {
	b.name, b.chunks, b.sum, b.part = p.name, 0, sha256.New(), streamPart{}
	for _, stream := range p.streams {
		if err := b.stream(ctx, stream); err != nil {
			return err
		}
	}
	if err := b.flush(); err != nil {
		return err
	}
	b.part.SHA256 = hex.EncodeToString(b.sum.Sum(nil))
	b.all.Streams[p.name] = b.part
	return nil
}

// stream writes a stream as far as its leader has it now. A record of a bucket that
// is written again leaves its old place, so there it goes on until it has seen all
// that the leader has: then it has every record as it was at that moment.
func (b *backup) stream(ctx context.Context, name string) error {
	var info streamInfo
	if err := b.api(ctx, "STREAM.INFO."+name, nil, &info); err != nil {
		return reading(err)
	}
	from, end, read := info.State.FirstSeq, info.State.LastSeq, uint64(0)
	for info.State.Msgs > 0 {
		var n uint64
		var err error
		if from, n, err = b.messages(ctx, name, from, end); err != nil {
			return err
		}
		read += n
		// It has passed whatever is newest now, which was there then. A pack that is moved
		// elsewhere leaves its old place too.
		if name != kvStream && name != packStream {
			break
		}
		if err := b.api(ctx, "STREAM.INFO."+name, nil, &info); err != nil {
			return reading(err)
		}
		if info.State.LastSeq <= end {
			break
		}
		end = info.State.LastSeq
	}
	var err error
	if name == kvStream {
		b.part.Unreadable, err = b.unreadRecords(ctx, end)
	} else {
		var unread uint64
		unread, err = b.unread(ctx, name, end, read)
		b.part.Unreadable += unread
	}
	return err
}

// messages writes the messages of some places, and returns where it stopped and how
// many it read.
func (b *backup) messages(ctx context.Context, stream string, from, end uint64) (at, read uint64, err error) {
	for pause := newPause(); from <= end; {
		list, _, err := b.batch(ctx, stream, ">", from)
		if err != nil {
			return from, read, err
		}
		for _, m := range list {
			if m.seq > end {
				return end + 1, read, nil
			}
			from = m.seq + 1
			read++
			if stream == kvStream {
				b.noteRecord(m)
			}
			if err := b.message(ctx, m); err != nil {
				return from, read, err
			}
		}
		if len(list) > 0 {
			pause = newPause()
			continue
		}
		// Nothing more: the end, or a replica that is behind. The leader knows, and the
		// replica gets some time.
		if _, err := b.next(ctx, stream, ">", from); errors.Is(err, errNothing) {
			break
		} else if err != nil {
			return from, read, err
		}
		if pause.next >= maxPause || !pause.wait(ctx) {
			break
		}
	}
	return max(from, end+1), read, ctx.Err()
}

// unread is how many messages up to a place are there although only some were
// read. Writers and replicas disturb the count for a moment only, so the least
// of some counts is right.
func (b *backup) unread(ctx context.Context, stream string, end, read uint64) (uint64, error) {
	least := uint64(math.MaxUint64)
	for range 4 {
		var info streamInfo
		if err := b.api(ctx, "STREAM.INFO."+stream, nil, &info); err != nil {
			return 0, reading(err)
		}
		list, more, err := b.batch(ctx, stream, ">", end+1)
		if err != nil {
			return 0, err
		}
		since := uint64(len(list)) + more
		if info.State.Msgs <= since+read {
			return 0, nil
		}
		least = min(least, info.State.Msgs-since-read)
		newPause().wait(ctx)
	}
	return least, nil
}

// unreadRecords does the same for the buckets. There a record that is written again
// would count twice, and one whose message is lost is no longer among the messages;
// but its name is still known. So it counts names, those that came since too.
func (b *backup) unreadRecords(ctx context.Context, end uint64) (uint64, error) {
	least := uint64(math.MaxUint64)
	for range 4 {
		var info streamInfo
		if err := b.api(ctx, "STREAM.INFO."+kvStream, nil, &info); err != nil {
			return 0, reading(err)
		}
		var err error
		if end, err = b.moreRecords(ctx, end, info.State.LastSeq); err != nil {
			return 0, err
		}
		if info.State.NumSubjects <= uint64(len(b.seen)) {
			return 0, nil
		}
		least = min(least, info.State.NumSubjects-uint64(len(b.seen)))
		newPause().wait(ctx)
	}
	return least, nil
}

// moreRecords notes the names of the records behind a place, up to another one, and
// returns how far it came.
func (b *backup) moreRecords(ctx context.Context, end, last uint64) (uint64, error) {
	for end < last {
		list, _, err := b.batch(ctx, kvStream, ">", end+1)
		if err != nil || len(list) == 0 {
			return end, err
		}
		for _, m := range list {
			if m.seq > last {
				return last, nil
			}
			b.noteRecord(m)
			end = m.seq
		}
	}
	return end, nil
}

// noteRecord notes the name of a record that was read.
func (b *backup) noteRecord(m message) { b.seen[maphash.String(b.seed, m.subject)] = struct{}{} }

func (b *backup) message(ctx context.Context, m message) error {
	if m.subject == probe || lastWord(m.subject) == confirmWord {
		return nil
	}
	if strings.HasPrefix(m.subject, volumeSubjects) {
		b.all.Form = backupForm
	}
	// A record that was deleted may have been copied a moment ago: then this must
	// follow.
	l := line{Subject: m.subject, Data: m.data, Header: nats.Header{}}
	if b.name == talkName || b.name == dueName { // as where they are not spread
		before, last := lastWords(m.subject)
		l.Subject = m.subject[:2] + before + "." + last
	}
	if b.name == packStream {
		var err error
		if l.Data, err = b.pack(ctx, m); err != nil {
			return err
		}
	}
	for k, v := range m.header {
		if !ofPlace(k) {
			l.Header[k] = v
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	b.chunk.Write(append(text, '\n'))
	b.part.Messages++
	if b.chunk.Len() >= chunkBytes {
		return b.flush()
	}
	return nil
}

// pack is what a backup has of a pack: the pack itself, from wherever it lies, or its note.
// A bad object stays noted: a later restore may find it mended.
func (b *backup) pack(ctx context.Context, m message) ([]byte, error) {
	note, err := decodeNote(m.data)
	if note == nil || err != nil {
		return m.data, nil
	}
	if b.objects != nil {
		data, err := b.objects.Get(ctx, lastWord(m.subject))
		if err == nil && noteFits(note, data) {
			return data, nil
		}
		if errors.Is(err, store.ErrUnavailable) {
			return nil, err
		}
		_ = b.reportDamage(b.objects.Where()+" "+lastWord(m.subject), "a pack could not be backed up")
		b.part.Unreadable++
	}
	if at, known := slices.BinarySearch(b.noted.Where, note.where); !known {
		b.noted.Where = slices.Insert(b.noted.Where, at, note.where)
	}
	b.noted.Packs++
	b.noted.Games += len(note.tables)
	return m.data, nil
}

// noteFits says that a pack has all games of a note, and no others.
func noteFits(note *packNote, data []byte) bool {
	p, err := decodePack(data)
	if err == nil {
		_, err = p.games()
	}
	return err == nil && slices.Equal(p.tables, note.tables)
}

// ofPlace says that a header is about a message's place, which does not last.
func ofPlace(header string) bool {
	switch header {
	case "Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending", "Nats-Last-Sequence":
		return true
	}
	return strings.HasPrefix(header, "Nats-Expected-")
}

func (b *backup) flush() error {
	if b.chunk.Len() == 0 {
		return nil
	}
	defer b.chunk.Reset()
	b.sum.Write(b.chunk.Bytes())
	b.chunks++
	return b.file(fmt.Sprintf("%s/%06d.ndjson", b.name, b.chunks), b.chunk.Bytes())
}

// errBackup is a backup that cannot be used.
func errBackup(format string, v ...any) error {
	return fmt.Errorf("%w: the backup "+format, append([]any{store.ErrDamaged}, v...)...)
}
