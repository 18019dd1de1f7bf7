package transcript

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Parse parses a transcript. The notation is strict: each element can be written in only one way, so equal
// games have equal transcripts.
func Parse(text string) (*Transcript, error) {
	body, ok := strings.CutSuffix(text, "\n")
	if !ok {
		return nil, &engine.ParseError{Text: "transcript", Why: "the last line has no end"}
	}
	p := &parser{lines: strings.Split(body, "\n")}
	t := &Transcript{}
	for p.at < len(p.lines) {
		l, ok := comment(p.lines[p.at])
		if !ok || (Line{Kind: Comment, Text: l}).String() != p.lines[p.at] {
			break
		}
		t.Title = append(t.Title, l)
		p.at++
	}
	p.header(&t.Header)
	for ; p.err == nil && p.at < len(p.lines); p.at++ {
		l, ok := parseLine(p.lines[p.at])
		if !ok || l.String() != p.lines[p.at] {
			p.fail("not a line of a transcript")
			break
		}
		t.Lines = append(t.Lines, l)
	}
	if p.err != nil {
		return nil, p.err
	}
	return t, nil
}

type parser struct {
	lines []string
	at    int
	err   error
}

func (p *parser) fail(why string) {
	if p.err == nil {
		text := ""
		if p.at < len(p.lines) {
			text = p.lines[p.at]
		}
		p.err = &engine.ParseError{Line: p.at + 1, Text: text, Why: why}
	}
}

// next consumes the current line if it starts with word, and returns the rest of the line.
func (p *parser) next(word string) (string, bool) {
	if p.err != nil || p.at >= len(p.lines) {
		return "", false
	}
	first, rest, _ := strings.Cut(p.lines[p.at], " ")
	if first != word || strings.HasSuffix(p.lines[p.at], " ") {
		return "", false
	}
	p.at++
	return rest, true
}

func (p *parser) need(word string) string {
	rest, ok := p.next(word)
	if !ok || rest == "" {
		p.fail("expected “" + word + " …”")
	}
	return rest
}

// Foreign is the error message for input that does not start like a transcript.
const Foreign = "expected “theriac …”"

func (p *parser) header(h *engine.Header) {
	if v := p.need("theriac"); p.err == nil && v != strconv.Itoa(Version) {
		p.at--
		p.fail("a notation that this version does not know")
	}
	h.Game = p.need("game")
	if n, err := strconv.Atoi(p.need("revision")); err == nil && n > 0 && p.lines[p.at-1] == "revision "+strconv.Itoa(n) {
		h.Revision = n
	} else {
		p.fail("not a revision")
	}
	for {
		rest, ok := p.next("option")
		if !ok {
			break
		}
		name, value, _ := strings.Cut(rest, " ")
		if name == "" {
			p.at--
			p.fail("not an option")
		}
		h.Settings = append(h.Settings, engine.Setting{Name: name, Value: value})
	}
	if data, ok := p.next("data"); ok {
		if h.Data = data; data == "" {
			p.at--
			p.fail("not a hash of data")
		}
		p.content(h)
	}
	for {
		s, ok := p.next("seat")
		if !ok {
			break
		}
		h.Seats = append(h.Seats, s)
	}
	p.seed(&h.Seed)
	for {
		n, ok := p.next("nonce")
		if !ok {
			break
		}
		h.Seed.Nonces = append(h.Seed.Nonces, n)
	}
	if known, ok := p.next("known"); ok {
		if h.Known = []byte(known); known == "" {
			p.at--
			p.fail("nothing is known")
		}
	}
}

// content parses data that replace the game's own, line by line.
func (p *parser) content(h *engine.Header) {
	var lines []string
	for {
		l, ok := p.next("content")
		if !ok {
			break
		}
		lines = append(lines, l)
	}
	if len(lines) == 1 && lines[0] == "" {
		p.at--
		p.fail("no data")
	}
	if lines != nil {
		h.Content = []byte(strings.Join(lines, "\n"))
	}
}

func (p *parser) seed(s *engine.Seed) {
	text := p.need("seed")
	if p.err != nil {
		return
	}
	ok, words := false, strings.Split(text, " ")
	if len(words) > 2 && words[0] == "shared" && engine.IsDeal(words[1]) {
		s.Deal, words = words[1], words[2:]
	}
	switch {
	case len(words) == 1 && s.Deal == "":
		n, err := strconv.ParseUint(text, 10, 64)
		*s = engine.NumberedSeed(n)
		ok = err == nil && strconv.FormatUint(n, 10) == text
	case len(words) == 2 && words[0] == "sealed":
		s.Sealed = true
		s.Commitment, ok = engine.ParseKey(words[1])
	case len(words) == 4 && words[0] == "revealed":
		var a, b, c bool
		s.Secret, a = engine.ParseKey(words[1])
		s.Salt, b = engine.ParseKey(words[2])
		s.Commitment, c = engine.ParseKey(words[3])
		ok = a && b && c
	}
	if !ok {
		p.at--
		p.fail("not a seed")
	}
}

func comment(line string) (string, bool) {
	if line == "#" {
		return "", true
	}
	return strings.CutPrefix(line, "# ")
}

func parseLine(line string) (Line, bool) {
	if line == "" {
		return Line{}, true
	}
	if text, ok := comment(line); ok {
		return Line{Kind: Comment, Text: text}, true
	}
	for mark, kind := range map[string]LineKind{"given ": Given, "    ": Note, "= ": Receipt} {
		if text, ok := strings.CutPrefix(line, mark); ok {
			return Line{Kind: kind, Text: text}, text != ""
		}
	}
	l := Line{Kind: Move}
	if text, ok := strings.CutPrefix(line, "! "); ok {
		l.Kind, line = Refused, text
	}
	line, l.Remark, _ = strings.Cut(line, "  # ")
	seat, text, _ := strings.Cut(line, " ")
	n, ok := engine.SeatKind.Parse(seat)
	l.Seat, l.Text = engine.Seat(n), text
	return l, ok && text != ""
}
