package forget

import (
	"context"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Available returns nil if file systems can be mounted on this machine, or the reason why not.
func Available() error {
	f, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("file systems in user space are not available here: %w", err)
	}
	return f.Close()
}

// Mount mounts a disk in a folder. The caller must call unmount at the end.
func Mount(d *Disk, dir string) (unmount func() error, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	known := time.Second // the kernel may cache attributes, because all changes go through this mount
	server, err := fs.Mount(dir, &node{d: d, f: d.root}, &fs.Options{
		EntryTimeout: &known, AttrTimeout: &known,
		RootStableAttr: &fs.StableAttr{Ino: d.root.id, Mode: syscall.S_IFDIR},
		MountOptions:   fuse.MountOptions{DirectMount: true, FsName: "forget", Name: "forget", MaxWrite: 1 << 20},
	})
	if err != nil {
		return nil, fmt.Errorf("forget: mount: %w", err)
	}
	return func() error {
		for try := 0; ; try++ {
			err := server.Unmount()
			if err == nil || try == 100 {
				return err
			}
			time.Sleep(20 * time.Millisecond) // a killed process may still have a file open
		}
	}, nil
}

// node wraps a file or a folder for the FUSE library.
type node struct {
	fs.Inode
	d *Disk
	f *file
}

// handle is an open file.
type handle struct {
	n      *node
	synced bool // opened with O_SYNC: every write is synced
}

var (
	_ fs.NodeLookuper  = (*node)(nil)
	_ fs.NodeReaddirer = (*node)(nil)
	_ fs.NodeGetattrer = (*node)(nil)
	_ fs.NodeSetattrer = (*node)(nil)
	_ fs.NodeCreater   = (*node)(nil)
	_ fs.NodeMkdirer   = (*node)(nil)
	_ fs.NodeUnlinker  = (*node)(nil)
	_ fs.NodeRmdirer   = (*node)(nil)
	_ fs.NodeRenamer   = (*node)(nil)
	_ fs.NodeOpener    = (*node)(nil)
	_ fs.NodeFsyncer   = (*node)(nil)
	_ fs.NodeStatfser  = (*node)(nil)
	_ fs.FileReader    = (*handle)(nil)
	_ fs.FileWriter    = (*handle)(nil)
)

func (f *file) mode() uint32 {
	if f.dir {
		return syscall.S_IFDIR
	}
	return syscall.S_IFREG
}

// fill copies a file's attributes to out.
func (f *file) fill(out *fuse.Attr) {
	out.Ino, out.Nlink, out.Size = f.id, 1, uint64(len(f.now))
	out.Mode = f.mode() | 0o700
	out.Blocks, out.Blksize = (out.Size+511)/512, page
	now := time.Now()
	out.SetTimes(&now, &now, &now)
}

func (n *node) child(ctx context.Context, f *file, out *fuse.EntryOut) *fs.Inode {
	f.fill(&out.Attr)
	return n.NewInode(ctx, &node{d: n.d, f: f}, fs.StableAttr{Ino: f.id, Mode: f.mode()})
}

func (n *node) Lookup(ctx context.Context, name string, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	if e := n.d.enter(); e != 0 {
		return nil, e
	}
	defer n.d.mu.Unlock()
	f := n.f.names[name]
	if f == nil {
		return nil, syscall.ENOENT
	}
	return n.child(ctx, f, out), 0
}

func (n *node) Readdir(context.Context) (fs.DirStream, syscall.Errno) {
	if e := n.d.enter(); e != 0 {
		return nil, e
	}
	defer n.d.mu.Unlock()
	var list []fuse.DirEntry
	for name, f := range n.f.names {
		list = append(list, fuse.DirEntry{Name: name, Ino: f.id, Mode: f.mode()})
	}
	slices.SortFunc(list, func(a, b fuse.DirEntry) int { return int(int64(a.Ino) - int64(b.Ino)) })
	return fs.NewListDirStream(list), 0
}

func (n *node) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	n.f.fill(&out.Attr)
	return 0
}

func (n *node) Setattr(_ context.Context, _ fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	if size, ok := in.GetSize(); ok && int(size) != len(n.f.now) {
		n.d.write(n.f, write{at: int64(size)})
	}
	n.f.fill(&out.Attr)
	return 0
}

const syncFlags = syscall.O_SYNC | syscall.O_DSYNC

func (n *node) Create(ctx context.Context, name string, flags, _ uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	if e := n.d.enter(); e != 0 {
		return nil, nil, 0, e
	}
	defer n.d.mu.Unlock()
	f := n.d.newFile(false)
	n.d.name(change{n.f, name, f})
	in := n.child(ctx, f, out)
	return in, &handle{in.Operations().(*node), flags&syncFlags != 0}, 0, 0
}

func (n *node) Mkdir(ctx context.Context, name string, _ uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	if e := n.d.enter(); e != 0 {
		return nil, e
	}
	defer n.d.mu.Unlock()
	f := n.d.newFile(true)
	n.d.name(change{n.f, name, f})
	return n.child(ctx, f, out), 0
}

func (n *node) Unlink(_ context.Context, name string) syscall.Errno {
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	n.d.name(change{n.f, name, nil})
	return 0
}

func (n *node) Rmdir(_ context.Context, name string) syscall.Errno {
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	if f := n.f.names[name]; f != nil && len(f.names) > 0 {
		return syscall.ENOTEMPTY
	}
	n.d.name(change{n.f, name, nil})
	return 0
}

func (n *node) Rename(_ context.Context, name string, parent fs.InodeEmbedder, newName string, flags uint32) syscall.Errno {
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	f, to := n.f.names[name], parent.(*node).f
	if f == nil {
		return syscall.ENOENT
	}
	if there := to.names[newName]; there != nil && (len(there.names) > 0 || flags != 0) {
		return syscall.ENOTEMPTY
	}
	n.d.name(change{to, newName, f}, change{n.f, name, nil})
	return 0
}

func (n *node) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	return &handle{n, flags&syncFlags != 0}, 0, 0
}

func (n *node) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	n.d.drag()
	if e := n.d.enter(); e != 0 {
		return e
	}
	defer n.d.mu.Unlock()
	n.d.sync(n.f)
	return 0
}

func (n *node) Statfs(_ context.Context, out *fuse.StatfsOut) syscall.Errno {
	out.Bsize, out.Frsize, out.NameLen = page, page, 255
	out.Blocks, out.Bfree, out.Bavail, out.Files, out.Ffree = 4<<20, 4<<20, 4<<20, 1<<20, 1<<20 // 16 GB
	return 0
}

func (h *handle) Read(_ context.Context, dest []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	if e := h.n.d.enter(); e != 0 {
		return nil, e
	}
	defer h.n.d.mu.Unlock()
	b := h.n.f.now
	if off >= int64(len(b)) {
		return fuse.ReadResultData(nil), 0
	}
	return fuse.ReadResultData(dest[:copy(dest, b[off:])]), 0
}

func (h *handle) Write(_ context.Context, data []byte, off int64) (uint32, syscall.Errno) {
	if h.synced {
		h.n.d.drag()
	}
	if e := h.n.d.enter(); e != 0 {
		return 0, e
	}
	defer h.n.d.mu.Unlock()
	h.n.d.write(h.n.f, write{off, slices.Clone(data)})
	if h.synced {
		h.n.d.sync(h.n.f)
	}
	return uint32(len(data)), 0
}
