package notices

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/store/memstore"
)

// mailServer is a mail server without encryption. It supports only the SMTP commands that a sender needs.
type mailServer struct {
	addr string
	mu   sync.Mutex
	got  []string
	// refuse is the reply to each recipient; "" accepts all recipients.
	refuse string
}

func newMailServer(t *testing.T) *mailServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	m := &mailServer{addr: l.Addr().String()}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go m.serve(c)
		}
	}()
	return m
}

func (m *mailServer) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	in := bufio.NewReader(c)
	say := func(text string) { _, _ = fmt.Fprintf(c, "%s\r\n", text) }
	say("220 test")
	var text strings.Builder
	for data := false; ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word := strings.ToUpper(strings.Fields(line + " .")[0])
		switch {
		case data && line == ".\r\n":
			data = false
			m.mu.Lock()
			m.got = append(m.got, text.String())
			m.mu.Unlock()
			text.Reset()
			say("250 taken")
		case data:
			text.WriteString(strings.TrimPrefix(line, "."))
		case word == "RCPT" && m.refuse != "":
			say(m.refuse)
		case word == "DATA":
			data = true
			say("354 go on")
		case word == "QUIT":
			say("221 bye")
			return
		default:
			say("250 test")
		}
	}
}

func (m *mailServer) mails() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.got...)
}

// readMail returns an email's headers and text.
func readMail(t *testing.T, raw string) (mail.Header, string) {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header, strings.ReplaceAll(string(text), "\r\n", "\n")
}

var mailLink = regexp.MustCompile(`https://theriac\.example/mail/(confirm|stop)/(\S+)`)

