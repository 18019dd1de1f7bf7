package prose

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A paragraph is a paragraph of running text in a file.
type paragraph struct {
	line   int
	text   string
	french bool
	// function is the name of the function that a Go doc comment describes, or empty.
	function string
	// label means that the text is not a sentence, as in a heading.
	label bool
	wide  []int // numbers of the lines that are too long
}

// goFile returns the paragraphs in the comments of a Go file.
func goFile(source []byte) ([]paragraph, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	functions := map[*ast.CommentGroup]string{}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Doc != nil {
			functions[f.Doc] = f.Name.Name
		}
	}
	var list []paragraph
	for _, group := range file.Comments {
		var lines []string
		for _, c := range group.List {
			body, isLine := strings.CutPrefix(c.Text, "//")
			if isLine {
				lines = append(lines, body)
				continue
			}
			lines = append(lines, strings.Split(strings.TrimSuffix(strings.TrimPrefix(body, "/*"), "*/"), "\n")...)
		}
		if output.MatchString(lines[0]) {
			continue
		}
		found := comment(lines, files.Position(group.Pos()).Line)
		if len(found) > 0 {
			found[0].function = functions[group]
		}
		list = append(list, found...)
	}
	return list, nil
}

var (
	directive = regexp.MustCompile(`^(?:go:|nolint|line |export |\+build|biome-ignore|@ts-|eslint|!/|/ <ref|#|svelte-ignore|shellcheck|svelte:)`)
	output    = regexp.MustCompile(`^ (?:Unordered output|Output):`) // the expected output of an example
	bullet    = regexp.MustCompile(`^\s*(?:[-*•]|\d+\.) `)
)

// comment splits the lines of a comment, without comment markers, into paragraphs. Indented lines are code,
// which it omits.
func comment(lines []string, at int) []paragraph {
	var list []paragraph
	var open *paragraph
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		code := strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ") && !bullet.MatchString(line) && (open == nil || !open.label)
		if trimmed == "" || directive.MatchString(trimmed) || code {
			open = nil
			continue
		}
		if open == nil || bullet.MatchString(line) {
			list = append(list, paragraph{line: at + i, label: bullet.MatchString(line)})
			open = &list[len(list)-1]
			trimmed = bullet.ReplaceAllString(trimmed, "")
		}
		open.text += " " + trimmed
		if len([]rune(line)) > widest && !strings.Contains(line, "://") {
			open.wide = append(open.wide, at+i)
		}
	}
	for i := range list {
		list[i].label = false
		list[i].text = plain(list[i].text)
	}
	return list
}

var spaces = regexp.MustCompile(`\s+`)

// plain removes inline code and superfluous spaces from a text.
func plain(text string) string {
	text = inline.ReplaceAllString(text, "X")
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}

var inline = regexp.MustCompile("``[^`]+``|`[^`]*`")

// script returns the paragraphs in the comments of TypeScript, Svelte, CSS, Python and shell files.
func script(source string, hash bool) []paragraph {
	var list []paragraph
	var run []string // lines of the current comment
	begun := 0
	flush := func() {
		list = append(list, comment(run, begun)...)
		run = nil
	}
	add := func(text string, at int) {
		if len(run) == 0 {
			begun = at
		}
		run = append(run, text)
	}
	end := "" // end marker of the block comment that is open, if any
	for i, line := range strings.Split(source, "\n") {
		at := i + 1
		trimmed := strings.TrimSpace(line)
		if end != "" {
			body, _, closed := strings.Cut(line, end)
			body = strings.TrimSpace(body)
			if rest, ok := strings.CutPrefix(body, "*"); ok {
				body = rest
			}
			add(" "+strings.TrimLeft(body, " "), at)
			if closed {
				end = ""
				flush()
			}
			continue
		}
		switch {
		case hash:
			if text, ok := strings.CutPrefix(trimmed, "#"); ok && !strings.HasPrefix(text, "!") {
				add(text, at)
				continue
			}
			flush()
		case strings.HasPrefix(trimmed, "//"):
			add(strings.TrimPrefix(trimmed, "//"), at)
		case opens(line):
			flush()
			_, body, _ := strings.Cut(line, "/*")
			end = "*/"
			text, _, closed := strings.Cut(body, end)
			add(" "+strings.TrimLeft(text, "* "), at)
			if closed {
				end = ""
				flush()
			}
		case strings.Contains(line, "<!--"):
			flush()
			_, body, _ := strings.Cut(line, "<!--")
			end = "-->"
			text, _, closed := strings.Cut(body, end)
			add(" "+strings.TrimLeft(text, "- "), at)
			if closed {
				end = ""
				flush()
			}
		default:
			flush()
			if before, after, ok := strings.Cut(line, " // "); ok && even(before) {
				add(" "+after, at)
				flush()
			}
		}
	}
	flush()
	return list
}

