package bots_test

import (
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
	"theriac/locale"
)

// everybody returns all levels of bots, and the opponents used to measure them.
func everybody() []ai.Level {
	return append(append([]ai.Level(nil), bots.Levels...), bots.Opponents...)
}

// asked is a question with the position in which it was asked. It also holds the seat's previous question.
type asked struct {
	s      pharmacy.State
	q      ai.Question
	before *ai.Question
}

// questions plays a game in which every move is made in a random style. It returns every n-th question that has
// more than one answer, and additional questions about whether to open a risk card.
func questions(t *testing.T, set engine.Settings, number uint64, n int) []asked {
	t.Helper()
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision, Settings: set})
	if err != nil {
		t.Fatal(err)
	}
	chance, err := engine.NumberedSeed(number).Rand()
	if err != nil {
		t.Fatal(err)
	}
	var s pharmacy.State
	rules.Deal(&s, chance, nil)
	dice := ai.Dice(number)
	var all []asked
	var last [engine.MaxSeats]*ai.Question
	for at := 0; !s.Over; at++ {
		seat := s.Asked.First()
		list := s.AppendMoves(nil, seat)
		if dared := s.Question == pharmacy.QuestionDare && at%4 == 0; len(list) > 1 && (dared || at%n == int(number)%n) {
			a := ask(s, seat, uint64(at))
			a.before = last[seat]
			all = append(all, a)
		}
		if len(list) > 1 {
			q := ask(s, seat, uint64(at)).q
			last[seat] = &q
		}
		v := s.Knows(engine.SeatsOf(seat))
		bot := bots.Pharmacist{Dice: dice, Style: bots.Styles[dice.N(len(bots.Styles))].Style}
		s.Play(bot.Choose(&v, list), nil)
		dice = bot.Dice
	}
	return all
}

// ask returns the position, and the question that it asks the given seat.
func ask(s pharmacy.State, seat engine.Seat, seed uint64) asked {
	by := engine.SeatsOf(seat)
	v := s.Knows(by)
	return asked{s: s, q: ai.Question{Seats: by, View: &v, Moves: s.AppendMoves(nil, seat), Owing: by, Seed: seed}}
}

// some returns settings that together have every number of players and every option.
func some() []engine.Settings {
	all := pharmacy.Variants()
	var few []engine.Settings
	for i := 0; i < len(all); i += 37 {
		few = append(few, all[i])
	}
	return few
}

// A bot's answer depends only on what its seat may know. In another position that the seat cannot distinguish
// from the real one, the bot makes the same move for the same reason.
func TestHiddenCardsDoNotMatter(t *testing.T) {
	differ, dares, memos := 0, 0, 0
	for number, set := range some() {
		for i, a := range questions(t, set, uint64(number), 23) {
			level := everybody()[i%len(everybody())]
			chance, _ := engine.NumberedSeed(uint64(1000*number + i)).Rand()
			view := a.q.View.(*pharmacy.View)
			other := view.Position(&chance)
			if *other.Secrets() != *a.s.Secrets() {
				differ++
				if a.s.Question == pharmacy.QuestionDare && view.Face == pharmacy.NoCard {
					dares++
				}
			}
			b := ask(other, a.q.Owing.First(), a.q.Seed)
			if a.before != nil {
				a.q.Memo = level.New().Choose(a.before).Memo
				b.q.Memo = a.q.Memo
			}
			if len(a.q.Memo) > 0 {
				memos++
			}
			first, second := level.New().Choose(&a.q), level.New().Choose(&b.q)
			if first.Move != second.Move || first.Reason.Key != second.Reason.Key {
				t.Errorf("%v: %s answers %v (%s), and %v (%s) where hidden cards differ", set, level.Name,
					first.Move, first.Reason.Key, second.Move, second.Reason.Key)
			}
		}
	}
	if differ < 50 || dares < 5 || memos < 20 {
		t.Errorf("only %d positions differ in what is hidden, %d of them with a risk card face down; %d memos", differ, dares, memos)
	}
}

