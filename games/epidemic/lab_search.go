package epidemic

// What a search asks of the laboratory again and again.

// GreyCircle is the place of the grey circles, after those of the diseases.
const GreyCircle = grey

// Dishes in which cubes are ready to fill circles, and in which they still have to be
// processed.
const (
	FirstSample = sampleA
	LastSample  = sampleB
	FirstReady  = centrifuge
	LastReady   = separation
	Grown       = growth
)

// Vials is the diseases whose cure a sequence card can lead to.
func (r *Rules) Vials(sequence uint8) uint8 { return r.sequences[sequence].vials }

// Circles is how many circles of each colour a sequence card has, the grey ones last.
func (r *Rules) Circles(sequence uint8) *[MaxDiseases + 1]uint8 {
	return &r.sequences[sequence].circles
}

// Empty says that no sequence card lies on a line.
func (l *Research) Empty() bool { return l.Sequence == noSequence }

// Characterised says that a line is for the cure of a disease.
func (l *Research) Characterised() bool { return l.Cure != noDisease }

// Tested says that the cure of a line has been tested.
func (l *Research) Tested() bool { return l.Card[testedWith] != NoCard }

// LineFor is the line of research that is characterised for a disease.
func (s *State) LineFor(d Disease) (int, bool) { return s.lineFor(d) }
