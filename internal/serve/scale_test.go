package serve

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/order"
	"theriac/internal/sqlite"
)

// atOnce calls f for 0 to n-1, many at a time.
func atOnce(t *testing.T, n int, f func(i int) error) {
	t.Helper()
	const workers = 256
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < n; i += workers {
				if err := f(i); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// fillConsole writes people and reports into the folder of a stopped server. It does not wait for the disk.
func fillConsole(t *testing.T, data string, people, reports int) {
	t.Helper()
	st, err := sqlite.Open(sqlite.Config{Dir: filepath.Join(data, "store"), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	ids, err := identity.New(identity.Config{KV: st.KV, Do: st.Do, Now: time.Now, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	file, err := order.New(t.Context(), order.Config{Store: st, Now: time.Now, Random: rand.Reader, Exists: func(context.Context, string) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, people)
	atOnce(t, people, func(i int) error {
		who, _, err := ids.Guest(t.Context(), identity.Newcomer{Name: fmt.Sprintf("Player %05d", i), Lang: "fr"})
		all[i] = who.ID
		return err
	})
	atOnce(t, reports, func(i int) error {
		r := order.Report{About: all[i/2], By: all[people-1-i], Kind: order.Reasons()[i%2], Table: "table", Text: "what they did"}
		r.Evidence.Lines = []order.Shown{{Line: 1, Person: r.About, Text: "what they said"}, {Line: 2, Person: r.By, Text: "an answer"}}
		_, err := file.Report(t.Context(), r)
		return err
	})
}

// The console of a server with 100,000 people and 10,000 reports answers within a second, the first time too.
func TestConsoleAtScale(t *testing.T) {
	people, reports := 100_000, 10_000
	if testing.Short() {
		people, reports = 2000, 200
	}
	data := t.TempDir()
	began := time.Now()
	fillConsole(t, data, people, reports)
	t.Logf("%d people and %d reports written in %v", people, reports, time.Since(began))
	began = time.Now()
	s := open(t, Options{Data: data, Trusted: []string{"127.0.0.0/8", "::1"}})
	t.Logf("the server starts in %v", time.Since(began))
	mo := arrive(t, s.URL())
	var me struct{ ID string }
	mo.ask(http.MethodGet, "/api/me", nil, &me)
	if err := s.services.order.SetRole(t.Context(), "", me.ID, order.Operator); err != nil {
		t.Fatal(err)
	}
	if _, err := s.services.people.Prove(t.Context(), mo.token, true); err != nil {
		t.Fatal(err)
	}
	get := func(what, path string, out any) {
		t.Helper()
		began := time.Now()
		mo.ask(http.MethodGet, path, nil, out)
		took := time.Since(began)
		if t.Logf("%s: %v", what, took); took > time.Second {
			t.Errorf("%s takes %v", what, took)
		}
	}
	var counters struct{ People, PeopleToday, OpenReports, Cases int }
	var queue struct {
		Cases []struct{ About struct{ ID string } }
		Next  string
	}
	var found []struct{ Person struct{ ID, Name string } }
	get("the counters", "/api/console", &counters)
	if counters.People != people+1 || counters.PeopleToday == 0 || counters.OpenReports != reports || counters.Cases != reports/2 {
		t.Errorf("%+v", counters)
	}
	get("the first page of the queue", "/api/console/queue", &queue)
	if len(queue.Cases) != 50 || queue.Next == "" {
		t.Fatalf("%+v", queue)
	}
	get("the next page", "/api/console/queue?after="+queue.Next, &queue)
	get("a person's file", "/api/console/people/"+queue.Cases[0].About.ID, nil)
	name := fmt.Sprintf("player %05d", people-7)
	if get("a search by name", "/api/console/people?name="+name[:6]+"+"+name[7:], &found); len(found) != 1 {
		t.Errorf("%+v", found)
	}
	if get("a search with many hits", "/api/console/people?name=p", &found); len(found) != 50 {
		t.Errorf("%d people", len(found))
	}
	get("the counters again", "/api/console", &counters)
}
