package entry

import (
	"fmt"
	"strconv"
	"strings"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/terminal/present"
)

// presenter draws the card game in the terminal.
type presenter struct {
	v  *pharmacy.View
	c  present.Texts
	st present.Style
}

func (f *presenter) text(key string, args ...any) string {
	return f.c.Text("terminal.pharmacy."+key, args...)
}

// Then returns no seat, because no second seat acts in a player's turn.
func (f *presenter) Then(engine.Seat) (engine.Seat, bool) { return 0, false }

func (f *presenter) Seat(s engine.Seat) string { return f.text("seat", "n", int(s)) }

func (f *presenter) Title() string {
	return f.text("title", "round", int(f.v.Round), "turn", int(f.v.Turn), "seat", f.Seat(f.v.Active))
}

func (f *presenter) Short(kind, id string) string {
	if key := "terminal.letter." + id; kind == "pill" && f.c.Has(key) {
		return f.c.Text(key)
	}
	return ""
}

func (f *presenter) Parts(string, uint8) []string { return nil }

// pills returns the number of pills of each colour as text, such as B4 Y3 R2.
func (f *presenter) pills(p pharmacy.Pills) string {
	var out []string
	for i, colour := range []string{"blue", "yellow", "red"} {
		if p[i] > 0 {
			out = append(out, f.st.Colour(colour, f.Short("pill", colour)+strconv.Itoa(int(p[i]))))
		}
	}
	if len(out) == 0 {
		return f.st.Dim(f.text("none"))
	}
	return strings.Join(out, " ")
}

// card returns a card's name with what the card does to a player who keeps it.
func (f *presenter) card(c pharmacy.Card) string {
	name := f.c.Name("card", pharmacy.Cards().Text(uint8(c)))
	if n := f.v.Rules().Value(c); n > 0 {
		name += " " + strconv.Itoa(int(n))
	}
	if c.IsVirus() && f.v.Rules().Virus(c).Cross {
		name += "+"
	}
	return name
}

// lying returns the name of a virus in front of a player, with the injections that it has had.
func (f *presenter) lying(l pharmacy.Lying) string {
	switch l.Doses {
	case 1:
		return f.card(l.Card) + "½"
	case 2:
		return f.st.Dim("✝ " + f.card(l.Card))
	}
	return f.card(l.Card)
}

// Text draws the board with all open cards.
func (f *presenter) Text(width int) string { return f.Board(width) + "\n" + f.Discards(width) }

// Board draws the pharmacy, the piles, the circulating card, and what is in front of each player.
func (f *presenter) Board(width int) string {
	var b strings.Builder
	b.WriteString(present.Flow(f.st.Bold(f.text("pharmacy"))+"  ", []string{f.pills(f.v.Pharmacy)}, " ", width))
	for p, id := range []string{"left", "right"} {
		head := f.st.Bold(f.c.Name("pile", id)) + "  "
		if f.v.PileLen[p] == 0 {
			b.WriteString(head + f.st.Dim(f.text("pile.empty")) + "\n")
			continue
		}
		items := []string{f.st.Bold(f.card(f.v.Top[p]))}
		if c := f.v.Top[p]; c.IsVirus() {
			items = append(items, f.pills(f.v.Rules().Virus(c).Pills))
		}
		items = append(items, f.st.Dim(f.text("pile", "n", int(f.v.PileLen[p])-1)))
		b.WriteString(present.Flow(head, items, " · ", width))
	}
	b.WriteByte('\n')
	for s := range engine.Seat(f.v.Rules().Players) {
		b.WriteString(f.front(s, width))
	}
	for _, line := range f.pending() {
		b.WriteString(present.Wrap("", line, width))
	}
	return b.String()
}

// front returns lines that describe a seat and the cards in front of it.
func (f *presenter) front(s engine.Seat, width int) string {
	mark := " "
	if s == f.v.Active {
		mark = "▶"
	}
	items := []string{
		f.pills(f.v.Pills[s]),
		f.text("sick", "n", f.v.Sickness(s)), f.text("needles", "n", f.v.Injections(s)),
		f.text("risks", "n", int(f.v.HandLen[s])), f.text("points", "n", f.v.Total(s)),
	}
	if p := f.v.Stakes[s]; p.Count() > 0 {
		items = append(items, f.st.Bold(f.text("stake", "pills", f.pills(p))))
	}
	text := present.Flow(fmt.Sprintf("%s %d %s  ", mark, s, f.st.Bold(f.Seat(s))), items, " · ", width)
	var below []string
	front := &f.v.Fronts[s]
	for _, l := range front.Virus[:front.N] {
		below = append(below, present.Together(f.lying(l)))
	}
	if len(below) > 0 {
		text += present.Flow("      ", below, ", ", width)
	}
	if hand := f.faces(f.v.Hands[s]); len(hand) > 0 {
		text += present.Flow("      ? ", hand, ", ", width)
	}
	return text
}

