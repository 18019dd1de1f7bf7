package table

import "testing"

// BenchmarkDraft measures what one move costs before it reaches the log.
func BenchmarkDraft(b *testing.B) {
	s, _ := opened(b, 0)
	seat := s.Pos.Decision().Owing().First()
	c := Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(s.Pos.AppendMoves(nil, seat)[0])}
	b.ReportAllocs()
	for b.Loop() {
		e, err := c.draft(s)
		if err != nil {
			b.Fatal(err)
		}
		e.Key = "0-0123456789abcdef"
		if _, _, err := s.draft(e, 2, noWishes); err != nil {
			b.Fatal(err)
		}
	}
}
