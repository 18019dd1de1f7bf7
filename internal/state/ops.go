package state

import "bytes"

// Append adds an entry to a log whose newest entry is at After. Each key is written only once.
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
	if last == 0 { // a finished game must not start again
		if game, err := r.Game(op.Table); err != nil || game != nil {
			return Answer{Conflict: true}, err
		}
	}
	return Answer{At: at}, r.AddEntry(Entry{At: at, Table: op.Table, Prev: last, Key: op.Key, Data: op.Data})
}

// Archive stores a finished game and clears its log. Storing the same game again has no effect.
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

// Put writes a record if Version is still its newest one. Version 0 means that the key must be new.
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

// Delete removes a record. If Only is true, it removes the record only if Version is still its newest version.
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

// Batch changes several records of any buckets, or none if any part does not fit.
type Batch struct{ Parts []Part }

// Part is one change of a Batch. It fits if Any is true, or if Version is the record's newest version, where 0
// means that there is no record. Without Data, it removes the record.
type Part struct {
	Bucket, Key string
	Any         bool
	Version     uint64
	Ends        int64
	Data        []byte
}

// Changes reports whether a part that fits may change a record, and does not only demand that there is none.
func (p Part) Changes() bool { return len(p.Data) > 0 || p.Any || p.Version > 0 }

func (op Batch) apply(r Rows, at uint64) (Answer, error) {
	for _, p := range op.Parts {
		was, err := r.Version(p.Bucket, p.Key)
		if err != nil || !p.Any && was != p.Version {
			return Answer{Conflict: true}, err
		}
	}
	for _, p := range op.Parts {
		var err error
		if len(p.Data) > 0 {
			err = r.SetRecord(Record{Bucket: p.Bucket, Key: p.Key, Version: at, Ends: p.Ends, Data: p.Data})
		} else if p.Changes() {
			err = r.RemoveRecord(p.Bucket, p.Key)
		}
		if err != nil {
			return Answer{}, err
		}
	}
	return Answer{At: at}, nil
}

// LinesKept is how many messages of one person at one table the store keeps.
const LinesKept = 500

// Post adds a chat message.
type Post struct {
	Table, Person string
	Data          []byte
}

func (op Post) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.AddLine(Line{At: at, Table: op.Table, Person: op.Person, Data: op.Data}, LinesKept)
}

// Unsay removes every chat message that a person wrote.
type Unsay struct{ Person string }

func (op Unsay) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.RemoveLines(op.Person)
}

// Remind sets a table's reminder, in milliseconds since 1970.
type Remind struct {
	Table string
	At    int64
}

func (op Remind) apply(r Rows, at uint64) (Answer, error) {
	return Answer{At: at}, r.SetReminder(op.Table, op.At)
}

// Done removes a table's reminder if its time is still At.
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
