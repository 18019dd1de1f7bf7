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
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// markdown reads the form that our texts have. Nothing inline is written: the server's
// policy lets no style through.
var markdown = goldmark.New(
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Strikethrough,
	),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithXHTML()),
)

// ids gives headings the names that links in our texts use: small letters, no punctuation,
// dashes for spaces.
type ids map[string]bool

// Generate names a heading, with a number where the name is taken.
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

// Put notes a name that was given.
func (i ids) Put(value []byte) { i[string(value)] = true }

// link leads from one page to a place of another.
type link struct {
	from, to *page
	anchor   string
}

// render makes the body of a page.
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
	if p.Title == "" {
		return fmt.Errorf("there is no title")
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, doc); err != nil {
		return err
	}
	// What is wider than the page scrolls, by keys too.
	body := strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`).Replace(out.String())
	p.Body = template.HTML(body) //nolint:gosec // our own texts, in which the renderer escapes what is no Markdown
	return nil
}

// resolve turns links between files into links between pages. What is in the repository
// and no page becomes plain text; what is nowhere is an error.
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

// target is where a link leads, and whether that is anywhere that a reader can go.
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

// anchors looks whether the places that a page links to are there.
func (s *site) anchors(p *page) error {
	for _, l := range s.links {
		if l.from == p && !l.to.ids[l.anchor] {
			return fmt.Errorf("%s has no place #%s", l.to.Source, l.anchor)
		}
	}
	return nil
}

var spaces = regexp.MustCompile(`\s+`)

// sections collects the title and what the search finds.
func (p *page) sections(doc ast.Node, source []byte) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		words := strings.TrimSpace(spaces.ReplaceAllString(said(n, source), " "))
		h, ok := n.(*ast.Heading)
		if ok && p.Title == "" {
			p.Title = words
			h.Level = 1 // a ledger's further files begin with a chapter
		}
		if ok || len(p.parts) == 0 {
			at := p.URL()
			if id, there := n.AttributeString("id"); ok && there && h.Level > 1 {
				at += "#" + string(id.([]byte))
			}
			p.parts = append(p.parts, section{Page: p.Title, Lang: p.Lang, At: at, Head: words})
			continue
		}
		last := &p.parts[len(p.parts)-1]
		last.Text = strings.TrimSpace(last.Text + " " + words)
	}
}

// said is the text of a node, without its marks.
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
