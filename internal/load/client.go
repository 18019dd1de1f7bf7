package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A client process reads its job on a line, prints "ready" on a line of its own whenever it
// waits for the others, goes on at any line, and ends with its result as JSON.

// Job is what a client process has to do.
type Job struct {
	Kind     string // of the table below
	Addr     string // of the server, or where to be one
	Tables   int
	Players  int
	Duration time.Duration
	Rate     float64 // moves by the second, over all tables of the job; 0: as they come
	Seed     uint64
	Storm    int     // of an idle client: how many streams are cut at once
	Bare     bool    // of an idle client: the server is a bare one
	Append   BareJob // of bare appends
	Fill     FillJob // of a folder
}

// kinds are what client processes can do.
var kinds = map[string]func(job Job, ready func() error) (any, error){
	"play":     func(job Job, ready func() error) (any, error) { return newPlayers(job).run(ready) },
	"idle":     func(job Job, ready func() error) (any, error) { return runIdle(job, ready) },
	"worst":    func(job Job, ready func() error) (any, error) { return newAttacker(job).run(ready) },
	"bare":     func(job Job, _ func() error) (any, error) { return job.Append.run() },
	"bare-sse": func(job Job, ready func() error) (any, error) { return nil, serveBare(job.Addr, ready) },
	"fill":     func(job Job, _ func() error) (any, error) { return job.Fill.run() },
}

// RunClient is a client process.
func RunClient(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return err
	}
	var job Job
	if err := json.Unmarshal(first, &job); err != nil {
		return err
	}
	result, err := kinds[job.Kind](job, func() error {
		if _, err := fmt.Fprintln(out, "ready"); err != nil {
			return err
		}
		_, err := lines.ReadString('\n')
		return err
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(result)
}

// client is a client process as its parent sees it.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

type clients []*client

// startClients starts this program again for each job.
func startClients(ctx context.Context, log io.Writer, jobs ...Job) (list clients, err error) {
	bin, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		c := &client{cmd: exec.CommandContext(ctx, bin, "load", "client")}
		c.cmd.Stderr = log
		in, wrong := c.cmd.StdinPipe()
		out, err := c.cmd.StdoutPipe()
		if err := errors.Join(wrong, err); err != nil {
			return list, err
		}
		c.in, c.out = in, bufio.NewReaderSize(out, 1<<16)
		if err := c.cmd.Start(); err != nil {
			return list, err
		}
		list = append(list, c)
		if err := json.NewEncoder(c.in).Encode(job); err != nil {
			return list, err
		}
	}
	return list, nil
}

// ready waits until all of them are ready.
func (l clients) ready() error {
	for _, c := range l {
		line, err := c.out.ReadString('\n')
		if err != nil || line != "ready\n" {
			return fmt.Errorf("load: a client did not get ready: %q %w", line, errors.Join(err, c.cmd.Wait()))
		}
	}
	return nil
}

// goOn lets all of them continue.
func (l clients) goOn() error {
	for _, c := range l {
		if _, err := io.WriteString(c.in, "go\n"); err != nil {
			return err
		}
	}
	return nil
}

// results adds up the results of all of them, and waits for their end.
func results[T any](l clients) (all T, err error) {
	for i, c := range l {
		var one T
		if err := json.NewDecoder(c.out).Decode(&one); err != nil {
			return all, fmt.Errorf("load: the result of a client: %w", errors.Join(err, c.cmd.Wait()))
		}
		if err := c.cmd.Wait(); err != nil {
			return all, err
		}
		if i == 0 {
			all = one
			continue
		}
		sum(&all, one)
	}
	return all, nil
}

// end kills those that still run.
func (l clients) end() {
	for _, c := range l {
		if c.cmd.ProcessState == nil {
			_ = c.cmd.Process.Kill()
			_ = c.cmd.Wait()
		}
	}
}

// alone runs a job that waits for nobody.
func alone[T any](ctx context.Context, log io.Writer, job Job) (result T, err error) {
	cl, err := startClients(ctx, log, job)
	defer cl.end()
	if err != nil {
		return result, err
	}
	return results[T](cl)
}

// MaxFiles is how many connections one client process may have.
const MaxFiles = 18_000

// split distributes tables over as few processes as their files allow.
func split(job Job, filesPerTable int) []Job {
	n := max(1, (job.Tables*filesPerTable+MaxFiles-1)/MaxFiles)
	jobs := make([]Job, n)
	for i := range jobs {
		jobs[i] = job
		jobs[i].Tables = job.Tables/n + min(1, max(0, job.Tables%n-i))
		jobs[i].Rate = job.Rate * float64(jobs[i].Tables) / float64(job.Tables)
		jobs[i].Storm = job.Storm * jobs[i].Tables / job.Tables
		jobs[i].Seed = job.Seed + uint64(i)<<32
	}
	return jobs
}
