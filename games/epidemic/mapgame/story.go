package mapgame

import (
	"math/bits"
	"slices"
	"strconv"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/games/epidemic"
)

// narrator explains the turns in a map game's story, using the facts of their moves.
type narrator struct{}

// newNarrator returns a narrator for map games.
func newNarrator() story.Narrator { return narrator{} }

// Point returns the line that explains why a turn was a turning point.
func (narrator) Point(c *story.Course, t *story.Turn, kind string) story.Line {
	switch kind {
	case story.KindMissed:
		return missed(c, t)
	case story.KindSkill:
		if t.Skill.Chance > 0 {
			return goodMoves(c, t)
		}
		return badMoves(c, t)
	}
	if t.Luck.Chance > 0 {
		return goodCards(c)
	}
	return badCards(c)
}

// Notes returns lines about cures that the players missed, and outbreaks that a better plan would have
// prevented.
func (narrator) Notes(c *story.Course, _ *story.Turn, ideas []story.Idea) []story.Line {
	var notes []story.Line
	acted := position(c.Acted)
	for _, idea := range ideas {
		if idea.Reason.Key != "bot.cure" || len(idea.Reason.Args) == 0 {
			continue
		}
		id := idea.Reason.Args[0][1]
		d, ok := acted.Rules().Disease.Parse(id)
		if l := line("story.note.cure", "disease", id); ok && !acted.IsCured(epidemic.Disease(d)) && !slices.ContainsFunc(notes, same(l)) {
			notes = append(notes, l)
		}
	}
	for _, city := range avoidable(c) {
		notes = append(notes, line("story.note.outbreak", "city", acted.Rules().City.Text(uint8(city))))
	}
	return notes
}

func same(l story.Line) func(story.Line) bool {
	return func(o story.Line) bool { return o.Key == l.Key && slices.Equal(o.Args, l.Args) }
}

// Close returns lines about how close the players came to the opposite result.
func (narrator) Close(end engine.Session) []story.Line {
	s := position(end)
	r := s.Rules()
	lines := []story.Line{line("story.close.cures", "n", strconv.Itoa(bits.OnesCount8(s.Cured)), "n2", strconv.Itoa(len(r.Diseases)))}
	if s.End != epidemic.LostCards {
		lines = append(lines, line("story.close.cards", "n", strconv.Itoa(int(s.DeckLen))))
	}
	if s.End.Wins() {
		lines = append(lines, line("story.close.outbreaks", "n", strconv.Itoa(int(r.Numbers.Outbreaks)-int(s.Outbreaks))))
	}
	return lines
}

// missed returns the line about what a better plan would have achieved.
func missed(c *story.Course, t *story.Turn) story.Line {
	s, acted := position(c.Before), position(c.Acted)
	names := s.Rules()
	if cities := avoidable(c); len(cities) > 0 {
		return line("story.missed.outbreak", "city", names.City.Text(uint8(cities[0])))
	}
	if c.Better != nil {
		better := position(c.Better)
		if found := better.Cured &^ acted.Cured; found != 0 {
			return line("story.missed.cure", "disease", names.Disease.Text(uint8(bits.TrailingZeros8(found))))
		}
	}
	if t.Better == nil || t.Better.Reason == nil {
		return story.Line{}
	}
	args := map[string]string{}
	for _, a := range t.Better.Reason.Args {
		args[a[0]] = a[1]
	}
	for _, w := range []struct{ reason, key, arg string }{
		{"bot.to-station", "story.missed.station", "disease"},
		{"bot.gather", "story.missed.share", "disease"},
		{"bot.gather-role", "story.missed.share", "disease"},
		{"bot.hand-over", "story.missed.share", "disease"},
		{"bot.meet-role", "story.missed.meet", "disease"},
		{"bot.station", "story.missed.build", "city"},
		{"bot.contain", "story.missed.treat", "city"},
		{"bot.treat", "story.missed.treat", "city"},
		{"bot.move", "story.missed.move", "city"},
	} {
		if value, ok := args[w.arg]; ok && t.Better.Reason.Key == w.reason {
			return line(w.key, w.arg, value)
		}
	}
	return story.Line{}
}

// avoidable returns the cities where an infection card caused an outbreak that a better plan would have made
// less likely: it would have left fewer cubes there.
func avoidable(c *story.Course) (cities []epidemic.City) {
	if c.Better == nil {
		return nil
	}
	acted, better := position(c.Acted), position(c.Better)
	infected := false // whether an infection card caused the outbreak, not another outbreak
	for f := range facts(c.Cards()) {
		switch f.Kind {
		case epidemic.FactInfectionDrawn:
			infected = true
		case epidemic.FactOutbreak:
			city, d := epidemic.City(f.Arg[0]), epidemic.Disease(f.Arg[1])
			if infected && acted.CubesAt(city, d) >= 3 && better.CubesAt(city, d) < 3 {
				cities = append(cities, city)
			}
			infected = false
		}
	}
	return cities
}

// facts yields the facts of the given moves.
func facts(played []story.Played) func(func(engine.Fact) bool) {
	return func(yield func(engine.Fact) bool) {
		for _, p := range played {
			for _, f := range p.Facts {
				if !yield(f) {
					return
				}
			}
		}
	}
}

func position(s engine.Session) *epidemic.State {
	at, ok := engine.At[epidemic.State](s)
	if !ok {
		panic("mapgame: the story of another game")
	}
	return at
}

// line returns a line of a story: the key of its text, and the text's arguments.
func line(key string, args ...string) story.Line {
	l := story.Line{Key: key}
	for i := 0; i+1 < len(args); i += 2 {
		l.Args = append(l.Args, [2]string{args[i], args[i+1]})
	}
	return l
}
