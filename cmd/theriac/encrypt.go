package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"filippo.io/age"
)

// encryption names the age recipients that can decrypt a backup. Without recipients, the backup is not encrypted.
type encryption struct {
	Recipient []string `env:"THERIAC_BACKUP_RECIPIENT" help:"Encrypt the backup for this age recipient (age1…). Repeat it for several." placeholder:"KEY"`
}

// recipients parses the keys.
func (s encryption) recipients() ([]age.Recipient, error) {
	list := make([]age.Recipient, 0, len(s.Recipient))
	for _, text := range s.Recipient {
		r, err := age.ParseRecipients(bytes.NewReader([]byte(text)))
		if err != nil {
			return nil, fmt.Errorf("--recipient %s is not an age key: %w", text, err)
		}
		list = append(list, r...)
	}
	return list, nil
}

// encrypt returns a writer that encrypts to out, or one that writes to out directly if there are no recipients.
// The caller must close it before out.
func encrypt(out io.Writer, to []age.Recipient) (io.WriteCloser, error) {
	if len(to) == 0 {
		return unencrypted{out}, nil
	}
	return age.Encrypt(out, to...)
}

// unencrypted is a writer whose Close does nothing.
type unencrypted struct{ io.Writer }

func (unencrypted) Close() error { return nil }

// encryptFile encrypts a file into another file, which only the current user can read.
func encryptFile(from, to string, recipients []age.Recipient) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return writePrivate(to, func(out io.Writer) error {
		encrypted, err := encrypt(out, recipients)
		if err != nil {
			return err
		}
		_, err = io.Copy(encrypted, in)
		return errors.Join(err, encrypted.Close())
	})
}

// ageMark is the beginning of every file that age has encrypted.
const ageMark = "age-encryption.org/"

// decrypt decrypts a backup into the file named to, and returns that name. It returns "" if the backup is not
// encrypted. Every chunk is authenticated, so a truncated file is an error.
func decrypt(in *os.File, identity, to string) (string, error) {
	head := make([]byte, len(ageMark))
	if _, err := io.ReadFull(in, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if string(head) != ageMark {
		return "", nil
	}
	if identity == "" {
		return "", errors.New("this backup is encrypted: name the file with its key by --identity")
	}
	keys, err := os.Open(identity)
	if err != nil {
		return "", err
	}
	defer func() { _ = keys.Close() }()
	ids, err := age.ParseIdentities(keys)
	if err != nil {
		return "", fmt.Errorf("%s has no age key: %w", identity, err)
	}
	plain, err := age.Decrypt(in, ids...)
	if err != nil {
		return "", fmt.Errorf("this backup is encrypted for another key: %w", err)
	}
	err = writePrivate(to, func(out io.Writer) error {
		_, err := io.Copy(out, plain)
		return err
	})
	return to, err
}

// writePrivate writes a file that only the current user can read. If writing fails, it removes the file.
func writePrivate(path string, write func(io.Writer) error) error {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	err = write(out)
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
}
