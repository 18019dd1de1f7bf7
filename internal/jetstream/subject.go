package jetstream

import (
	"crypto/rand"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// maxWord is longer than any id, and short enough that nobody can fill an index with
// long names.
const maxWord = 128

// word checks one token of a subject: no input may reach a subject that matches
// several.
func word(w string) error {
	if w == "" || len(w) > maxWord {
		return fmt.Errorf("jetstream: a name of %d characters", len(w))
	}
	for i := range len(w) {
		c := w[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("jetstream: the name %q has a character that is not allowed", w)
		}
	}
	return nil
}

// words checks words joined by dots.
func words(key string) error {
	for w := range strings.SplitSeq(key, ".") {
		if err := word(w); err != nil {
			return err
		}
	}
	return nil
}

// maxKey bounds the key of an attempt.
const maxKey = 200

// attempt is the name of an attempt in the stream. Several tables share a
// stream, so it begins with the table.
func attempt(table, key string) (string, error) {
	if key == "" || len(key) > maxKey {
		return "", fmt.Errorf("jetstream: a key of %d characters", len(key))
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return "", fmt.Errorf("jetstream: the key %q has a character that is not allowed", key)
		}
	}
	return table + "/" + key, nil
}

// shardOf spreads tables over the shards, the same way for ever.
func shardOf(table string, shards int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(table))
	return int(h.Sum32() % uint32(shards))
}

// Names of the streams.
const (
	archiveStream = "ARCHIVE"
	logPrefix     = "LOG-"
	kvStream      = "SHELF"
	talkName      = "TALK"
	dueName       = "DUE"
)

// unspread is in place of a shard where one stream has all tables.
const unspread = -1

func logStream(shard int) string      { return logPrefix + strconv.Itoa(shard) }
func snapshotStream(shard int) string { return "KEPT-" + strconv.Itoa(shard) }

func logSubject(shard int, table string) string      { return "t." + strconv.Itoa(shard) + "." + table }
func snapshotSubject(shard int, table string) string { return "c." + strconv.Itoa(shard) + "." + table }
func archiveSubject(table string) string             { return "a." + table }

// The chat and the reminders of a shard, or of all tables.
func talkStream(shard int) string { return ofShard(talkName, "-", shard) }
func dueStream(shard int) string  { return ofShard(dueName, "-", shard) }

func chatSubject(shard int, table, person string) string {
	return ofShard("s", ".", shard) + "." + table + "." + person
}

func dueSubject(shard int, slot int64, table string) string {
	return dueSubjects(shard, strconv.FormatInt(slot, 10), table)
}

// dueSubjects can have wildcards.
func dueSubjects(shard int, slot, table string) string {
	return ofShard("d", ".", shard) + "." + slot + "." + table
}

func ofShard(name, between string, shard int) string {
	if shard == unspread {
		return name
	}
	return name + between + strconv.Itoa(shard)
}

// lastWord is what follows the last dot, and lastWords that with the word before it.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

func lastWords(subject string) (before, last string) {
	last = lastWord(subject)
	return lastWord(strings.TrimSuffix(subject, "."+last)), last
}

// newID names an attempt that the caller has no key for.
func newID() string { return rand.Text() }
