package epidemic

// Searches use the functions in this file to inspect the laboratory.

// GreyCircle is the index of the grey circles, which follow those of the diseases.
const GreyCircle = grey

// These are the dishes of samples, and the dishes whose cubes are ready to fill circles.
const (
	FirstSample = sampleA
	LastSample  = sampleB
	FirstReady  = centrifuge
	LastReady   = separation
	Grown       = growth
)

// Vials returns the set of diseases that a sequence card can be used to cure.
func (r *Rules) Vials(sequence uint8) uint8 { return r.sequences[sequence].vials }

// Circles returns the number of circles of each colour on a sequence card. Grey is last.
func (r *Rules) Circles(sequence uint8) *[MaxDiseases + 1]uint8 {
	return &r.sequences[sequence].circles
}

// Empty reports whether the line of research has no sequence card.
func (l *Research) Empty() bool { return l.Sequence == noSequence }

// Characterised reports whether the line of research has been assigned a disease to cure.
func (l *Research) Characterised() bool { return l.Cure != noDisease }

// Tested reports whether the cure on the line of research has been tested.
func (l *Research) Tested() bool { return l.Card[testedWith] != NoCard }

// LineFor returns the line of research that is characterised for a disease, if any.
func (s *State) LineFor(d Disease) (int, bool) { return s.lineFor(d) }
