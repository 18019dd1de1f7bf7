package engine

import (
	"bytes"
	"strings"
)

// State is one position as search sees it. S is a plain struct of arrays:
// copying is assignment, and nothing of a position lives outside it.
type State[S any] interface {
	*S
	// Decision says which question is open and whom the table waits for.
	Decision() Decision
	// AppendMoves adds the moves of one seat: complete, sorted, at most
	// MaxMoves of them. It is the only source of legality.
	AppendMoves(dst []Move, by Seat) []Move
	// Play makes a move, which must be listed. A nil out drops the facts.
	Play(m Move, out *Facts) Effect
	// Default is the move that is made for a seat that does not answer: a listed one, or
	// the zero move for a seat that owes none.
	Default(by Seat) Move
	// Outcome is the result, once the game is over.
	Outcome() (Result, bool)
}

// MaxMoves bounds the list of one seat at one question. A choice that would be
// longer is asked in steps.
const MaxMoves = 400

// Position is all that a game implements: what search needs, and what the
// table, the log and the players need.
type Position[S any] interface {
	State[S]
	// Why names the first rule that forbids a move, or nothing where the move
	// is listed. It follows from what the move's seat may know.
	Why(m Move) string
	// View is all that the seats together may know.
	View(by Seats) View
	// Code writes the whole position, secrets included.
	Code(c *Coder)
	// Veiled says which operands of a move name a card that lies face down, as
	// a set of their places, and who may read them. The others read the rest.
	Veiled(m Move) (operands uint8, to Seats)
	// SameForAll says that everybody knows the same: all views differ in nothing but
	// their seats. It may say no where that is so.
	SameForAll() bool
}

// View is all that some seats together may know: none of them is a spectator,
// two are a team, all of them are one person who plays alone. It is built up
// from what is public and what those seats have seen, never cut down from the
// whole.
type View interface {
	// Code writes what is known, by name, and first the view's "seats".
	Code(c *Coder)
	// Draw makes a game that these seats cannot tell from the real one: where
	// bots, hints and an offline browser start.
	Draw(chance *Rand) Session
}

// MovesFrom are the listed moves of one of a view's seats, from the view alone.
func MovesFrom(v View, by Seat) []Move {
	var chance Rand // always the same position that fits the view: any other lists the same moves
	return v.Draw(&chance).AppendMoves(nil, by)
}

// WhyFrom names the rule that forbids a move to one of a view's seats. It follows from
// the view alone, so that a reason cannot reveal a card.
func WhyFrom(v View, m Move) string {
	var chance Rand
	return v.Draw(&chance).Why(m)
}

// Lack is why a move cannot be made, in a few words: a text of the catalogues, and what it
// names, each a name and a value of a kind. Rule is the one that forbids it.
type Lack struct {
	Verb Verb
	Rule string
	Text string
	Args [][2]string
}

// Lacking is a position that says what moves lack. It follows from what the seat may know.
type Lacking interface {
	// Lacks are the verbs of the open question that a seat has no move of.
	Lacks(by Seat) []Lack
	// Lack is why a move is not listed, or false where it is.
	Lack(m Move) (Lack, bool)
}

// Routing is a position that knows how a seat can come by several moves to where a move that is
// not listed would lead. It follows from what the seat may know.
type Routing interface {
	Route(m Move) []Move
}

// RouteFrom is the moves that lead where a move would that is not listed, from the view alone;
// nothing where the game knows none.
func RouteFrom(v View, m Move) []Move {
	var chance Rand
	return v.Draw(&chance).Route(m)
}

// LackFrom is why a move of one of a view's seats is not listed, from the view alone.
func LackFrom(v View, m Move) (Lack, bool) {
	var chance Rand
	s := v.Draw(&chance)
	if l, ok := s.Lack(m); ok {
		return l, true
	}
	rule := s.Why(m)
	return Lack{Verb: m.Verb, Rule: rule}, rule != ""
}

// OddsView is a view of a game in which odds can be computed from what is
// known. They follow from the view alone, so that they tell nobody anything that
// a careful player could not work out.
type OddsView interface {
	// Chances writes them by name, in thousandths. What is impossible is left out,
	// and what is not certain is never written as if it were.
	Chances(c *Coder)
}

