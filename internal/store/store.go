// Package store defines the interfaces through which the server uses a durable store: a log per table, buckets
// of small records, and a feed of events.
//
// By design it refuses to know a storage technology or the meaning of the bytes. Packages sqlite and bus
// implement the interfaces. Packages such as table, identity and lobby define what the bytes mean.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Errors of every store. Callers compare them with errors.Is.
var (
	// ErrAbsent reports that nothing is stored under the given name.
	ErrAbsent = errors.New("store: nothing there")
	// ErrConflict reports that another writer was faster, so the caller must read again before it decides what
	// to write. This call wrote nothing, but an earlier call with the same key may have.
	ErrConflict = errors.New("store: somebody else wrote first")
	// ErrUncertain reports that no answer arrived in time, so the write may or may not have happened. The
	// caller should read again, and may repeat the write with the same key.
	ErrUncertain = errors.New("store: no answer, the write may have happened")
	// ErrDamaged reports that stored data is not what was written.
	ErrDamaged = errors.New("store: damaged")
	// ErrNewer reports undamaged data that a newer version of the program wrote and this version cannot
	// interpret. No code may try to repair the data, or drop it.
	ErrNewer = errors.New("store: written by a newer version")
	// ErrFull reports that the store accepts no more writes. Nothing was written.
	ErrFull = errors.New("store: full")
	// ErrLost reports that this node's own store has failed: its embedded server or its disk has stopped
	// working. Other nodes may be unaffected.
	ErrLost = errors.New("store: this node has lost its store")
	// ErrUnavailable reports that the store cannot be reached, and nothing was read.
	ErrUnavailable = errors.New("store: not reachable")
)

// Retryable reports whether another writer was faster, or no answer came in time. The caller should then read,
// decide and write again.
func Retryable(ctx context.Context, err error) bool {
	return (errors.Is(err, ErrConflict) || errors.Is(err, ErrUncertain)) && ctx.Err() == nil
}

// Store is one node's view of all durable data and of events. The queue of work is a separate interface,
// because its data need not be durable.
type Store interface {
	Log() Log
	// KV returns the bucket called name.
	KV(name string) KV
	// Do makes several changes in one transaction: all of them or, if any does not fit, none. Then it returns
	// ErrConflict. All records that it writes get the version that it returns.
	Do(ctx context.Context, changes ...Change) (uint64, error)
	Chat() Chat
	Feed() Feed
	Health() Health
}

// Change writes or removes one record of a bucket. It fits only if Version is the record's newest version, where
// 0 means that there is no record. If Any is true, it always fits.
type Change struct {
	Bucket, Key string
	Version     uint64
	Any         bool
	Data        []byte        // empty to remove the record, if there is one
	Life        time.Duration // as for PutFor; 0 for ever
}

// These limit the changes of one call of Do: their number, and the bytes of their data.
const (
	MaxChanges     = 8192
	MaxChangeBytes = 4 << 20
)

// ErrTooMany reports more changes than one transaction may have.
var ErrTooMany = errors.New("store: too many changes for one transaction")

// CheckChanges checks the names and the number of changes. No two of them may concern the same record.
func CheckChanges(changes []Change) error {
	bytes, seen := 0, make(map[[2]string]struct{}, len(changes))
	for _, c := range changes {
		if err := errors.Join(CheckName(c.Bucket), CheckKey(c.Key)); err != nil {
			return err
		}
		bytes += len(c.Data)
		seen[[2]string{c.Bucket, c.Key}] = struct{}{}
	}
	switch {
	case len(changes) > MaxChanges || bytes > MaxChangeBytes:
		return ErrTooMany
	case len(seen) < len(changes):
		return fmt.Errorf("%w: a record is changed twice", ErrName)
	}
	return nil
}

// Item is one entry of a log, with its position in the store. Positions within a log increase but may have
// gaps.
type Item struct {
	At   uint64
	Data []byte
}

