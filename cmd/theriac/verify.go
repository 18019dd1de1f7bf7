package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/internal/commands"
	"theriac/internal/serve"
	"theriac/internal/terminal"
	"theriac/locale"
)

// verifyCmd verifies a finished game without a server. Its moves must be legal, its deck must match the
// commitment made before the game, and the seats must have contributed to the shuffle.
type verifyCmd struct {
	File       string `arg:"" help:"The transcript of a finished game; or a data folder or a backup, whose moderation log is then verified."`
	Commitment string `help:"The commitment that the table showed before the game." placeholder:"HEX"`
	Nonce      string `help:"What your seat added to the shuffle." placeholder:"TEXT"`
	screen
}

// Run prints each successful check, and stops at the first failed one.
func (p verifyCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	if serve.HasOrder(p.File) {
		return verifyOrder(c, p.File, os.Stdout)
	}
	text, err := commands.ReadFile(p.File)
	if err != nil {
		return told(terminal.Explain(c, nil, err))
	}
	var findings bytes.Buffer
	if why := p.check(c, text, &findings); why != "" {
		return told(c.Text("verify.failed", "reason", why))
	}
	_, err = io.Copy(os.Stdout, &findings)
	return err
}

// verifyOrder checks the moderation log of a data folder or of a backup. It fails if an entry is missing or
// changed, or if stored words are not those of their entry.
func verifyOrder(c *locale.Catalogue, path string, out io.Writer) error {
	found, err := serve.VerifyOrder(context.Background(), path)
	if err != nil {
		return told(c.Text("verify.order.unreadable", "reason", err.Error()))
	}
	say := func(key string, args ...any) { _, _ = fmt.Fprintln(out, c.Text(key, args...)) }
	say("verify.order", "n", found.Entries)
	say("verify.order.words", "n", found.Words, "erased", found.Erased)
	for _, n := range found.Chains {
		say("verify.order.chain", "n", fmt.Sprint(n))
	}
	for _, n := range found.Broken {
		say("verify.order.broken", "n", fmt.Sprint(n))
	}
	for _, n := range found.Altered {
		say("verify.order.altered", "n", fmt.Sprint(n))
	}
	if !found.Sound() {
		return told(c.Text("verify.order.failed"))
	}
	return nil
}

// check prints what it has verified. It returns the reason if a check fails.
func (p verifyCmd) check(c *locale.Catalogue, text string, out io.Writer) (why string) {
	script, err := transcript.Parse(text)
	if err == nil && script.Header.Seed.Sealed {
		return c.Text("verify.failed.sealed")
	}
	r, err := terminal.Open(text, -1) // checks the seed, every move and every receipt
	if err != nil {
		return terminal.Explain(c, nil, err)
	}
	if !sealedByReceipt(script.Lines) {
		return c.Text("verify.failed.receipt")
	}
	moves := 0
	for _, l := range script.Lines {
		if l.Kind == transcript.Move {
			moves++
		}
	}
	say := func(key string, args ...any) { _, _ = fmt.Fprintln(out, c.Text(key, args...)) }
	say("verify.moves", "n", moves, "hash", r.Session.Hash().String())
	if why := p.checkSeed(c, script.Header.Seed, say); why != "" {
		return why
	}
	if result, over := r.Session.Outcome(); over {
		title := result.Cause
		if rule, ok := c.Rule(r.Game.Name(), result.Cause); ok {
			title = rule.Title + " (" + rule.ID + ")"
		}
		say("verify.ended", "rule", title)
	} else {
		say("verify.given-up")
	}
	return ""
}

// checkSeed checks the shuffle: the commitment, and which seats contributed to it.
func (p verifyCmd) checkSeed(c *locale.Catalogue, s engine.Seed, say func(string, ...any)) (why string) {
	switch {
	case s.Counted && p.Commitment != "":
		return c.Text("verify.failed.open")
	case s.Counted:
		say("verify.open", "n", fmt.Sprint(s.Number))
	default:
		want := strings.ToLower(strings.TrimSpace(p.Commitment))
		if want != "" && want != s.Commitment.String() {
			return c.Text("verify.failed.commitment", "given", want, "hash", s.Commitment.String())
		}
		say("verify.seed", "hash", s.Commitment.String())
		if s.Deal != "" {
			say("verify.shared", "deal", s.Deal)
		}
		if want == "" {
			say("verify.compare")
		} else {
			say("verify.promised")
		}
	}
	for seat, n := range s.Nonces {
		if n == "" {
			say("verify.nonce.none", "seat", seat)
		} else {
			say("verify.nonce", "seat", seat, "nonce", n)
		}
	}
	if mine := strings.TrimSpace(p.Nonce); mine != "" {
		seat := slices.Index(s.Nonces, mine)
		if seat < 0 || s.Counted {
			return c.Text("verify.failed.nonce", "nonce", mine)
		}
		say("verify.nonce.yours", "seat", seat)
	}
	return ""
}

// sealedByReceipt reports whether a receipt follows the last move. Without one, moves could have been removed
// from the end.
func sealedByReceipt(lines []transcript.Line) bool {
	for _, l := range slices.Backward(lines) {
		switch l.Kind {
		case transcript.Receipt:
			return true
		case transcript.Move:
			return false
		}
	}
	return false
}
