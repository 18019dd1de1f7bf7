package epidemic

// Within returns the cities that are at most the given number of connections away from a city, without the
// city itself.
func (t *Ruleset) Within(c City, lines int) uint64 {
	reached, edge := bit(c), bit(c)
	for range lines {
		next := uint64(0)
		for ; edge != 0; edge &= edge - 1 {
			next |= t.links[firstCity(edge)]
		}
		edge = next &^ reached
		reached |= next
	}
	return reached &^ bit(c)
}

// grounds reports whether a role cannot use this verb although all other roles can.
func (v *Verb) grounds(r *Role) bool {
	return r.Grounded && v.role == noRole && (v.Reach != nil || v.Builds)
}
