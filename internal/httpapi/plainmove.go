package httpapi

// plainMove reads a move as clients write it: an object with each of the four fields
// once, a number of one digit, and texts of printable ASCII without escapes. That takes a
// tenth of the time of encoding/json, which reads all else; FuzzPlainMove holds the two
// together.
func plainMove(body []byte) (m sentMove, ok bool) {
	p := moveText{body}
	if !p.is('{') {
		return sentMove{}, false
	}
	for n := range 4 {
		if n > 0 && !p.is(',') {
			return sentMove{}, false
		}
		name, ok := p.text()
		if !ok || !p.is(':') {
			return sentMove{}, false
		}
		into := &m.Key
		switch name {
		case "seat":
			if m.Seat != nil || !p.digit(&m.Seat) {
				return sentMove{}, false
			}
			into = nil
		case "question":
			into = &m.Question
		case "move":
			into = &m.Move
		case "key":
		default:
			return sentMove{}, false
		}
		if into != nil {
			value, ok := p.text()
			if !ok || *into != nil {
				return sentMove{}, false
			}
			*into = &value
		}
	}
	if !p.is('}') { // none came twice, so all four came
		return sentMove{}, false
	}
	if p.space(); len(p.rest) > 0 {
		return sentMove{}, false
	}
	return m, true
}

// moveText is what is left to read.
type moveText struct{ rest []byte }

func (p *moveText) space() {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\n' || p.rest[0] == '\t' || p.rest[0] == '\r') {
		p.rest = p.rest[1:]
	}
}

// is reads one sign, if it is the next.
func (p *moveText) is(sign byte) bool {
	p.space()
	if len(p.rest) == 0 || p.rest[0] != sign {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *moveText) text() (string, bool) {
	if !p.is('"') {
		return "", false
	}
	for i, c := range p.rest {
		switch {
		case c == '"':
			text := string(p.rest[:i])
			p.rest = p.rest[i+1:]
			return text, true
		case c < ' ' || c > '~' || c == '\\':
			return "", false
		}
	}
	return "", false
}

// digit reads a number of one digit. A second one is no sign that may follow.
func (p *moveText) digit(into **int) bool {
	p.space()
	if len(p.rest) == 0 || p.rest[0] < '0' || p.rest[0] > '9' {
		return false
	}
	n := int(p.rest[0] - '0')
	*into, p.rest = &n, p.rest[1:]
	return true
}
