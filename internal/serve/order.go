package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"theriac/internal/order"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
)

// HasOrder reports whether a path is that of a data folder or of a backup, and so has a moderation log.
func HasOrder(path string) bool {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return err == nil
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	begin := make([]byte, sqlite.HeadBytes)
	n, _ := io.ReadFull(f, begin) // a shorter file is not a backup
	return sqlite.IsBackup(begin[:n])
}

// VerifyOrder checks the moderation log in a data folder or a backup. A server may use the folder meanwhile.
func VerifyOrder(ctx context.Context, path string) (order.Findings, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, storeFolder, sqlite.FileName)
		if _, err := os.Stat(path); err != nil {
			return order.Findings{}, fmt.Errorf("%w in %s", errNoNode, filepath.Dir(filepath.Dir(path)))
		}
	}
	var log, words []store.Record
	enough := errors.New("no more records")
	err := sqlite.Rows(ctx, path, func(row any) error {
		r, ok := row.(state.Record)
		if !ok {
			return enough // records come first
		}
		rec := store.Record{Key: r.Key, Version: r.Version, Data: r.Data}
		switch r.Bucket {
		case order.BucketLog:
			log = append(log, rec)
		case order.BucketOrder:
			words = append(words, rec)
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		return order.Findings{}, err
	}
	return order.Verify(log, words)
}

// checkOrder checks the moderation log of an open store.
func checkOrder(ctx context.Context, s store.Store) (order.Findings, error) {
	log, err := s.KV(order.BucketLog).List(ctx, "")
	if err != nil {
		return order.Findings{}, fmt.Errorf("moderation log: %w", err)
	}
	words, err := s.KV(order.BucketOrder).List(ctx, "")
	if err != nil {
		return order.Findings{}, fmt.Errorf("moderation log: %w", err)
	}
	return order.Verify(log, words)
}
