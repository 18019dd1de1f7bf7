package load

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games"
)

// oracle knows a finished game from its revealed seed, at every entry. It shares
// nothing with the server but the engine, whose views the suite of the games tests.
type oracle struct {
	head    engine.Header
	vocab   *engine.Vocabulary
	moments []moment
	secrets []string // texts that nobody may see before the end
	cards   []string // the names of all cards that are dealt or drawn
	tables  map[int]*onTable
}

// moment is a game after an entry.
type moment struct {
	pos   engine.Session
	done  []done
	plies []engine.Move
	lines []line // of a transcript
	over  bool
}

// done is a move as it happened.
type done struct {
	seat   engine.Seat
	move   string
	veiled string
	to     engine.Seats
	facts  []engine.Fact
}

// line is a move of a transcript, which may have been taken back.
type line struct {
	done
	undone bool
}

// newOracle folds the game again from its transcript's seed and from the moves,
// each as the seat read it that made it.
func newOracle(g *leakGame) (*oracle, error) {
	last := g.viewers[0].log[len(g.viewers[0].log)-1]
	t, err := transcript.Parse(string(last.data))
	if err != nil {
		return nil, fmt.Errorf("the transcript: %w", err)
	}
	if t.Header.Seed.Sealed || !t.Header.Seed.Honest() {
		return nil, errors.New("the seed is not shown at the end, or is not the promised one")
	}
	game, ok := games.Find(t.Header.Game)
	if !ok {
		return nil, errors.New("no such game")
	}
	if _, err := t.Fold(game, transcript.Watcher{}); err != nil {
		return nil, fmt.Errorf("the transcript: %w", err)
	}
	o := &oracle{head: t.Header, vocab: game.Vocabulary(), tables: map[int]*onTable{}}
	pos, err := engine.Begin(game, t.Header)
	if err != nil {
		return nil, err
	}
	o.learn(pos)
	steps, err := merge(g)
	if err != nil {
		return nil, err
	}
	m := moment{pos: pos}
	for _, st := range steps {
		if m, err = o.next(game, m, st); err != nil {
			return nil, fmt.Errorf("entry %d: %w", st.N, err)
		}
		o.moments = append(o.moments, m)
	}
	return o, nil
}

// whole is the hidden part of a position.
type whole struct {
	Rand struct{ Key string }
	Deck []string
	hands
	Unseen []string
	Face   string
	Left   []string `json:"left-pile"`
	Right  []string `json:"right-pile"`
}

func wholeOf(pos engine.Session) *whole {
	var w whole
	_ = json.Unmarshal(engine.AppendCode(nil, pos.Code), &w) // what cannot be read is no secret that is known
	return &w
}

// learn notes the secrets of the opening position.
func (o *oracle) learn(pos engine.Session) {
	for _, k := range []engine.Key{o.head.Seed.Secret, o.head.Seed.Salt} {
		o.secrets = append(o.secrets, hex.EncodeToString(k[:]))
	}
	w := wholeOf(pos)
	o.secrets = append(o.secrets, w.Rand.Key)
	o.cards = slices.Concat(w.Deck, w.Unseen, w.Left, w.Right)
	for _, h := range w.Hands {
		o.cards = append(o.cards, h.Cards...)
	}
	slices.Sort(o.cards)
	o.cards = slices.Compact(o.cards)
	// Every record names its options, and a group's own cards too.
	own := strings.Fields(string(o.head.Content))
	o.cards = slices.DeleteFunc(o.cards, func(card string) bool {
		return slices.Contains(own, card) || slices.ContainsFunc(o.head.Settings, func(s engine.Setting) bool { return s.Name == card })
	})
}

// merge joins the entries that the viewers received.
func merge(g *leakGame) ([]Step, error) {
	steps := make([]Step, g.n+1)
	seen := make([]bool, g.n+1)
	for _, v := range g.viewers {
		for _, r := range v.log {
			if r.kind != "update" {
				continue
			}
			var u struct {
				Steps []Step `json:"steps"`
			}
			if err := json.Unmarshal(r.data, &u); err != nil {
				return nil, err
			}
			for _, st := range u.Steps {
				if st.N < 0 || st.N > g.n {
					return nil, fmt.Errorf("a step %d of %d", st.N, g.n)
				}
				if !seen[st.N] {
					steps[st.N], seen[st.N] = st, true
				}
				for i, p := range st.Plays { // the mover's own text
					if v.seats.Has(engine.Seat(p.Seat)) && i < len(steps[st.N].Plays) {
						steps[st.N].Plays[i].Move = p.Move
					}
				}
			}
		}
	}
	for n, ok := range seen {
		if !ok {
			return nil, fmt.Errorf("nobody was sent step %d", n)
		}
	}
	return steps, nil
}

// next is the moment after an entry.
func (o *oracle) next(game engine.Game, m moment, st Step) (moment, error) {
	m = moment{pos: m.pos, plies: m.plies[:len(m.plies):len(m.plies)], lines: append([]line{}, m.lines...)}
	switch st.Kind {
	case "open":
		m.done = []done{{facts: m.pos.Opening()}}
	case "play":
		m.pos = m.pos.Clone()
		for _, p := range st.Plays {
			if err := o.play(&m, p); err != nil {
				return m, err
			}
		}
	case "undo":
		pos, err := engine.Begin(game, o.head)
		if err != nil {
			return m, err
		}
		if st.To > len(m.plies) {
			return m, errors.New("an undo of more than there is")
		}
		m.plies = m.plies[:st.To:st.To]
		for _, move := range m.plies {
			if _, _, err := pos.Play(move); err != nil {
				return m, err
			}
		}
		m.pos = pos
		stands := 0
		for i := range m.lines {
			if m.lines[i].undone {
				continue
			}
			stands++
			m.lines[i].undone = stands > st.To
		}
	}
	m.over = m.pos.Decision().Over || st.Kind == "end"
	return m, nil
}

func (o *oracle) play(m *moment, p Play) error {
	seat := engine.Seat(p.Seat)
	move, err := o.vocab.ParseMove(seat, p.Move)
	if err != nil {
		return err
	}
	operands, to := m.pos.Veiled(move)
	facts, _, err := m.pos.Play(move)
	if err != nil {
		return err
	}
	d := done{seat: seat, move: p.Move, veiled: p.Move, to: to, facts: facts}
	if operands != 0 {
		d.veiled = o.vocab.VeiledMove(move, operands)
	}
	m.done = append(m.done, d)
	m.plies = append(m.plies, move)
	m.lines = append(m.lines, line{done: d})
	return nil
}

// as is how some seats read a move.
func (d done) as(by engine.Seats) string {
	if by.Empty() {
		by = engine.Spectators
	}
	if d.to&by != 0 {
		return d.move
	}
	return d.veiled
}

// names are the cards that a text names as words of their own.
func (o *oracle) names(text string) map[string]bool {
	found := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		if _, known := slices.BinarySearch(o.cards, word); known && word != "epidemic" {
			found[word] = true
		}
	}
	return found
}

// team is the seats that play together with a seat, or none.
func (o *oracle) team(seat engine.Seat) engine.Seats {
	game, _ := games.Find(o.head.Game)
	return engine.TeamOf(game, o.head.Settings, seat)
}

// teams counts the teams of the game.
func (o *oracle) teams() int {
	if o.team(0).Empty() {
		return 0
	}
	return len(o.head.Seats) / o.team(0).Len()
}
