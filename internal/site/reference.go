package main

import (
	"encoding/json"
	"html/template"
	"io/fs"
	"slices"
	"strings"
)

// operation is an operation of the API, as its document describes it.
type operation struct {
	ID, Method, Path string
	Summary          string `json:"summary"`
	Description      string `json:"description"`
	Body             struct {
		Content map[string]struct {
			Schema map[string]any `json:"schema"`
		} `json:"content"`
	} `json:"requestBody"`
	Parameters []struct {
		Name        string `json:"name"`
		In          string `json:"in"`
		Description string `json:"description"`
		Required    bool   `json:"required"`
	} `json:"parameters"`
	Responses map[string]struct {
		Description string `json:"description"`
		Content     map[string]struct {
			Schema map[string]any `json:"schema"`
		} `json:"content"`
	} `json:"responses"`
}

// Sends returns the name of the request's schema, or "".
func (o operation) Sends() string {
	for _, c := range o.Body.Content {
		return form(c.Schema)
	}
	return ""
}

// answer is one possible response of an operation.
type answer struct{ Status, Form string }

// Answers returns the successful responses of an operation. Unsuccessful ones are problems, which
// docs/build/api-errors.md lists.
func (o operation) Answers() []answer {
	var out []answer
	for status, r := range o.Responses {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		a := answer{Status: status}
		for _, c := range r.Content {
			a.Form = form(c.Schema)
		}
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b answer) int { return strings.Compare(a.Status, b.Status) })
	return out
}

// form returns the name of the schema to which a schema refers.
func form(schema map[string]any) string {
	if ref, ok := schema["$ref"].(string); ok {
		return ref[strings.LastIndex(ref, "/")+1:]
	}
	if items, ok := schema["items"].(map[string]any); ok {
		return "[]" + form(items)
	}
	kind, _ := schema["type"].(string)
	return kind
}

// reference makes the page that lists the operations of the API.
func (s *site) reference() error {
	const source = "web/src/gen/openapi.json"
	data, err := fs.ReadFile(s.from, source)
	if err != nil {
		return err
	}
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	p := &page{Path: "build/reference", Source: source, Lang: "en", Title: "API reference", Group: "build", ids: ids{}}
	var all []operation
	for at, methods := range doc.Paths {
		for method, raw := range methods {
			var o operation
			if err := json.Unmarshal(raw, &o); err != nil {
				return err
			}
			o.Method, o.Path = strings.ToUpper(method), at
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method) })
	p.parts = []section{{Page: p.Title, Lang: p.Lang, At: p.URL(), Head: p.Title, Text: "Every operation, with what it takes and returns. "}}
	for i := range all {
		o := &all[i]
		o.ID = string(ids(p.ids).Generate([]byte(o.Method+" "+strings.ReplaceAll(o.Path, "/", "-")), 0))
		p.parts = append(p.parts, section{Page: p.Title, Lang: p.Lang, At: p.URL() + "#" + o.ID, Head: o.Method + " " + o.Path, Text: strings.TrimSpace(o.Summary + " " + o.Description)})
	}
	t, err := template.ParseFS(look, "look/reference.html")
	if err != nil {
		return err
	}
	var out strings.Builder
	if err := t.Execute(&out, all); err != nil {
		return err
	}
	p.Body = template.HTML(out.String()) //nolint:gosec // safe, because the template has escaped all values
	s.pages = append(s.pages, p)
	return nil
}
