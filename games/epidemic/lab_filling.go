package epidemic

import "theriac/engine"

// Cubes that could fill the circles of eradicated diseases, which take any colour:
// where there are too few of these circles for all of them and the cubes are not all
// alike, the seat that fills them chooses, one cube after the other.

// Operands of that question, after the cubes of each disease that wait for a circle.
const fillingLine = MaxDiseases

// fillingFits is what the frame of the question counts where the cubes came from a
// sequence card that was exchanged.
const fillingFits = 1

// crowdsOut says whether some cubes, once each has found the circles that only its own
// colour can fill, are too many for the circles of eradicated diseases, so that it
// matters which of them stay.
func (s *State) crowdsOut(l *Research, cubes *[MaxDiseases]uint8) bool {
	circles := &s.rules.sequences[l.Sequence].circles
	free, left, colours := uint8(0), uint8(0), 0
	for d, n := range cubes {
		room := circles[d] - l.Filled[d]
		if s.IsEradicated(Disease(d)) {
			free += room
			room = 0
		}
		if Disease(d) == l.Cure {
			room += circles[grey] - l.Filled[grey]
		}
		if n > room {
			left += n - room
			colours++
		}
	}
	return free > 0 && left > free && colours > 1
}

// chooseFilling lays those cubes onto a line that have circles of their own, and asks
// about the rest.
func (s *State) chooseFilling(by engine.Seat, i int, cubes [MaxDiseases]uint8, out *engine.Facts, excess string) {
	f := Frame{Question: QuestionFilling, Seat: by, Verb: s.rules.filling}
	if excess == exchangeFits {
		f.N = fillingFits
	}
	for d := range cubes {
		if !s.IsEradicated(Disease(d)) {
			s.fillCirclesOf(i, &cubes, d, d, out, "lab/fill")
		}
	}
	s.fillCirclesOf(i, &cubes, int(s.Lab.Lines[i].Cure), grey, out, "lab/grey")
	copy(f.Arg[:], cubes[:])
	f.Arg[fillingLine] = uint8(i)
	s.ask(f)
}

// Filling asks which cube fills a circle of an eradicated disease, and FillWith
// answers. Once nothing is left to choose, the rest follows.
var (
	Filling = Question("filling", "lab/any-cube", nil, &Choice{
		List: func(_ *State, f *Frame, m engine.Move, dst []engine.Move) []engine.Move {
			for d := range uint8(MaxDiseases) {
				if f.Arg[d] > 0 {
					m.Arg[0] = d
					dst = append(dst, m)
				}
			}
			return dst
		},
		Then: func(s *State, f Frame, m engine.Move, out *engine.Facts) {
			i, d, excess := int(f.Arg[fillingLine]), int(m.Arg[0]), "lab/excess"
			if f.N == fillingFits {
				excess = exchangeFits
			}
			var cubes, one [MaxDiseases]uint8
			copy(cubes[:], f.Arg[:])
			cubes[d]--
			one[d] = 1
			s.fillAnyCircles(i, &one, out)
			s.FillCircles(f.Seat, i, cubes, out, excess)
		},
	})
	FillWith = answerVerb("fill-with", QuestionFilling, DiseaseKind)
)
