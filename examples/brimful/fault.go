package brimful

// Fault describes what is wrong with a position, or returns an empty string. It checks that no card was added
// or lost.
func (s *State) Fault() string {
	all := s.Seen
	for seat, h := range s.hands {
		n := uint8(0)
		for c, k := range h {
			all[c] += k
			n += k
		}
		if n != s.HandLen[seat] {
			return "a hand has another number of cards than everybody sees"
		}
	}
	for _, c := range s.pile[:s.Left] {
		all[c]++
	}
	for _, k := range all {
		if k != copies {
			return "a card was made or lost"
		}
	}
	if s.Flask >= brim {
		return "a flask that is full was not emptied"
	}
	return ""
}
