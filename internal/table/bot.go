package table

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// BotAnswer is a bot's move for one position. It is invalid in any other position, because a bot, unlike a
// person, can simply get the question again.
type BotAnswer struct {
	Seats    engine.Seats // the seats for which the bot answers together
	Question string
	Made     int // the number of moves that the bot knew when it chose this one
	Seat     engine.Seat
	Move     string
}

// Key returns the command's key. It depends only on the seats and the question, so that a second answer to the
// same question is not applied.
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
	if s.Paused() {
		return nil, &Refusal{ID: RefusedPaused}
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

// StillAsked reports whether a bot's answer to a question is still valid. made is the number of moves that the
// bot knew when it answered. The question must still be open, and since then only other seats that owed an
// answer may have moved.
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

// BotReason explains a bot's move to the players. It is not part of the game's log.
type BotReason struct {
	Seat  engine.Seat  `json:"seat"`
	Entry int          `json:"entry"` // the number of the entry with the move
	Key   string       `json:"key"`   // a key of the text catalogues
	Args  [][2]string  `json:"args,omitempty"`
	To    engine.Seats `json:"to"` // the seats that may read the reason
}

// LastPlays returns the moves of the newest entry.
func (s *State) LastPlays() []Play { return s.recent[len(s.recent)-1].Plays }

// JustUndone reports whether the newest entry took moves back, or may have done so.
func (s *State) JustUndone() bool {
	k := s.recent[len(s.recent)-1].Kind
	return k == KindUndo || k == KindBack
}

// ByPerson reports whether a person caused the newest entry, as opposed to the server or a bot.
func (s *State) ByPerson() bool {
	e := s.recent[len(s.recent)-1]
	return e.By != 0 && (e.Kind == KindBack || len(e.Plays) == 0 || e.Plays[0].Why == "")
}

// Undone returns the part of the open question's name that changes with each undo. It makes answers from before
// the undo stale.
func (s *State) Undone() string {
	_, undone, _ := strings.Cut(s.Question(), ".")
	return undone
}

// Together groups the seats that bots play, and one bot plays all seats of a group. Seats of the same level
// form a group if they may see each other's cards. If hands are hidden, each seat is a group of its own. Its
// bot learns about other hands only from messages, as people do.
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
