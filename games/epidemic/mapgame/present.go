package mapgame

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/internal/terminal/present"
)

// presenter draws a map game in the terminal.
type presenter struct {
	v  *epidemic.View
	c  present.Texts
	st present.Style
}

func (f *presenter) text(key string, args ...any) string { return f.c.Text("terminal."+key, args...) }

func (f *presenter) Seat(s engine.Seat) string {
	switch r := f.v.Rules(); {
	case int(s) >= r.Players && int(s) < r.Holders:
		return f.text("centre")
	case int(s) >= r.Players:
		return engine.SeatKind.Text(uint8(s))
	case f.choosing():
		return f.text("seat.name", "n", int(s))
	}
	return f.c.Name("role", f.v.Rules().Roles[f.v.Roles[s]].ID)
}

func (f *presenter) Short(kind, id string) string {
	if key := "terminal.letter." + id; kind == "disease" && f.c.Has(key) {
		return f.c.Text(key)
	}
	return ""
}

func (f *presenter) Title() string {
	if f.v.Depth > 0 {
		switch f.v.Stack[0].Question {
		case epidemic.QuestionStart:
			return f.text("start.title")
		case epidemic.QuestionRoles, epidemic.QuestionBase:
			return f.text("teams.title")
		}
	}
	return f.text("turn", "n", int(f.v.Turn), "seat", f.Seat(f.v.Active))
}

func (f *presenter) disease(d int) string { return f.v.Rules().Diseases[d] }

// letter returns the letter of a disease, printed in the disease's colour.
func (f *presenter) letter(d int) string {
	return f.st.Colour(f.disease(d), f.Short("disease", f.disease(d)))
}

func (f *presenter) city(c epidemic.City) string {
	return f.c.Name("city", f.v.Rules().City.Text(uint8(c)))
}

// tinted returns a city's name after the letter of its disease.
func (f *presenter) tinted(c epidemic.City) string {
	if int(c) >= len(f.v.Rules().Cities) {
		return f.c.Name("infection", f.v.Rules().Infection.Text(uint8(c)))
	}
	d := int(f.v.Rules().Colour(c))
	return f.st.Colour(f.disease(d), f.Short("disease", f.disease(d))+" "+f.city(c))
}

func (f *presenter) card(c epidemic.Card) string {
	if c.IsCity() {
		return f.tinted(epidemic.City(c))
	}
	return "★ " + f.c.Name("card", f.v.Rules().Card.Text(uint8(c)))
}

// cards returns the names of the cards in a set: first the cities by disease, then the events.
func (f *presenter) cards(set epidemic.Cards) []string {
	var out []string
	for !set.Empty() {
		c := set.First()
		out = append(out, f.card(c))
		set.Remove(c)
	}
	return out
}

func (f *presenter) cities(set uint64) []string {
	var out []string
	for ; set != 0; set &= set - 1 {
		out = append(out, f.tinted(epidemic.City(bits.TrailingZeros64(set))))
	}
	return out
}

// marks returns the signs for what is in a city: cubes by disease, a station, and pawns. The function pawn
// returns the name of a seat's pawn.
func (f *presenter) marks(c epidemic.City, pawn func(engine.Seat) string) string {
	var out []string
	for d := range f.v.Rules().Diseases {
		if n := int(f.v.CubesAt(c, epidemic.Disease(d))); n > 0 {
			cubes := f.st.Colour(f.disease(d), f.Short("disease", f.disease(d))+strings.Repeat("●", n))
			if n >= epidemic.Full {
				cubes = f.st.Bold(cubes)
			}
			out = append(out, cubes)
		}
	}
	if f.v.HasStation(c) {
		out = append(out, f.station(c))
	}
	out = append(out, f.bases(c)...)
	for s := range engine.Seat(f.v.Rules().Players) {
		if f.v.Pawns[s] == c {
			out = append(out, f.st.Bold("♟"+pawn(s)))
		}
	}
	return strings.Join(out, " ")
}

