package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"theriac/internal/licences"
)

// unprivileged is the user id under which the image runs. By convention this user has no privileges.
const unprivileged = 65534

// The media types of the OCI image specification.
const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// descriptor refers to a part of an image by its media type, size and hash.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    map[string]string `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// image writes a container image for a platform, as an OCI layout in a tar file. It contains only the program
// and a folder for its data, without a shell.
func (b *build) image(p platform, binary string) error {
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	data, err := b.layout(p, []item{
		{"usr/bin/theriac", 0o755, 0, program},
		{"usr/share/doc/theriac/LICENSE", 0o644, 0, licence},
		{"usr/share/doc/theriac/LICENCES-THIRD-PARTY.txt", 0o644, 0, []byte(licences.Text())},
		{"etc/passwd", 0o644, 0, []byte("root:x:0:0:root:/:/\nnobody:x:65534:65534:nobody:/data:/\n")},
		{"etc/group", 0o644, 0, []byte("root:x:0:\nnobody:x:65534:\n")},
		{"data/", 0o700, unprivileged, nil},
		{"tmp/", 0o1777, 0, nil},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.out, b.name(p, ".oci.tar")), data, 0o644)
}

// layout returns the tar file of an image with one layer, including the image's descriptions.
func (b *build) layout(p platform, files []item) ([]byte, error) {
	plain, err := tarred(files, b.date)
	if err != nil {
		return nil, err
	}
	layer, err := gzipped(plain)
	if err != nil {
		return nil, err
	}
	items := []item{{"oci-layout", 0o644, 0, []byte(`{"imageLayoutVersion":"1.0.0"}`)}}
	add := func(mediaType string, data []byte) descriptor {
		sum := fmt.Sprintf("%x", sha256.Sum256(data))
		items = append(items, item{"blobs/sha256/" + sum, 0o644, 0, data})
		return descriptor{MediaType: mediaType, Digest: "sha256:" + sum, Size: len(data)}
	}
	addJSON := func(mediaType string, v any) (descriptor, error) {
		data, err := json.Marshal(v)
		return add(mediaType, data), err
	}
	when := b.date.Format(time.RFC3339)
	config, err := addJSON(configType, map[string]any{
		"created": when, "architecture": p.arch, "os": p.system,
		"config": map[string]any{
			"User":         fmt.Sprintf("%d:%d", unprivileged, unprivileged),
			"Env":          []string{"PATH=/usr/bin", "THERIAC_DATA=/data"},
			"Entrypoint":   []string{"/usr/bin/theriac"},
			"Cmd":          []string{"serve"},
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}},
			"Volumes":      map[string]any{"/data": struct{}{}},
			"WorkingDir":   "/data",
			"StopSignal":   "SIGTERM",
			"Labels":       b.labels(),
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(plain))}},
		"history": []map[string]string{{"created": when, "created_by": "theriac internal/release"}},
	})
	if err != nil {
		return nil, err
	}
	manifest, err := addJSON(manifestType, map[string]any{
		"schemaVersion": 2, "mediaType": manifestType, "config": config,
		"layers": []descriptor{add(layerType, layer)}, "annotations": b.labels(),
	})
	if err != nil {
		return nil, err
	}
	manifest.Platform = map[string]string{"os": p.system, "architecture": p.arch}
	name := "localhost/theriac:" + b.number()
	manifest.Annotations = map[string]string{"org.opencontainers.image.ref.name": name, "io.containerd.image.name": name}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": indexType, "manifests": []descriptor{manifest}})
	if err != nil {
		return nil, err
	}
	return tarred(append(items, item{"index.json", 0o644, 0, index}), b.date)
}

func (b *build) labels() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title": "theriac", "org.opencontainers.image.description": "A tabletop for outbreak games",
		"org.opencontainers.image.version": b.version, "org.opencontainers.image.revision": b.commit,
		"org.opencontainers.image.created": b.date.Format(time.RFC3339), "org.opencontainers.image.licenses": "Apache-2.0",
	}
}
