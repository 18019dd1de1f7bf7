package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"theriac/internal/licences"
)

// The parts of an SPDX 2.3 document that a bill of materials needs.
type spdxDocument struct {
	SPDXVersion   string             `json:"spdxVersion"`
	DataLicense   string             `json:"dataLicense"`
	ID            string             `json:"SPDXID"`
	Name          string             `json:"name"`
	Namespace     string             `json:"documentNamespace"`
	Creation      spdxCreation       `json:"creationInfo"`
	Packages      []spdxPackage      `json:"packages"`
	Relationships []spdxRelationship `json:"relationships"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	Name             string          `json:"name"`
	ID               string          `json:"SPDXID"`
	VersionInfo      string          `json:"versionInfo"`
	DownloadLocation string          `json:"downloadLocation"`
	FilesAnalyzed    bool            `json:"filesAnalyzed"`
	LicenseConcluded string          `json:"licenseConcluded"`
	LicenseDeclared  string          `json:"licenseDeclared"`
	CopyrightText    string          `json:"copyrightText"`
	Purpose          string          `json:"primaryPackagePurpose,omitempty"`
	Comment          string          `json:"comment,omitempty"`
	Checksums        []spdxChecksum  `json:"checksums,omitempty"`
	References       []spdxReference `json:"externalRefs,omitempty"`
}

type spdxChecksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type spdxReference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelationship struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// materials writes the bill of materials. It compares what each binary reports about its own build with the
// list of licences, and fails if they differ.
func (b *build) materials(binaries []string) error {
	list, err := licences.List()
	if err != nil {
		return err
	}
	compiler := ""
	linked := map[string]bool{}
	for _, file := range binaries {
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return err
		}
		compiler = info.GoVersion
		for _, m := range info.Deps {
			linked[m.Path+" "+m.Version] = true
		}
	}
	var used []licences.Package
	for _, p := range list {
		switch {
		case p.Name == "std":
			p.Version = strings.TrimPrefix(compiler, "go")
		case p.Kind == "go" && !linked[p.Name+" "+p.Version]:
			continue // no platform uses this package
		}
		delete(linked, p.Name+" "+p.Version)
		used = append(used, p)
	}
	for name := range linked {
		return fmt.Errorf("%s is linked and has no licence listed: go run ./internal/licences/write", name)
	}
	doc, err := b.document(used)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.out, "theriac_"+b.number()+".spdx.json"), append(data, '\n'), 0o644)
}

var notInAnID = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// document returns the bill of materials for the given packages.
func (b *build) document(used []licences.Package) (spdxDocument, error) {
	const self, program = "SPDXRef-DOCUMENT", "SPDXRef-theriac"
	doc := spdxDocument{
		SPDXVersion: "SPDX-2.3", DataLicense: "CC0-1.0", ID: self, Name: "theriac-" + b.number(),
		Namespace: "https://spdx.org/spdxdocs/theriac-" + b.number() + "-" + b.commit,
		Creation:  spdxCreation{b.date.Format(time.RFC3339), []string{"Tool: theriac-internal-release"}},
		Packages: []spdxPackage{{
			Name: "theriac", ID: program, VersionInfo: b.version, DownloadLocation: "NOASSERTION", LicenseConcluded: "Apache-2.0",
			LicenseDeclared: "Apache-2.0", CopyrightText: "NOASSERTION", Purpose: "APPLICATION", Comment: "commit " + b.commit,
		}},
		Relationships: []spdxRelationship{{self, "DESCRIBES", program}},
	}
	for _, u := range used {
		p := spdxPackage{
			Name: u.Name, ID: "SPDXRef-" + u.Kind + "-" + strings.Trim(notInAnID.ReplaceAllString(u.Name, "-"), "-"), VersionInfo: u.Version,
			DownloadLocation: "NOASSERTION", LicenseConcluded: u.Licence, LicenseDeclared: u.Licence, CopyrightText: "NOASSERTION", Comment: u.Part,
		}
		// In the locator of an npm package, the first character of the scope must be escaped.
		locator := "pkg:npm/" + strings.Replace(u.Name, "@", "%40", 1) + "@" + u.Version
		switch {
		case u.Name == "std":
			locator = "pkg:golang/stdlib@" + u.Version
		case u.Kind == "go":
			locator = "pkg:golang/" + u.Name + "@" + u.Version
		}
		p.References = []spdxReference{{"PACKAGE-MANAGER", "purl", locator}}
		if sum, ok := strings.CutPrefix(u.Sum, "sha512-"); ok {
			raw, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return doc, fmt.Errorf("%s: %w", u.Name, err)
			}
			p.Checksums = []spdxChecksum{{"SHA512", fmt.Sprintf("%x", raw)}}
		}
		doc.Packages = append(doc.Packages, p)
		doc.Relationships = append(doc.Relationships, spdxRelationship{program, "CONTAINS", p.ID})
	}
	return doc, nil
}
