// Package store is what the server needs of a durable store, as interfaces: a log per
// table, buckets of small records, and a feed of events.
//
// It refuses to know any technology, and what the bytes mean: internal/sqlite and
// internal/jetstream implement it, internal/table, identity and lobby give the bytes their meaning.
package store

import (
	"context"
	"errors"
	"time"
)

// Errors of every store. Compare with errors.Is.
var (
	// ErrAbsent says that there is nothing under that name.
	ErrAbsent = errors.New("store: nothing there")
	// ErrConflict says that somebody else wrote first: read again, decide again. This
	// call wrote nothing; an earlier call with the same key may have.
	ErrConflict = errors.New("store: somebody else wrote first")
	// ErrUncertain says that no answer came in time: the write may have happened
	// or not. Read, and write again with the same key.
	ErrUncertain = errors.New("store: no answer, the write may have happened")
	// ErrDamaged says that something is there and cannot be read back as it was
	// written.
	ErrDamaged = errors.New("store: damaged")
	// ErrNewer says that something is there, as it was written, by a newer version of
	// the program, and that this one does not know what it means. It is no damage:
	// nothing may be repaired or left out.
	ErrNewer = errors.New("store: written by a newer version")
	// ErrFull says that the store takes no more writes. Nothing was written.
	ErrFull = errors.New("store: full")
	// ErrLost says that this node has no store any more, whatever the others have: its
	// own server has stopped, or has given up its disk.
	ErrLost = errors.New("store: this node has lost its store")
	// ErrUnavailable says that the store cannot be reached. Nothing was read.
	ErrUnavailable = errors.New("store: not reachable")
	// ErrAway says so of the place where packed games lie, such as a bucket: everything else
	// goes on.
	ErrAway error = awayError{}
)

// awayError is one of its own: this package is part of the browser's build, which has no
// room for the package fmt.
type awayError struct{}

func (awayError) Error() string { return "store: the place of packed games is not reachable" }
func (awayError) Unwrap() error { return ErrUnavailable }

// Store is everything that lasts, and the news of it, as a node has it. The queue of work
// is apart: nothing in it lasts.
type Store interface {
	Log() Log
	// KV is the bucket of that name.
	KV(name string) KV
	Chat() Chat
	Feed() Feed
	Health() Health
}

// Item is one entry of a log and its place in the store. Places of one log rise, with
// gaps.
type Item struct {
	At   uint64
	Data []byte
}

// Log stores the entries of every table, in order. An entry whose Append returned is
// on disk, on most of the replicas where there are several.
type Log interface {
	// Append adds an entry behind the one at after, 0 for the first. The key names the
	// attempt: the same key is never written twice.
	Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error)
	// Last is the newest entry. With fresh it asks the leader of the replicas,
	// otherwise any of them, which may be a moment behind. A leader that was cut off
	// does not know so at once: Confirm makes sure.
	Last(ctx context.Context, table string, fresh bool) (Item, error)
	// After is the entries behind the one at after, oldest first. It may end early: a
	// caller who knows the last one notices, and calls again.
	After(ctx context.Context, table string, after uint64) ([]Item, error)

	// Confirm says that the entry at some place was the newest at a moment during the
	// call, as most of the replicas agree; store.ErrConflict where it was not.
	Confirm(ctx context.Context, table string, at uint64) error

	// SaveSnapshot stores the table's moves so far beside the log: a cache, which may
	// be lost or old but not torn. Snapshot reads it.
	SaveSnapshot(ctx context.Context, table string, data []byte) error
	Snapshot(ctx context.Context, table string) ([]byte, error)

	// Archive stores a finished game for ever and then clears its log. It may be called
	// again, with the same result. Archived reads it. Where a replica has nothing its leader
	// is asked: whoever found the log cleared finds the game.
	Archive(ctx context.Context, table string, data []byte) error
	Archived(ctx context.Context, table string) ([]byte, error)
	// InArchive says whether a game that has a log is in the archive all the same: after a
	// crash it may not be cleared yet, or only in part. The archive is the game then.
	InArchive(ctx context.Context, table string) (bool, error)

	// Remind sets a table's reminder; a later one replaces it where that is cheap. Due
	// is the tables whose reminder has come; it may name some twice, or some whose
	// reminder was put off since.
	Remind(ctx context.Context, table string, at time.Time) error
	Due(ctx context.Context, now time.Time) ([]Reminder, error)
	// Tables calls f with each table that has a log, until f returns false.
	Tables(ctx context.Context, f func(table string) bool) error
}

// Objects keeps large pieces of data under names, each written once and never changed.
type Objects interface {
	// Put writes an object. When it returns, the object lasts. To write the same again is no
	// error.
	Put(ctx context.Context, name string, data []byte) error
	// Get reads an object: ErrAbsent, ErrUnavailable or ErrAway where it cannot. What it
	// returns may be damaged.
	Get(ctx context.Context, name string) ([]byte, error)
	// Where says where they are, for people.
	Where() string
}

// Reminder says that a table wanted to be looked at, and when.
type Reminder struct {
	Table string
	At    time.Time
}

// Record is what a bucket holds under a key, with its version.
type Record struct {
	Key     string
	Version uint64
	Data    []byte
}

