package epidemic

import (
	"math/bits"

	"theriac/engine"
)

// Lines between cities can carry tracks. With one action, a pawn can move any distance along connected
// tracks.

// railMap holds the lines of a board, and which of them can carry tracks.
type railMap struct {
	at        [MaxCities][MaxCities]Line // 1 plus the line between two cities, or 0 if there is none
	ends      [][2]City                  // the two cities that each line joins
	of        [MaxCities][2]uint64       // the lines that end in each city
	trackable [2]uint64                  // the lines that can carry a track
	portLines [2]uint64                  // the lines between ports
}

func (t *Ruleset) numberLines() {
	m := &t.rails
	names := make([]string, len(t.Links))
	for i, l := range t.Links {
		a, b := City(must(t.City, l[0])), City(must(t.City, l[1]))
		names[i] = l[0] + "/" + l[1]
		m.at[a][b], m.at[b][a] = Line(i+1), Line(i+1)
		m.ends = append(m.ends, [2]City{a, b})
		m.of[a][i/64] |= 1 << (i % 64)
		m.of[b][i/64] |= 1 << (i % 64)
		m.trackable[i/64] |= 1 << (i % 64)
	}
	for _, l := range t.Dotted {
		i, ok := t.LineBetween(City(must(t.City, l[0])), City(must(t.City, l[1])))
		if !ok {
			panic("epidemic: no line joins " + l[0] + " and " + l[1])
		}
		m.trackable[i/64] &^= 1 << (i % 64)
	}
	t.line = engine.NewKind("line", names...)
	m.portLines = t.LinesWithin(t.ports)
}

// LineBetween returns the line between two cities, if there is one.
func (t *Ruleset) LineBetween(a, b City) (Line, bool) {
	l := t.rails.at[a][b]
	return l - 1, l > 0
}

// Ends returns the two cities that a line connects, in the order of the box.
func (t *Ruleset) Ends(l Line) (a, b City) { return t.rails.ends[l][0], t.rails.ends[l][1] }

// Lines returns the number of lines on the board.
func (t *Ruleset) Lines() int { return len(t.rails.ends) }

// CarriesTracks reports whether a track can ever be laid on a line.
func (t *Ruleset) CarriesTracks(l Line) bool { return t.rails.trackable[l/64]>>(l%64)&1 != 0 }

// Ports returns the cities that are ports.
func (t *Ruleset) Ports() uint64 { return t.ports }

// HasTrack reports whether a line carries a track.
func (p *Public) HasTrack(l Line) bool { return p.Tracks[l/64]>>(l%64)&1 != 0 }

// TracksLeft returns the number of tracks in the supply.
func (s *State) TracksLeft() int {
	return int(s.rules.Numbers.Tracks) - bits.OnesCount64(s.Tracks[0]) - bits.OnesCount64(s.Tracks[1])
}

// CanLay reports whether a line can carry a track but has none yet.
func (s *State) CanLay(l Line) bool { return s.rules.CarriesTracks(l) && !s.HasTrack(l) }

// Layable returns the lines in a set on which a track can be laid now.
func (s *State) Layable(of [2]uint64) [2]uint64 {
	if s.TracksLeft() <= 0 {
		return [2]uint64{}
	}
	r := s.rules
	return [2]uint64{of[0] & r.rails.trackable[0] &^ s.Tracks[0], of[1] & r.rails.trackable[1] &^ s.Tracks[1]}
}

// LinesWithin returns the lines with both ends in a set of cities.
func (t *Ruleset) LinesWithin(cities uint64) [2]uint64 {
	var set [2]uint64
	for i, e := range t.rails.ends {
		if cities&bit(e[0]) != 0 && cities&bit(e[1]) != 0 {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return set
}

// PortLines returns the lines between two ports.
func (t *Ruleset) PortLines() [2]uint64 { return t.rails.portLines }

// Trackable returns the lines that can carry a track.
func (t *Ruleset) Trackable() [2]uint64 { return t.rails.trackable }

// Unlaid returns the neighbours of a city to which a track can be laid.
func (s *State) Unlaid(c City) uint64 {
	r := s.rules
	free := [2]uint64{
		r.rails.of[c][0] & r.rails.trackable[0] &^ s.Tracks[0],
		r.rails.of[c][1] & r.rails.trackable[1] &^ s.Tracks[1],
	}
	return r.otherEnds(c, free)
}

// otherEnds returns the cities at the other ends of a city's given lines.
func (t *Ruleset) otherEnds(c City, lines [2]uint64) uint64 {
	set := uint64(0)
	for w, word := range lines {
		for ; word != 0; word &= word - 1 {
			e := t.rails.ends[64*w+bits.TrailingZeros64(word)]
			set |= bit(e[0]) | bit(e[1])
		}
	}
	return set &^ bit(c)
}

// LayTrack lays a track on the line between two cities.
func (s *State) LayTrack(a, b City, out *engine.Facts, rule string) {
	l, _ := s.rules.LineBetween(a, b)
	s.Tracks[l/64] |= 1 << (l % 64)
	out.Add(FactTrackLaid, rule, uint8(a), uint8(b))
}

// ByTrack returns the cities that a pawn can reach from a city along connected tracks.
func (s *State) ByTrack(from City) uint64 {
	if s.Tracks[0]|s.Tracks[1] == 0 {
		return 0
	}
	r := s.rules
	reached, todo := bit(from), bit(from)
	for todo != 0 {
		c := firstCity(todo)
		todo &= todo - 1
		laid := [2]uint64{r.rails.of[c][0] & s.Tracks[0], r.rails.of[c][1] & s.Tracks[1]}
		if laid[0]|laid[1] == 0 {
			continue
		}
		found := r.otherEnds(c, laid) &^ reached
		reached |= found
		todo |= found
	}
	return reached &^ bit(from)
}

// LineTo answers a follow-up question with a line, named by its two cities.
var LineTo = answerVerb("line", QuestionLine, CityKind, CityKind)

// AppendLines appends one move for each line in a set.
func AppendLines(s *State, dst []engine.Move, m engine.Move, set [2]uint64) []engine.Move {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			e := s.rules.rails.ends[64*w+bits.TrailingZeros64(word)]
			dst = append(dst, m)
			last := &dst[len(dst)-1]
			last.Arg[0], last.Arg[1] = uint8(e[0]), uint8(e[1])
		}
	}
	return dst
}
