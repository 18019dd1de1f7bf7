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
)

// A client process reads its job on a line, prints "ready" on a line of its own
// whenever it waits for the others, goes on at any line, and ends with its result as
// JSON.

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
	raiseFiles()
	ready := func() error {
		if _, err := fmt.Fprintln(out, "ready"); err != nil {
			return err
		}
		_, err := lines.ReadString('\n')
		return err
	}
	var result any
	switch job.Kind {
	case "play":
		result, err = newPlayers(job).run(ready)
	case "idle":
		result, err = runIdle(job, ready)
	case "worst":
		result, err = newAttacker(job).run(ready)
	default:
		err = fmt.Errorf("load: no job %q", job.Kind)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(result)
}

// MaxFiles is how many connections one client process may have.
const MaxFiles = 18_000

// client is a client process as its parent sees it.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startOwn starts this program with a hidden subcommand.
func startOwn(ctx context.Context, name string, log io.Writer) (*client, error) {
	bin, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &client{cmd: exec.CommandContext(ctx, bin, "load", name)}
	c.cmd.Stderr = log
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReaderSize(out, 1<<16)
	return c, c.cmd.Start()
}

// startClients starts a process for each job.
func startClients(ctx context.Context, jobs []Job, log io.Writer) (clients, error) {
	var list clients
	for _, j := range jobs {
		c, err := startOwn(ctx, "client", log)
		if err != nil {
			return list, err
		}
		list = append(list, c)
		if err := json.NewEncoder(c.in).Encode(j); err != nil {
			return list, err
		}
	}
	return list, nil
}

type clients []*client

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

// results reads the result of each and waits for its end.
func results[T any](l clients) ([]T, error) {
	out := make([]T, len(l))
	for i, c := range l {
		if err := json.NewDecoder(c.out).Decode(&out[i]); err != nil {
			return nil, fmt.Errorf("load: the result of a client: %w", errors.Join(err, c.cmd.Wait()))
		}
		if err := c.cmd.Wait(); err != nil {
			return nil, err
		}
	}
	return out, nil
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
