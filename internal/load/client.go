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

// A client process reads its job from the first line of its input. When it has to wait for its parent process,
// it prints the line "ready" and waits for another line of input. At the end it prints its result as JSON.

// Job is the work of one client process.
type Job struct {
	Kind     string // selects the job's function in kinds
	Addr     string // address of the server, or the address at which to serve
	Tables   int
	Players  int
	Duration time.Duration
	Rate     float64 // moves per second over all tables; 0 means no limit
	Seed     uint64
	Storm    int     // number of streams that an idle client disconnects at the same time
	Bare     bool    // whether an idle client connects to the bare server instead (see serveBare)
	Append   BareJob // configures a job of bare appends
	Fill     FillJob // configures a job that fills a folder
}

// kinds maps each kind of job to the function that runs it. The function calls ready to wait for the parent
// process.
var kinds = map[string]func(job Job, ready func() error) (any, error){
	"play":     func(job Job, ready func() error) (any, error) { return newPlayers(job).run(ready) },
	"idle":     func(job Job, ready func() error) (any, error) { return runIdle(job, ready) },
	"worst":    func(job Job, ready func() error) (any, error) { return newAttacker(job).run(ready) },
	"flood":    func(job Job, _ func() error) (any, error) { return (&flood{job: job}).run(), nil },
	"bare":     func(job Job, _ func() error) (any, error) { return job.Append.run() },
	"bare-sse": func(job Job, ready func() error) (any, error) { return nil, serveBare(job.Addr, ready) },
	"fill":     func(job Job, _ func() error) (any, error) { return job.Fill.run() },
}

// RunClient runs the job that it reads from in, and writes the result to out.
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

// client is a client process, controlled by its parent.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startClient starts this program again as a client process with a job.
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

// ready waits until the client process reports that it is ready.
func (c *client) ready() error {
	line, err := c.out.ReadString('\n')
	if err != nil || line != "ready\n" {
		return fmt.Errorf("load: a client did not get ready: %q %w", line, errors.Join(err, c.cmd.Wait()))
	}
	return nil
}

// goOn makes a client process continue after it has reported ready.
func (c *client) goOn() error {
	_, err := io.WriteString(c.in, "go\n")
	return err
}

// end kills the client process if it is still running.
func (c *client) end() {
	if c != nil && c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

// resultOf waits until a client process ends, and returns its result.
func resultOf[T any](c *client) (result T, err error) {
	if err := json.NewDecoder(c.out).Decode(&result); err != nil {
		return result, fmt.Errorf("load: the result of a client: %w", errors.Join(err, c.cmd.Wait()))
	}
	return result, c.cmd.Wait()
}

// alone runs a job that never waits for its parent, and returns its result.
func alone[T any](ctx context.Context, log io.Writer, job Job) (result T, err error) {
	c, err := startClient(ctx, log, job)
	defer c.end()
	if err != nil {
		return result, err
	}
	return resultOf[T](c)
}
