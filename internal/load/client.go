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
// waits for its parent, goes on at any line, and ends with its result as JSON.

// Job is what a client process has to do.
type Job struct {
	Kind     string // of the table below
	Addr     string // of the server, or where to be one
	Tables   int
	Players  int
	Duration time.Duration
	Rate     float64 // moves a second, over all tables; 0: as they come
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

// startClient starts this program again for a job.
func startClient(ctx context.Context, log io.Writer, job Job) (*client, error) {
	bin, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &client{cmd: exec.CommandContext(ctx, bin, "load", "client")}
	c.cmd.Stderr = log
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	return c, json.NewEncoder(c.in).Encode(job)
}

// ready waits until the client is ready.
func (c *client) ready() error {
	line, err := c.out.ReadString('\n')
	if err != nil || line != "ready\n" {
		return fmt.Errorf("load: a client did not get ready: %q %w", line, errors.Join(err, c.cmd.Wait()))
	}
	return nil
}

// goOn lets it continue.
func (c *client) goOn() error {
	_, err := io.WriteString(c.in, "go\n")
	return err
}

// end kills it if it still runs.
func (c *client) end() {
	if c != nil && c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

// resultOf waits for a client's end.
func resultOf[T any](c *client) (result T, err error) {
	if err := json.NewDecoder(c.out).Decode(&result); err != nil {
		return result, fmt.Errorf("load: the result of a client: %w", errors.Join(err, c.cmd.Wait()))
	}
	return result, c.cmd.Wait()
}

// alone runs a job that waits for nobody.
func alone[T any](ctx context.Context, log io.Writer, job Job) (result T, err error) {
	c, err := startClient(ctx, log, job)
	defer c.end()
	if err != nil {
		return result, err
	}
	return resultOf[T](c)
}