// KV is a bucket of a key-value store: small records by key. A key is words of
// [A-Za-z0-9_-] joined by dots; a prefix is some first words.
type KV interface {
	// Get is fresh: it sees every Put that returned, on whatever node.
	Get(ctx context.Context, key string) (Record, error)
	// Put writes if the version is still the newest; 0 where the key must be new.
	Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error)
	// PutFor writes under a key that must be new, and removes the record by itself some
	// time after it has lived that long, unless it is written again. It is for what
	// nobody would come back to delete: a reader still has to look at the time.
	PutFor(ctx context.Context, key string, data []byte, life time.Duration) (uint64, error)
	// Delete removes the record and leaves nothing of its data on disk that a reader
	// could get. To delete an absent record is no error.
	Delete(ctx context.Context, key string) error
	// DeleteAt removes the record if that version is still the newest, and is ErrConflict
	// if not.
	DeleteAt(ctx context.Context, key string, version uint64) error
	// List is the records whose keys begin with the words of the prefix; "" is
	// all of them.
	List(ctx context.Context, prefix string) ([]Record, error)
	// Watch calls f with the records there are, the one that was written first before the
	// others, and then with each change, until the context ends. A record without data was deleted. It calls ready once f has seen
	// everything that was there, as far as the replica knows that it asks: what was written
	// just before may follow. Among several nodes a Get may be a moment behind what f has
	// seen; where one node is alone it is not. Watch returns once f has returned: f must not
	// wait for anything longer than the context lives.
	Watch(ctx context.Context, prefix string, f func(Record), ready func()) error
}

// ChatLine is one message of a table's chat, which is not part of its log.
type ChatLine struct {
	At     uint64 // its place: later lines have higher ones
	Person string
	Data   []byte
}

// Chat stores the chats of tables, such that a person's own messages can be found and
// removed.
type Chat interface {
	Post(ctx context.Context, table, person string, data []byte) (uint64, error)
	// Lines is the messages of a table behind the one at after, oldest first; only the
	// newest where there are more than most.
	Lines(ctx context.Context, table string, after uint64, most int) ([]ChatLine, error)
	// LinesBy calls f with every message of a person.
	LinesBy(ctx context.Context, person string, f func(table string, l ChatLine)) error
	// DeleteBy removes every message of a person.
	DeleteBy(ctx context.Context, person string) error
}

// News is one message of a table's feed. It is not stored.
type News struct {
	Kind string // "log" for an entry, "talk" for a chat message; senders define the rest
	At   uint64 // of an entry or a chat message: its place
	From string // of a chat message: the person
	Data []byte
}

// Feed publishes what happens at a table to every node that subscribes. A message can
// get lost: whoever depends on it reads the log.
type Feed interface {
	Publish(table, kind string, data []byte) error
	// Subscribe calls f with the news of a table, one at a time, until stop.
	Subscribe(table string, f func(News)) (stop func(), err error)
}

// Damage is something that the store found to be lost or unreadable.
type Damage struct {
	Where string // such as the name of a stream and the place in it
	What  string
}

// Leader says who leads a stream, as far as this node knows.
type Leader struct {
	Stream string
	Known  bool   // it has a leader
	Here   bool   // this node leads it
	Lag    uint64 // how many operations its slowest replica is behind, where this node leads it
}

// Health reports the state of the store.
type Health interface {
	// Ready says why this node cannot write to the store now, or nil. It writes
	// something: callers who need to know often should cache the answer.
	Ready(ctx context.Context) error
	// Leaders reports on the streams, without asking another node where possible.
	Leaders(ctx context.Context) ([]Leader, error)
	// Damages lists what the store knows to be lost.
	Damages(ctx context.Context) ([]Damage, error)
}

// Work is a queue of questions for workers, who may run in other processes. Nothing in
// it is worth keeping: whoever asks knows the question, and asks again.
type Work interface {
	// Put adds an item of a table under the name of one of its parts, in place of an
	// older one of that name.
	Put(ctx context.Context, table, part string, data []byte) error
	// Waits says whether an item of that name waits, or a worker has it.
	Waits(ctx context.Context, table, part string) (bool, error)
	// Answers calls f with each answer about a table, one at a time, until stop. f says
	// whether it takes the answer; an item whose answer nobody takes is given to
	// another worker.
	Answers(table string, f func(data []byte) bool) (stop func(), err error)
	// Hand hands items out to workers until stop. Every node does, and each item goes
	// to one worker at a time. Redelivered is called for each that a worker gets after
	// another one had it, and may be nil.
	Hand(redelivered func()) (stop func(), err error)
}

// Jobs is the workers' side of Work.
type Jobs interface {
	// Take waits for an item, until the context ends or for some seconds: none is no
	// error.
	Take(ctx context.Context) (Job, bool, error)
}

// Job is an item that one worker has. It loses it if it does not say now and then that
// it still works on it.
type Job interface {
	Table() string
	Data() []byte
	// Hold says that the worker still works on it.
	Hold() error
	// Answer sends the answer. Where nobody takes it, the item goes to another worker,
	// a little later.
	Answer(ctx context.Context, data []byte) error
}