// A bot that has answered for another seat answers like a new one: it remembers nothing that the other seat
// knew.
func TestPlayersForget(t *testing.T) {
	all := questions(t, nil, 3, 6)
	for _, level := range everybody() {
		used := level.New()
		for i := range all {
			if i%5 != 0 {
				continue
			}
			got, want := used.Choose(&all[i].q), level.New().Choose(&all[i].q)
			if got.Move != want.Move || string(got.Memo) != string(want.Memo) {
				t.Errorf("%s: used %v, new %v", level.Name, got.Move, want.Move)
			}
		}
	}
}

// With any options, every answer is a legal move and has a reason in both languages. The reason does not depend
// on the face of a risk card that the move puts down.
func TestAnswersAndReasons(t *testing.T) {
	en, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	asked, silent := 0, 0
	for number, set := range some() {
		for i, a := range questions(t, set, 500+uint64(number), 13) {
			level := everybody()[i%len(everybody())]
			a.q.Stop = func() bool { return i%2 == 0 } // some searches are cut short
			if a.before != nil && i%3 > 0 {
				a.q.Memo = level.New().Choose(a.before).Memo
				a.q.Memo = a.q.Memo[:len(a.q.Memo)/(i%3)] // some memos are cut short too
			}
			answer := level.New().Choose(&a.q)
			listed := false
			for _, m := range a.q.Moves {
				listed = listed || m == answer.Move
			}
			if !listed {
				t.Errorf("%s answers with %v, which is not listed", level.Name, answer.Move)
			}
			asked++
			if answer.Reason.Key == "" {
				silent++
				continue
			}
			keys[answer.Reason.Key] = true
			if !en.Has(answer.Reason.Key) {
				t.Errorf("no text for %s", answer.Reason.Key)
			}
		}
	}
	if len(keys) < 15 || silent > asked/5 {
		t.Errorf("only %d reasons; %d of %d answers have none", len(keys), silent, asked)
	}
	for _, level := range everybody() {
		q := ai.Question{Seats: engine.SeatsOf(0)}
		if !level.New().Choose(&q).Silent {
			t.Errorf("%s interjects", level.Name)
		}
	}
}

// A novice is weak but not absurd: it never goes into intensive care if another answer avoids that.
func TestNoviceKeepsOutOfCare(t *testing.T) {
	dangers := 0
	for number, set := range some() {
		for _, a := range questions(t, set, 900+uint64(number), 1) {
			deadly, safe := map[engine.Move]bool{}, false
			for _, m := range a.q.Moves {
				if m.Verb != pharmacy.VerbTakeCard && m.Verb != pharmacy.VerbKeep && m.Verb != pharmacy.VerbVolunteer {
					safe = true
					continue
				}
				after := a.s
				after.Play(m, nil)
				care := (after.Round != a.s.Round || after.Over) && after.Sheet[a.s.Round-1][m.Seat].Care
				deadly[m], safe = care, safe || !care
			}
			if len(deadly) == 0 || !safe {
				continue
			}
			m := bots.Levels[0].New().Choose(&a.q).Move
			if deadly[m] {
				t.Errorf("%v takes it to intensive care", m)
			}
			for _, kills := range deadly {
				if kills {
					dangers++
					break
				}
			}
		}
	}
	if dangers < 20 {
		t.Errorf("only %d answers could have been deadly", dangers)
	}
}

// A steady bot beats three honest players. A bot of their strength would win six of the twenty-four games.
func TestSteadyIsStrong(t *testing.T) {
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: pharmacy.Revision})
	if err != nil {
		t.Fatal(err)
	}
	const games = 24
	wins := bots.Lone(rules, bots.Levels[1].New(), []ai.Player{bots.Levels[0].New()}, 0, games, 11)
	t.Logf("steady wins %.1f of %d", wins, games)
	if wins < 11 {
		t.Errorf("steady wins only %.1f of %d games against novices", wins, games)
	}
}