// faces returns the names of the risk cards in a hand.
func (f *presenter) faces(h pharmacy.Hand) []string {
	var out []string
	for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
		for range h.Count(c) {
			out = append(out, present.Together(f.card(c)))
		}
	}
	return out
}

// pending returns the circulating card or the risk card being carried out, and the guesses.
func (f *presenter) pending() []string {
	var out []string
	if t := f.v.Travel; t.Risk {
		out = append(out, f.text("face-down", "seat", f.Seat(t.Owner)))
	} else if t.Price > 0 {
		out = append(out, f.text("travel", "card", f.card(t.Card), "seat", f.Seat(t.Giver), "n", int(t.Price)))
	}
	if f.v.Nurse != pharmacy.NoSeat {
		out = append(out, f.text("nurse", "seat", f.Seat(f.v.Nurse), "seat2", f.Seat(f.v.Nursed)))
	}
	if f.v.Diagnostician != pharmacy.NoSeat {
		out = append(out, f.text("diagnosis", "seat", f.Seat(f.v.Diagnostician), "seat2", f.Seat(f.v.Doomed)))
	}
	if f.v.Doctor != pharmacy.NoSeat {
		out = append(out, f.text("doctor", "seat", f.Seat(f.v.Doctor)))
	}
	return out
}

// Whole lists all viruses with their pills, and the number of copies of each risk card.
func (f *presenter) Whole(width int) string {
	var cells []string
	for c := range pharmacy.Card(pharmacy.Viruses) {
		cells = append(cells, f.card(c)+"  "+f.pills(f.v.Rules().Virus(c).Pills))
	}
	var risks []string
	for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
		risks = append(risks, present.Together(fmt.Sprintf("%s ×%d", f.card(c), pharmacy.Copies(c))))
	}
	return present.Columns(present.Indent, cells, width) + present.Flow(f.text("copies")+"  ", risks, " · ", width)
}

// counted returns the number of finished rounds.
func (f *presenter) counted() int {
	if f.v.Over {
		return pharmacy.Rounds
	}
	return int(f.v.Round) - 1
}

// Discards returns the risk cards that have been opened, and the points so far.
func (f *presenter) Discards(width int) string {
	opened := f.faces(f.v.Opened)
	if len(opened) == 0 {
		opened = []string{f.st.Dim(f.text("none"))}
	}
	text := present.Flow(f.text("opened")+"  ", opened, ", ", width)
	for s := range engine.Seat(f.v.Rules().Players) {
		var rounds []string
		for _, sheet := range f.v.Sheet[:f.counted()] {
			rounds = append(rounds, strconv.Itoa(sheet[s].Points()))
		}
		text += present.Flow(present.Indent+f.Seat(s)+"  ", append(rounds, f.st.Bold(strconv.Itoa(f.v.Total(s)))), " · ", width)
	}
	return text
}

func (f *presenter) Status(s engine.Seat) string {
	if f.v.Question != pharmacy.QuestionAnswer {
		return ""
	}
	t := f.v.Travel
	return f.text("travel", "card", f.card(t.Card), "seat", f.Seat(t.Giver), "n", int(t.Price)) + " " +
		f.text("owed", "n", max(0, int(t.Price)-f.v.Stakes[s].Value()))
}

func (f *presenter) Open() bool { return false }

func (f *presenter) Waiting() (engine.Seat, string, bool) { return 0, "", false }

func (f *presenter) Moved() (engine.Seat, bool) { return 0, false }

func (f *presenter) Wanted() int { return 0 }

func (f *presenter) Summary() string {
	best := -1 << 15
	var names []string
	for s := range engine.Seat(f.v.Rules().Players) {
		switch n := f.v.Total(s); {
		case n > best:
			best, names = n, []string{f.Seat(s)}
		case n == best:
			names = append(names, f.Seat(s))
		}
	}
	return f.text("summary", "seats", strings.Join(names, ", "), "n", best)
}

// Company returns only the seat itself, because no two seats share a hand in the card game.
func (f *presenter) Company(s engine.Seat) engine.Seats { return engine.SeatsOf(s) }

// Ending returns how the game ended. The summary already names the winner.
func (f *presenter) Ending(r engine.Result) (string, []string) {
	return f.c.Text("end." + strings.TrimPrefix(r.Cause, "end/")), nil
}
