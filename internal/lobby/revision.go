package lobby

import (
	"fmt"
	"strconv"

	"theriac/engine"
	"theriac/games"
)

// Forms are the revisions of the rules that this program can play and the form of volumes, by
// the names that nodes tell each other. A game begins under one that every node knows (Config.Writes).
func Forms() (forms []string) {
	for _, g := range games.All {
		for n := 1; n <= g.Revision(); n++ {
			forms = append(forms, rulesForm(g, n))
		}
	}
	return append(forms, FormVolume)
}

func rulesForm(g engine.Game, revision int) string {
	return "rules-" + g.Name() + "-" + strconv.Itoa(revision)
}

// Revision is the newest revision of a game's rules that every node knows; 0 while some
// node does not know the game at all.
func (l *Lobby) Revision(g engine.Game) int {
	if l.conf.Writes == nil {
		return g.Revision()
	}
	for n := g.Revision(); n > 0; n-- {
		if l.conf.Writes(rulesForm(g, n)) {
			return n
		}
	}
	return 0
}

// revisionFor is the newest revision that every node knows and that can play a table's
// settings. They may be of a later one than this node knows to be on: another node chose them.
func (l *Lobby) revisionFor(g engine.Game, settings engine.Settings) int {
	for n := l.Revision(g); n > 0; n-- {
		if _, err := engine.Resolve(engine.OptionsAt(g.Options(), n), settings); err != nil {
			continue // an option that came later
		}
		if _, err := g.New(trial(g, n, settings)); err == nil {
			return n
		}
	}
	return g.Revision()
}

// trial is the header of a game to see whether its options go together.
func trial(g engine.Game, revision int, settings engine.Settings) engine.Header {
	h := engine.Header{Game: g.Name(), Revision: revision, Settings: settings, Seats: make([]string, SeatCount(settings)), Seed: engine.NumberedSeed(0)}
	for i := range h.Seats {
		h.Seats[i] = fmt.Sprint(i)
	}
	return h
}
