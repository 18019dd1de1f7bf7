package maprows

import (
	"maps"
	"slices"

	"theriac/internal/state"
)

var _ state.FrameRows = (*Rows)(nil)

// Mark returns the mark of the last applied frame.
func (r *Rows) Mark() (state.Mark, error) { return r.mark, nil }

// SetMark stores the mark of the last applied frame.
func (r *Rows) SetMark(m state.Mark) error {
	r.mark = m
	return nil
}

// Window returns the record of a member's frames.
func (r *Rows) Window(member uint64) (state.Window, error) { return r.windows[member], nil }

// SetWindow stores the record of a member's frames.
func (r *Rows) SetWindow(member uint64, w state.Window) error {
	if r.windows == nil {
		r.windows = map[uint64]state.Window{}
	}
	r.windows[member] = w
	return nil
}

// Clone returns a copy that later changes to r do not affect.
func (r *Rows) Clone() *Rows {
	c := &Rows{
		Logs: make(map[string]*Log, len(r.Logs)), Games: maps.Clone(r.Games), Snapshots: maps.Clone(r.Snapshots), Reminders: maps.Clone(r.Reminders),
		Buckets: make(map[string]map[string]state.Record, len(r.Buckets)), Chats: make(map[string][]state.Line, len(r.Chats)),
		mark: r.mark, windows: maps.Clone(r.windows),
	}
	for table, l := range r.Logs {
		c.Logs[table] = &Log{slices.Clip(l.Entries), maps.Clone(l.keys)}
	}
	for name, bucket := range r.Buckets {
		c.Buckets[name] = maps.Clone(bucket)
	}
	for table, lines := range r.Chats {
		c.Chats[table] = slices.Clip(lines)
	}
	return c
}
