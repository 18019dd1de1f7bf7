package serve

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"theriac/internal/notices"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
)

// Every bucket declares how its records are exported and forgotten, which other bucket's declaration covers it,
// or why neither applies.
func TestBucketsDeclared(t *testing.T) {
	s, _ := dayServer(t)
	all := s.services.buckets()
	byName := map[string]store.Bucket{}
	for _, b := range all {
		if _, twice := byName[b.Name]; twice || b.Name == "" {
			t.Errorf("%q is declared twice", b.Name)
		}
		byName[b.Name] = b
	}
	for _, b := range all {
		ways := 0
		for _, way := range []bool{b.Export != nil && b.Forget != nil, b.With != "", b.Impersonal != ""} {
			if way {
				ways++
			}
		}
		if ways != 1 || (b.Export == nil) != (b.Forget == nil) {
			t.Errorf("%s says %d ways to export and forget it, not one: %+v", b.Name, ways, b)
		}
		if b.With != "" && byName[b.With].Forget == nil {
			t.Errorf("%s goes with %q, which forgets nobody", b.Name, b.With)
		}
	}
}

// A person who has done everything once leaves records only in declared buckets. The export contains all of
// these records, and none is left once the person is forgotten.
func TestBucketsExportAndForget(t *testing.T) {
	s := open(t, Options{
		Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"},
		Mail: notices.MailConfig{Server: "127.0.0.1:1", From: "table@example.org", Security: notices.SecurityNone},
	})
	ada := arrive(t, s.URL())
	var me struct{ ID string }
	ada.ask(http.MethodGet, "/api/me", nil, &me)
	var table struct{ ID string }
	ada.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "sit": "one", "links": true, "public": true}, &table)
	bob := arrive(t, s.URL())
	var other struct{ ID string }
	bob.ask(http.MethodGet, "/api/me", nil, &other)
	bob.ask(http.MethodPost, "/api/tables/"+table.ID+"/talk", map[string]any{"text": "a provocation"}, nil)
	ada.ask(http.MethodPost, "/api/tables/"+table.ID+"/report", map[string]any{"about": other.ID, "kind": "hurtful", "text": "a complaint"}, nil)
	bob.ask(http.MethodPost, "/api/tables/"+table.ID+"/report", map[string]any{"kind": "title"}, nil)
	ada.ask(http.MethodPut, "/api/me/blocks/"+other.ID, nil, nil)
	bob.ask(http.MethodPut, "/api/me/blocks/"+me.ID, nil, nil)
	ada.ask(http.MethodPost, "/api/tables/"+table.ID+"/talk", map[string]any{"text": "a message"}, nil)
	ended := ada.solo(nil)
	ada.ask(http.MethodPost, "/api/tables/"+ended+"/propose", map[string]any{"what": "end", "key": "enough"}, nil)
	ada.finished(ended)
	ada.deal("world")
	var puzzle struct{ ID string }
	ada.ask(http.MethodGet, "/api/puzzles/next?game=world", nil, &puzzle)
	ada.ask(http.MethodPost, "/api/puzzles/"+puzzle.ID+"/begin", nil, nil)
	var next struct{ Evenings []struct{ ID string } }
	ada.ask(http.MethodGet, "/api/evenings", nil, &next)
	last := next.Evenings[len(next.Evenings)-1].ID // the next one may begin while the test runs
	ada.ask(http.MethodPut, "/api/evenings/"+last, map[string]any{"game": "world"}, nil)
	ada.ask(http.MethodPost, "/api/me/calendar", nil, nil)
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	ada.ask(http.MethodPost, "/api/me/notices/devices", map[string]any{
		"endpoint": "https://push.example/one", "p256dh": encode(key.PublicKey().Bytes()), "auth": encode(make([]byte, 16)), "label": "a phone",
	}, nil)
	if status, text := ada.try(http.MethodPut, "/api/me/notices/mail", map[string]any{"address": "ada@example.org"}); status != http.StatusServiceUnavailable {
		t.Fatalf("a mail was sent by no server: %d %s", status, text) // the request must fail, but leaves a record in the store
	}
	if _, err := s.services.members.NewCodes(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}

	declared := map[string]store.Bucket{}
	for _, b := range s.services.buckets() {
		declared[b.Name] = b
	}
	met := 0
	for name, where := range recordsOf(t, s, me.ID) {
		b, known := declared[name]
		if !known {
			t.Errorf("no package declares the records %q", name)
			continue
		}
		if len(where) == 0 {
			continue
		}
		met++
		if b.Impersonal != "" {
			t.Errorf("%s is said to be about nobody (%s), and has %q", name, b.Impersonal, where)
			continue
		}
		if b.With != "" {
			b = declared[b.With]
		}
		if held, err := b.Export(t.Context(), me.ID); err != nil || held == nil {
			t.Errorf("%s exports %v, %v", name, held, err)
		}
	}
	if met < 10 {
		t.Errorf("the person was met in %d kinds of records: too few to say anything", met)
	}
	_, export := ada.try(http.MethodGet, "/api/me/export", nil)
	for _, part := range []string{me.ID, table.ID, ended, puzzle.ID, "a complaint", "a message", "a phone"} {
		if !strings.Contains(string(export), part) {
			t.Errorf("%q is not in the export %s", part, export)
		}
	}

	ada.ask(http.MethodDelete, "/api/me", nil, nil)
	for name, where := range recordsOf(t, s, me.ID) {
		if len(where) > 0 {
			t.Errorf("%s still has %q", name, where)
		}
	}
	for name, b := range declared {
		if b.Missed == nil {
			continue
		}
		if missed, err := b.Missed(t.Context(), me.ID); err != nil || missed {
			t.Errorf("%s would still be missed: %v", name, err)
		}
	}
}

// recordsOf returns the records that contain a person's id, by bucket.
func recordsOf(t *testing.T, s *Server, person string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	file := filepath.Join(s.storage.Folder.Path, storeFolder, sqlite.FileName)
	err := sqlite.Rows(t.Context(), file, func(row any) error {
		rec, is := row.(state.Record)
		if !is {
			return nil
		}
		if found[rec.Bucket] == nil {
			found[rec.Bucket] = []string{}
		}
		if strings.Contains(rec.Key+" "+string(rec.Data), person) {
			found[rec.Bucket] = append(found[rec.Bucket], rec.Key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