// Log stores the entries of every table, in order. When Append returns, the entry is on disk; in a cluster, on
// the disks of a majority of its nodes.
type Log interface {
	// Append adds an entry directly after the one at position after; 0 means that the entry is the log's first.
	// The key identifies the attempt: an attempt with the same key is never written twice.
	Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error)
	// Last returns the newest entry. If fresh is true, it sees every Append that has returned, on any node;
	// otherwise it reads this node's data, which may lag.
	Last(ctx context.Context, table string, fresh bool) (Item, error)
	// After returns the entries whose positions are greater than after, oldest first. It may stop early. A
	// caller that knows the position of the last entry can tell, and calls After again.
	After(ctx context.Context, table string, after uint64) ([]Item, error)

	// Confirm returns nil if the entry at this position was the newest one at some moment during the call, as
	// agreed by a majority of the nodes. Otherwise it returns ErrConflict.
	Confirm(ctx context.Context, table string, at uint64) error

	// SaveSnapshot stores a snapshot of the table's entries next to the log. A snapshot is only a cache: it may
	// be lost or outdated, but is never partly written. Snapshot reads it.
	SaveSnapshot(ctx context.Context, table string, data []byte) error
	Snapshot(ctx context.Context, table string) ([]byte, error)

	// Archive stores a finished game permanently and clears its log, both at once. Repeating the call has no
	// effect. Archived reads the game. A caller that finds the log cleared always finds the game.
	Archive(ctx context.Context, table string, data []byte) error
	Archived(ctx context.Context, table string) ([]byte, error)

	// Remind sets when a table is due to be opened again. It replaces an earlier reminder if that is cheap. Due
	// returns the tables that are due. It may return a table twice, or one whose reminder has since been
	// postponed.
	Remind(ctx context.Context, table string, at time.Time) error
	Due(ctx context.Context, now time.Time) ([]Reminder, error)
	// Tables calls f with each table that has a log, until f returns false.
	Tables(ctx context.Context, f func(table string) bool) error
}

// Reminder tells when to open a table again.
type Reminder struct {
	Table string
	At    time.Time
}

// Record is one record of a bucket: its key, its data and its version.
type Record struct {
	Key     string
	Version uint64
	Data    []byte
}

// KV is a bucket of small records. A key consists of words of [A-Za-z0-9_-], joined by dots. A prefix consists
// of a key's first words.
type KV interface {
	// Get returns a record. It sees every Put that has returned, on any node.
	Get(ctx context.Context, key string) (Record, error)
	// Put writes a record if version is still its newest version. Version 0 means that the record must not
	// exist yet.
	Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error)
	// PutFor writes a record that must not exist yet. The store deletes it some time after life has passed,
	// unless a caller writes it again. It is for records that no caller would delete later. Readers must still
	// check whether a record has expired.
	PutFor(ctx context.Context, key string, data []byte, life time.Duration) (uint64, error)
	// Delete removes a record, and ensures that its data can no longer be read from the disk. It returns no
	// error if there is no record.
	Delete(ctx context.Context, key string) error
	// DeleteAt removes a record if version is still its newest version. Otherwise it returns ErrConflict.
	DeleteAt(ctx context.Context, key string, version uint64) error
	// List returns the records whose keys begin with the words of the prefix; "" means all records.
	List(ctx context.Context, prefix string) ([]Record, error)
	// Page returns the first records whose keys begin with the words of the prefix and are greater than after,
	// ordered by key: at most as many as most says. It reads only those, from this node's data, which may lag.
	Page(ctx context.Context, prefix, after string, most int) ([]Record, error)
	// Count returns how many records have keys that begin with the words of the prefix, in this node's data, which
	// may lag. It reads only keys.
	Count(ctx context.Context, prefix string) (int, error)
	// Watch calls f with the existing records, in the order in which they were written. It then calls f with
	// each change, until ctx ends. A record without data was deleted.
	//
	// Watch calls ready once f has received everything that the local replica held at the start. Writes from
	// just before that may follow. With several nodes, a Get may lag what f has received; with a single node it
	// never does.
	//
	// Watch returns only after f has returned, so f must not wait for anything that outlasts ctx.
	Watch(ctx context.Context, prefix string, f func(Record), ready func()) error
}

