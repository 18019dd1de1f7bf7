package engine

import (
	"bytes"
	"strings"
)

// State is the part of a position's interface that searches need. S is a plain struct of arrays that contains
// the whole position, so assignment copies it.
type State[S any] interface {
	*S
	// Decision returns the open question and the seats that owe an answer.
	Decision() Decision
	// AppendMoves appends all legal moves of one seat, sorted, at most MaxMoves. There is no other source of
	// legality.
	AppendMoves(dst []Move, by Seat) []Move
	// Play makes a move, which must be one of those that AppendMoves lists. If out is nil, the facts are
	// dropped.
	Play(m Move, out *Facts) Effect
	// Default returns the move for a seat that does not respond. It is a legal move, or the zero move if the
	// seat owes no answer.
	Default(by Seat) Move
	// Outcome returns the result, or false while the game is still running.
	Outcome() (Result, bool)
}

// MaxMoves is the largest number of moves that one seat can have for one question. A game with more choices
// asks for them in several steps.
const MaxMoves = 400

// Position is the interface that a game implements: State for searches, and the methods that tables, logs and
// players need.
type Position[S any] interface {
	State[S]
	// Why returns the first rule that forbids a move, or an empty string if the move is legal. It uses only
	// what the move's seat may know.
	Why(m Move) string
	// View returns all that the given seats together may know.
	View(by Seats) View
	// Code writes the whole position, including its secrets.
	Code(c *Coder)
	// Veiled returns which operands of a move name face-down cards, as a bit set of operand positions, and
	// which seats may read them. Other seats read only the remaining operands.
	Veiled(m Move) (operands uint8, to Seats)
	// SameForAll reports whether all seats know the same, so that their views differ only in the list of
	// seats. It may return false even then.
	SameForAll() bool
}

// View is all that some seats together may know. A view of no seats is a spectator's, and one of two seats
// can be a team's. A view of all seats is that of a person who plays alone. It is built up from public facts
// and from what its seats have seen, never cut down from the whole position.
type View interface {
	// Code writes what is known, by field name. The first field, "seats", lists the seats of the view.
	Code(c *Coder)
	// Draw returns an invented game that the view's seats cannot distinguish from the real one. Bots, hints
	// and offline play in the browser start from it.
	Draw(chance *Rand) Session
}

// MovesFrom returns the legal moves of one of a view's seats, using only the view.
func MovesFrom(v View, by Seat) []Move {
	var chance Rand // The zero key is good enough, because every position that fits the view has the same legal moves.
	return v.Draw(&chance).AppendMoves(nil, by)
}

// WhyFrom returns the rule that forbids a move of one of a view's seats. It uses only the view, so the reason
// cannot reveal a hidden card.
func WhyFrom(v View, m Move) string {
	var chance Rand
	return v.Draw(&chance).Why(m)
}

// Unmet explains briefly why a move cannot be made. Text is the key of the message in the text catalogues.
// The fields after it are values for the message, each with the name of its kind. Rule is the rule that
// forbids the move.
type Unmet struct {
	Verb Verb
	Rule string
	Text string
	Args [][2]string
}

// UnmetExplainer is implemented by positions that explain why moves cannot be made, using only what the seat
// may know.
type UnmetExplainer interface {
	// UnmetNeeds returns one explanation for each verb that could answer the open question but with which the
	// seat has no legal move.
	UnmetNeeds(by Seat) []Unmet
	// UnmetNeed returns why a move is not legal, or false if it is legal.
	UnmetNeed(m Move) (Unmet, bool)
}

// Routing is implemented by positions that can replace an illegal move by several moves to the same
// destination, using only what the seat may know.
type Routing interface {
	Route(m Move) []Move
}

// RouteFrom returns several moves that lead to the destination of an illegal move, using only the view. It
// returns nil if the game knows no route.
func RouteFrom(v View, m Move) []Move {
	var chance Rand
	return v.Draw(&chance).Route(m)
}

// UnmetFrom returns why a move of one of a view's seats is not legal, using only the view.
func UnmetFrom(v View, m Move) (Unmet, bool) {
	var chance Rand
	s := v.Draw(&chance)
	if l, ok := s.UnmetNeed(m); ok {
		return l, true
	}
	rule := s.Why(m)
	return Unmet{Verb: m.Verb, Rule: rule}, rule != ""
}

// OddsView is a view that can compute odds. They use only the view, so they reveal nothing that a careful
// player could not calculate.
type OddsView interface {
	// Chances writes the odds by name, in thousandths. It omits impossible events, and never rounds up to
	// certainty.
	Chances(c *Coder)
}

// Result is the result of a game.
type Result struct {
	// Cause is the rule that ended the game.
	Cause string
	// Won is the set of winners: all seats, none, a team, or one seat.
	Won Seats
	// Points and Rank have one value per seat. Ranks start at 1, and tied seats share a rank.
	Points [MaxSeats]int16
	Rank   [MaxSeats]uint8
}

// Header holds how a game began. The header and the moves are all that is needed to restore the game.
type Header struct {
	Game     string
	Revision int      // the revision of the rules that the game is played by
	Settings Settings // resolved options
	Data     string   // hash of the data that replace the game's own cards; empty if none do
	Content  []byte   // the data that Data is the hash of, as SetContent stores them
	Seats    []string // opaque ids instead of names, so that a person's data can be deleted
	Seed     Seed
	// Known is what some seats know about a position, as View.Code wrote it. If it is set, the game begins
	// from that position, and the seed determines everything unknown. If it is nil, the game begins with its
	// set-up.
	Known []byte
}

