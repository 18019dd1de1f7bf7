package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

type document struct {
	OpenAPI    string                                `json:"openapi"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas         map[string]any `json:"schemas"`
		SecuritySchemes map[string]any `json:"securitySchemes"`
	} `json:"components"`
}

type documented struct {
	OperationID string              `json:"operationId"`
	Summary     string              `json:"summary"`
	Tags        []string            `json:"tags"`
	Security    []map[string][]any  `json:"security"`
	Responses   map[string]response `json:"responses"`
	Parameters  []struct {
		Name string `json:"name"`
		In   string `json:"in"`
	} `json:"parameters"`
}

type response struct {
	Description string `json:"description"`
	Content     map[string]struct {
		Schema map[string]any `json:"schema"`
	} `json:"content"`
}

func TestDocument(t *testing.T) {
	data, err := Document()
	if err != nil {
		t.Fatal(err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("version %s", doc.OpenAPI)
	}
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	ids := map[string]bool{}
	for path, item := range doc.Paths {
		for method, raw := range item {
			var op documented
			if err := json.Unmarshal(raw, &op); err != nil {
				t.Fatal(err)
			}
			where := method + " " + path
			if !kebab.MatchString(op.OperationID) || ids[op.OperationID] {
				t.Errorf("%s: id %q", where, op.OperationID)
			}
			ids[op.OperationID] = true
			if op.Summary == "" || len(op.Tags) != 1 || len(op.Security) == 0 {
				t.Errorf("%s: summary %q, tags %v, security %v", where, op.Summary, op.Tags, op.Security)
			}
			checkResponses(t, where, op)
			for _, name := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
				found := false
				for _, p := range op.Parameters {
					found = found || p.In == "path" && p.Name == name[1]
				}
				if !found {
					t.Errorf("%s: %s is not described", where, name[1])
				}
			}
		}
	}
	if len(ids) < 30 {
		t.Errorf("only %d operations", len(ids))
	}
	checkRefs(t, doc, data)
}

// checkResponses checks an operation's documented responses. There must be one success, and at most
// one more success that has no content. All errors that every operation shares must be listed as
// problems.
func checkResponses(t *testing.T, where string, op documented) {
	t.Helper()
	good := 0
	for status, r := range op.Responses {
		if r.Description == "" {
			t.Errorf("%s %s: no description", where, status)
		}
		if status < "300" {
			good++
			continue
		}
		if r.Content["application/problem+json"].Schema["$ref"] != "#/components/schemas/Problem" {
			t.Errorf("%s %s is not a problem: %v", where, status, r.Content)
		}
	}
	for _, want := range []int{http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		if _, ok := op.Responses[fmt.Sprint(want)]; !ok {
			t.Errorf("%s: no %d", where, want)
		}
	}
	if _, empty := op.Responses[fmt.Sprint(http.StatusNoContent)]; empty && where == "get /api/me" {
		good--
	}
	if good != 1 {
		t.Errorf("%s: %d successes", where, good)
	}
}

// checkRefs checks that every reference in the document has a target, and that every object
// describes its fields.
func checkRefs(t *testing.T, doc document, data []byte) {
	t.Helper()
	for _, ref := range regexp.MustCompile(`"\$ref": "#/components/schemas/([^"]+)"`).FindAllStringSubmatch(string(data), -1) {
		if doc.Components.Schemas[ref[1]] == nil {
			t.Errorf("%s is nowhere", ref[1])
		}
	}
	for name, schema := range doc.Components.Schemas {
		s := schema.(map[string]any)
		if name == "ErrorModel" || name == "ErrorDetail" {
			t.Errorf("%s is not what is answered", name)
		}
		if s["type"] != "object" || len(s["properties"].(map[string]any)) == 0 {
			t.Errorf("%s says nothing: %v", name, s)
		}
	}
}

func TestDocumentIsServed(t *testing.T) {
	b := raise(t)
	var doc document
	got := b.send(http.MethodGet, "/openapi.json", nil).is(http.StatusOK, &doc)
	made, err := Document()
	if err != nil || string(made) != string(got.body) {
		t.Errorf("what is served is not the document: %v", err)
	}
	list := string(b.send(http.MethodGet, "/docs", nil).is(http.StatusOK).body)
	for path := range doc.Paths {
		if !strings.Contains(list, " "+path+"\n") {
			t.Errorf("%s is not in the list", path)
		}
	}
}
