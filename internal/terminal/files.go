package terminal

import "strconv"

// save writes the game to a file, the one it came from where none is named.
func (t *Table) save(name string) {
	if name == "" {
		name = t.File
	}
	if name == "" {
		t.say("save.what")
		return
	}
	if err := t.keep(name); err != nil {
		t.print(Explain(t.c, t.Game, err) + "\n")
		return
	}
	t.say("saved", "file", name)
}

func (t *Table) keep(name string) error {
	text := t.Text()
	if err := t.Write(name, text); err != nil {
		return err
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
			if err = t.leave(); err == nil {
				t.Record, t.File, t.listed, t.guest = r, name, nil, nil
				clear(t.told)
				t.welcome()
				return
			}
		}
	}
	t.print(Explain(t.c, t.Game, err) + "\n")
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
	t.say(key, "game", t.Game.Name(), "file", t.File)
	return nil
}

// stem tells a game from others by its seed.
func (t *Table) stem() string {
	if s := t.Seed(); s.Counted {
		return strconv.FormatUint(s.Number, 10)
	}
	return t.Seed().Commitment.String()[:8]
}
