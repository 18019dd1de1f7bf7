package terminal

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// writeError says that a file cannot be written, by the name that the player
// knows.
type writeError struct {
	name string
	err  error
}

func (e *writeError) Error() string { return e.name + ": " + e.err.Error() }

// Unwrap is the reason.
func (e *writeError) Unwrap() error { return e.err }

// save writes the game to a file, the one it came from where none is named.
// Another file of that name is replaced only if the command is given twice.
func (t *Table) save(name string) {
	if name == "" {
		name = t.File
	}
	if name == "" {
		t.say("save.what")
		return
	}
	if !t.sure && !t.owns(name) {
		if _, err := t.Read(name); !errors.Is(err, fs.ErrNotExist) {
			t.say("save.exists", "file", name)
			return
		}
	}
	if err := t.keep(name); err != nil {
		t.fail(err)
		return
	}
	t.say("saved", "file", name)
}

// owns says whether a name is that of the game's own file.
func (t *Table) owns(name string) bool {
	return t.File != "" && (t.File == name || t.Same(t.File, name))
}

func (t *Table) keep(name string) error {
	text := t.Text()
	if err := t.Write(name, text); err != nil {
		return &writeError{name, err}
	}
	t.saved, t.File = text, name
	return nil
}

// load goes on with the game in a file. What would be lost is kept first.
func (t *Table) load(name string) {
	if name == "" {
		t.say("load.what")
		return
	}
	text, err := t.Read(name)
	if err == nil {
		var r *Record
		if r, err = Open(text, -1); err == nil {
			if err = t.leaveFor(name); err == nil {
				t.setUp(r)
				if err = t.seatBots(); err != nil {
					t.fail(err) // and the game goes on without bots
				}
				t.File, t.listed, t.guest = name, nil, nil
				clear(t.told)
				t.welcome()
				return
			}
		}
	}
	t.fail(err)
}

// leaveFor leaves the game for the one in a file. Where that is an older state
// of the same game, the newer moves go to a file of their own.
func (t *Table) leaveFor(name string) error {
	own := t.File
	if t.Unsaved() && t.owns(name) {
		t.File = ""
	}
	err := t.leave()
	if err != nil {
		t.File = own
	}
	return err
}

// leave keeps a game that no file has yet, and says how to go on with it.
func (t *Table) leave() error {
	t.print("\n")
	if t.Unsaved() {
		name := t.File
		if name == "" {
			name = t.Fresh(t.Game.Name() + "-" + t.stem())
		}
		if err := t.keep(name); err != nil {
			return err
		}
		t.say("saved", "file", name)
	}
	if t.File == "" {
		return nil
	}
	key := "continue"
	if t.Session.Decision().Over {
		key = "replay"
	}
	// On one line, so that it can be copied.
	t.print(t.text(key, "game", t.Game.Name(), "file", quoted(t.File)) + t.botFlags(key) + "\n")
	return nil
}

// quoted is a name as a shell wants it: as it is, or in quotation marks.
func quoted(name string) string {
	switch {
	case strings.ContainsAny(name, "\"$`!"):
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	case strings.ContainsAny(name, " \t'&;|<>()*?[]{}#~"):
		return `"` + name + `"`
	}
	return name
}

// stem tells a game from others by its seed.
func (t *Table) stem() string {
	if s := t.Seed(); s.Counted {
		return strconv.FormatUint(s.Number, 10)
	}
	return t.Seed().Commitment.String()[:8]
}
