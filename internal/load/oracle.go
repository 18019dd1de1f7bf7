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

// oracle reconstructs a finished game from its revealed seed, so it knows every position and every secret. The
// only code that it shares with the server is the engine, whose views the games' own tests check.
type oracle struct {
	head      engine.Header
	vocab     *engine.Vocabulary
	positions []position
	secrets   []string // strings that no one may see before the end of the game
	cards     []string // the names of all cards that can be dealt or drawn
	tables    map[int]*onTable
}

// position is the state of a game after an entry.
type position struct {
	pos   engine.Session
	done  []done
	plies []engine.Move
	lines []transcriptLine // the lines of the transcript up to this position
	over  bool
}

// done is a move as it really happened.
type done struct {
	seat   engine.Seat
	move   string
	veiled string
	to     engine.Seats
	facts  []engine.Fact
}

// transcriptLine is the line of one move in a transcript. The move may have been taken back.
type transcriptLine struct {
	done
	undone bool
}

// newOracle replays the finished game from the seed in its transcript. It takes each move as the player who
// made it received it, because only that version hides nothing.
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
	m := position{pos: pos}
	for _, st := range steps {
		if m, err = o.next(game, m, st); err != nil {
			return nil, fmt.Errorf("entry %d: %w", st.N, err)
		}
		o.positions = append(o.positions, m)
	}
	return o, nil
}

// whole is the hidden part of a position, decoded.
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
	_ = json.Unmarshal(engine.AppendCode(nil, pos.Code), &w) // the oracle ignores a field that it cannot decode
	return &w
}

// learn collects the secrets of the initial position.
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
	// A group's own cards are among the options in every table's record, so they are not secret.
	own := strings.Fields(string(o.head.Content))
	o.cards = slices.DeleteFunc(o.cards, func(card string) bool {
		return slices.Contains(own, card) || slices.ContainsFunc(o.head.Settings, func(s engine.Setting) bool { return s.Name == card })
	})
}

// merge combines the versions of each entry that different viewers received into one that hides nothing.
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
				for i, p := range st.Plays { // take the move as the person who made it saw it
					if r.seats.Has(engine.Seat(p.Seat)) && i < len(steps[st.N].Plays) {
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

// next returns the position that follows m when the moves of the entry st are made.
func (o *oracle) next(game engine.Game, m position, st Step) (position, error) {
	m = position{pos: m.pos, plies: m.plies[:len(m.plies):len(m.plies)], lines: append([]transcriptLine{}, m.lines...)}
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

func (o *oracle) play(m *position, p Play) error {
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
	m.lines = append(m.lines, transcriptLine{done: d})
	return nil
}

// as returns the move as the given seats see it.
func (d done) as(by engine.Seats) string {
	if by.Empty() {
		by = engine.Spectators
	}
	if d.to&by != 0 {
		return d.move
	}
	return d.veiled
}

// names returns the cards whose names occur in a text as separate words.
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

// team returns the seats of the team to which a seat belongs, or none.
func (o *oracle) team(seat engine.Seat) engine.Seats {
	game, _ := games.Find(o.head.Game)
	return engine.TeamOf(game, o.head.Settings, seat)
}

// teams returns the number of teams in the game.
func (o *oracle) teams() int {
	if o.team(0).Empty() {
		return 0
	}
	return len(o.head.Seats) / o.team(0).Len()
}
