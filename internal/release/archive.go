package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// item is an entry of an archive: a file, or a folder if its name ends in a slash.
type item struct {
	name string
	mode int64
	user int // id of the owning user and group
	data []byte
}

// archive packs the program for a platform, together with its texts, into a file with one top folder.
func (b *build) archive(p platform, binary string, texts map[string][]byte) error {
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	folder := strings.TrimSuffix(b.name(p, "/"), "/") + "/"
	items := []item{{folder + filepath.Base(binary), 0o755, 0, program}}
	for name, data := range texts {
		items = append(items, item{folder + name, 0o644, 0, data})
	}
	pack, ending := tarGz, ".tar.gz"
	if p.system == "windows" {
		pack, ending = zipped, ".zip"
	}
	data, err := pack(items, b.date)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.out, b.name(p, ending)), data, 0o644)
}

// sorted sorts items by name. Each folder is listed once, before its content.
func sorted(items []item) []item {
	all := slices.Clone(items)
	for _, it := range items {
		for at, c := range it.name {
			folder := it.name[:at+1]
			if c == '/' && !slices.ContainsFunc(all, func(o item) bool { return o.name == folder }) {
				all = append(all, item{name: folder, mode: 0o755})
			}
		}
	}
	slices.SortFunc(all, func(a, b item) int { return strings.Compare(a.name, b.name) })
	return all
}

// tarred returns a tar archive of items. All entries have one time and no user names, so that the archive is
// reproducible.
func tarred(items []item, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, it := range sorted(items) {
		h := &tar.Header{Name: it.name, Mode: it.mode, Uid: it.user, Gid: it.user, ModTime: at, Size: int64(len(it.data)), Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if strings.HasSuffix(it.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(it.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// gzipped compresses data. The result contains no file name and no time, so that it is reproducible.
func gzipped(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func tarGz(items []item, at time.Time) ([]byte, error) {
	data, err := tarred(items, at)
	if err != nil {
		return nil, err
	}
	return gzipped(data)
}

func zipped(items []item, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, it := range sorted(items) {
		h := &zip.FileHeader{Name: it.name, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(it.mode))
		if strings.HasSuffix(it.name, "/") {
			h.Method = zip.Store
			h.SetMode(os.FileMode(it.mode) | os.ModeDir)
		}
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(it.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// sums writes the checksums of all files in a folder, in the format of sha256sum.
func sums(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, f := range files {
		sum := sha256.New()
		r, err := os.Open(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		_, err = io.Copy(sum, r)
		if closed := r.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sum.Sum(nil), f.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(text.String()), 0o644)
}
