package epidemic

// railModule lays tracks on the lines between cities.
var railModule = Module{
	Name:   "rails",
	Active: func(r *Rules) bool { return r.Numbers.Tracks > 0 },
	Number: (*Ruleset).numberLines,
	Code:   [codePlaces]codePart{codeAfterBoard: codeRails},
	Key:    func(s *State, h uint64) uint64 { return mix(mix(h, s.Tracks[0]), s.Tracks[1]) },
	Fault: func(s *State) string {
		can := &s.rules.rails.trackable
		if s.TracksLeft() < 0 || s.Tracks[0]&^can[0]|s.Tracks[1]&^can[1] != 0 {
			return "a track that there is not, or where none can be"
		}
		return ""
	},
}
