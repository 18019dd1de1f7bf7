package lobby_test

import (
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/lobby"
)

// BenchmarkCompact moves the records of two people's tables, a thousand at a time.
func BenchmarkCompact(b *testing.B) {
	st := jetstreamtest.One(b)
	ctx := b.Context()
	text := `{"id":"%s","game":"world","revision":3,"settings":[{"Name":"players","Value":"2"}],"host":"%[2]s","watch":"hidden","clock":{"kind":"slow","limit":259200000000000},` +
		`"status":"finished","created":"2026-11-15T12:00:00Z","updated":"2026-11-15T12:00:00Z","started":"2026-11-15T12:00:00Z","finished":"2026-11-15T12:00:00Z","outcome":{"cause":"end/cures","won":3},` +
		`"seats":[{"id":"tnsglohml5a4","holder":"%[2]s"},{"id":"rvqgrjeckgsh","holder":"%[3]s"}],"links":[{},{}]}`
	id := func(length int) string {
		id, err := identity.NewID(rand.Reader, length)
		if err != nil {
			b.Fatal(err)
		}
		return id
	}
	for b.Loop() {
		b.StopTimer()
		l := lobby.New(lobby.Config{KV: st.KV, Now: time.Now})
		for range 10 {
			host, guest := id(identity.PersonLength), id(identity.PersonLength)
			for range 100 {
				table := id(lobby.TableLength)
				for _, rec := range [][3]string{
					{"tables", table, fmt.Sprintf(text, table, host, guest)},
					{"mine", host + "." + table, `{"status":"finished","updated":"2026-11-15T12:00:00Z","hosted":true}`},
					{"mine", guest + "." + table, `{"status":"finished","updated":"2026-11-15T12:00:00Z"}`},
				} {
					if _, err := st.KV(rec[0]).Put(ctx, rec[1], 0, []byte(rec[2])); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
		b.StartTimer()
		if n, err := l.Compact(ctx, time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC)); err != nil || n != 1000 {
			b.Fatal(n, err)
		}
	}
}
