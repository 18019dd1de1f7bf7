package epidemic

// Within is the cities that so many lines or fewer lead to, the city itself left
// out.
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

// grounds says whether a role does not make a move of everybody's by an action.
func (v *Verb) grounds(r *Role) bool {
	return r.Grounded && v.role == noRole && (v.Reach != nil || v.Builds)
}
