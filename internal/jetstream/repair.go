package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// repairBlock saves the original block, notes the damage, and writes the repaired block.
func repairBlock(dir, file string, before, after []byte, found []finding) error {
	sum := sha256.Sum256(before)
	stream := streamOf(file)
	aside := filepath.Join(dir, "damaged", stream+"-"+hex.EncodeToString(sum[:4])+"-"+filepath.Base(file))
	if _, err := os.Stat(aside); err == nil && bytes.Equal(before, after) {
		return nil // known, and beyond repair
	}
	if err := os.MkdirAll(filepath.Dir(aside), 0o700); err != nil {
		return err
	}
	if err := replaceFile(aside, before); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, scrubbedLog), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for _, d := range found {
		err = errors.Join(err, json.NewEncoder(log).Encode(d))
	}
	if err := errors.Join(err, log.Sync(), log.Close()); err != nil {
		return err
	}
	if !bytes.Equal(before, after) {
		if err := replaceFile(file, after); err != nil {
			return err
		}
	}
	// The index still counts what is lost. In a bucket that is how a lost record is noticed;
	// in a log, whose entries name the one before, it would keep the next entry out.
	if !strings.HasPrefix(stream, logPrefix) {
		return nil
	}
	if err := os.Remove(filepath.Join(filepath.Dir(file), "index.db")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// unfinishedFile is the name of what is to replace a file.
const unfinishedFile = ".scrub-*"

// replaceFile replaces a file atomically: a crash in between leaves the old one.
func replaceFile(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), unfinishedFile)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
