package main

import (
	"io"
	"os"

	"github.com/alecthomas/kong"

	"theriac/internal/usage"
)

// completionCmd prints a shell script that completes commands and flags.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: ${enum}."`
}

func (c completionCmd) Run(k *kong.Kong) error {
	text := map[string]func(*kong.Application) string{"bash": usage.Bash, "zsh": usage.Zsh, "fish": usage.Fish}[c.Shell](k.Model)
	_, err := io.WriteString(os.Stdout, text)
	return err
}

// manCmd prints the manual page.
type manCmd struct{}

func (manCmd) Run(k *kong.Kong) error {
	_, err := io.WriteString(os.Stdout, usage.Man(k.Model, version(), built))
	return err
}
