package serve

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// earlier holds what an earlier server's API returned for the tables in its backup.
// testdata/earlier/README.md explains how both were made.
type earlier struct {
	At     int64 // milliseconds
	Token  string
	Tables []earlierTable
}

type earlierTable struct {
	Name, ID, Game, Status string
	N, Made                int
	Question               string
	Moves                  []earlierMoves
	Over                   *earlierEnd
	Transcript             string
}

type earlierMoves struct {
	Seat           int
	List, Standing []string
}

type earlierEnd struct {
	Cause              string
	Won, Ranks, Points []int
}

// earlierBackup unpacks the earlier server's backup into a file, and reads its recorded responses.
func earlierBackup(t *testing.T) (file string, said earlier) {
	t.Helper()
	text, err := os.ReadFile("testdata/earlier/record.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	from, err := os.Open("testdata/earlier/backup.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = from.Close() }()
	packed, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "backup")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file, said
}

// since is a clock that starts at the moment when the earlier server stopped. So whenever the test runs, no
// seat's time is up and no session has expired.
type since struct {
	realTime
	ahead time.Duration
}

func (c since) Now() time.Time { return time.Now().Add(c.ahead) }

// This server takes over an earlier version's data. Replaying each game gives the hashes in its entries, and
// the API returns the recorded responses for every table. Running games continue, and finished ones have a
// replay.
func TestEarlierBackup(t *testing.T) {
	file, said := earlierBackup(t)
	begun, entries := 0, 0
	for _, table := range said.Tables {
		if table.Status != "gathering" {
			begun++
			entries += table.N + 1 // plus the opening entry, which has number 0
		}
	}
	folder := t.TempDir()
	st := restored(t, file, folder)
	report, err := Check(t.Context(), st, slog.New(slog.DiscardHandler), nil)
	st.Close()
	if err != nil {
		t.Fatal(err)
	}
	if report.People != 2 || report.Games != begun || report.Entries != entries || len(report.Broken) != 0 || len(report.Newer) != 0 {
		t.Fatalf("%d games with %d entries were written, and this was found: %+v", begun, entries, report)
	}

	clock := since{ahead: time.Until(time.UnixMilli(said.At))}
	s := open(t, Options{Data: folder, Private: "127.0.0.1:0", Trusted: []string{"127.0.0.1"}, clock: clock})
	g := &guest{t: t, url: s.URL(), token: said.Token}
	for _, table := range said.Tables {
		t.Run(table.Name, func(t *testing.T) {
			(&guest{t: t, url: g.url, token: g.token}).isAsBefore(table)
		})
	}
	g.listsAsBefore(said)
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	if !strings.Contains(metrics, "theriac_tables_broken 0\n") || !strings.Contains(metrics, "theriac_tables_newer 0\n") {
		t.Error("tables are broken, or count as newer")
	}
}

// isAsBefore compares the API's responses for a table with the recorded ones, and continues its game.
func (g *guest) isAsBefore(table earlierTable) {
	t := g.t
	var shown struct {
		Game, Status string
		You          struct{ Webhooks []struct{ URL, On string } }
	}
	g.ask(http.MethodGet, "/api/tables/"+table.ID, nil, &shown)
	if shown.Game != table.Game || shown.Status != table.Status {
		t.Errorf("the table is %+v, and was %s %s", shown, table.Game, table.Status)
	}
	if table.Status == "gathering" {
		other := arrive(t, g.url)
		other.ask(http.MethodPost, "/api/tables/"+table.ID+"/sit", map[string]any{}, nil)
		return
	}
	now := earlierTable{Name: table.Name, ID: table.ID, Game: shown.Game, Status: shown.Status}
	var view struct {
		N, Made  int
		Question struct{ ID string }
		Moves    []earlierMoves
		Over     *earlierEnd
	}
	g.ask(http.MethodGet, "/api/tables/"+table.ID+"/view?fresh=true", nil, &view)
	now.N, now.Made, now.Question, now.Moves, now.Over = view.N, view.Made, view.Question.ID, view.Moves, view.Over
	_, text := g.try(http.MethodGet, "/api/tables/"+table.ID+"/transcript", nil)
	now.Transcript = string(text)
	if !reflect.DeepEqual(now, table) {
		t.Errorf("the API says\n%+v\nand said\n%+v", now, table)
	}
	if table.Name == "plain-world" {
		if hooks := shown.You.Webhooks; len(hooks) != 1 || hooks[0].On != "off" || hooks[0].URL == "" {
			t.Errorf("webhooks: %+v", hooks)
		}
		if line := next(t, g.listen(table.ID), "talk"); !strings.Contains(line.data, "Paris first?") {
			t.Errorf("talk: %s", line.data)
		}
	}
	if table.Over == nil {
		// If one person holds all seats, the server may answer further questions for them.
		if after := g.play(table.ID); after.Made <= table.Made {
			t.Errorf("after a move %d moves stand, and %d before", after.Made, table.Made)
		}
		return
	}
	var replay struct{ Moves []json.RawMessage }
	g.ask(http.MethodGet, "/api/tables/"+table.ID+"/replay", nil, &replay)
	if len(replay.Moves) != table.Made {
		t.Errorf("the replay has %d moves of %d", len(replay.Moves), table.Made)
	}
}

// listsAsBefore checks that the lists of tables have every table of the earlier server.
func (g *guest) listsAsBefore(said earlier) {
	found := map[string]string{}
	for _, list := range []string{"mine", "finished"} {
		var page struct{ Tables []struct{ ID, Status string } }
		g.ask(http.MethodGet, "/api/tables?list="+list, nil, &page)
		for _, table := range page.Tables {
			found[table.ID] = table.Status
		}
	}
	for _, table := range said.Tables {
		if found[table.ID] != table.Status {
			g.t.Errorf("%s is listed as %q, not as %s", table.Name, found[table.ID], table.Status)
		}
	}
}
