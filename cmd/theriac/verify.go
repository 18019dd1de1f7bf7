package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/internal/commands"
	"theriac/internal/terminal"
	"theriac/locale"
)

// verifyCmd checks a finished game offline: that its moves were allowed, that
// its deck is the one that was promised before anybody could know it, and that
// the seats had their part in the shuffle.
type verifyCmd struct {
	File       string `arg:"" help:"The transcript of a finished game."`
	Commitment string `help:"The commitment that the table showed before the game." placeholder:"HEX"`
	Nonce      string `help:"What your seat added to the shuffle." placeholder:"TEXT"`
	screen
}

// Run says everything that was found, or the first thing that does not hold.
func (p verifyCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
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

// check writes what holds, and gives the reason where something does not.
func (p verifyCmd) check(c *locale.Catalogue, text string, out io.Writer) (why string) {
	script, err := transcript.Parse(text)
	if err == nil && script.Header.Seed.Sealed {
		return c.Text("verify.failed.sealed")
	}
	r, err := terminal.Open(text, -1) // the seed, every move and every receipt
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

// checkSeed is about the shuffle: what was promised, and who had a part in it.
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

// sealedByReceipt says whether a receipt follows the last move: without
// one, moves could have been left out at the end.
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
