package terminal

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// Course returns the game's header and its moves, without those that were undone.
func (r *Playthrough) Course() (engine.Header, []engine.Move) {
	moves := make([]engine.Move, len(r.past))
	for i, p := range r.past {
		moves[i] = p.move
	}
	return r.script.Header, moves
}

// WriteStory prints where a game was won or lost. It prints a chart of the chance to win, a table
// of the turns, the turning points in words, and how close the game was.
func WriteStory(r *Playthrough, s *story.Story, c *locale.Catalogue, out io.Writer, width int, colour bool) error {
	t := &Console{
		Config: Config{Catalogue: c, Out: out, Width: width, Colour: colour},
		st:     present.Style{On: colour}, viewer: engine.AllSeats(r.Settings().Int("players")),
	}
	t.setUp(r)
	if _, err := presenter(t.Game, t.view(), t.c, t.st); err != nil {
		return err
	}
	key := "story.lost"
	if s.End == 1 {
		key = "story.won"
	}
	t.say(key, "level", t.c.Text("web.bot.level."+s.Reference), "percent", percent(s.Start.Chance))
	t.print("\n" + chart(s) + "\n")
	t.storyTurns(s)
	if len(s.Points) > 0 {
		t.print("\n" + t.st.Bold(t.text("story.points")) + "\n")
	}
	for _, p := range s.Points {
		head := fmt.Sprintf("  %s %s ", t.text("story.point", "n", p.Turn), signed(p.By))
		if p.Kind == story.KindMissed {
			head = fmt.Sprintf("  %s %s ", t.text("story.point", "n", p.Turn), signed(-p.By))
		}
		t.print(present.Wrap(head, t.lineOf(p.Line), t.Width))
	}
	if len(s.Close) > 0 {
		t.print("\n" + t.st.Bold(t.text("story.close")) + "\n")
	}
	for _, l := range s.Close {
		t.print(present.Wrap("  ", t.lineOf(l), t.Width))
	}
	return nil
}

// storyTurns prints the table of turns. After it come notes, and the better plans that were missed.
func (t *Console) storyTurns(s *story.Story) {
	head := []string{t.text("story.turn"), t.text("story.who"), t.text("story.chance"), t.text("story.skill"), t.text("story.luck"), t.text("story.missed")}
	rows := [][]string{head}
	for _, turn := range s.Turns {
		missed := ""
		if turn.Missed != nil {
			missed = unsure(*turn.Missed)
		}
		rows = append(rows, []string{
			strconv.Itoa(turn.Turn), t.seat(engine.Seat(turn.Seat)), strconv.Itoa(percent(turn.Before.Chance)), unsure(turn.Skill), unsure(turn.Luck), missed,
		})
	}
	wide := make([]int, len(head))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], present.Wide(cell))
		}
	}
	for n, row := range rows {
		line := ""
		for i, cell := range row {
			if i == 1 { // names are left-aligned, numbers right-aligned
				line += "  " + present.Pad(cell, wide[i])
			} else {
				line += "  " + strings.Repeat(" ", wide[i]-present.Wide(cell)) + cell
			}
		}
		line = strings.TrimRight(line, " ")
		if n == 0 {
			line = t.st.Dim(line)
		}
		t.print(line + "\n")
	}
	for i := range s.Turns {
		turn := &s.Turns[i]
		head := "  " + t.text("story.point", "n", turn.Turn) + " "
		if turn.Better != nil {
			t.print(present.Wrap(head, t.planOf(turn), t.Width))
		}
		for _, l := range turn.Notes {
			t.print(present.Wrap(head, t.lineOf(l), t.Width))
		}
	}
}

// lineOf returns the text of one line of a story.
func (t *Console) lineOf(l story.Line) string { return t.reasonOf(ai.Reason{Key: l.Key, Args: l.Args}) }

// planOf describes in words the better plan that a turn missed.
func (t *Console) planOf(turn *story.Turn) string {
	v := t.Game.Vocabulary()
	parts := make([]string, 0, len(turn.Better.Moves))
	for _, text := range turn.Better.Moves {
		number, move, _ := strings.Cut(text, " ")
		seat, _ := engine.SeatKind.Parse(number)
		m, err := v.ParseMove(engine.Seat(seat), move)
		if err != nil {
			parts = append(parts, text)
			continue
		}
		parts = append(parts, t.c.Move(v, m, t.seat))
	}
	return t.c.Text("story.better", "moves", strings.Join(parts, " · "))
}

// percent rounds a probability to a whole percentage.
func percent(x float64) int { return int(math.Round(100 * x)) }

// signed formats a change in probability as a percentage with a sign.
func signed(x float64) string {
	switch n := percent(x); {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

// unsure formats a change in probability with its standard error.
func unsure(e ai.Estimate) string {
	if e.Error == 0 {
		return signed(e.Chance)
	}
	return signed(e.Chance) + " ±" + strconv.Itoa(max(1, percent(e.Error)))
}

// chart draws the chance to win during the game, with a column for each turn and one for the end.
func chart(s *story.Story) string {
	const rows = 5
	columns := make([]float64, 0, len(s.Turns)+1)
	for _, turn := range s.Turns {
		columns = append(columns, turn.Before.Chance)
	}
	columns = append(columns, s.End)
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	var b strings.Builder
	for row := rows - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%5d │", (row+1)*100/rows)
		for _, x := range columns {
			n := min(8, max(0, int(math.Round((x*rows-float64(row))*8))))
			b.WriteString(string(eighths[n]) + string(eighths[n]) + " ")
		}
		b.WriteByte('\n')
	}
	b.WriteString("      └" + strings.Repeat("───", len(columns)) + "\n       ")
	for i := range s.Turns {
		fmt.Fprintf(&b, "%-3d", s.Turns[i].Turn)
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}
