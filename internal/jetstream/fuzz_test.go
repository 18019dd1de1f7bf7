package jetstream

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzUnpack reads archives that may hold anything.
func FuzzUnpack(f *testing.F) {
	packed, err := pack([]byte("theriac-entries-1 1 0 00\n{}\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Add(packed[:len(packed)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, err := unpack(data)
		if err != nil {
			return
		}
		again, err := pack(plain)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := unpack(again); err != nil || !bytes.Equal(out, plain) {
			t.Fatal("packed, it came out as something else")
		}
	})
}

// FuzzScrub checks blocks that may hold anything: a repaired block stays repaired.
func FuzzScrub(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 64))
	f.Add(bytes.Repeat([]byte{0x1e, 0, 0, 0}, 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		file := filepath.Join(dir, "jetstream", "A", "streams", "LOG-0", "msgs", "1.blk")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		scrub := func() bool {
			e, err := readBlock(file, len(data)%2 == 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(e.found) > mostBad { // it would not be touched
				return false
			}
			if len(e.found) > 0 {
				err = repairBlock(dir, file, e.before, e.after, e.found)
			} else if e.cut >= 0 {
				err = cutOff(file, int64(e.cut))
			}
			if err != nil {
				t.Fatal(err)
			}
			return true
		}
		if !scrub() {
			return
		}
		once, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scrub()
		if twice, err := os.ReadFile(file); err != nil || !bytes.Equal(once, twice) {
			t.Fatal("a block that was set right is set right again")
		}
	})
}

// FuzzBackup reads backups that may be anything.
func FuzzBackup(f *testing.F) {
	f.Add([]byte("theriac"))
	f.Fuzz(func(t *testing.T, data []byte) {
		spool, err := os.CreateTemp(t.TempDir(), "backup")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = spool.Close() }()
		if _, err := spool.Write(data); err != nil {
			t.Fatal(err)
		}
		if _, err := verify(spool); err == nil {
			t.Fatal("a backup that nobody made")
		}
	})
}
