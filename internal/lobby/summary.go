package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Summary describes a table in a live list. It is small, and names no person except the host.
type Summary struct {
	Table    string    `json:"table"`
	Game     string    `json:"game"`
	Title    string    `json:"title,omitempty"`
	Lesson   string    `json:"lesson,omitempty"`
	Puzzle   string    `json:"puzzle,omitempty"`
	Status   Status    `json:"status"`
	Host     string    `json:"host,omitempty"` // the host, only while the table is open
	Seats    int       `json:"seats"`
	Taken    int       `json:"taken"`
	Watch    Watch     `json:"watch"`
	Clock    Clock     `json:"clock"`
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Finished time.Time `json:"finished,omitzero"`
	Outcome  Outcome   `json:"outcome,omitzero"`
	// Hall is what the table says of itself. People counts the seats that people hold, and Here the people
	// with a seat who are at the table. DropIn means that a person may take a bot's seat during the game.
	Hall   *Hall `json:"hall,omitempty"`
	People int   `json:"people,omitempty"`
	Here   int   `json:"here,omitempty"`
	DropIn bool  `json:"drop-in,omitempty"`
}

func (r *tableRecord) summary() Summary {
	s := Summary{
		Table: r.ID, Game: r.Game, Title: r.Title, Lesson: r.Lesson, Puzzle: r.Puzzle, Status: r.Status, Seats: len(r.Seats), Taken: r.Taken(), Watch: r.Watch,
		Clock: r.Clock, Created: r.Created, Updated: r.Updated, Finished: r.Finished, Outcome: r.Outcome,
	}
	if r.Status.Running() {
		s.Host, s.Hall, s.Here, s.People = r.Host, r.Hall, r.here(), r.heldSeats()
		s.DropIn = r.LetsIn() && r.Taken() > s.People
	}
	return s
}

// finishedKey returns the table's key in the list of finished games. Keys sort by the time when games ended.
func (r *tableRecord) finishedKey() string {
	return fmt.Sprintf("%012x-%s", max(r.Finished.UnixMilli(), 0), r.ID)
}

// changes returns what one transaction writes if the record r replaces old, which is nil for a new table. It is the
// record, the notes of people, and the table's entries in the lists.
func (r *tableRecord) changes(old *tableRecord) ([]store.Change, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	list := []store.Change{{Bucket: BucketTables, Key: r.ID, Version: r.version, Data: data}}
	var before []string
	if old != nil {
		before = old.mentions()
	}
	people := r.mentions()
	for _, person := range people {
		note := r.mention(person)
		if slices.Contains(before, person) {
			was := old.mention(person)
			if was.Updated = note.Updated; was == note {
				continue
			}
		}
		change, err := note.Change(BucketMine, person)
		if err != nil {
			return nil, err
		}
		list = append(list, change)
	}
	for _, person := range before {
		if !slices.Contains(people, person) {
			list = append(list, lists.Removal(BucketMine, person, r.ID))
		}
	}
	if c := r.codeChange(old); c != nil {
		list = append(list, *c)
	}
	if !r.Public {
		return list, nil
	}
	shown, err := json.Marshal(r.summary())
	if err != nil {
		return nil, err
	}
	open := store.Change{Bucket: BucketOpen, Key: r.ID, Any: true}
	if r.Status.Running() {
		open.Data = shown
	}
	list = append(list, open)
	if !r.Finished.IsZero() {
		finished := store.Change{Bucket: BucketFinished, Key: r.finishedKey(), Any: true}
		if r.Status == Finished {
			finished.Data = shown
		}
		list = append(list, finished)
	}
	return list, nil
}

func decodeSummary(data []byte) (Summary, error) {
	var s Summary
	err := json.Unmarshal(data, &s)
	if err == nil && !isTable(s.Table) {
		err = errors.New("of no table")
	}
	if err != nil {
		return Summary{}, fmt.Errorf("lobby: summary: %w: %w", store.ErrDamaged, err)
	}
	return s, nil
}

// decodeRow decodes an entry of a live list.
func decodeRow(data []byte) (lists.Row[Summary], error) {
	s, err := decodeSummary(data)
	return lists.Row[Summary]{Table: s.Table, Host: s.Host, Status: string(s.Status), Created: s.Created, Updated: s.Updated, Shown: s}, err
}
