package load

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A process is counted like this: it starts as this program, installs a seccomp filter
// that asks before each fsync and fdatasync, sends the filter's listener to its parent,
// and becomes the program that is counted. The parent answers "go on", and counts. It
// costs the counted process two switches of context for each sync.

// counter counts the syncs of a process.
type counter struct{ n atomic.Int64 }

// begin prepares a command that runs under countedName to be counted; the function that it
// returns is to be called once the command has started.
func (c *counter) begin(cmd *exec.Cmd) (func() error, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	mine, theirs := os.NewFile(uintptr(pair[0]), "mine"), os.NewFile(uintptr(pair[1]), "theirs")
	cmd.ExtraFiles = []*os.File{theirs}
	return func() error {
		_ = theirs.Close()
		conn, err := net.FileConn(mine)
		_ = mine.Close()
		if err != nil {
			return err
		}
		listener, err := receiveFile(conn.(*net.UnixConn))
		_ = conn.Close()
		if err != nil {
			return fmt.Errorf("load: syncs cannot be counted here: %w", err)
		}
		go c.answer(listener)
		return nil
	}, nil
}

// receiveFile takes a file from a socket.
func receiveFile(conn *net.UnixConn) (int, error) {
	space := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := conn.ReadMsgUnix(make([]byte, 1), space)
	if err != nil {
		return 0, err
	}
	list, err := unix.ParseSocketControlMessage(space[:n])
	if err != nil || len(list) == 0 {
		return 0, errors.Join(err, errors.New("the process has no filter"))
	}
	files, err := unix.ParseUnixRights(&list[0])
	if err != nil || len(files) != 1 {
		return 0, errors.Join(err, errors.New("one file was expected"))
	}
	return files[0], nil
}

// notice is what the kernel tells of a call, reply what it is answered.
type notice struct {
	id         uint64
	pid, flags uint32
	data       [64]byte
}

type reply struct {
	id      uint64
	val     int64
	failure int32
	flags   uint32
}

// answer lets every sync go on, and counts it, until the process has ended.
func (c *counter) answer(listener int) {
	defer func() { _ = unix.Close(listener) }()
	for {
		polled := []unix.PollFd{{Fd: int32(listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(polled, -1); err != nil && !errors.Is(err, unix.EINTR) || polled[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0 {
			return
		}
		if polled[0].Revents == 0 {
			continue
		}
		var n notice
		if control(listener, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)) != nil {
			continue // a signal came first: the call is announced again
		}
		r := reply{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if control(listener, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)) == nil {
			c.n.Add(1)
		}
	}
}

func control(file int, what uintptr, arg unsafe.Pointer) error {
	if _, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(file), what, uintptr(arg)); e != 0 {
		return e
	}
	return nil
}

// RunCounted makes this process the program that the arguments name, with its syncs
// announced to the parent.
func RunCounted(args []string) error {
	runtime.LockOSThread() // the filter belongs to the thread that becomes the program
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const jumpIf, load, ret = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_RET | unix.BPF_K
	filter := []unix.SockFilter{
		{Code: load, K: 0}, // the number of the call
		{Code: jumpIf, K: unix.SYS_FSYNC, Jt: 2},
		{Code: jumpIf, K: unix.SYS_FDATASYNC, Jt: 1},
		{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		{Code: ret, K: unix.SECCOMP_RET_USER_NOTIF},
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	listener, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if e != 0 {
		return fmt.Errorf("load: seccomp: %w", e)
	}
	const socket = 3 // the first of ExtraFiles
	if err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(int(listener)), nil, 0); err != nil {
		return err
	}
	_, _ = unix.Close(socket), unix.Close(int(listener))
	return syscall.Exec(args[0], args, os.Environ())
}
