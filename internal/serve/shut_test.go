package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/daily"
	"theriac/internal/lobby"
)

// schema is the part of a schema in the API's document that sample needs.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Enum       []any             `json:"enum"`
	Required   []string          `json:"required"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	MinLength  int               `json:"minLength"`
}

type apiDocument struct {
	Paths map[string]map[string]struct {
		RequestBody struct {
			Content map[string]struct{ Schema schema }
		}
	}
	Components struct{ Schemas map[string]schema }
}

// sample makes up a value that matches a schema.
func (d *apiDocument) sample(s schema) any {
	if s.Ref != "" {
		return d.sample(d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]])
	}
	kind, _ := s.Type.(string)
	if kinds, ok := s.Type.([]any); ok && len(kinds) > 0 {
		kind, _ = kinds[0].(string)
	}
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case kind == "object":
		out := map[string]any{}
		for _, name := range s.Required {
			out[name] = d.sample(s.Properties[name])
		}
		return out
	case kind == "array" && s.Items != nil:
		return []any{}
	case kind == "integer" || kind == "number":
		return 0
	case kind == "boolean":
		return true
	}
	return strings.Repeat("a", max(1, s.MinLength))
}

// answered makes a request and returns the status and the body. If the body is a stream, it returns the first
// second of it.
func (g *guest) answered(method, path string, body any) (int, string) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			g.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	r, err := http.DefaultClient.Do(g.request(ctx, method, path, in))
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	if r.Header.Get("Content-Type") == "text/event-stream" {
		time.AfterFunc(300*time.Millisecond, cancel)
		text, _ := io.ReadAll(r.Body)
		return r.StatusCode, string(text)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// shutTable is a finished game whose deal is not yet open to all, because others may still play it.
type shutTable struct {
	id, day, duplicate, commitment string
	secrets                        []string
	player                         *guest
	others                         []*guest
}

// everyRoute calls every operation in the API's document: as the player, as other people and without a session.
// No response may reveal a secret, show the table to other people, or deal the same cards again.
func (s shutTable) everyRoute(t *testing.T, url string) {
	t.Helper()
	var doc apiDocument
	nobody := &guest{t: t, url: url}
	nobody.ask(http.MethodGet, "/openapi.json", nil, &doc)
	paths := []string{}
	for path := range doc.Paths {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	asked := 0
	for _, path := range paths {
		at := path
		if strings.HasPrefix(path, "/api/duplicates") {
			at = strings.ReplaceAll(at, "{id}", s.duplicate)
		}
		at = strings.NewReplacer("{id}", s.id, "{day}", s.day, "{game}", "world", "{at}", "3", "{seat}", "0").Replace(at)
		for method, op := range doc.Paths[path] {
			method = strings.ToUpper(method)
			if method == http.MethodDelete && (path == "/api/me" || path == "/api/me/sessions") {
				continue // this operation would end the caller's own session
			}
			var body any
			for _, content := range op.RequestBody.Content {
				body = doc.sample(content.Schema)
			}
			// The player's turn is last, because some operations remove the player from the table.
			for _, g := range append(append([]*guest{}, nobody), append(s.others, s.player)...) {
				asked++
				status, text := g.answered(method, at, body)
				if status >= 500 {
					t.Errorf("%s %s: %d %s", method, at, status, text)
				}
				for _, secret := range s.secrets {
					if strings.Contains(text, secret) {
						t.Errorf("%s %s tells the secret: %s", method, at, text)
					}
				}
				if g != s.player && strings.HasPrefix(path, "/api/tables/{id}") && status < 400 {
					t.Errorf("%s %s: others get %d %.200s", method, at, status, text)
				}
				var made struct{ ID, Commitment string }
				if method == http.MethodPost && status < 300 && json.Unmarshal([]byte(text), &made) == nil && made.ID != s.id && made.Commitment == s.commitment {
					t.Errorf("%s %s deals the same cards to %s", method, at, made.ID)
				}
				if strings.HasSuffix(path, "/branches") || strings.HasSuffix(path, "/story") || strings.Contains(path, "/replay") {
					if status < 400 {
						t.Errorf("%s %s: %d %.200s", method, at, status, text)
					}
				}
			}
		}
	}
	if asked < 200 {
		t.Errorf("only %d requests", asked)
	}
}

// Until a daily deal is open to all, no operation shows it to anyone.
func TestEveryRouteOfAShutDay(t *testing.T) {
	s, clock := dayServer(t)
	ada, bob := arrive(t, s.URL()), arrive(t, s.URL())
	var stored struct{ Secret, Salt, Commitment string }
	rec, err := s.storage.Store.KV(daily.BucketDeals).Get(context.Background(), ada.today().Day+".world")
	if err != nil || json.Unmarshal(rec.Data, &stored) != nil || stored.Secret == "" {
		t.Fatal(err)
	}
	id, _ := ada.deal("world")
	bob.deal("world")
	ada.playOut(id, time.Minute)
	ada.finished(id)
	shut := shutTable{
		id: id, day: testDay, duplicate: "aaaaaaaaaaaa", commitment: stored.Commitment, secrets: []string{stored.Secret, stored.Salt},
		player: ada, others: []*guest{bob},
	}
	shut.everyRoute(t, s.URL())
	// Once the deal is open, the same requests reveal it. So they did not fail for another reason before.
	clock.set(time.Date(2031, 3, 31, 1, 0, 1, 0, time.UTC))
	if _, text := bob.try(http.MethodGet, "/api/tables/"+id+"/transcript", nil); !strings.Contains(string(text), stored.Secret) {
		t.Errorf("the open transcript has no secret: %.300s", text)
	}
	bob.ask(http.MethodPost, "/api/tables/"+id+"/branches", map[string]any{"at": 3}, nil)
}

// While a team still plays a duplicate, no operation shows its deal to anyone.
func TestEveryRouteOfAShutDuplicate(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}})
	ada, bob, eve := arrive(t, s.URL()), arrive(t, s.URL()), arrive(t, s.URL())
	var made duplicate
	ada.ask(http.MethodPost, "/api/duplicates", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}, "teams": 2}, &made)
	first, second := made.Teams[0].Table, made.Teams[1].Table
	var stored struct{ Secret, Salt, Commitment string }
	rec, err := s.storage.Store.KV(lobby.BucketTables).Get(context.Background(), first)
	if err != nil || json.Unmarshal(rec.Data, &stored) != nil || stored.Secret == "" {
		t.Fatal(err)
	}
	for seat := range 2 {
		ada.ask(http.MethodPost, "/api/tables/"+first+"/sit", map[string]any{"seat": seat}, nil)
	}
	ada.ask(http.MethodPost, "/api/tables/"+first+"/start", nil, nil)
	link := made.Teams[1].Invite
	bob.ask(http.MethodPost, "/api/links", map[string]any{"secret": link[strings.LastIndex(link, "/")+1:]}, nil)
	for seat := range 2 {
		bob.ask(http.MethodPost, "/api/tables/"+second+"/sit", map[string]any{"seat": seat}, nil)
	}
	ada.playOut(first, time.Minute)
	ada.finished(first)
	shut := shutTable{
		id: first, day: time.Now().UTC().Format("2006-01-02"), duplicate: made.ID, commitment: stored.Commitment, secrets: []string{stored.Secret, stored.Salt},
		player: ada, others: []*guest{bob, eve},
	}
	shut.everyRoute(t, s.URL())
}
