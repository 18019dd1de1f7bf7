package main

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"theriac/games"
	"theriac/locale"
)

//go:embed look
var look embed.FS

// page is one page of the documentation.
type page struct {
	Path   string // path below /docs, without an extension; "" is the first page
	Source string // path of the source file
	text   string // the text, if the page is a chapter of a ledger
	Lang   string
	Title  string
	Group  string // name of the group in the navigation
	Order  int    // position in the group; equal positions are sorted by path
	Body   template.HTML
	ids    map[string]bool
	parts  []section

	Summary        string    // first sentence of the text
	Places         []section // the chapters, if there is more than one
	Previous, Next *page
}

// Top returns the page up to the end of its title.
func (p *page) Top() template.HTML {
	before, _, found := strings.Cut(string(p.Body), "</h1>")
	if !found {
		return ""
	}
	return template.HTML(before + "</h1>") //nolint:gosec // a part of Body
}

// Rest returns the part of the page that follows its title.
func (p *page) Rest() template.HTML {
	return template.HTML(strings.TrimPrefix(string(p.Body), string(p.Top()))) //nolint:gosec // a part of Body
}

// describe sets the summary and the chapters of a page from its sections.
func (p *page) describe() {
	if len(p.parts) == 0 {
		return
	}
	if first, _, found := strings.Cut(p.parts[0].Text+" ", ". "); found && len(first) < 200 {
		p.Summary = first + "."
	}
	for _, part := range p.parts[1:] {
		if part.chapter {
			p.Places = append(p.Places, part)
		}
	}
	if len(p.Places) < 3 {
		p.Places = nil
	}
}

// URL returns the path of the page in its URL.
func (p *page) URL() string { return strings.TrimSuffix("/docs/"+p.Path, "/") }

// section is one result that the search can find: a heading with the text below it.
type section struct {
	Page string `json:"p"`
	At   string `json:"u"`
	Lang string `json:"l"`
	Head string `json:"h"`
	Text string `json:"t"`

	chapter bool // the heading is of the second level
}

// groups are the groups of the navigation, in order. "rules" has the rules of the games, and the others are
// folders of docs.
var groups = []string{"play", "rules", "host", "build", "contribute", "why"}

func groupOf(p string) string {
	folder, _, _ := strings.Cut(p, "/")
	switch {
	case strings.Contains(p, "rules/"), folder == "games", folder == "rulings":
		return "rules"
	case slices.Contains(groups, folder):
		return folder
	}
	return "host" // the remaining folder is deploy
}

// build returns all files of the documentation, made from the files of the repository.
func build(from fs.FS) (map[string][]byte, error) {
	pages, err := sources(from)
	if err != nil {
		return nil, err
	}
	s := &site{from: from, pages: pages, bySource: map[string]*page{}, files: map[string][]byte{}}
	for _, p := range pages {
		s.bySource[p.Source] = p
	}
	for _, p := range pages {
		if err := s.render(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Source, err)
		}
	}
	if err := s.reference(); err != nil {
		return nil, err
	}
	for _, p := range s.pages {
		if err := s.anchors(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Source, err)
		}
	}
	return s.files, s.finish()
}

// sources returns the pages to make, sorted by order and then by path.
func sources(from fs.FS) ([]*page, error) {
	var pages []*page
	add := func(source, at, lang string) {
		pages = append(pages, &page{Path: at, Source: source, Lang: lang, Group: groupOf(at)})
	}
	for _, pattern := range []string{"docs/*/*.md", "games/*/rulings.md", "deploy/README.md"} {
		found, err := fs.Glob(from, pattern)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			at := strings.TrimSuffix(strings.TrimPrefix(f, "docs/"), ".md")
			lang := locale.Default
			switch name := path.Base(at); {
			case name == "README":
				at = path.Dir(at)
			case name == "rulings":
				at = "rulings/" + path.Base(path.Dir(at))
			case slices.Contains(locale.Languages(), name): // a translation
				lang = name
			}
			add(f, at, lang)
		}
	}
	ledgers, err := fs.Glob(from, "games/*/rules/*.md")
	if err != nil {
		return nil, err
	}
	for _, f := range ledgers {
		game := strings.Split(f, "/")[1]
		lang, part, _ := strings.Cut(strings.TrimSuffix(path.Base(f), ".md"), "-")
		at := "rules/" + game
		if part != "" {
			at += "-" + part
		}
		if lang != locale.Default {
			at = lang + "/" + at
		}
		add(f, at, lang)
		if err := pages[len(pages)-1].chapter(game, lang, part); err != nil {
			return nil, err
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("there is no documentation here")
	}
	slices.SortFunc(pages, func(a, b *page) int { return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Path, b.Path)) })
	return pages, nil
}

