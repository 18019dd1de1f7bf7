package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
)

// pagesOf returns the numbers of the pages of each database table and index in an SQLite file, by name. It
// leaves out overflow pages. The format is described at https://sqlite.org/fileformat.html.
func pagesOf(file []byte) (pages map[string][]int, size int, err error) {
	if len(file) < 100 {
		return nil, 0, errors.New("the file is too short")
	}
	if size = int(binary.BigEndian.Uint16(file[16:])); size == 1 {
		size = 1 << 16
	}
	t := tree{file, size}
	pages = map[string][]int{}
	defer func() { // the file may be changing while it is read
		if v := recover(); v != nil {
			err = fmt.Errorf("the pages cannot be followed: %v", v)
		}
	}()
	for _, page := range t.walk(1, nil) {
		for _, cell := range t.cells(page) {
			if name, root := schemaRow(cell); root > 0 {
				pages[name] = t.walk(root, nil)
			}
		}
	}
	return pages, size, nil
}

// tree reads the B-trees of a file.
type tree struct {
	file []byte
	size int
}

// The kinds of pages of a B-tree.
const (
	indexInterior = 0x02
	tableInterior = 0x05
)

// page returns a page, and the offset of its header.
func (t tree) page(n int) (page []byte, at int) {
	if n == 1 {
		at = 100
	}
	return t.file[(n-1)*t.size : n*t.size], at
}

// cells returns the cells of a page, each up to the end of the page.
func (t tree) cells(n int) (list [][]byte) {
	page, at := t.page(n)
	first := at + 8
	if page[at] == indexInterior || page[at] == tableInterior {
		first += 4
	}
	for i := range int(binary.BigEndian.Uint16(page[at+3:])) {
		list = append(list, page[binary.BigEndian.Uint16(page[first+2*i:]):])
	}
	return list
}

// walk appends to list the page n and all pages below it.
func (t tree) walk(n int, list []int) []int {
	list = append(list, n)
	page, at := t.page(n)
	if page[at] != indexInterior && page[at] != tableInterior {
		return list
	}
	for _, cell := range t.cells(n) {
		list = t.walk(int(binary.BigEndian.Uint32(cell)), list)
	}
	return t.walk(int(binary.BigEndian.Uint32(page[at+8:])), list)
}

// schemaRow returns the name and the root page of a row of the schema. A row of an interior page has none.
func schemaRow(cell []byte) (name string, root int) {
	_, cell = varint(cell) // length of the row
	_, cell = varint(cell) // its id
	length, _ := varint(cell)
	head, body := cell[:length], cell[length:]
	_, head = varint(head)
	for column := range 4 { // type, name, table, root page
		var kind int
		kind, head = varint(head)
		n := (kind - 13) / 2
		if column == 3 {
			n = []int{0, 1, 2, 3, 4, 6, 8, 0, 0, 0}[min(kind, 9)]
			for _, b := range body[:n] {
				root = root<<8 | int(b)
			}
		}
		if column == 1 {
			name = string(body[:n])
		}
		body = body[max(n, 0):]
	}
	return name, root
}

// varint reads a number of one to nine bytes, and returns the bytes after it.
func varint(b []byte) (n int, rest []byte) {
	for i := range 8 {
		n = n<<7 | int(b[i]&0x7f)
		if b[i] < 0x80 {
			return n, b[i+1:]
		}
	}
	return n<<8 | int(b[8]), b[9:]
}

// rot damages a page of each database table and index of an SQLite file. If burst is false, it flips one bit of
// the page, and otherwise it overwrites 64 bytes.
func rot(path string, burst bool, rng *rand.Rand) (names []string, err error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pages, size, err := pagesOf(file)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	names = slices.Sorted(maps.Keys(pages))
	for _, name := range names {
		page := (pages[name][rng.IntN(len(pages[name]))] - 1) * size
		at := page + rng.IntN(size)
		damage := []byte{file[at] ^ 1<<rng.IntN(8)}
		if burst {
			at = page + rng.IntN(size-64)
			damage = make([]byte, 64)
			for i := range damage {
				damage[i] = byte(rng.Uint32())
			}
		}
		if _, wrong := f.WriteAt(damage, int64(at)); wrong != nil {
			err = wrong
		}
	}
	return names, errors.Join(err, f.Close())
}

// rotAny flips a bit in one of the given files.
func rotAny(paths []string, rng *rand.Rand) (string, error) {
	path := paths[rng.IntN(len(paths))]
	text, err := os.ReadFile(path)
	if err != nil || len(text) == 0 {
		return "", errors.Join(fmt.Errorf("%s has %d bytes", path, len(text)), err)
	}
	at := rng.IntN(len(text))
	text[at] ^= 1 << rng.IntN(8)
	return fmt.Sprintf("a bit at %d of %d of %s", at, len(text), path), os.WriteFile(path, text, 0o600)
}