// label returns a city's name with the signs for what is in it.
func (f *presenter) label(c epidemic.City, pawn func(engine.Seat) string) string {
	return strings.TrimRight(f.name(c)+" "+f.marks(c, pawn), " ")
}

func seatNumber(s engine.Seat) string { return engine.SeatKind.Text(uint8(s)) }

// load returns a key for sorting cities: by the most cubes of one disease, then by all cubes.
func (f *presenter) load(c epidemic.City) int {
	most, all := 0, 0
	for d := range f.v.Rules().Diseases {
		n := int(f.v.CubesAt(c, epidemic.Disease(d)))
		most, all = max(most, n), all+n
	}
	return most*100 + all
}

// Board draws the map's tracks, the cities with anything in them, known infection cards, and the hands.
func (f *presenter) Board(width int) string {
	return f.position(width, f.infection(width, false)+present.Flow("", []string{
		f.text("discards.player", "n", f.v.Discard.Len()),
		f.text("discards.infection", "n", bits.OnesCount64(f.v.InfectionDiscard)),
	}, " · ", width))
}

// Text draws the board with every card that is face up. It names regions by their ids.
func (f *presenter) Text(width int) string {
	return f.position(width, f.Discards(width)) + f.legend(width)
}

// position draws the whole position. decks is the text to show for the decks.
func (f *presenter) position(width int, decks string) string {
	var b strings.Builder
	b.WriteString(f.tracks(width))
	b.WriteString(f.land(width))
	b.WriteByte('\n')
	for d := range f.v.Rules().Diseases {
		b.WriteString(f.state(d, width))
		var cells []string
		for _, c := range f.ofDisease(d) {
			cell := f.label(c, f.Seat)
			if cell == f.name(c) {
				continue // the city is empty
			}
			if present.Wide(cell) > width-len(present.Indent) {
				cell = f.label(c, seatNumber) // with names, the cell would be too wide
			}
			cells = append(cells, cell)
		}
		if len(cells) > 0 {
			b.WriteString(present.Flow(present.Indent, cells, "   ", width))
		}
	}
	b.WriteByte('\n')
	b.WriteString(decks)
	b.WriteByte('\n')
	b.WriteString(f.laboratory(width))
	b.WriteString(f.sides(width))
	b.WriteString(f.hands(width))
	return b.String()
}

// ofDisease returns the cities of a disease, those with the most cubes first.
func (f *presenter) ofDisease(d int) []epidemic.City {
	var out []epidemic.City
	for set := f.v.Rules().CitiesOf(epidemic.Disease(d)); set != 0; set &= set - 1 {
		out = append(out, epidemic.City(bits.TrailingZeros64(set)))
	}
	slices.SortStableFunc(out, func(a, b epidemic.City) int { return f.load(b) - f.load(a) })
	return out
}

// tracks returns the infection rate, the outbreaks, the stations, and the size of the player deck.
func (f *presenter) tracks(width int) string {
	n := f.v.Rules().Numbers
	var rate []string
	for i, r := range n.Rate {
		s := strconv.Itoa(int(r))
		if i == int(f.v.Rate) {
			s = f.st.Bold("[" + s + "]")
		}
		rate = append(rate, s)
	}
	out := int(f.v.Outbreaks)
	outbreaks := strings.Repeat("■", out) + strings.Repeat("□", max(0, int(n.Outbreaks)-out)) + " " + fraction(out, int(n.Outbreaks))
	odds := int(f.v.EpidemicOdds(f.v.Rules().TurnDraws())*100 + 0.5)
	return present.Flow("", []string{
		f.text("track.rate") + "  " + strings.Join(rate, " "),
		f.text("track.outbreaks") + "  " + outbreaks,
		f.text("track.stations") + "  ⌂ " + fraction(bits.OnesCount64(f.v.Stations), int(n.Stations)),
	}, "    ", width) + present.Flow("", []string{
		f.text("track.deck", "n", int(f.v.DeckLen)),
		f.text("track.odds", "percent", odds),
		f.text("track.epidemics", "n", int(f.v.Epidemics), "all", f.v.Rules().Epidemics),
	}, " · ", width)
}

