package mapgame

import (
	"math/bits"
	"strings"
)

// strain names the virulent disease and lists the strain cards in force.
func (f *presenter) strain() string {
	var cards []string
	for set := f.v.VirulentStrain.Force; set != 0; set &= set - 1 {
		cards = append(cards, f.c.Name("strain-card", f.v.Rules().Strain.Text(uint8(bits.TrailingZeros16(set)))))
	}
	if len(cards) == 0 {
		return f.text("strain")
	}
	return f.text("strain.cards", "cards", strings.Join(cards, ", "))
}
