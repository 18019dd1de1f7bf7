package load

import (
	"encoding/json"
	"theriac/engine"
)

// independentCheck checks an update without the engine's views, which could be wrong
// themselves: it knows a few secrets of each game and where they would be written.
func (o *oracle) independentCheck(v *viewer, r *received, heard map[string]int) (f findings) {
	l, err := Look(r.data)
	switch {
	case r.kind != "update" || err != nil || r.n < 0 || r.n >= len(o.moments): // reported by judge
	case o.head.Game == "pharmacy":
		for _, entry := range l.Entries {
			o.cardTold(v, entry, &f)
		}
		o.cardSecrets(v, r.n, l.View, &f)
	default:
		strangers(v, r.n, l.View, heard, &f)
		if !o.moments[r.n].over {
			o.rivals(v, l.View, &f)
		}
	}
	return f
}

// hands is what a view lists of everybody's cards.
type hands struct {
	Hands []struct {
		Cards []string `json:"cards"`
	}
}

// strangers needs to know nothing of the rules: a card in somebody else's hand may be
// listed for a viewer who was told of it, and for nobody else.
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

// rivals needs to know nothing of who may see what: a team's objectives are listed
// for nobody else until the end.
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