func fraction(n, of int) string { return fmt.Sprintf("%d/%d", n, of) }

// state returns the line about a disease: its name, its trait, the cubes in the supply, its station and its
// cure.
func (f *presenter) state(d, width int) string {
	id := f.disease(d)
	name := f.letter(d) + "  " + f.st.Bold(f.st.Colour(id, present.Pad(f.c.Name("disease", id), 7)))
	var parts []string
	if trait, ok := f.trait(d); ok {
		parts = append(parts, f.st.Bold(trait))
	}
	if virulent, ok := f.v.Virulent(); ok && virulent == epidemic.Disease(d) {
		parts = append(parts, f.st.Bold(f.strain()))
	}
	parts = append(parts, f.text("cubes.left", "n", int(f.v.Supply[d])))
	if f.v.Rules().OwnStations {
		parts = append(parts, f.stationOf(d))
	}
	switch {
	case f.v.IsEradicated(epidemic.Disease(d)):
		parts = append(parts, f.text("cure.eradicated"))
	case f.v.IsCured(epidemic.Disease(d)):
		parts = append(parts, f.text("cure.found"))
	default:
		parts = append(parts, f.st.Dim(f.text("cure.none")))
	}
	return present.Flow(name+" ", parts, " · ", width)
}

// hands returns a line for each seat: the city of its pawn, and the cards in its hand that the view knows.
func (f *presenter) hands(width int) string {
	var b strings.Builder
	for s := range engine.Seat(f.v.Rules().Holders) {
		mark, place := " ", ""
		if s == f.v.Active {
			mark = "▶"
		}
		if int(s) < f.v.Rules().Players {
			place = f.pawn(f.v.Pawns[s]) + " · "
		}
		n := int(f.v.HandLen[s])
		fmt.Fprintf(&b, "%s %d %s · %s%s\n", mark, s, f.st.Bold(f.Seat(s)), place, f.text("hand", "n", n))
		items := f.cards(f.v.Hands[s])
		if hidden := n - f.v.Hands[s].Len(); hidden > 0 {
			items = append(items, f.st.Dim(f.text("hand.hidden", "n", hidden)))
		}
		if c := f.v.Stash[s]; c != epidemic.NoCard {
			items = append(items, f.text("stash", "event", f.card(c)))
		}
		items = append(items, f.before(s)...)
		if len(items) > 0 {
			b.WriteString(present.Flow("      ", items, ", ", width))
		}
	}
	return b.String()
}

func (f *presenter) Status(s engine.Seat) string {
	if f.v.Depth == 0 {
		return ""
	}
	switch f.v.Top().Question {
	case epidemic.QuestionDiscard:
		names := f.cards(f.tooMany(s))
		for i, name := range names {
			names[i] = present.Together(name)
		}
		return f.text("hold", "cards", strings.Join(names, ", "))
	case epidemic.QuestionCard:
		if f.Wanted() < 2 {
			return ""
		}
		return f.text("more", "n", f.Wanted())
	case epidemic.QuestionCity:
		if f.v.Top().N == 0 {
			return "" // the seat chooses a destination, which needs no number
		}
		return f.text("flee", "n", int(f.v.Top().N))
	case epidemic.QuestionRoles:
		return f.offer(s)
	case epidemic.QuestionAction, epidemic.QuestionSolo:
	default:
		return ""
	}
	city := f.city(f.v.Pawns[f.v.Active])
	if f.v.Top().Question == epidemic.QuestionSolo {
		return f.text("centre.actions", "n", int(f.v.Actions), "city", city)
	}
	_, partner := f.Then(f.v.Active)
	switch {
	case f.v.Actions == 0 && partner:
		return f.text("actions.none.team", "city", city)
	case f.v.Actions == 0:
		return f.text("actions.none", "city", city)
	case partner:
		return f.text("actions.team", "n", int(f.v.Actions), "city", city)
	}
	return f.text("actions", "n", int(f.v.Actions), "city", city)
}

