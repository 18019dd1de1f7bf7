//go:build !linux

package load

import (
	"errors"
	"os/exec"
	"sync/atomic"
)

// counter counts the syncs of a process, which only Linux lets it do.
type counter struct{ n atomic.Int64 }

var errNoCount = errors.New("load: syncs can be counted on Linux only")

func (*counter) begin(*exec.Cmd) (func() error, error) { return nil, errNoCount }

// RunCounted is not possible here.
func RunCounted([]string) error { return errNoCount }
