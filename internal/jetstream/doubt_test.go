package jetstream_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// One replica of three goes bad: it is not edited, since the others have the entry, and
// the node says what to do. With an empty folder it gets everything from the others.
func TestDamagedReplica(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{Shards: 1, Wait: 15 * time.Second}, 3)
	s := n.Open(t, 0)
	ctx := t.Context()
	var at uint64
	for i := range 20 {
		at = must[uint64](t)(s.Log().Append(ctx, table, at, fmt.Sprint(i), fmt.Appendf(nil, "entry-%d-", i)))
	}
	victim := (n.Leader(t, "LOG-0") + 1) % 3
	other := n.Open(t, (victim+1)%3)
	n.Stop(t, victim)
	file := blocks(t, n.Dir(victim), "LOG-0")[0]
	flip(t, file, "entry-7-")
	bad := must[[]byte](t)(os.ReadFile(file))
	if err := n.Try(t, victim); err == nil || !strings.Contains(err.Error(), "LOG-0") || !strings.Contains(err.Error(), "move "+n.Dir(victim)+" away") {
		t.Fatalf("a damaged replica starts: %v", err)
	}
	if now := must[[]byte](t)(os.ReadFile(file)); !bytes.Equal(now, bad) {
		t.Error("the block was edited")
	}
	ok(t, os.Rename(n.Dir(victim), n.Dir(victim)+"-aside"))
	n.Restart(t, victim)
	for _, s := range []*jetstream.Store{n.Open(t, victim), other} {
		if items := must[[]store.Item](t)(s.Log().After(ctx, table, 0)); len(items) != 20 {
			t.Fatalf("%d entries: %s", len(items), texts(items))
		}
	}
	must[uint64](t)(other.Log().Append(ctx, table, at, "next", []byte("goes on")))
}

// A store with many bad records is rather not read rightly, and so is one that another
// version of the NATS server has written to: neither is edited.
func TestDoubtfulDamage(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	var at uint64
	for i := range 20 {
		at = must[uint64](t)(s.Log().Append(t.Context(), table, at, fmt.Sprint(i), fmt.Appendf(nil, "entry-%d-", i)))
	}
	s.Close()
	n.Stop(t, 0)
	file := blocks(t, n.Dir(0), "LOG-0")[0]
	for _, i := range []int{3, 7, 11, 15} {
		flip(t, file, fmt.Sprintf("entry-%d-", i))
	}
	bad := must[[]byte](t)(os.ReadFile(file))
	if err := n.Try(t, 0); err == nil || !strings.Contains(err.Error(), "more than 3 records of the stream LOG-0") {
		t.Errorf("the store opens: %v", err)
	}
	same := func() {
		t.Helper()
		if now := must[[]byte](t)(os.ReadFile(file)); !bytes.Equal(now, bad) {
			t.Error("the block was edited")
		}
	}
	same()
	versions := filepath.Join(n.Dir(0), "nats-versions")
	mine := must[[]byte](t)(os.ReadFile(versions))
	for _, of := range []string{"2.99.0\n", "2.99.0\n" + string(mine), ""} { // the last is a folder of nobody knows whom
		if of == "" {
			ok(t, os.Remove(versions))
		} else {
			ok(t, os.WriteFile(versions, []byte(of), 0o600))
		}
		_, err := jetstream.CheckBlocks(n.Dir(0))
		ok(t, err)
		same()
		if now := must[[]byte](t)(os.ReadFile(versions)); !strings.HasSuffix(string(now), string(mine)) || string(now) == string(mine) {
			t.Errorf("afterwards the folder is said to be of %q", now)
		}
	}
	// Three are repaired.
	ok(t, os.WriteFile(versions, mine, 0o600))
	flip(t, file, "antry-15-") // it is sound again
	n.Restart(t, 0)
	s = n.Open(t, 0)
	if d := must[[]store.Damage](t)(s.Health().Damages(t.Context())); len(d) < 3 {
		t.Errorf("%v", d)
	}
}