// An address gets one email until it is confirmed, and then one for each debt. After its owner has opened the
// link that stops the emails, it gets none.
func TestMail(t *testing.T) {
	server := newMailServer(t)
	mailer, err := NewMailer(MailConfig{Server: server.addr, Security: SecurityNone, From: "Theriac <theriac@example.org>"})
	if err != nil {
		t.Fatal(err)
	}
	n := newNode(t, memstore.New(), newClock(), func(c *Config) { c.Mail = mailer })
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "fr")
	id := n.game("Été", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	for _, bad := range []string{"", "nobody", "a@b\r\nBcc: c@d", "Ada <ada@example.org>", "a@b, c@d", strings.Repeat("a", 300) + "@example.org"} {
		if _, err := n.SetMail(t.Context(), first, bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := n.SetMail(t.Context(), first, "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	if n.isWanted(first.ID) {
		t.Error("an address that nobody confirmed is used")
	}
	_, text := readMail(t, server.mails()[0])
	link := mailLink.FindStringSubmatch(text)
	if link == nil || link[1] != LinkConfirm {
		t.Fatal(text)
	}
	for _, forged := range []string{"", link[2] + "x", bob.ID + "." + strings.SplitN(link[2], ".", 2)[1]} {
		if err := n.OpenLink(t.Context(), LinkConfirm, forged); !errors.Is(err, ErrVoid) && forged != link[2] {
			t.Errorf("%q: %v", forged, err)
		}
	}
	if err := n.OpenLink(t.Context(), LinkStop, link[2]); !errors.Is(err, ErrVoid) {
		t.Errorf("a link to confirm stops: %v", err)
	}
	if err := n.OpenLink(t.Context(), LinkConfirm, link[2]); err != nil {
		t.Fatal(err)
	}
	n.owes(first, id, true)
	n.clock.pass(Grace)
	n.told()
	mails := server.mails()
	if len(mails) != 2 {
		t.Fatalf("%d mails", len(mails))
	}
	head, text := readMail(t, mails[1])
	subject, err := new(mime.WordDecoder).DecodeHeader(head.Get("Subject"))
	if err != nil || !strings.HasPrefix(subject, "À vous de jouer – Été") || head.Get("To") != "<ada@example.org>" || head.Get("Message-Id") == "" ||
		head.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.Contains(text, "https://theriac.example/t/"+id) {
		t.Errorf("%q, %v, %v\n%s", subject, err, head, text)
	}
	stop := mailLink.FindStringSubmatch(text)
	if stop == nil || stop[1] != LinkStop || head.Get("List-Unsubscribe") != "<"+stop[0]+">" {
		t.Fatal(text)
	}
	if err := n.OpenLink(t.Context(), LinkStop, stop[2]); err != nil {
		t.Fatal(err)
	}
	if p, err := n.Get(t.Context(), first.ID); err != nil || p.Mail != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// Confirmation emails cannot fill a mailbox. The links in them are valid for a day.
func TestConfirmations(t *testing.T) {
	server := newMailServer(t)
	mailer, err := NewMailer(MailConfig{Server: server.addr, Security: SecurityNone, From: "theriac@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	n := newNode(t, memstore.New(), newClock(), func(c *Config) { c.Mail = mailer })
	for i := range perAddress + 1 {
		p := n.guest("", "")
		if _, err := n.SetMail(t.Context(), p, "ada@example.org"); (err != nil) != (i == perAddress) || err != nil && !errors.Is(err, ErrTooMany) {
			t.Errorf("time %d: %v", i, err)
		}
	}
	p := n.guest("", "")
	if _, err := n.SetMail(t.Context(), p, "bob@example.org"); err != nil {
		t.Fatal(err)
	}
	_, text := readMail(t, server.mails()[perAddress])
	n.clock.pass(confirmFor + time.Second)
	if err := n.OpenLink(t.Context(), LinkConfirm, mailLink.FindStringSubmatch(text)[2]); !errors.Is(err, ErrVoid) {
		t.Errorf("an old link: %v", err)
	}
}

// The mail server's reply determines whether sending is retried. Nothing is sent unencrypted unless the
// operator allows it.
func TestMailServerRefuses(t *testing.T) {
	server := newMailServer(t)
	send := func(security string) error {
		m, err := NewMailer(MailConfig{Server: server.addr, Security: security, From: "theriac@example.org"})
		if err != nil {
			t.Fatal(err)
		}
		return m.send(context.Background(), letter{id: "x", to: "ada@example.org", at: time.Now()})
	}
	server.refuse = "550 nobody here"
	if err := send(SecurityNone); !errors.Is(err, errFinal) {
		t.Errorf("for good: %v", err)
	}
	server.refuse = "451 later"
	if err := send(SecurityNone); err == nil || errors.Is(err, errFinal) {
		t.Errorf("for now: %v", err)
	}
	server.refuse = ""
	if err := send(SecurityStartTLS); err == nil {
		t.Error("sent in plain text")
	}
	if len(server.mails()) > 0 {
		t.Error("a mail came")
	}
	for _, bad := range []MailConfig{{Server: "x", From: "a@b"}, {Server: "x:1", From: "nobody"}, {Server: "x:1", From: "a@b", Security: "some"}, {Server: "x:1", From: "a@b", User: "u"}} {
		if _, err := NewMailer(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// fold breaks header fields at spaces into lines short enough for every program. Joining the lines gives the
// original text.
func TestFold(t *testing.T) {
	for _, value := range []string{
		"", "short", strings.Repeat("word ", 40) + "end", strings.Repeat("x", 200), strings.Repeat("x", 74) + " y",
		mime.QEncoding.Encode("utf-8", strings.Repeat("é", 60)),
	} {
		text := fold("Subject:", value)
		if got := strings.ReplaceAll(text, "\r\n ", " "); got != "Subject: "+value {
			t.Errorf("%q became %q", value, got)
		}
		for at, line := range strings.Split(text, "\r\n") {
			words := strings.Fields(strings.TrimPrefix(line, "Subject:"))
			if len(line) > headLine && len(words) > 1 || at > 0 && len(words) == 0 {
				t.Errorf("%q has the line %q", value, line)
			}
		}
	}
}
