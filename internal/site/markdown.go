package main

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown is the parser for our Markdown texts. It writes no inline styles, because the server's content
// security policy forbids them.
var markdown = goldmark.New(
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough,
	),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithXHTML()),
)

// ids gives headings the ids that links in our texts expect: lower case, no punctuation, and dashes for spaces.
type ids map[string]bool

// Generate returns an id for a heading. If another heading has that id, it appends a number.
func (i ids) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, string(value))
	free := name
	for n := 1; i[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	i[free] = true
	return []byte(free)
}

// Put records that an id is in use.
func (i ids) Put(value []byte) { i[string(value)] = true }

// link is a link from one page to a heading of another page.
type link struct {
	from, to *page
	anchor   string
}

// render makes the HTML body of a page from its Markdown.
func (s *site) render(p *page) error {
	source := []byte(p.text)
	if p.text == "" {
		var err error
		if source, err = fs.ReadFile(s.from, p.Source); err != nil {
			return err
		}
	}
	known := ids{}
	doc := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(known))))
	p.ids = known
	if err := s.resolve(p, doc); err != nil {
		return err
	}
	p.sections(doc, source)
	labelCells(doc, source)
	if p.Title == "" {
		return fmt.Errorf("there is no title")
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, doc); err != nil {
		return err
	}
	// Make wide content focusable, so that it can also be scrolled with the keyboard.
	body := strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`).Replace(out.String())
	p.Body = template.HTML(body) //nolint:gosec // safe: the texts are our own, and the renderer escapes raw HTML
	return nil
}

// labelCells names each cell of a table after its column. On phones, a row is
// shown as a list of its cells, each with this name.
func labelCells(doc ast.Node, source []byte) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		table, ok := n.(*tables.Table)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		var heads []string
		for row := table.FirstChild(); row != nil; row = row.NextSibling() {
			column := 0
			for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
				if row == table.FirstChild() {
					heads = append(heads, strings.TrimSpace(said(cell, source)))
				} else if column < len(heads) {
					cell.SetAttributeString("data-label", []byte(heads[column]))
				}
				column++
			}
		}
		return ast.WalkSkipChildren, nil
	})
}

// resolve turns links between files into links between pages. A link to a file without a page becomes plain
// text. A link to a missing file is an error.
func (s *site) resolve(p *page, doc ast.Node) error {
	var plain []ast.Node
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to, page, err := s.target(p, string(n.Destination))
			if err != nil {
				return ast.WalkStop, err
			}
			if !page {
				plain = append(plain, n)
			}
			n.Destination = []byte(to)
		case *ast.Image:
			file := path.Join(path.Dir(p.Source), string(n.Destination))
			data, err := fs.ReadFile(s.from, file)
			if err != nil {
				return ast.WalkStop, err
			}
			s.files["pictures/"+path.Base(file)] = data
			n.Destination = []byte("/docs/pictures/" + path.Base(file))
		}
		return ast.WalkContinue, nil
	})
	for _, n := range plain {
		parent := n.Parent()
		for c := n.FirstChild(); c != nil; {
			next := c.NextSibling()
			parent.InsertBefore(parent, n, c)
			c = next
		}
		parent.RemoveChild(parent, n)
	}
	return err
}

// target returns the address to which a link leads. It returns false if readers cannot go there.
func (s *site) target(p *page, to string) (string, bool, error) {
	u, err := url.Parse(to)
	if err != nil {
		return "", false, err
	}
	if u.IsAbs() {
		return to, u.Scheme == "https" || u.Scheme == "http", nil
	}
	at := p
	if u.Path != "" {
		file := path.Join(path.Dir(p.Source), u.Path)
		if !fs.ValidPath(file) {
			return "", false, fmt.Errorf("%s leaves the repository", to)
		}
		if _, err := fs.Stat(s.from, file); err != nil {
			return "", false, fmt.Errorf("the link %s is dead: %w", to, err)
		}
		if at = s.bySource[file]; at == nil {
			at = s.bySource[file+"/README.md"]
		}
		if at == nil {
			return "", false, nil
		}
	}
	if u.Fragment != "" {
		s.links = append(s.links, link{p, at, u.Fragment})
		return at.URL() + "#" + u.Fragment, true, nil
	}
	return at.URL(), true, nil
}

// anchors checks that every heading to which a page links exists.
func (s *site) anchors(p *page) error {
	for _, l := range s.links {
		if l.from == p && !l.to.ids[l.anchor] {
			return fmt.Errorf("%s has no place #%s", l.to.Source, l.anchor)
		}
	}
	return nil
}

var spaces = regexp.MustCompile(`\s+`)

// sections finds the title of a page, and splits the page into the sections that the search finds.
func (p *page) sections(doc ast.Node, source []byte) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		words := strings.TrimSpace(spaces.ReplaceAllString(said(n, source), " "))
		h, ok := n.(*ast.Heading)
		if ok && p.Title == "" {
			p.Title = words
			h.Level = 1 // only the first file of a ledger has a first-level heading
		}
		if ok || len(p.parts) == 0 {
			at := p.URL()
			if id, there := n.AttributeString("id"); ok && there && h.Level > 1 {
				at += "#" + string(id.([]byte))
			}
			p.parts = append(p.parts, section{Page: p.Title, Lang: p.Lang, At: at, Head: words, chapter: ok && h.Level == 2})
			continue
		}
		last := &p.parts[len(p.parts)-1]
		last.Text = strings.TrimSpace(last.Text + " " + words)
	}
}

// said returns the plain text of a node, without markup.
func said(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				out.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					out.WriteByte(' ')
				}
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				for i := range n.Lines().Len() {
					line := n.Lines().At(i)
					out.Write(line.Value(source))
				}
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}
