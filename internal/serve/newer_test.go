package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// Check lists games that a newer version has continued, and does not report them as broken. The server treats
// them as read-only and rejects changes with a special error, but does not alert the operator. This guards
// against audit finding S7.
func TestCheckReportsNewer(t *testing.T) {
	folder, g, _, runs, _ := filled(t)
	st := openStorage(t, folder)
	ctx := context.Background()
	last, err := st.Store.Log().Last(ctx, runs, true)
	if err != nil {
		t.Fatal(err)
	}
	items, err := st.Store.Log().After(ctx, runs, 0)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := hex.DecodeString(string(last.Data[:64]))
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"n":%d,"at":1,"kind":"later"}`, len(items))
	sum := sha256.Sum256(append(chain, body...))
	if _, err := st.Store.Log().Append(ctx, runs, last.At, "newer", []byte(hex.EncodeToString(sum[:])+" "+body)); err != nil {
		t.Fatal(err)
	}
	r, err := Check(ctx, st, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != 1 || len(r.Broken) != 0 || len(r.Newer) != 1 || r.Newer[0].Table != runs {
		t.Errorf("%+v", r)
	}
	st.Close()

	s := open(t, Options{Data: folder, Private: "127.0.0.1:0"})
	g.url = s.URL()
	var view struct {
		N        int
		Question struct{ ID string }
	}
	g.ask(http.MethodGet, "/api/tables/"+runs+"/view", nil, &view)
	if view.N != len(items)-1 {
		t.Errorf("it can be read up to entry %d of %d", view.N, len(items)-1)
	}
	req, err := http.NewRequest(http.MethodPost, s.URL()+"/api/tables/"+runs+"/moves", bytes.NewBufferString(`{"seat":0,"question":"0","move":"pass","key":"k"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+g.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var said bytes.Buffer
	if _, err := said.ReadFrom(res.Body); err != nil || res.StatusCode != http.StatusLocked || !strings.Contains(said.String(), `"newer"`) {
		t.Errorf("a move: %d %s", res.StatusCode, said.String())
	}
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	if !strings.Contains(metrics, "theriac_tables_newer 1\n") || !strings.Contains(metrics, "theriac_tables_broken 0\n") {
		t.Error("newer is told as broken")
	}
}
