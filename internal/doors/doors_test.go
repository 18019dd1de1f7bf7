package doors

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store/memstore"
)

// clock is a clock that only the test advances.
type clock struct{ ms atomic.Int64 }

func (c *clock) Now() time.Time       { return time.UnixMilli(c.ms.Load()) }
func (c *clock) pass(d time.Duration) { c.ms.Add(d.Milliseconds()) }

func opened(t *testing.T, s *memstore.Store, now *clock, change ...func(*Config)) *Doors {
	t.Helper()
	c := Config{KV: s.KV, Now: now.Now, Random: rand.Reader}
	for _, f := range change {
		f(&c)
	}
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newClock() *clock {
	c := &clock{}
	c.ms.Store(1_700_000_000_000)
	return c
}

// person returns a person who came now.
func person(t *testing.T, now *clock) identity.Person {
	t.Helper()
	id, err := identity.NewID(rand.Reader, identity.PersonLength)
	if err != nil {
		t.Fatal(err)
	}
	return identity.Person{ID: id, Created: now.Now()}
}

// What an operator chose in the console counts, whatever flag another start or another node has.
func TestStoredModeCounts(t *testing.T) {
	s, now := memstore.New(), newClock()
	first := opened(t, s, now, func(c *Config) { c.Start = Open })
	if got, err := first.Settings(t.Context()); err != nil || got.Mode != Open {
		t.Fatalf("%+v %v", got, err)
	}
	other := opened(t, s, now)
	if got, err := other.Settings(t.Context()); err != nil || got.Mode != Home {
		t.Fatalf("%+v %v", got, err)
	}
	mode := Approve
	if _, err := first.Set(t.Context(), &mode, nil); err != nil {
		t.Fatal(err)
	}
	now.pass(Stale)
	for _, d := range []*Doors{first, other, opened(t, s, now, func(c *Config) { c.Start = Invite })} {
		if got, err := d.Settings(t.Context()); err != nil || got.Mode != Approve {
			t.Errorf("%+v %v", got, err)
		}
	}
	wrong := Mode("ajar")
	if _, err := first.Set(t.Context(), &wrong, nil); !errors.Is(err, ErrMode) {
		t.Error(err)
	}
	if _, err := New(Config{KV: s.KV, Start: "ajar"}); !errors.Is(err, ErrMode) {
		t.Error(err)
	}
}

// A change from one narrow mode to another lets no person in.
func TestNarrowModes(t *testing.T) {
	s, now := memstore.New(), newClock()
	d := opened(t, s, now)
	old := person(t, now)
	now.pass(time.Hour)
	set := func(m Mode) {
		t.Helper()
		if _, err := d.Set(t.Context(), &m, nil); err != nil {
			t.Fatal(err)
		}
		now.pass(time.Hour)
	}
	set(Invite)
	late := person(t, now)
	now.pass(time.Hour)
	for _, m := range []Mode{Invite, Approve, Invite} {
		set(m)
		if err := d.Admits(t.Context(), old); err != nil {
			t.Errorf("%s: %v", m, err)
		}
		if err := d.Admits(t.Context(), late); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %v", m, err)
		}
	}
}

// However many people use a code together, and on however many nodes, it lets in as many as it says. A person who
// repeats the request is counted once.
func TestCodeUsesAreCounted(t *testing.T) {
	s, now := memstore.New(), newClock()
	nodes := []*Doors{opened(t, s, now), opened(t, s, now)}
	mode := Invite
	if _, err := nodes[0].Set(t.Context(), &mode, nil); err != nil {
		t.Fatal(err)
	}
	now.pass(Stale)
	const uses = 7
	code, err := nodes[0].NewCode(t.Context(), person(t, now), uses, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var in atomic.Int64
	for i := range 30 {
		who := person(t, now)
		all.Go(func() {
			for range 2 {
				err := nodes[i%2].Enter(context.Background(), who, code.Text)
				if err != nil && !errors.Is(err, ErrCode) {
					t.Error(err)
				}
			}
			if nodes[(i+1)%2].Admits(context.Background(), who) == nil {
				in.Add(1)
			}
		})
	}
	all.Wait()
	list, err := nodes[0].Codes(t.Context())
	if in.Load() != uses || err != nil || len(list) != 1 || len(list[0].Used) != uses {
		t.Errorf("%d are inside with %+v, %v", in.Load(), list, err)
	}
	recs, err := s.KV(BucketCodes).List(t.Context(), "")
	if err != nil || len(recs) != 1 || strings.Contains(recs[0].Key+string(recs[0].Data), code.Text) {
		t.Errorf("the code is stored: %v %v", recs, err)
	}
}

// Neither codes nor applications grow without bound.
func TestBounds(t *testing.T) {
	s, now := memstore.New(), newClock()
	d := opened(t, s, now, func(c *Config) { c.Start = Approve })
	for range MaxApplications {
		if err := d.Apply(t.Context(), person(t, now), "Hello."); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Apply(t.Context(), person(t, now), "Hello."); !errors.Is(err, ErrTooManyApplications) {
		t.Error(err)
	}
	for range MaxCodes {
		if _, err := d.NewCode(t.Context(), person(t, now), 1, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.NewCode(t.Context(), person(t, now), 1, time.Time{}); !errors.Is(err, ErrTooManyCodes) {
		t.Error(err)
	}
	long := Lists{Refused: slices.Repeat([]string{"x"}, MaxWords+1)}
	if _, err := d.SetLists(t.Context(), long); !errors.Is(err, identity.ErrTooMany) {
		t.Error(err)
	}
}

// A file in the operator's folder replaces our draft, as it is now, and what is written in the console replaces it.
func TestPagesFromFolder(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := opened(t, memstore.New(), newClock(), func(c *Config) { c.Pages = os.DirFS(folder) })
	langs := []string{"en", "fr"}
	page := func() Page {
		t.Helper()
		p, err := d.Page(t.Context(), "rules", langs)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := page(); len(p.Text) != 0 || !p.Confirmed.IsZero() {
		t.Errorf("%+v", p)
	}
	write("rules.fr.md", "Jouer.")
	write("rules.txt", "no page")
	if p := page(); fmt.Sprint(p.Text) != "map[fr:Jouer.]" || p.Confirmed.IsZero() {
		t.Errorf("%+v", p)
	}
	write("rules.fr.md", "Bien jouer.")
	if p := page(); p.Text["fr"] != "Bien jouer." {
		t.Errorf("%+v", p)
	}
	if _, err := d.SetPage(t.Context(), "rules", map[string]string{"en": "Play.", "fr": ""}, false); err != nil {
		t.Fatal(err)
	}
	if p := page(); fmt.Sprint(p.Text) != "map[en:Play.]" || !p.Confirmed.IsZero() {
		t.Errorf("%+v", p)
	}
	if _, err := d.SetPage(t.Context(), "rules", nil, false); err != nil {
		t.Fatal(err)
	}
	if p := page(); p.Text["fr"] != "Bien jouer." || p.Confirmed.IsZero() {
		t.Errorf("%+v", p)
	}
	write("rules.en.md", strings.Repeat("x", MaxPage+1))
	if _, err := d.Page(t.Context(), "rules", langs); !errors.Is(err, identity.ErrText) {
		t.Error(err)
	}
}
