package events

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

const reexaminedRule = "event/reexamined-research"

// ReexaminedResearch lets a player take a City card of the player discard into the
// hand: the one who plays the event says which, and that player chooses the card, or
// none. Declined, the event stays where it was. The hand that helps somebody alone
// can be named too.
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
			// Whoever does not answer names themselves, and no rival.
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

// helpable is the hands that have not declined in this step.
func helpable(s *epidemic.State, v engine.Verb) engine.Seats {
	var set engine.Seats
	for holder := range engine.Seat(s.Rules().Holders) {
		if !s.WasRefused(v, holder) {
			set |= 1 << holder
		}
	}
	return set
}

// helped is the hand that has been named.
func helped(f *epidemic.Frame) engine.Seat { return engine.Seat(f.N - 1) }
