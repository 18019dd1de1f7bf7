package terminal

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// writeError is an error while writing a file, with the name that the player typed.
type writeError struct {
	name string
	err  error
}

func (e *writeError) Error() string { return e.name + ": " + e.err.Error() }

// Unwrap returns the underlying error.
func (e *writeError) Unwrap() error { return e.err }

// save writes the game to a file. Without a name it uses the file that the game was loaded from. It overwrites
// any other existing file only if the player repeats the command.
func (t *Console) save(name string) {
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

// owns reports whether a name refers to the game's own file.
func (t *Console) owns(name string) bool {
	return t.File != "" && (t.File == name || t.Same(t.File, name))
}

func (t *Console) keep(name string) error {
	text := t.Text()
	if err := t.Write(name, text); err != nil {
		return &writeError{name, err}
	}
	t.saved, t.File = text, name
	return nil
}

// load continues a game from a file. If the current game would be lost, load first saves it.
func (t *Console) load(name string) {
	if name == "" {
		t.say("load.what")
		return
	}
	text, err := t.Read(name)
	if err == nil {
		var r *Playthrough
		if r, err = Open(text, -1); err == nil {
			if err = t.leaveFor(name); err == nil {
				t.setUp(r)
				if err = t.seatBots(); err != nil {
					t.fail(err) // the loaded game can be played without bots
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

// leaveFor saves the current game before another one is loaded from a file. If that file has an older state of
// the current game, it is not overwritten: the current game goes to a new file.
func (t *Console) leaveFor(name string) error {
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

// leave saves the game if it has unsaved moves, and prints the command that continues it.
func (t *Console) leave() error {
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
	// Print the command on one line, so that it can be copied.
	t.print(t.text(key, "game", t.Game.Name(), "file", quoted(t.File)) + t.botFlags(key) + "\n")
	return nil
}

// quoted returns a file name as it must be typed in a shell, with quotation marks if necessary.
func quoted(name string) string {
	switch {
	case strings.ContainsAny(name, "\"$`!"):
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	case strings.ContainsAny(name, " \t'&;|<>()*?[]{}#~"):
		return `"` + name + `"`
	}
	return name
}

// stem returns the beginning of a new file's name, which identifies the game's seed.
func (t *Console) stem() string {
	if s := t.Seed(); s.Counted {
		return strconv.FormatUint(s.Number, 10)
	}
	return t.Seed().Commitment.String()[:8]
}
