package main

import (
	"io"
	"os"

	"theriac/internal/licences"
)

// licencesCmd prints the licences that must be distributed with the binary.
type licencesCmd struct{}

func (licencesCmd) Run() error {
	_, err := io.WriteString(os.Stdout, licences.Text())
	return err
}
