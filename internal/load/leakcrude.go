package load

import (
	"encoding/json"
	"fmt"

	"theriac/engine"
)

// crude needs to know nothing of the rules: a card in somebody else's hand may be
// listed for who was told of it, and for nobody else.
func crude(v *viewer, n int, view []byte, heard map[string]int) (found []string) {
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
				found = append(found, fmt.Sprintf("the hand of seat %d lists %s, of which nobody told", seat, card))
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
