package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/template"
	"time"
)

// packages builds the .deb and .rpm packages for a platform with nfpm.
func (b *build) packages(p platform, binary string, texts map[string][]byte) error {
	folder := filepath.Join(b.work, "texts")
	page, err := gzipped(texts["theriac.1"])
	if err != nil {
		return err
	}
	if err := write(filepath.Join(folder, "theriac.1.gz"), page); err != nil {
		return err
	}
	for name, data := range texts {
		if err := write(filepath.Join(folder, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	form, err := template.ParseFiles("packaging/nfpm.yaml")
	if err != nil {
		return err
	}
	config := filepath.Join(b.work, p.arch+".yaml")
	f, err := os.Create(config)
	if err != nil {
		return err
	}
	err = form.Execute(f, map[string]string{
		"Arch": p.arch, "Version": b.number(), "Date": b.date.Format(time.RFC3339), "Binary": binary, "Texts": folder,
	})
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	for _, ending := range []string{"deb", "rpm"} {
		cmd := exec.Command(b.nfpm, "package", "--config", config, "--packager", ending, "--target", filepath.Join(b.out, b.name(p, "."+ending)))
		cmd.Stderr = os.Stderr
		cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", b.date.Unix()))
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("nfpm, %s: %w", ending, err)
		}
	}
	return nil
}

// write writes a file, and creates its parent folders if needed.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