// Result is how a game ended.
type Result struct {
	// Cause is the rule that ended the game.
	Cause string
	// Won is who won: everybody, nobody, a team or a seat.
	Won Seats
	// Points and Rank are per seat. Rank counts from 1; seats that share a
	// result share a rank.
	Points [MaxSeats]int16
	Rank   [MaxSeats]uint8
}

// Header is how a game began: with the moves, all that is needed to restore it.
type Header struct {
	Game     string
	Revision int      // the revision of the rules it is played by
	Settings Settings // resolved options
	Data     string   // hash of replaced card data; empty for the game's own
	Content  []byte   // the replaced data themselves, as SetContent leaves them
	Seats    []string // opaque ids, so that a person can be forgotten
	Seed     Seed
	// Known is what some seats know of a position, as View.Code wrote it: the game begins
	// there, and the seed draws all that they do not know. Nil: it begins with the set-up.
	Known []byte
}

// Begin begins the game of a header: with its set-up, or with what is known of a position.
func Begin(g Game, h Header) (Session, error) {
	if h.Known == nil {
		return g.New(h)
	}
	reader, ok := g.(ViewReader)
	if !ok {
		return nil, &ParseError{Text: "known", Why: "this game begins with its set-up only"}
	}
	v, err := reader.ReadView(h, h.Known)
	if err != nil {
		return nil, err
	}
	if again := AppendCode(nil, v.Code); !bytes.Equal(again, h.Known) {
		return nil, &ParseError{Text: "known", Why: "it is not as it would be written"}
	}
	chance, err := h.Seed.Rand()
	if err != nil {
		return nil, err
	}
	return v.Draw(&chance), nil
}

// SetContent puts data that stand for the game's own into the header: without what does
// not show at the ends of lines, so that they can be written into a transcript, and
// named by their hash. No data leave the header as it is.
func (h *Header) SetContent(text string) {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	text = strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if text == "" {
		return
	}
	h.Content = []byte(text)
	h.Data = DataHash(h.Content)
}

// Game is one game with its rules.
type Game interface {
	Name() string
	// Revision is the newest revision of the rules. Older ones stay playable.
	Revision() int
	Options() []Option
	Vocabulary() *Vocabulary
	// New sets up a game.
	New(h Header) (Session, error)
}

// ViewReader is a game whose views can be read from their text, so that a player can
// think elsewhere about what some seats know. The header needs no seed.
type ViewReader interface {
	// ReadView reads what View.Code wrote at a table of that header.
	ReadView(h Header, text []byte) (View, error)
}

// TeamGame is a game that can be played in teams.
type TeamGame interface {
	// Team is the seats that play together with a seat against the others, itself
	// among them; none where a table with these settings has no teams and everybody
	// plays together, or where there is no such seat.
	Team(set Settings, seat Seat) Seats
}

// TeamOf is the team of a seat, or none.
func TeamOf(g Game, set Settings, seat Seat) Seats {
	if t, ok := g.(TeamGame); ok {
		return t.Team(set, seat)
	}
	return 0
}

// Confiding is a game in which some seats see, by rule, the same hidden cards.
type Confiding interface {
	// Partners is the seats that see all that a seat sees, itself among them.
	Partners(set Settings, seat Seat) Seats
}

// PartnersOf is the seats that see all that a seat sees: that seat alone unless the game
// says otherwise. One player can play them all without knowing more than each may.
func PartnersOf(g Game, set Settings, seat Seat) Seats {
	if c, ok := g.(Confiding); ok {
		return c.Partners(set, seat)
	}
	return SeatsOf(seat)
}

// Contest is a game in which seats play against each other and nobody has a partner.
type Contest interface {
	// Rivals is the seats that play against a seat at a table with these settings;
	// none where everybody plays together, or where there is no such seat.
	Rivals(set Settings, seat Seat) Seats
}

// RivalsOf is the seats that a seat plays against: those of the other teams, or all
// others where each plays alone; none where everybody plays together.
func RivalsOf(g Game, set Settings, seat Seat) Seats {
	if team := TeamOf(g, set, seat); !team.Empty() {
		return AllSeats(set.Int("players")) &^ team
	}
	if c, ok := g.(Contest); ok {
		return c.Rivals(set, seat)
	}
	return 0
}

