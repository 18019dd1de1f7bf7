package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/jetstream"
)

// BareJob says how to measure appends without a game around them.
type BareJob struct {
	Dir      string
	Shards   int
	Writers  int // each waits for its append before the next
	Bytes    int // of an entry
	Duration time.Duration
	Conns    int
	Rate     float64 // appends a second, over all writers; 0: as they come
}

// BareResult is what was measured.
type BareResult struct {
	Appends int     `json:"appends"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"` // of the process, in seconds: server and writers
	Times   Times   `json:"times"`
}

// RunBare is the process that measures bare appends: the same server as the tables',
// streams of the same form, and writers that send what a table sends with each entry:
// its key, and the entry that it follows.
func RunBare(in io.Reader, out io.Writer) error {
	var job BareJob
	if err := json.NewDecoder(in).Decode(&job); err != nil {
		return err
	}
	srv, err := jetstream.StartServer(jetstream.ServerConfig{Dir: job.Dir})
	if err != nil {
		return err
	}
	defer srv.Shutdown(context.Background())
	conns := make([]*nats.Conn, max(job.Conns, 1))
	for i := range conns {
		if conns[i], err = nats.Connect("", srv.InProcess()...); err != nil {
			return err
		}
		defer conns[i].Close()
	}
	js, err := natsjs.New(conns[0])
	if err != nil {
		return err
	}
	for n := range job.Shards {
		_, err := js.CreateStream(context.Background(), natsjs.StreamConfig{
			Name: fmt.Sprintf("BARE-%d", n), Subjects: []string{fmt.Sprintf("b.%d.*", n)},
			Storage: natsjs.FileStorage, AllowDirect: true, Duplicates: 2 * time.Minute,
		})
		if err != nil {
			return err
		}
	}
	result, err := job.run(conns)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(result)
}

func (job BareJob) run(conns []*nats.Conn) (BareResult, error) {
	var mu sync.Mutex
	var r BareResult
	var failed error
	var all sync.WaitGroup
	end := time.Now().Add(job.Duration)
	stop := make(chan struct{})
	time.AfterFunc(job.Duration, func() { close(stop) })
	permits := newPermits(job.Rate)
	pace(permits, job.Rate, stop)
	before := cpu(os.Getpid())
	for w := range job.Writers {
		all.Go(func() {
			times, err := job.write(conns[w%len(conns)], w, end, permits, stop)
			mu.Lock()
			defer mu.Unlock()
			r.Times = append(r.Times, times...)
			r.Appends += len(times)
			failed = errors.Join(failed, err)
		})
	}
	all.Wait()
	r.CPU = cpu(os.Getpid()) - before
	r.Seconds = job.Duration.Seconds()
	return r, failed
}

// write appends to one subject until the end.
func (job BareJob) write(nc *nats.Conn, w int, end time.Time, permits, stop <-chan struct{}) (Times, error) {
	rng := rand.New(rand.NewPCG(1, uint64(w)))
	data := make([]byte, job.Bytes)
	for i := range data {
		data[i] = byte('a' + rng.IntN(26))
	}
	subject := fmt.Sprintf("b.%d.%d", w%job.Shards, w)
	var times Times
	for last, n := uint64(0), 0; permit(permits, stop) && time.Now().Before(end); n++ {
		m := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
			natsjs.MsgIDHeader:               {strconv.Itoa(w) + "-" + strconv.Itoa(n)},
			natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(last, 10)},
		}}
		began := time.Now()
		reply, err := nc.RequestMsg(m, 10*time.Second)
		if err != nil {
			return times, err
		}
		var ack struct {
			Seq   uint64          `json:"seq"`
			Error json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(reply.Data, &ack); err != nil || ack.Error != nil {
			return times, fmt.Errorf("load: a bare append: %s %w", reply.Data, err)
		}
		last = ack.Seq
		times.add(time.Since(began))
	}
	return times, nil
}

// measureBare measures in a process of its own, on a folder of its own beside the
// server's, so that both are on the same disk.
func measureBare(ctx context.Context, beside string, job BareJob, log io.Writer) (BareResult, error) {
	var r BareResult
	dir, err := os.MkdirTemp(beside, "bare-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	job.Dir = dir
	return r, ownProcess(ctx, "bare", job, &r, log)
}

// ownProcess runs a hidden subcommand with a job on its input and reads its
// result.
func ownProcess(ctx context.Context, name string, job, result any, log io.Writer) error {
	c, err := startOwn(ctx, name, log)
	if err != nil {
		return err
	}
	err = json.NewEncoder(c.in).Encode(job)
	if err == nil {
		err = json.NewDecoder(c.out).Decode(result)
	}
	_ = c.in.Close()
	if err := errors.Join(err, c.cmd.Wait()); err != nil {
		return fmt.Errorf("load %s: %w", name, err)
	}
	return nil
}
