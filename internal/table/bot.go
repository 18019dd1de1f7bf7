package table

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// BotAnswer is a move that a bot chose for the position that it was asked about. It
// counts for that position only: unlike a person, a bot can be asked again.
type BotAnswer struct {
	Seats    engine.Seats // that the bot plays together
	Question string
	Made     int // how many moves stood when it was asked
	Seat     engine.Seat
	Move     string
}

// Key names the command: of two answers to the same question one counts.
func (c BotAnswer) Key() string {
	return "bot-" + c.Question + "-" + strconv.Itoa(c.Made) + "-" + strconv.Itoa(int(c.Seats.First()))
}

func (c BotAnswer) draft(s *State) (*Entry, error) {
	if s.Over {
		return nil, &Refusal{ID: RefusedOver}
	}
	if !s.Seats().Has(c.Seat) || !c.Seats.Has(c.Seat) {
		return nil, &Refusal{ID: RefusedSeat}
	}
	if !s.StillAsked(c.Seats, c.Question, c.Made) {
		return nil, &Refusal{ID: RefusedStale, What: c.Question}
	}
	return &Entry{
		Kind: KindPlay, By: SeatList(engine.SeatsOf(c.Seat)), Question: c.Question, Plays: []Play{{Seat: c.Seat, Move: c.Move, Why: WhyBot}},
	}, nil
}

func (c BotAnswer) matches(e *Entry) bool {
	return e.Kind.isMove() && len(e.Plays) > 0 && e.Plays[0] == Play{Seat: c.Seat, Move: c.Move, Why: WhyBot} && e.Question == c.Question
}

// StillAsked says whether an answer is still meant that some seats were asked for when
// so many moves stood: the question is open, and since then there were only answers of
// other seats that owed one too.
func (s *State) StillAsked(seats engine.Seats, question string, made int) bool {
	if question != s.Question() || made > len(s.plies) {
		return false
	}
	owed := engine.Seats(0)
	if n := len(s.asked); n > 0 {
		owed = s.asked[n-1].owing
	}
	for _, p := range s.plies[made:] {
		if seats.Has(p.move.Seat) || !owed.Has(p.move.Seat) {
			return false
		}
	}
	return true
}

// BotReason is why a bot made a move. It is not part of the game.
type BotReason struct {
	Seat  engine.Seat  `json:"seat"`
	Entry int          `json:"entry"` // the entry with the move
	Key   string       `json:"key"`   // a text of the catalogues
	Args  [][2]string  `json:"args,omitempty"`
	To    engine.Seats `json:"to"` // who may hear it
}

// LastPlays is the moves of the newest entry.
func (s *State) LastPlays() []Play { return s.recent[len(s.recent)-1].Plays }

// JustUndone says that the newest entry took moves back, or may have.
func (s *State) JustUndone() bool {
	k := s.recent[len(s.recent)-1].Kind
	return k == KindUndo || k == KindBack
}

// ByPerson says whether people did the newest entry: neither the server nor a bot.
func (s *State) ByPerson() bool {
	e := s.recent[len(s.recent)-1]
	return e.By != 0 && (e.Kind == KindBack || len(e.Plays) == 0 || e.Plays[0].Why == "")
}

// Undone is the part of a question's name that undos change.
func (s *State) Undone() string {
	_, undone, _ := strings.Cut(s.Question(), ".")
	return undone
}

// Together is the bots of a table, each as the seats that it plays. The bots of one level
// whose seats see the same cards by rule are one; where hands are hidden, each is its own,
// and hears what the others say as people do.
func (s *State) Together(bots engine.Seats, level func(engine.Seat) string) []engine.Seats {
	var list []engine.Seats
	var done engine.Seats
	for seat := range bots.Each {
		if done.Has(seat) {
			continue
		}
		group := engine.SeatsOf(seat)
		for other := range (bots & engine.PartnersOf(s.Game, s.head.Settings, seat)).Each {
			if level(other) == level(seat) {
				group = group.With(other)
			}
		}
		list = append(list, group)
		done |= group
	}
	return list
}
