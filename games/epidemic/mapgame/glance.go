package mapgame

import (
	"theriac/engine"
	"theriac/games/entry"
	"theriac/games/epidemic"
)

// nearEnd is how many outbreaks before the last one the end is near.
const nearEnd = 2

// glance returns the state of a game: the cures, the outbreaks, the roles, and the pieces on the map.
func glance(view engine.View) entry.Glance {
	v := view.(*epidemic.View)
	r := v.Rules()
	out := entry.Glance{
		Turn: int(v.Turn), Tracks: []entry.Track{{Name: "outbreaks", At: int(v.Outbreaks), Of: int(r.Numbers.Outbreaks)}},
		Cast: make([]string, r.Players), Pieces: map[string]map[string]int{},
	}
	if v.Outbreaks+nearEnd >= r.Numbers.Outbreaks {
		out.Near = "outbreaks"
	}
	put := func(kind string, c epidemic.City, n uint8) {
		if n == 0 || int(c) >= len(r.Cities) {
			return
		}
		if out.Pieces[kind] == nil {
			out.Pieces[kind] = map[string]int{}
		}
		out.Pieces[kind][r.City.Text(uint8(c))] += int(n)
	}
	for i, id := range r.Diseases {
		d := epidemic.Disease(i)
		state := "none"
		switch {
		case v.IsEradicated(d):
			state = "eradicated"
		case v.IsCured(d):
			state = "cured"
		}
		out.Goals = append(out.Goals, entry.Goal{ID: id, State: state})
		for c := range r.Cities {
			put(id, epidemic.City(c), v.CubesAt(epidemic.City(c), d))
		}
	}
	for c := range r.Cities {
		if v.HasStation(epidemic.City(c)) {
			put("station", epidemic.City(c), 1)
		}
	}
	for seat := range out.Cast {
		if out.Cast[seat] = v.RoleOf(engine.Seat(seat)); out.Cast[seat] != "" {
			put(out.Cast[seat], v.Pawns[seat], 1)
		}
	}
	return out
}