// Begin starts the game that a header describes, either with its set-up or from a known position.
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

// SetContent stores data that replace the game's own, and their hash. So that a transcript can contain the
// data, it removes white space at line ends. An empty text leaves the header unchanged.
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

// Game gives access to one game: its name, its options, its vocabulary and its set-up.
type Game interface {
	Name() string
	// Revision returns the newest revision of the rules. Games of older revisions remain playable.
	Revision() int
	Options() []Option
	Vocabulary() *Vocabulary
	// New sets up the game that a header describes.
	New(h Header) (Session, error)
}

// ViewReader is implemented by games that can read a view back from text. It lets a bot or a client outside
// the server work with a view. The header needs no seed.
type ViewReader interface {
	// ReadView reads a view that View.Code wrote, for a table with the given header.
	ReadView(h Header, text []byte) (View, error)
}

// TeamGame is implemented by games that can be played in teams.
type TeamGame interface {
	// Team returns all seats of a seat's team, including the seat. It returns the empty set if the settings
	// have no teams or the seat does not exist.
	Team(set Settings, seat Seat) Seats
}

// TeamOf returns the seats of a seat's team, or the empty set if the game has no teams.
func TeamOf(g Game, set Settings, seat Seat) Seats {
	if t, ok := g.(TeamGame); ok {
		return t.Team(set, seat)
	}
	return 0
}

// Confiding is implemented by games in which several seats can see the same hidden cards.
type Confiding interface {
	// Partners returns the seats that see the same cards as a seat, including that seat.
	Partners(set Settings, seat Seat) Seats
}

// PartnersOf returns the seats that see the same cards as a seat: only the seat itself unless the game is
// Confiding. One player can play all of them without learning more than each may know.
func PartnersOf(g Game, set Settings, seat Seat) Seats {
	if c, ok := g.(Confiding); ok {
		return c.Partners(set, seat)
	}
	return SeatsOf(seat)
}

// Contest is implemented by games in which every seat plays for itself against others.
type Contest interface {
	// Rivals returns the seats that a seat plays against at a table with these settings. It returns the empty
	// set if all seats cooperate or the seat does not exist.
	Rivals(set Settings, seat Seat) Seats
}

// RivalsOf returns the seats that a seat plays against: those of other teams, or all others if each seat
// plays for itself. It returns the empty set if all seats cooperate.
func RivalsOf(g Game, set Settings, seat Seat) Seats {
	if team := TeamOf(g, set, seat); !team.Empty() {
		return AllSeats(set.Int("players")) &^ team
	}
	if c, ok := g.(Contest); ok {
		return c.Rivals(set, seat)
	}
	return 0
}

// Replaceable is implemented by games with cards that a group of players can replace with its own.
type Replaceable interface {
	// OwnCards returns the game's cards in the format in which players can replace them, and the settings
	// that a table needs to use them.
	OwnCards() (cards string, at Settings)
}

// OwnCards returns the cards of a game that players can replace, or an empty string if there are none.
func OwnCards(g Game) (cards string, at Settings) {
	if own, ok := g.(Replaceable); ok {
		return own.OwnCards()
	}
	return "", nil
}

// Session is one running game of any kind. Tables, the terminal and transcripts use it, because they handle
// all games alike and do not need the speed of a search.
type Session interface {
	Decision() Decision
	AppendMoves(dst []Move, by Seat) []Move
	// Play makes a move if it is legal, and returns a *Refusal otherwise.
	Play(m Move) ([]Fact, Effect, error)
	Default(by Seat) Move
	Outcome() (Result, bool)
	Why(m Move) string
	UnmetExplainer // explains nothing if the game's positions do not
	Routing        // returns no moves if the game's positions do not
	View(by Seats) View
	Code(c *Coder)
	Veiled(m Move) (operands uint8, to Seats)
	SameForAll() bool
	// Vocabulary returns the names of the game's moves, facts and questions, including those of cards that
	// replace the game's own.
	Vocabulary() *Vocabulary
	Hash() Hash
	// Opening returns the facts of the set-up.
	Opening() []Fact
	// Clone returns an independent copy.
	Clone() Session
}

// session implements Session for a position of type S.
type session[S any, P Position[S]] struct {
	state   S
	vocab   *Vocabulary
	opening []Fact
}

// NewSession wraps a new position in a session. opening is the list of facts from its set-up.
func NewSession[S any, P Position[S]](state *S, v *Vocabulary, opening []Fact) Session {
	return &session[S, P]{state: *state, vocab: v, opening: opening}
}

// At returns the position in a session, for callers that know the type of the game.
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

func (s *session[S, P]) UnmetNeeds(by Seat) []Unmet {
	if l, ok := any(s.p()).(UnmetExplainer); ok {
		return l.UnmetNeeds(by)
	}
	return nil
}

func (s *session[S, P]) UnmetNeed(m Move) (Unmet, bool) {
	if l, ok := any(s.p()).(UnmetExplainer); ok {
		return l.UnmetNeed(m)
	}
	return Unmet{}, false
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

// Listed reports whether a list contains a move.
func Listed(list []Move, m Move) bool {
	for _, l := range list {
		if l == m {
			return true
		}
	}
	return false
}