// even reports whether all quotes in before, the beginning of a line, are closed.
func even(before string) bool {
	for _, quote := range []string{`"`, "'", "`"} {
		if strings.Count(before, quote)%2 != 0 {
			return false
		}
	}
	return true
}

var (
	image   = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	tag     = regexp.MustCompile(`<[^>\s][^>]*>`)
	ruler   = regexp.MustCompile(`^[\s|:-]+$`)
	quoting = regexp.MustCompile(`^\s*(?:> ?)+`)
)

// markdown returns the paragraphs of a document, without its code.
func markdown(source string) []paragraph {
	var list []paragraph
	var open *paragraph
	fence, remark := "", false
	add := func(at int, text string, label bool) *paragraph {
		list = append(list, paragraph{line: at, text: text, label: label})
		return &list[len(list)-1]
	}
	for i, line := range strings.Split(source, "\n") {
		at, trimmed := i+1, strings.TrimSpace(line)
		if mark := strings.TrimLeft(trimmed, "`~"); len(trimmed)-len(mark) >= 3 {
			switch {
			case fence == "":
				fence = trimmed[:3]
			case strings.HasPrefix(trimmed, fence):
				fence = ""
			}
			open = nil
			continue
		}
		if strings.HasPrefix(trimmed, "<!--") {
			remark = true
		}
		if remark || fence != "" {
			remark = remark && !strings.Contains(line, "-->")
			open = nil
			continue
		}
		line = quoting.ReplaceAllString(line, "")
		trimmed = strings.TrimSpace(line)
		switch {
		case trimmed == "", ruler.MatchString(trimmed), open == nil && strings.HasPrefix(line, "    ") && !bullet.MatchString(line):
			open = nil
		case strings.HasPrefix(trimmed, "#"):
			add(at, strings.TrimLeft(trimmed, "# "), true)
			open = nil
		case strings.HasPrefix(trimmed, "|"):
			for cell := range strings.SplitSeq(strings.ReplaceAll(strings.Trim(trimmed, "|"), `\|`, "¦"), "|") {
				add(at, cell, false)
			}
			open = nil
		default:
			if open == nil || bullet.MatchString(line) {
				open = add(at, "", false)
				trimmed = bullet.ReplaceAllString(trimmed, "")
			}
			open.text += " " + trimmed
			if len([]rune(line)) > widest && !strings.Contains(line, "](") && !strings.Contains(line, "://") {
				open.wide = append(open.wide, at)
			}
		}
	}
	for i := range list {
		text := plain(list[i].text)
		text = image.ReplaceAllString(text, "")
		text = link.ReplaceAllString(text, "$1")
		text = tag.ReplaceAllString(text, " ")
		list[i].text = strings.TrimSpace(strings.ReplaceAll(text, "*", ""))
	}
	return list
}

var slot = regexp.MustCompile(`\{[^{}]*\}`)

// catalogue returns all texts in a JSON file, at any depth.
func catalogue(source []byte) ([]paragraph, error) {
	var all any
	if err := json.Unmarshal(source, &all); err != nil {
		return nil, err
	}
	var list []paragraph
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				walk(value[key])
			}
		case []any:
			for _, one := range value {
				walk(one)
			}
		case string:
			for strings.Contains(value, "{") {
				less := slot.ReplaceAllString(value, "X")
				if less == value {
					break
				}
				value = less
			}
			list = append(list, paragraph{text: plain(value)})
		}
	}
	walk(all)
	return list, nil
}

// opens reports whether a block comment begins in a line outside of strings.
func opens(line string) bool {
	before, _, found := strings.Cut(line, "/*")
	return found && !strings.HasSuffix(before, "'") && even(before)
}
