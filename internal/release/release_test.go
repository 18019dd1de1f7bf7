package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/licences"
)

func sample() *build {
	return &build{version: "v1.2.3", commit: "0123456789abcdef", date: time.Date(2026, 11, 17, 5, 28, 42, 0, time.UTC)}
}

var items = []item{{"b/deep/file", 0o644, 0, []byte("two")}, {"a", 0o755, 0, []byte("one")}, {"own/", 0o700, unprivileged, nil}}

// An archive does not depend on the order in which files are found, and names no person.
func TestArchivesAreTheSame(t *testing.T) {
	turned := slices.Clone(items)
	slices.Reverse(turned)
	for name, pack := range map[string]func([]item, time.Time) ([]byte, error){"tar": tarGz, "zip": zipped} {
		one, err := pack(items, sample().date)
		if err != nil {
			t.Fatal(err)
		}
		other, err := pack(turned, sample().date)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one, other) {
			t.Errorf("two archives of the same files differ: %s", name)
		}
	}
	data, _ := tarred(items, sample().date)
	var names []string
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		if !h.ModTime.Equal(sample().date) || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s: %v %q %q", h.Name, h.ModTime, h.Uname, h.Gname)
		}
	}
	if got := strings.Join(names, " "); got != "a b/ b/deep/ b/deep/file own/" {
		t.Error(got)
	}
	packed, _ := zipped(items, sample().date)
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(r.File) != 5 || r.File[0].Mode() != 0o755 {
		t.Errorf("%v %v", r.File, err)
	}
}

// Every part of an image has the path, size and hash that its descriptor gives. The image runs as an
// unprivileged user.
func TestImage(t *testing.T) {
	data, err := sample().layout(platform{"linux", "arm64"}, items)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	part := func(d descriptor) []byte {
		blob := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if len(blob) != d.Size || fmt.Sprintf("sha256:%x", sha256.Sum256(blob)) != d.Digest {
			t.Fatalf("%s is not what it says", d.MediaType)
		}
		return blob
	}
	var index struct{ Manifests []descriptor }
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	var config struct {
		Architecture string
		Config       struct{ User string }
		RootFS       struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	read := func(data []byte, v any) {
		if err := json.Unmarshal(data, v); err != nil {
			t.Fatal(err)
		}
	}
	read(files["index.json"], &index)
	read(part(index.Manifests[0]), &manifest)
	read(part(manifest.Config), &config)
	if config.Architecture != "arm64" || config.Config.User != "65534:65534" {
		t.Errorf("%+v", config)
	}
	z, err := gzip.NewReader(bytes.NewReader(part(manifest.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil || fmt.Sprintf("sha256:%x", sha256.Sum256(plain)) != config.RootFS.DiffIDs[0] {
		t.Error("the layer is not the one that the config names", err)
	}
}

// The bill of materials conforms to SPDX 2.3. Ids are well-formed and unique, relationships are between
// existing elements, licences are from the SPDX list, and hashes have the right length.
func TestMaterials(t *testing.T) {
	list, err := licences.List()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := sample().document(list)
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`^SPDXRef-[A-Za-z0-9.-]+$`)
	licence := regexp.MustCompile(`^(Apache-2\.0|BSD-[23]-Clause|ISC|MIT|MPL-2\.0|OFL-1\.1)( AND (Apache-2\.0|BSD-[23]-Clause|ISC|MIT|MPL-2\.0|OFL-1\.1))*$`)
	known := map[string]bool{doc.ID: true}
	sums := 0
	for _, p := range doc.Packages {
		if !id.MatchString(p.ID) || known[p.ID] {
			t.Errorf("%q is no id, or not the only one", p.ID)
		}
		known[p.ID] = true
		if !licence.MatchString(p.LicenseConcluded) || p.DownloadLocation == "" {
			t.Errorf("%s: %q", p.Name, p.LicenseConcluded)
		}
		for _, c := range p.Checksums {
			sums++
			if c.Algorithm != "SHA512" || len(c.Value) != 128 {
				t.Errorf("%s: %v", p.Name, c)
			}
		}
		for _, r := range p.References {
			if !strings.HasPrefix(r.Locator, "pkg:") || strings.Contains(r.Locator[4:], "/@") {
				t.Errorf("%s: %s", p.Name, r.Locator)
			}
		}
	}
	if len(doc.Packages) != len(list)+1 || len(doc.Relationships) != len(doc.Packages) || sums < 5 {
		t.Errorf("%d packages, %d relationships and %d hashes for %d entries", len(doc.Packages), len(doc.Relationships), sums, len(list))
	}
	for _, r := range doc.Relationships {
		if !known[r.From] || !known[r.To] {
			t.Errorf("%v: nothing there", r)
		}
	}
}

func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{"v0.1.0": true, "v1.2.3-rc.1": true, "0.1.0": false, "v1.2": false, "v01.2.3": false, "": false} {
		if semantic.MatchString(version) != ok {
			t.Errorf("%q: %v", version, !ok)
		}
	}
}
