package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/sqlite"
)

// dealCmd replaces the secret that determines a table's shuffle, in the store of a stopped server. Tests use it
// to get a certain deal, which no API allows.
type dealCmd struct {
	Data   string `arg:"" type:"existingdir" help:"Data folder of a server that is stopped."`
	Table  string `arg:"" help:"Id of a table that has not begun."`
	Secret string `arg:"" help:"The secret, in hexadecimal."`
}

func (c *dealCmd) Run() error {
	s, err := sqlite.Open(sqlite.Config{Dir: filepath.Join(c.Data, "store")})
	if err != nil {
		return err
	}
	defer s.Close()
	ctx, tables := context.Background(), s.KV(lobby.BucketTables)
	kept, err := tables.Get(ctx, c.Table)
	if err != nil {
		return err
	}
	var record map[string]json.RawMessage
	if err := json.Unmarshal(kept.Data, &record); err != nil {
		return err
	}
	secret, err := key(c.Secret)
	if err != nil {
		return err
	}
	var salted string
	if err := json.Unmarshal(record["salt"], &salted); err != nil {
		return err
	}
	salt, err := key(salted)
	if err != nil {
		return err
	}
	seed := engine.NewSeed(secret, salt)
	for name, value := range map[string]engine.Key{"secret": seed.Secret, "commitment": seed.Commitment} {
		record[name] = json.RawMessage(fmt.Sprintf("%q", hex.EncodeToString(value[:])))
	}
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = tables.Put(ctx, c.Table, kept.Version, data)
	return err
}

func key(text string) (k engine.Key, err error) {
	n, err := hex.Decode(k[:], []byte(text))
	if err == nil && n != len(k) {
		err = fmt.Errorf("%q has %d bytes, not %d", text, n, len(k))
	}
	return k, err
}
