// Command site writes the documentation as the pages that the server has at /docs. It makes the pages from
// docs/, the ledgers of the rules in both languages, and the API's document. Only the search needs a script.
//
// By design it refuses to write a page with a broken link or a missing picture.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "web/dist/docs", "the folder to write into")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	files, err := build(os.DirFS("."))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, data := range files {
		if err := write(filepath.Join(out, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file and, if that is smaller, a compressed copy of it, because the server does not compress
// files itself.
func write(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if packed.Len() < len(data)*9/10 {
		if err := os.WriteFile(file+".gz", packed.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(file, data, 0o644)
}