// chapter sets the text and the order of a page that is a part of a ledger. The order is a number below 0. It
// depends on the list of games, and on the order of parts in each ledger.
func (p *page) chapter(game, lang, part string) error {
	at := -farthest
	for _, e := range games.Entries {
		for _, c := range e.Ledger(lang) {
			if e.Rules.Name() == game && c.Part == part {
				p.text, p.Order = c.Text, at
				return nil
			}
			at++
		}
	}
	return fmt.Errorf("%s is in no ledger", p.Source)
}

// farthest is greater than the number of all chapters.
const farthest = 1 << 30

// site collects the pages and files while the documentation is built.
type site struct {
	from     fs.FS
	pages    []*page
	bySource map[string]*page
	files    map[string][]byte
	links    []link
}

// finish writes all pages with their layout, the first page of each language, the search index and the style
// sheet.
func (s *site) finish() error {
	frame, err := template.ParseFS(look, "look/page.html")
	if err != nil {
		return err
	}
	for _, lang := range locale.Languages() {
		at := ""
		if lang != locale.Default {
			at = lang
		}
		s.pages = append(s.pages, &page{Path: at, Lang: lang, Group: "home"})
	}
	s.order()
	for _, p := range s.pages {
		p.describe()
	}
	for _, lang := range locale.Languages() {
		for _, g := range s.navigation(lang) {
			for i, p := range g.Pages {
				if p.Lang == lang && i > 0 {
					p.Previous = g.Pages[i-1]
				}
				if p.Lang == lang && i+1 < len(g.Pages) {
					p.Next = g.Pages[i+1]
				}
			}
		}
	}
	var index []section
	for _, p := range s.pages {
		words, err := locale.For(p.Lang)
		if err != nil {
			return err
		}
		if p.Group == "home" {
			p.Title = words.Text("docs.title")
		}
		var text strings.Builder
		err = frame.Execute(&text, map[string]any{
			"Page": p, "Nav": s.navigation(p.Lang), "Others": s.translations(p), "Home": home(p.Lang), "Name": locale.NameOf,
			"T": func(key string) string { return words.Text("docs." + key) },
		})
		if err != nil {
			return err
		}
		s.files[strings.TrimPrefix(p.Path+".html", ".")] = []byte(text.String())
		if p.Path == "" {
			delete(s.files, "html")
			s.files["index.html"] = []byte(text.String())
		}
		index = append(index, p.parts...)
	}
	if s.files["search.json"], err = json.Marshal(index); err != nil {
		return err
	}
	for name, file := range map[string]string{
		"tokens.css": "web/src/ui/tokens.css", "inter.woff2": "web/src/ui/fonts/inter.woff2", "young-serif.woff2": "web/src/ui/fonts/young-serif.woff2",
	} {
		if s.files[name], err = fs.ReadFile(s.from, file); err != nil {
			return err
		}
	}
	for _, name := range []string{"docs.css", "docs.js", "theme.js"} {
		if s.files[name], err = look.ReadFile("look/" + name); err != nil {
			return err
		}
	}
	return nil
}

// order arranges the pages as docs/README.md lists them. Pages that are not listed come last.
func (s *site) order() {
	text, err := fs.ReadFile(s.from, "docs/README.md")
	if err != nil {
		return
	}
	at := func(p *page) int {
		if i := strings.Index(string(text), "]("+strings.TrimPrefix(p.Source, "docs/")+")"); i >= 0 {
			return i
		}
		return len(text)
	}
	slices.SortStableFunc(s.pages, func(a, b *page) int { return cmp.Compare(at(a), at(b)) })
}

// group is a group of pages in the navigation.
type group struct {
	Name  string
	Pages []*page
}

// navigation returns the groups of pages for readers of a language. Only pages about the rules are translated;
// the others are in the default language.
func (s *site) navigation(lang string) []group {
	var out []group
	for _, name := range groups {
		g := group{Name: name}
		for _, p := range s.pages {
			if p.Group == name && (p.Lang == lang || name != "rules" && p.Lang == locale.Default) {
				g.Pages = append(g.Pages, p)
			}
		}
		out = append(out, g)
	}
	return out
}

// home returns the path of the first page in a language.
func home(lang string) string {
	if lang == locale.Default {
		return "/docs"
	}
	return "/docs/" + lang
}

// translations returns the versions of a page in other languages.
func (s *site) translations(p *page) (others []*page) {
	for _, q := range s.pages {
		if q.Lang != p.Lang && q.meaning() == p.meaning() {
			others = append(others, q)
		}
	}
	return others
}

// meaning returns the path of a page without its language, which is equal for all translations of the page.
func (p *page) meaning() string {
	return strings.Trim(strings.TrimPrefix(p.Path+"/", p.Lang+"/"), "/")
}
