package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// officers are an operator, a moderator and the people in their cases. Forged requests use the ids of these people and
// of what was decided, and must have no effect on any of it.
type officers struct {
	boss, mod, ada, bob Person
	eve                 Person // outside of the doors
	reported            Person // by the boss and by the moderator
	key                 string
	decisions           []string // about bob, by the boss; bob has appealed the first
	secret              string   // opens the first decision
	invitation          string
	operations          []operation
	schemas             map[string]*schema
	pages               map[string][]byte // what the operator and others read, by path
}

// operation is one operation of the API's document.
type operation struct {
	id, method, path, tag string
	anyone                bool // needs no token
	body                  *schema
}

// needsRole reports whether only a person with a role, or with the operator's key, can use an operation.
func (o *operation) needsRole() bool {
	return strings.HasPrefix(o.path, "/api/console") || strings.HasPrefix(o.path, "/api/operator")
}

// forOperators reports whether a moderator cannot use an operation.
func (o *operation) forOperators() bool {
	return o.needsRole() && (o.tag == "doors" || o.tag == "operator" || o.id == "set-role")
}

// schema is the part of a JSON schema from which request bodies are made.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Format     string             `json:"format"`
	Enum       []any              `json:"enum"`
	Minimum    int                `json:"minimum"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
}

// newOfficers prepares everything with the operator's key of a server that this program has started.
func newOfficers(c *Conn, v *victim, key string) (*officers, error) {
	o := &officers{key: key, reported: v.people[1]}
	people, err := newPeople(c, 4)
	if err != nil {
		return nil, err
	}
	o.boss, o.mod, o.ada, o.bob = people[0], people[1], people[2], people[3]
	if err := o.readDocument(c); err != nil {
		return nil, err
	}
	var made struct{ ID string }
	var own []struct{ ID, Link string }
	report := map[string]any{"about": o.reported.ID, "kind": "hurtful"}
	decide := func(what string) map[string]any {
		return map[string]any{"about": o.bob.ID, "what": what, "open": what == "mute", "reason": "spam", "words": "no", "key": what}
	}
	if err := o.elevate(c); err != nil {
		return nil, err
	}
	for _, r := range []struct {
		method, path string
		by           Person
		body, out    any
	}{
		{http.MethodPut, "/api/console/roles/" + o.mod.ID, o.boss, map[string]any{"role": "moderator"}, nil},
		{http.MethodPost, "/api/tables/" + v.table + "/report", o.boss, report, nil},
		{http.MethodPost, "/api/tables/" + v.table + "/report", o.mod, report, nil},
		{http.MethodPost, "/api/console/decisions", o.boss, decide("warn"), nil},
		{http.MethodPost, "/api/console/decisions", o.boss, decide("mute"), nil},
		{http.MethodGet, "/api/me/decisions", o.bob, nil, &own},
		{http.MethodPost, "/api/console/invitations", o.boss, map[string]any{"uses": 3}, &made},
	} {
		a, err := c.succeed(r.method, r.path, r.by.Token, r.body)
		if err == nil && r.out != nil {
			err = json.Unmarshal(a.Body, r.out)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, d := range own {
		o.decisions = append(o.decisions, d.ID)
	}
	if len(own) != 2 || own[0].Link == "" {
		return nil, fmt.Errorf("load: the decisions are %v", own)
	}
	o.invitation, o.secret = made.ID, own[0].Link[strings.LastIndexByte(own[0].Link, '/')+1:]
	_, err = c.succeed(http.MethodPost, "/api/me/decisions/"+o.decisions[0]+"/appeal", o.bob.Token, map[string]any{"text": "why?"})
	if err != nil {
		return nil, err
	}
	// People who come from now on stay outside without a code.
	if err := o.elevate(c); err != nil {
		return nil, err
	}
	if _, err := c.succeed(http.MethodPut, "/api/console/doors", o.boss.Token, map[string]any{"mode": "invite"}); err != nil {
		return nil, err
	}
	if o.eve, err = NewPerson(c); err != nil {
		return nil, err
	}
	return o, o.look(c)
}

// elevate gives the boss the rights of an operator for some minutes.
func (o *officers) elevate(c *Conn) error {
	_, err := c.succeed(http.MethodPost, "/api/operator", o.boss.Token, map[string]any{"key": o.key})
	return err
}

// operatorKey reads the key of a server that this program has started.
func (s *Server) operatorKey() (string, error) {
	data, err := os.ReadFile(filepath.Join(s.Dir, "operator-key"))
	return strings.TrimSpace(string(data)), err
}

// readDocument finds the operations of moderation and of the doors in the API's document.
func (o *officers) readDocument(c *Conn) error {
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string
			Tags        []string
			Security    []map[string]any
			RequestBody struct {
				Content map[string]struct{ Schema *schema }
			}
		}
		Components struct{ Schemas map[string]*schema }
	}
	if err := c.fetch(http.MethodGet, "/openapi.json", "", nil, &doc); err != nil {
		return err
	}
	o.schemas = doc.Components.Schemas
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths[path])) {
			op := doc.Paths[path][method]
			if len(op.Tags) == 0 || !slices.Contains([]string{"order", "console", "operator", "doors"}, op.Tags[0]) {
				continue
			}
			anyone := slices.ContainsFunc(op.Security, func(way map[string]any) bool { return len(way) == 0 })
			o.operations = append(o.operations, operation{
				op.OperationID, strings.ToUpper(method), path, op.Tags[0], anyone, op.RequestBody.Content["application/json"].Schema,
			})
		}
	}
	return nil
}

// look records the moderation log, the doors, the roles, the queue and everything else that can be read, for a later
// comparison by changed.
func (o *officers) look(c *Conn) error {
	o.pages = map[string][]byte{}
	for _, op := range o.operations {
		if op.method != http.MethodGet || strings.Contains(op.path, "{") || op.id == "console" { // which counts streams
			continue
		}
		for name, who := range map[string]Person{"boss": o.boss, "mod": o.mod, "ada": o.ada, "bob": o.bob, "eve": o.eve} {
			if op.needsRole() && name != "boss" || name == "eve" && !op.anyone {
				continue
			}
			a, err := c.succeed(http.MethodGet, op.path, who.Token, nil)
			if err != nil {
				return err
			}
			o.pages[op.path+" "+name] = a.Body
		}
	}
	return nil
}

// changed returns what changed since the last call of look.
func (o *officers) changed(c *Conn) (list []string, err error) {
	if err := o.elevate(c); err != nil { // the rights may have ended in the meantime
		return nil, err
	}
	was := o.pages
	if err := o.look(c); err != nil {
		return nil, err
	}
	for _, page := range slices.Sorted(maps.Keys(was)) {
		if !bytes.Equal(was[page], o.pages[page]) {
			list = append(list, page)
		}
	}
	return list, nil
}

// operate returns a request for an operation, with a body as the document describes it.
func (f *forger) operate(op operation, token string) []byte {
	f.op = op.id
	o := f.officers
	path := op.path
	for name, value := range map[string]string{
		"person": pick(f, o.boss, o.mod, o.ada, o.bob, o.reported).ID, "decision": pick(f, o.decisions...), "id": f.v.table,
		"secret": string(f.altered(o.secret)), "invitation": o.invitation, "node": "node", "page": "terms",
	} {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	if op.id == "person-file" {
		path += "?take=true"
	}
	var body []byte
	if op.body != nil {
		body = encode(f.fill("", op.body))
	}
	return request(f.addr, op.method, path, token, body)
}

// fill makes up a value of a schema. If it knows what a member means, it takes a real id.
func (f *forger) fill(name string, s *schema) any {
	o := f.officers
	if at := strings.LastIndexByte(s.Ref, '/'); at >= 0 {
		s = o.schemas[s.Ref[at+1:]]
	}
	kind, _ := s.Type.(string)
	if kinds, ok := s.Type.([]any); ok && len(kinds) > 0 {
		kind, _ = kinds[0].(string)
	}
	switch {
	case len(s.Enum) > 0:
		return pick(f, s.Enum...)
	case name == "about":
		return pick(f, o.boss, o.mod, o.ada, o.bob, o.reported).ID
	case name == "table":
		return f.v.table
	case name == "key" || name == "code":
		return f.key()
	case s.Format == "date-time":
		return time.Now().Add(time.Hour).UTC()
	case kind == "boolean":
		return f.rng.IntN(2) == 0
	case kind == "integer" || kind == "number":
		return s.Minimum + f.rng.IntN(3)
	case kind == "array":
		return []any{f.fill("", s.Items)}
	case kind == "object":
		object := map[string]any{}
		for _, member := range slices.Sorted(maps.Keys(s.Properties)) {
			if slices.Contains(s.Required, member) || f.rng.IntN(2) == 0 {
				object[member] = f.fill(member, s.Properties[member])
			}
		}
		return object
	}
	return "some words"
}

// altered returns a secret in which one character is another one.
func (f *forger) altered(secret string) []byte {
	b := []byte(secret)
	at := f.rng.IntN(len(b))
	b[at] = map[bool]byte{true: 'b', false: 'a'}[b[at] == 'a']
	return b
}

// ruling returns a decision that would be possible in any other case.
func (f *forger) ruling(about string) []byte {
	what := pick(f, "none", "warn", "mute", "no-public", "suspend", "rename")
	r := map[string]any{"about": about, "what": what, "reason": "hurtful", "key": f.key()}
	if slices.Contains([]string{"mute", "no-public", "suspend"}, what) {
		r["open"] = true
	}
	return encode(r)
}

// orderClasses are the forged requests to moderation and to the doors.
var orderClasses = []class{
	{name: "no role", make: func(f *forger) []byte {
		op := f.operation(func(op *operation) bool { return op.needsRole() })
		return f.operate(op, pick(f, f.officers.ada, f.officers.bob, f.officers.reported).Token)
	}},
	{name: "role too small", make: func(f *forger) []byte {
		return f.operate(f.operation((*operation).forOperators), f.officers.mod.Token)
	}},
	{name: "nobody's order", make: func(f *forger) []byte {
		op := f.operation(func(op *operation) bool { return !op.anyone })
		return f.operate(op, pick(f, "", string(f.altered(f.officers.boss.Token)), string(f.altered(f.officers.mod.Token))))
	}},
	{name: "guessed secret", make: func(f *forger) []byte {
		op := f.operation(func(op *operation) bool {
			return slices.Contains([]string{"open-appeal", "send-appeal", "enter-doors", "claim", "open-console"}, op.id)
		})
		return f.operate(op, f.officers.eve.Token)
	}},
	{name: "another's decision", make: func(f *forger) []byte {
		return f.operate(f.operation(func(op *operation) bool { return op.id == "appeal" }), pick(f, f.officers.ada, f.officers.mod, f.officers.boss).Token)
	}},
	{name: "own case", make: func(f *forger) []byte {
		by := pick(f, f.officers.boss, f.officers.mod)
		f.op = "decide"
		return request(f.addr, http.MethodPost, "/api/console/decisions", by.Token, f.ruling(pick(f, by, f.officers.reported).ID))
	}},
	{name: "own appeal", make: func(f *forger) []byte {
		f.op = "answer-appeal"
		body := encode(map[string]any{"uphold": f.rng.IntN(2) == 0, "words": "no"})
		return request(f.addr, http.MethodPost, "/api/console/appeals/"+f.officers.decisions[0], f.officers.boss.Token, body)
	}},
}

// operation returns a random operation among those that f chooses.
func (f *forger) operation(fits func(op *operation) bool) operation {
	return pick(f, slices.DeleteFunc(slices.Clone(f.officers.operations), func(op operation) bool { return !fits(&op) })...)
}
