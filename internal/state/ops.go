package state

import "bytes"

// Append adds an entry after the one at After. The same key is written once.
type Append struct {
	Table string
	After uint64
	Key   string
	Data  []byte
}

func (op Append) apply(r Rows, at uint64) (Answer, error) {
	was, err := r.Attempt(op.Table, op.Key)
	if err != nil || was != 0 {
		return Answer{At: was}, err
	}
	last, err := r.Last(op.Table)
	if err != nil || last != op.After {
		return Answer{Conflict: true}, err
	}
	if last == 0 { // a game that is over does not begin again
		if game, err := r.Game(op.Table); err != nil || game != nil {
			return Answer{Conflict: true}, err
		}
	}
	return Answer{At: at}, r.AddEntry(Entry{At: at, Table: op.Table, Prev: last, Key: op.Key, Data: op.Data})
}

// Archive stores a finished game and clears its log. The same game may be stored again.
type Archive struct {
	Table string
	Data  []byte
}

func (op Archive) apply(r Rows, at uint64) (Answer, error) {
	game, err := r.Game(op.Table)
	switch {
	case err != nil:
		return Answer{}, err
	case game != nil:
		return Answer{Conflict: !bytes.Equal(game, op.Data)}, nil
	}
	if err := r.AddGame(Game{At: at, Table: op.Table, Data: op.Data}); err != nil {
		return Answer{}, err
	}
	return Answer{At: at}, r.Clear(op.Table)
}

// Put writes a record if Version is still its newest; 0 if the key must be new.
type Put struct {
	Bucket, Key string
	Version     uint64
	Ends        int64
	Data        []byte
}

func (op Put) apply(r Rows, at uint64) (Answer, error) {
	was, err := r.Version(op.Bucket, op.Key)
	if err != nil || was != op.Version {
		return Answer{Conflict: true}, err
	}
	return Answer{At: at}, r.SetRecord(Record{Bucket: op.Bucket, Key: op.Key, Version: at, Ends: op.Ends, Data: op.Data})
}

// Delete removes a record; with Only, if Version is still its newest.
type Delete struct {
	Bucket, Key string
	Only        bool
	Version     uint64
}

func (op Delete) apply(r Rows, at uint64) (Answer, error) {
	was, err := r.Version(op.Bucket, op.Key)
	switch {
	case err != nil:
		return Answer{}, err
	case op.Only && (was == 0 || was != op.Version):
		return Answer{Conflict: true}, nil
	case was == 0:
		return Answer{}, nil
	}
	return Answer{At: at}, r.RemoveRecord(op.Bucket, op.Key)
}

// LinesKept is how many messages of one person at one table are kept.
const LinesKept = 500

// Post adds a chat message.
type Post struct {
	Table, Person string
	Data          []byte
}

func (op Post) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.AddLine(Line{At: at, Table: op.Table, Person: op.Person, Data: op.Data}, LinesKept)
}

// Unsay removes every chat message of a person.
type Unsay struct{ Person string }

func (op Unsay) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.RemoveLines(op.Person)
}

// Remind sets a table's reminder, in milliseconds.
type Remind struct {
	Table string
	At    int64
}

func (op Remind) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.SetReminder(op.Table, op.At)
}

// Done removes a table's reminder if it still has that time.
type Done struct {
	Table string
	At    int64
}

func (op Done) apply(r Rows, at uint64) (Answer, error) {
	was, err := r.Reminder(op.Table)
	if err != nil || was == nil || *was != op.At {
		return Answer{}, err
	}
	return Answer{At: at}, r.RemoveReminder(op.Table)
}