// Replaceable is a game with cards that a group can replace.
type Replaceable interface {
	// OwnCards is the game's own cards, as a header would bring others, and the
	// settings without which a table does not use them.
	OwnCards() (cards string, at Settings)
}

// OwnCards is the cards of a game that a group can replace, or none.
func OwnCards(g Game) (cards string, at Settings) {
	if own, ok := g.(Replaceable); ok {
		return own.OwnCards()
	}
	return "", nil
}

// Session is one running game behind an interface: for the table, the
// terminal and the transcripts, where search's speed is not needed and a game
// is one of many.
type Session interface {
	Decision() Decision
	AppendMoves(dst []Move, by Seat) []Move
	// Play makes a move if it is listed, and answers with a *Refusal if not.
	Play(m Move) ([]Fact, Effect, error)
	Default(by Seat) Move
	Outcome() (Result, bool)
	Why(m Move) string
	Lacking // nothing where the game has no words for it
	Routing // nothing where the game knows no routes
	View(by Seats) View
	Code(c *Coder)
	Veiled(m Move) (operands uint8, to Seats)
	SameForAll() bool
	// Vocabulary names the moves, facts and questions of this game, replaced
	// data included.
	Vocabulary() *Vocabulary
	Hash() Hash
	// Opening is what happened at the set-up.
	Opening() []Fact
	// Clone is a copy that is played on independently.
	Clone() Session
}

// session makes a Session of a position.
type session[S any, P Position[S]] struct {
	state   S
	vocab   *Vocabulary
	opening []Fact
}

// NewSession wraps a new game with what happened at its set-up.
func NewSession[S any, P Position[S]](state *S, v *Vocabulary, opening []Fact) Session {
	return &session[S, P]{state: *state, vocab: v, opening: opening}
}

// At gives the position inside a session, for a caller that knows its game.
func At[S any, P Position[S]](s Session) (*S, bool) {
	in, ok := s.(*session[S, P])
	if !ok {
		return nil, false
	}
	return &in.state, true
}

func (s *session[S, P]) Opening() []Fact                      { return s.opening }
func (s *session[S, P]) p() P                                 { return P(&s.state) }
func (s *session[S, P]) Decision() Decision                   { return s.p().Decision() }
func (s *session[S, P]) Default(by Seat) Move                 { return s.p().Default(by) }
func (s *session[S, P]) Outcome() (Result, bool)              { return s.p().Outcome() }
func (s *session[S, P]) Why(m Move) string                    { return s.p().Why(m) }
func (s *session[S, P]) View(by Seats) View                   { return s.p().View(by) }
func (s *session[S, P]) Code(c *Coder)                        { s.p().Code(c) }
func (s *session[S, P]) Veiled(m Move) (uint8, Seats)         { return s.p().Veiled(m) }
func (s *session[S, P]) SameForAll() bool                     { return s.p().SameForAll() }
func (s *session[S, P]) Vocabulary() *Vocabulary              { return s.vocab }
func (s *session[S, P]) Hash() Hash                           { return HashOf(s.p().Code) }
func (s *session[S, P]) AppendMoves(d []Move, by Seat) []Move { return s.p().AppendMoves(d, by) }

func (s *session[S, P]) Lacks(by Seat) []Lack {
	if l, ok := any(s.p()).(Lacking); ok {
		return l.Lacks(by)
	}
	return nil
}

func (s *session[S, P]) Lack(m Move) (Lack, bool) {
	if l, ok := any(s.p()).(Lacking); ok {
		return l.Lack(m)
	}
	return Lack{}, false
}

func (s *session[S, P]) Route(m Move) []Move {
	if r, ok := any(s.p()).(Routing); ok {
		return r.Route(m)
	}
	return nil
}

func (s *session[S, P]) Clone() Session {
	c := *s
	return &c
}

func (s *session[S, P]) Play(m Move) ([]Fact, Effect, error) {
	if !Listed(s.p().AppendMoves(nil, m.Seat), m) {
		return nil, Effect{}, &Refusal{What: s.vocab.Move(m), Rule: s.p().Why(m)}
	}
	var out Facts
	effect := s.p().Play(m, &out)
	return out.List, effect, nil
}

// Listed says whether a move is in a list.
func Listed(list []Move, m Move) bool {
	for _, l := range list {
		if l == m {
			return true
		}
	}
	return false
}
