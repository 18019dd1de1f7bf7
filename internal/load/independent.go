package load

import (
	"encoding/json"
	"theriac/engine"
)

// independentCheck looks for leaks in an update without using the engine's views, which might themselves be
// wrong. It knows a few secrets of each game, and the fields that would reveal them.
func (o *oracle) independentCheck(v *viewer, r *received, heard map[string]int) (f findings) {
	l, err := Look(r.data)
	switch {
	case r.kind != "update" || err != nil || r.n < 0 || r.n >= len(o.positions): // the main check (judge) already reports these errors
	case o.head.Game == "pharmacy":
		for _, entry := range l.Entries {
			o.cardTold(v, entry, &f)
		}
		o.cardSecrets(v, r.n, l.View, &f)
	default:
		strangers(v, r.n, l.View, heard, &f)
		if !o.positions[r.n].over {
			o.rivals(v, l.View, &f)
		}
	}
	return f
}

// hands is the part of a view that lists players' cards.
type hands struct {
	Hands []struct {
		Cards []string `json:"cards"`
	}
}

// strangers checks the cards that a view shows in other players' hands. An earlier entry must have revealed
// each of them to the viewer. The check uses none of the game's rules.
func strangers(v *viewer, n int, view []byte, heard map[string]int, f *findings) {
	var got hands
	if json.Unmarshal(view, &got) != nil {
		f.add("the view cannot be read")
	}
	for seat, h := range got.Hands {
		if v.seats.Has(engine.Seat(seat)) {
			continue
		}
		for _, card := range h.Cards {
			if at, told := heard[card]; !told || at > n {
				f.add("the hand of seat %d lists %s, which nobody revealed", seat, card)
			}
		}
	}
}

// rivals checks that, until the game ends, a view shows a team's objectives only to that team. It does not use
// the engine's visibility rules.
func (o *oracle) rivals(v *viewer, view []byte, f *findings) {
	var dealt struct {
		Offers []struct {
			Objectives []string
			Objective  string
		}
	}
	if json.Unmarshal(view, &dealt) != nil {
		f.add("what teams were dealt cannot be read")
	}
	for i, d := range dealt.Offers {
		own := o.team(engine.Seat(2*i))&v.seats != 0
		if !own && (len(d.Objectives) > 0 || d.Objective != "") {
			f.add("the objective of team %d", i)
		}
	}
}
