package arena

import (
	_ "embed" // embeds the page's template
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("arena").Funcs(template.FuncMap{
	"percent": percent,
	"share":   func(wins, of int) string { return percent(float64(wins) / float64(max(1, of))) },
	"chance":  func(x float64) string { return fmt.Sprintf("%.3f", x) },
}).Parse(pageText))

// WritePage writes an HTML page that compares the agents deal by deal. Each game links to its table
// by an invitation, because tables with known deals are not public.
func (r *Result) WritePage(w io.Writer) error {
	type row struct {
		Deal  uint64
		Games []Game
	}
	var rows []row
	for n := range r.Deals {
		one := row{Deal: r.First + uint64(n)}
		for _, a := range r.Agents {
			one.Games = append(one.Games, a.Games[n])
		}
		rows = append(rows, one)
	}
	return page.Execute(w, struct {
		*Result
		Options string
		Rows    []row
	}{r, r.options(), rows})
}

// options returns the options in the form in which a user writes them.
func (r *Result) options() string {
	var list []string
	for name, value := range r.Settings {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// WriteText writes the result as a table for the terminal.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, a := range r.Agents {
		fmt.Fprintf(&b, "%-24s won %d of %d, %s %% [%s, %s]\n", a.Name, a.Wins, r.Deals, percent(float64(a.Wins)/float64(max(1, r.Deals))), percent(a.Low), percent(a.High))
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(&b, "%d deals were won by %s alone and %d by %s alone: two of the same strength differ so much with a chance of %.3f\n", p.OnlyA, p.A, p.OnlyB, p.B, p.Chance)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
