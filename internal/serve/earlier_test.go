package serve

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"theriac/internal/jetstream"
)

// earlier is what the API of an earlier server said about the tables in the data
// folder that it left behind. testdata/earlier/README.md says how both were made.
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

// earlierFolder unpacks the data folder.
func earlierFolder(t *testing.T) (folder string, said earlier) {
	t.Helper()
	text, err := os.ReadFile("testdata/earlier/record.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/earlier/folder.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for files := tar.NewReader(packed); ; {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(root, "data"), said
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, filepath.FromSlash(head.Name))
		if head.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var data []byte
			if data, err = io.ReadAll(files); err == nil {
				err = os.WriteFile(path, data, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// earlierBackup is a backup of that folder, which has the form of a cluster's.
func earlierBackup(t *testing.T, folder string) *bytes.Reader {
	t.Helper()
	server, err := jetstream.StartServer(jetstream.ServerConfig{Dir: filepath.Join(folder, storeFolder)})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Kill()
	s, err := jetstream.Open(t.Context(), jetstream.Config{Server: server})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var backup bytes.Buffer
	if _, err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(backup.Bytes())
}

// since is a clock that began to run at the moment when the earlier server stopped:
// whenever the test runs, nobody's time is up and no session has ended.
type since struct {
	realTime
	ahead time.Duration
}

func (c since) Now() time.Time { return time.Now().Add(c.ahead) }

// The server takes over the data of an earlier version: every game folds to the
// hashes that its entries have, the API says the same about every table, games go on,
// and finished ones can be replayed.
func TestEarlierFolder(t *testing.T) {
	folder, said := earlierFolder(t)
	begun, entries := 0, 0
	for _, table := range said.Tables {
		if table.Status != "gathering" {
			begun++
			entries += table.N + 1 // the opening is the one numbered 0
		}
	}
	backup := earlierBackup(t, folder)
	folder = t.TempDir()
	st, err := Restore(t.Context(), Options{Data: folder}, backup, "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	report, err := Check(context.Background(), st, slog.New(slog.DiscardHandler), nil)
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

// isAsBefore compares what the API says about a table with what it said before, and
// carries its game on.
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
		// The table may go on by itself where one person holds all seats.
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

// listsAsBefore looks for every table in the lists of tables.
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
