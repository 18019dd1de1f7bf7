package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const reexaminedRule = "event/reexamined-research"

// ReexaminedResearch returns a City card from the player discard to a hand. The player of the event names
// another player or themselves. The named player chooses the card, or declines, and then the event stays in its
// holder's hand. In a solo game, the helper's hand can be named too.
//
// Rule: world/event/reexamined-research.
var ReexaminedResearch = &epidemic.Event{
	ID: "reexamined-research", Rule: reexaminedRule, Set: "brink",
	Ready: func(s *epidemic.State) bool { return s.Discard.Cities() != 0 },
	Verb: &epidemic.Verb{
		Name: "reexamined-research", Rule: reexaminedRule,
		Wide: true,
		Needs: []epidemic.Need{{Rule: "consent/refused", Holds: func(s *epidemic.State, m engine.Move) bool {
			return helpable(s, m.Verb) != 0
		}}},
		List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			if helpable(s, v) == 0 {
				return dst
			}
			return epidemic.Plain(s, by, v, dst)
		},
		Play: func(s *epidemic.State, m engine.Move, _ *engine.Facts) {
			s.AskChoice(epidemic.QuestionWho, m.Seat, m.Verb, 0, uint8(m.Seat))
		},
		Choice: &epidemic.Choice{
			By: func(f *epidemic.Frame) engine.Seat { return engine.Seat(f.Arg[0]) },
			List: func(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
				for holder := range helpable(s, f.Verb).Each {
					m.Arg[0] = uint8(holder)
					dst = append(dst, m)
				}
				return dst
			},
			// By default, a seat that does not answer names itself rather than a rival.
			Prefers: func(s *epidemic.State, m engine.Move) bool {
				return s.Asking() == epidemic.QuestionWho && engine.Seat(m.Arg[0]) == m.Seat
			},
			Why: func(s *epidemic.State, m engine.Move) string {
				if s.WasRefused(s.Top().Verb, engine.Seat(m.Arg[0])) {
					return "consent/refused"
				}
				return ""
			},
			Then: func(s *epidemic.State, f epidemic.Frame, m engine.Move, _ *engine.Facts) {
				s.AskCity(s.Rules().Speaker(engine.Seat(m.Arg[0])), f.Verb, f.Arg[0])
				s.Top().N = 1 + m.Arg[0]
			},
		},
		City: &epidemic.CityChoice{
			Cities: func(s *epidemic.State, _ *epidemic.Frame) uint64 { return s.Discard.Cities() },
			Then: func(s *epidemic.State, f epidemic.Frame, c epidemic.City, out *engine.Facts) {
				s.SpendEvent(engine.Seat(f.Arg[0]), f.Verb, out)
				s.RecoverCard(helped(&f), epidemic.Card(c), out, reexaminedRule)
				s.CheckLimit()
			},
			Enough: func(s *epidemic.State, f epidemic.Frame, out *engine.Facts) {
				s.Declines(f.Verb, helped(&f), out)
			},
		},
	},
}

// helpable returns the hands whose players have not declined this event in this step of the turn.
func helpable(s *epidemic.State, v engine.Verb) engine.Seats {
	var set engine.Seats
	for holder := range engine.Seat(s.Rules().Holders) {
		if !s.WasRefused(v, holder) {
			set |= 1 << holder
		}
	}
	return set
}

// helped returns the hand that the player of the event has named.
func helped(f *epidemic.Frame) engine.Seat { return engine.Seat(f.N - 1) }
