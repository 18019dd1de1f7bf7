package epidemic

import "theriac/engine"

// Cubes of any colour can fill the circles of eradicated diseases. If there are too few of these circles for
// cubes of several colours, the seat chooses cube by cube.

// fillingLine is the operand that holds the line of research. The operands before it count, for each disease,
// the cubes that have no circle yet.
const fillingLine = MaxDiseases

// fillingFits marks a question about cubes that were already on the line of research when its sequence card
// was replaced.
const fillingFits = 1

// crowdsOut reports whether there are too many cubes for the circles of eradicated diseases, so that the seat
// has to choose. Cubes with circles of their own colour do not count.
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

// chooseFilling first puts cubes on circles of their own colour. It then asks the seat about the remaining
// cubes.
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

// Filling asks which cube fills a circle of an eradicated disease, and FillWith answers. Once there is no
// choice left, the remaining cubes are placed automatically.
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