// Peek returns a record from this node's data, which may lag. In a cluster, that costs less than KV.Get, whose
// parameters it has.
func Peek(kv KV, ctx context.Context, key string) (Record, error) {
	list, err := kv.Page(ctx, key, "", 1)
	switch {
	case err != nil:
		return Record{}, err
	case len(list) == 0 || list[0].Key != key:
		return Record{}, ErrAbsent
	}
	return list[0], nil
}

// ChatLine is one message of a table's chat, which is separate from its log.
type ChatLine struct {
	At     uint64 // position of the message: later messages have higher ones
	Person string
	Data   []byte
}

// Chat stores the chats of all tables. It can find and remove all messages of one person.
type Chat interface {
	Post(ctx context.Context, table, person string, data []byte) (uint64, error)
	// Lines returns the messages of a table whose positions are greater than after, oldest first. If there are
	// more than most, it returns only the newest ones.
	Lines(ctx context.Context, table string, after uint64, most int) ([]ChatLine, error)
	// LinesBy calls f with every message that a person wrote.
	LinesBy(ctx context.Context, person string, f func(table string, l ChatLine)) error
	// DeleteBy removes every message that a person wrote.
	DeleteBy(ctx context.Context, person string) error
}

// News is one message of a table's feed, which the store does not keep.
type News struct {
	Kind string // "log" for an entry, "talk" for a chat message; senders define other kinds
	At   uint64 // position of the entry or chat message
	From string // author of the chat message
	Data []byte
}

// Feed publishes what happens at a table to every subscribed node. A message can be lost, so a caller that must
// not miss anything reads the log.
type Feed interface {
	Publish(table, kind string, data []byte) error
	// Subscribe calls f with the messages about a table, one at a time, until the caller calls stop.
	Subscribe(table string, f func(News)) (stop func(), err error)
}

// Damage describes data that the store has found to be lost or unreadable.
type Damage struct {
	Where string // the location of the damage, such as the name of a stream and a position in it
	What  string
}

// Leader describes which node leads a stream, as far as this node knows.
type Leader struct {
	Stream string
	Known  bool   // the stream has a leader now
	Here   bool   // this node is the leader
	Lag    uint64 // if this node leads: how many operations the slowest replica lags
}

// Health reports the state of the store.
type Health interface {
	// Ready returns why this node cannot write to the store now, or nil. Each call makes a test write, so
	// frequent callers should cache the result.
	Ready(ctx context.Context) error
	// Leaders returns the leader of every stream, if possible without asking another node.
	Leaders(ctx context.Context) ([]Leader, error)
	// Damages lists all data that the store knows to be lost or unreadable.
	Damages(ctx context.Context) ([]Damage, error)
}

// Work is a queue of jobs for workers, which may run in other processes. The queue need not be durable: if a
// job is lost, the caller can put it into the queue again.
type Work interface {
	// Put adds a job about a table to the queue. It replaces an older job with the same table and part.
	Put(ctx context.Context, table, part string, data []byte) error
	// Waits reports whether the job with this table and part is in the queue or with a worker.
	Waits(ctx context.Context, table, part string) (bool, error)
	// Answers calls f with each worker's answer about a table, one at a time, until the caller calls stop. f
	// reports whether it accepts the answer. If no subscriber accepts it, another worker gets the job.
	Answers(table string, f func(data []byte) bool) (stop func(), err error)
	// Hand distributes jobs to workers until the caller calls stop. Every node calls Hand, but only one worker
	// at a time holds a job. If a job goes to a second worker, Hand calls redelivered, which may be nil.
	Hand(redelivered func()) (stop func(), err error)
}

// Jobs is the workers' side of a Work queue.
type Jobs interface {
	// Take waits for a job, for some seconds or until ctx ends. It returns false if there is none, which is not
	// an error.
	Take(ctx context.Context) (Job, bool, error)
}

// Job is a job that one worker holds. Unless the worker calls Hold from time to time, the queue gives the job
// to another worker.
type Job interface {
	Table() string
	Data() []byte
	// Hold tells the queue that the worker is still working on the job.
	Hold() error
	// Answer sends the answer. If no subscriber accepts it, another worker gets the job a little later.
	Answer(ctx context.Context, data []byte) error
}