// tooMany returns the cards that a seat can discard, from its own hand and from the helper's hand.
func (f *presenter) tooMany(s engine.Seat) epidemic.Cards {
	if r := f.v.Rules(); r.Holders > r.Players {
		return f.v.Surplus(s)
	}
	return f.v.Hands[s]
}

func (f *presenter) Wanted() int {
	if f.v.Depth == 0 || f.v.Top().Question != epidemic.QuestionCard {
		return 0
	}
	return int(f.v.Top().N)
}

func (f *presenter) Open() bool { return f.v.Rules().Open }

func (f *presenter) Waiting() (engine.Seat, string, bool) {
	if f.v.Depth == 0 {
		return 0, "", false
	}
	top := f.v.Top()
	by := top.Seat
	switch top.Question {
	case epidemic.QuestionConsent, epidemic.QuestionRequest:
		by = engine.Seat(top.N)
	case epidemic.QuestionCity, epidemic.QuestionRegion, epidemic.QuestionCube, epidemic.QuestionLine, epidemic.QuestionPawn, epidemic.QuestionTheirs, epidemic.QuestionWalk,
		epidemic.QuestionRole, epidemic.QuestionSlot, epidemic.QuestionDish, epidemic.QuestionDisease, epidemic.QuestionFilling, epidemic.QuestionWho:
		if v := f.v.Rules().Verbs()[top.Verb]; !slices.Equal(v.Keeps, v.Args) {
			return by, f.kept(v, top), true
		}
	case epidemic.QuestionCard, epidemic.QuestionSteer, epidemic.QuestionOrderPlayerDeck, epidemic.QuestionFree, epidemic.QuestionReplay:
	default:
		return 0, "", false
	}
	return by, f.c.Move(f.v.Rules().Vocabulary(), engine.Move{Seat: by, Verb: top.Verb, Arg: top.Arg}, f.Seat), true
}

// kept describes the move that asked the open question, with the operands stored in the frame. If no move
// asked it, kept returns a sentence for the question itself.
func (f *presenter) kept(v *epidemic.Verb, top *epidemic.Frame) string {
	text := f.c.Text("verb." + v.Name)
	if len(v.Args) == 0 {
		text = f.c.Text("move." + v.Name)
	}
	var names []string
	for i, k := range v.Keeps {
		if len(k.Values) > 0 && int(top.Arg[i]) >= len(k.Values) {
			continue // the player has not chosen this operand yet
		}
		if k == engine.SeatKind {
			names = append(names, f.Seat(engine.Seat(top.Arg[i])))
		} else {
			names = append(names, f.c.Name(k.Name, k.Text(top.Arg[i])))
		}
	}
	if len(names) > 0 {
		text += " (" + strings.Join(names, ", ") + ")"
	}
	return text
}

func (f *presenter) Moved() (engine.Seat, bool) {
	if f.v.Depth < 2 || f.v.Top().Question != epidemic.QuestionConsent {
		return 0, false
	}
	below := f.v.Stack[f.v.Depth-2].Question
	return f.v.Top().Seat, below == epidemic.QuestionSteer || below == epidemic.QuestionCity
}

func (f *presenter) Summary() string {
	return f.text("summary",
		"turns", int(f.v.Turn), "cures", bits.OnesCount8(f.v.Cured), "eradicated", bits.OnesCount8(f.v.Eradicated),
		"outbreaks", int(f.v.Outbreaks), "epidemics", int(f.v.Epidemics), "cards", int(f.v.DeckLen))
}
