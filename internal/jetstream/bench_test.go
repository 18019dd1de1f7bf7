package jetstream_test

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
)

const appenders = 200

func bare(b *testing.B, n *jetstreamtest.Nodes, conns int) {
	n.Open(b, 0)
	var all []natsjs.JetStream
	for range conns {
		nc, err := nats.Connect("", n.Server(0).InProcess()...)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(nc.Close)
		js, err := natsjs.New(nc)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, js)
	}
	data := make([]byte, 200)
	var who atomic.Int64
	b.SetParallelism(appenders / 2)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		w := who.Add(1)
		js, at := all[int(w)%conns], uint64(0)
		for i := 0; pb.Next(); i++ {
			ack, err := js.PublishMsg(b.Context(), &nats.Msg{Subject: fmt.Sprint("t.0.bench", w), Data: data},
				natsjs.WithMsgID(fmt.Sprint("bench", w, "/", i)), natsjs.WithExpectLastSequencePerSubject(at))
			if err != nil {
				b.Error(err)
				return
			}
			at = ack.Sequence
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

func BenchmarkBare(b *testing.B) {
	for _, conns := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(conns), func(b *testing.B) { bare(b, jetstreamtest.Single(b), conns) })
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, conns := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(conns), func(b *testing.B) {
			n := jetstreamtest.Single(b)
			s, err := jetstream.Open(b.Context(), jetstream.Config{Server: n.Server(0), Conns: conns})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			l, data := s.Log(), make([]byte, 200)
			var who atomic.Int64
			b.SetParallelism(appenders / 2)
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				name, at := fmt.Sprint("bench", who.Add(1)), uint64(0)
				var err error
				for i := 0; pb.Next(); i++ {
					if at, err = l.Append(b.Context(), name, at, strconv.Itoa(i), data); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}

// filled is a store with 1,000 tables of 30 entries, interleaved.
func filled(b *testing.B) *jetstream.Store {
	b.Helper()
	s := jetstreamtest.One(b)
	l, data := s.Log(), make([]byte, 200)
	at := map[int]uint64{}
	for i := range 30 {
		for n := range 1000 {
			a, err := l.Append(b.Context(), fmt.Sprint("cold", n), at[n], strconv.Itoa(i), data)
			if err != nil {
				b.Fatal(err)
			}
			at[n] = a
			if i == 19 {
				if err := l.SaveSnapshot(b.Context(), fmt.Sprint("cold", n), strconv.AppendUint(nil, a, 10)); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	return s
}

func BenchmarkReads(b *testing.B) {
	s := filled(b)
	l := s.Log()
	b.Run("Last", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := l.Last(b.Context(), fmt.Sprint("cold", i%1000), false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Keep", func(b *testing.B) {
		data := make([]byte, 2000)
		for i := range b.N {
			if err := l.SaveSnapshot(b.Context(), fmt.Sprint("other", i%1000), data); err != nil {
				b.Fatal(err)
			}
		}
	})
	// A cold table: the newest entry, the snapshot and a tail of 10.
	b.Run("Cold", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			name := fmt.Sprint("cold", i%1000)
			if _, err := l.Last(b.Context(), name, false); err != nil {
				b.Fatal(err)
			}
			kept, err := l.Snapshot(b.Context(), name)
			if err != nil {
				b.Fatal(err)
			}
			after, err := strconv.ParseUint(string(kept), 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			items, err := l.After(b.Context(), name, after)
			if err != nil || len(items) != 10 {
				b.Fatal(len(items), err)
			}
		}
	})
}
