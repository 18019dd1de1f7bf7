package load

import (
	"encoding/json"
	"fmt"

	"theriac/engine"
)

// independentCheck checks an update without the engine's views, which could be wrong
// themselves: it knows a few secrets of each game and where they would be written.
func (o *oracle) independentCheck(v *viewer, r *received, heard map[string]int) (found []string) {
	l, ok := glance(r.data)
	if r.kind != "update" || !ok || r.n < 0 || r.n >= len(o.moments) {
		return nil // reported by judge
	}
	if o.head.Game == "pharmacy" {
		elements(l.StepList, func(step []byte) { found = append(found, o.cardTold(v, step)...) })
		return append(found, o.cardSecrets(v, r.n, l.View)...)
	}
	found = strangers(v, r.n, l.View, heard)
	if !o.moments[r.n].over {
		found = append(found, o.rivals(v, l.View)...)
	}
	return found
}

// strangers needs to know nothing of the rules: a card in somebody else's hand may be
// listed for a viewer who was told of it, and for nobody else.
func strangers(v *viewer, n int, view []byte, heard map[string]int) (found []string) {
	var hands struct {
		Sizes []int `json:"hand-sizes"`
		Hands []struct {
			Cards []string `json:"cards"`
		} `json:"hands"`
	}
	if json.Unmarshal(view, &hands) != nil {
		return []string{"the view cannot be read"}
	}
	for seat, h := range hands.Hands {
		if v.seats.Has(engine.Seat(seat)) {
			continue
		}
		for _, card := range h.Cards {
			if at, told := heard[card]; !told || at > n {
				found = append(found, fmt.Sprintf("the hand of seat %d lists %s, which nobody revealed", seat, card))
			}
		}
	}
	return found
}

// rivals needs to know nothing of who may see what: a team's objectives are listed
// for nobody else until the end.
func (o *oracle) rivals(v *viewer, view []byte) (found []string) {
	var dealt struct {
		Offers []struct {
			Objectives []string `json:"objectives"`
			Objective  string   `json:"objective"`
		} `json:"offers"`
	}
	if json.Unmarshal(view, &dealt) != nil {
		return []string{"what teams were dealt cannot be read"}
	}
	for i, d := range dealt.Offers {
		own := o.team(engine.Seat(2*i))&v.seats != 0
		if !own && (len(d.Objectives) > 0 || d.Objective != "") {
			found = append(found, fmt.Sprintf("the objective of team %d", i))
		}
	}
	return found
}
