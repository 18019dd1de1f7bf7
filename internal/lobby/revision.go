package lobby

import (
	"fmt"
	"strconv"

	"theriac/engine"
	"theriac/games"
)

// Formats lists the revisions of the rules that this program can play, as formats. Nodes exchange the names of
// formats. A game begins under a revision that every node knows (Config.Writes).
func Formats() (names []string) {
	for _, g := range games.All {
		for n := 1; n <= g.Revision(); n++ {
			names = append(names, rulesFormat(g, n))
		}
	}
	return names
}

func rulesFormat(g engine.Game, revision int) string {
	return "rules-" + g.Name() + "-" + strconv.Itoa(revision)
}

// Revision returns the newest revision of a game's rules that every node knows, or 0 if some node does not know
// the game.
func (l *Lobby) Revision(g engine.Game) int {
	if l.conf.Writes == nil {
		return g.Revision()
	}
	for n := g.Revision(); n > 0; n-- {
		if l.conf.Writes(rulesFormat(g, n)) {
			return n
		}
	}
	return 0
}

// revisionFor returns the newest revision that every node knows and that supports a table's settings. Another
// node may have chosen settings that need a later revision than this node believes to be known everywhere.
func (l *Lobby) revisionFor(g engine.Game, settings engine.Settings) int {
	for n := l.Revision(g); n > 0; n-- {
		if _, err := engine.Resolve(engine.OptionsAt(g.Options(), n), settings); err != nil {
			continue // this revision lacks one of the options
		}
		if _, err := g.New(trial(g, n, settings)); err == nil {
			return n
		}
	}
	return g.Revision()
}

// trial returns the header of a game that is set up only to check that its options are compatible.
func trial(g engine.Game, revision int, settings engine.Settings) engine.Header {
	h := engine.Header{Game: g.Name(), Revision: revision, Settings: settings, Seats: make([]string, SeatCount(settings)), Seed: engine.NumberedSeed(0)}
	for i := range h.Seats {
		h.Seats[i] = fmt.Sprint(i)
	}
	return h
}
