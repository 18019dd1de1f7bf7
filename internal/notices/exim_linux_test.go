package notices

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/template"
	"time"
	"unicode"

	"theriac/internal/port"
	"theriac/internal/store/memstore"
)

// exim is Exim, a real mail server, running in a folder of the test. It accepts emails to any address, but only
// from users who have signed in over an encrypted connection, and writes them to files.
type exim struct {
	t    *testing.T
	dir  string
	addr string
}

const (
	eximBin      = "/usr/sbin/exim4" // from Debian's package exim4-daemon-light
	eximUser     = "theriac"
	eximPassword = "correct horse"
	// unprivileged is the user id under which Exim runs if the tests run as root. Exim delivers nothing as
	// root.
	unprivileged = 65534
)

var eximConf = template.Must(template.New("").Parse(`
primary_hostname = mail.example.org
spool_directory = {{.Dir}}/spool
pid_file_path = {{.Dir}}/pid
log_file_path = {{.Dir}}/%slog
exim_user = {{.UID}}
exim_group = {{.GID}}
admin_groups = {{.GID}}
deliver_drop_privilege = true
keep_environment =
{{if .Plain -}}
tls_advertise_hosts =
auth_advertise_hosts = *
{{else -}}
tls_advertise_hosts = *
tls_certificate = {{.Dir}}/certificate.pem
tls_privatekey = {{.Dir}}/key.pem
auth_advertise_hosts = ${if eq{$tls_in_cipher}{}{}{*}}
{{end -}}
acl_smtp_rcpt = rcpt
begin acl
rcpt:
{{- if not .Plain}}
  deny message = encrypt first
       !encrypted = *
{{- end}}
  deny message = sign in first
       !authenticated = *
  deny message = nobody of this name
       local_parts = gone
  accept
begin routers
everybody:
  driver = accept
  transport = files
begin transports
files:
  driver = appendfile
  directory = {{.Dir}}/mails
  maildir_format
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = ${if and{ {eq{$auth2}{{"{"}}{{.User}}{{"}}"}} {eq{$auth3}{{"{"}}{{.Password}}{{"}}"}} }}
  server_set_id = $auth2
`))

// startExim starts a mail server with a certificate, which runs until the test ends. If plain is true, the
// server offers no encryption.
func startExim(t *testing.T, certificate tls.Certificate, plain bool) *exim {
	t.Helper()
	if _, err := os.Stat(eximBin); err != nil {
		t.Skip("Exim is not installed; .ci/nightly installs it and runs this test")
	}
	within, uid, gid := os.TempDir(), os.Getuid(), os.Getgid()
	if uid == 0 { // the unprivileged user may not have access to the test's own folder
		within, uid, gid = "/tmp", unprivileged, unprivileged
	}
	dir, err := os.MkdirTemp(within, "theriac-exim-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	e := &exim{t: t, dir: dir}
	if e.addr, err = port.Free(); err != nil {
		t.Fatal(err)
	}
	var conf bytes.Buffer
	if err := eximConf.Execute(&conf, map[string]any{
		"Dir": dir, "UID": uid, "GID": gid, "Plain": plain, "User": eximUser, "Password": eximPassword,
	}); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"conf": conf.Bytes()}
	if !plain {
		key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		files["key.pem"] = pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})
		files["certificate.pem"] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]})
	}
	for _, sub := range []string{"spool", "mails"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		for _, name := range []string{".", "spool", "mails", "conf", "key.pem", "certificate.pem"} {
			if err := os.Chown(filepath.Join(dir, name), uid, gid); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	host, number, _ := net.SplitHostPort(e.addr)
	run := exec.Command(eximBin, "-bdf", "-oX", host+"."+number, "-C", filepath.Join(dir, "conf"))
	var said bytes.Buffer
	run.Stdout, run.Stderr, run.Dir = &said, &said, dir
	if os.Getuid() == 0 {
		run.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = run.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = run.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	for {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", e.addr)
		if err == nil {
			_ = c.Close()
			return e
		}
		select {
		case <-ended:
			t.Fatalf("Exim ended: %s", said.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// mails waits until the server has count emails, and returns them. Their order is undefined, because file names
// do not show when emails arrived.
func (e *exim) mails(count int) []string {
	e.t.Helper()
	for range 3000 {
		names, err := filepath.Glob(filepath.Join(e.dir, "mails", "new", "*"))
		if err != nil {
			e.t.Fatal(err)
		}
		if len(names) < count {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		var list []string
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				e.t.Fatal(err)
			}
			list = append(list, string(text))
		}
		return list
	}
	e.t.Fatalf("%d mails did not come:\n%s", count, e.log())
	return nil
}

// taken returns how many emails the server has accepted.
func (e *exim) taken() int { return strings.Count(e.log(), " <= ") }

func (e *exim) log() string {
	text, err := os.ReadFile(filepath.Join(e.dir, "mainlog"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		e.t.Fatal(err)
	}
	return string(text)
}

// listener is a proxy between clients and a server that records what the clients send.
type listener struct {
	addr string
	mu   sync.Mutex
	sent bytes.Buffer
}

func listen(t *testing.T, server string) *listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	heard := &listener{addr: l.Addr().String()}
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server)
			if err != nil {
				_ = from.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(io.MultiWriter(to, heard), from)
				_ = to.Close()
			}()
			go func() {
				_, _ = io.Copy(from, to)
				_ = from.Close()
			}()
		}
	}()
	return heard
}

func (l *listener) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sent.Write(b)
}

// inClear returns what clients sent unencrypted.
func (l *listener) inClear() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sent.String()
}

// mailerFor returns a mailer that trusts the authority a.
func mailerFor(t *testing.T, addr string, a authority, change ...func(*MailConfig)) *Mailer {
	t.Helper()
	c := MailConfig{
		Server: addr, From: "Thériac <theriac@example.org>", User: eximUser, Password: eximPassword,
		TLS: &tls.Config{RootCAs: a.pool, MinVersion: tls.VersionTLS12},
	}
	for _, f := range change {
		f(&c)
	}
	m, err := NewMailer(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A real mail server accepts our emails over an encrypted connection after we have signed in. The emails
// conform to RFC 5322 and are readable in French.
func TestEximTakesMail(t *testing.T) {
	ca := newAuthority(t)
	server := startExim(t, ca.sign(t, "127.0.0.1"), false)
	between := listen(t, server.addr)
	n := newNode(t, memstore.New(), newClock(), func(c *Config) { c.Mail = mailerFor(t, between.addr, ca) })
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "fr")
	title := "Été à l’île – " + strings.Repeat("œ", 24)
	id := n.game(title, ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	if _, err := n.SetMail(t.Context(), first, "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	_, text := readMail(t, server.mails(1)[0])
	if err := n.OpenLink(t.Context(), LinkConfirm, mailLink.FindStringSubmatch(text)[2]); err != nil {
		t.Fatal(err)
	}
	n.owes(first, id, true)
	n.clock.pass(Grace)
	n.told()
	var notice string
	for _, raw := range server.mails(2) {
		if !strings.Contains(raw, "/mail/confirm/") && strings.Contains(raw, "List-Unsubscribe") {
			notice = raw
		}
	}
	if server.taken() != 2 || notice == "" {
		t.Fatalf("%d mails were taken:\n%s", server.taken(), server.log())
	}
	head, text := readMail(t, notice)
	subject, err := new(mime.WordDecoder).DecodeHeader(head.Get("Subject"))
	if err != nil || !strings.HasPrefix(subject, "À vous de jouer – "+title) {
		t.Errorf("subject %q, %v", subject, err)
	}
	if from, err := head.AddressList("From"); err != nil || len(from) != 1 || from[0].Name != "Thériac" || from[0].Address != "theriac@example.org" {
		t.Errorf("from %v, %v", from, err)
	}
	if at, err := head.Date(); err != nil || !at.Equal(n.clock.Now()) {
		t.Errorf("date %v, %v", at, err)
	}
	// Exim received the email over an encrypted connection and after sign-in. Sending it took no SMTP extension
	// that some servers lack; otherwise this line would say "utf8esmtpsa".
	if got := head.Get("Received"); !strings.Contains(got, "with esmtpsa") {
		t.Errorf("received %q", got)
	}
	stop := mailLink.FindStringSubmatch(text)
	if stop == nil || stop[1] != LinkStop || head.Get("List-Unsubscribe") != "<"+stop[0]+">" || head.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("no way to stop in %v\n%s", head, text)
	}
	if !strings.Contains(text, title) || !strings.Contains(text, "que faites-vous\u00a0?") || head.Get("Content-Language") != "fr" || head.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("%v\n%s", head, text)
	}
	_, ours, _ := strings.Cut(notice, "From: ") // the lines before these are from Exim
	lines := bufio.NewScanner(strings.NewReader("From: " + ours))
	for lines.Scan() {
		line, most := lines.Text(), headLine
		if strings.HasPrefix(line, "List-Unsubscribe:") {
			most = 998 // an address cannot be folded, so its line may be this long
		}
		if len(line) > most || strings.ContainsFunc(line, func(r rune) bool { return r > unicode.MaxASCII }) {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	if err := n.OpenLink(t.Context(), LinkStop, stop[2]); err != nil {
		t.Error(err)
	}
	secretsIn(t, between.inClear())
	// A message that the server rejects permanently is not sent again.
	err = mailerFor(t, between.addr, ca).send(t.Context(), letter{id: "x", to: "gone@example.org", at: n.clock.Now()})
	if !errors.Is(err, errFinal) || !strings.Contains(err.Error(), "nobody of this name") {
		t.Errorf("a mail to nobody: %v", err)
	}
}

// secretsIn fails the test if sent contains anything that must not be sent unencrypted.
func secretsIn(t *testing.T, sent string) {
	t.Helper()
	signIn := base64.StdEncoding.EncodeToString([]byte("\x00" + eximUser + "\x00" + eximPassword))
	for _, secret := range []string{eximPassword, signIn, "AUTH", "MAIL FROM", "ada@", "Subject"} {
		if strings.Contains(sent, secret) {
			t.Errorf("%q was sent in clear:\n%s", secret, sent)
		}
	}
	if !strings.HasPrefix(sent, "EHLO ") {
		t.Errorf("nothing was heard: %q", sent)
	}
}

// Neither a server with an untrusted certificate nor one without encryption receives the password or an email.
func TestEximIsNotBelieved(t *testing.T) {
	ca, other := newAuthority(t), newAuthority(t)
	for name, c := range map[string]struct {
		certificate tls.Certificate
		plain       bool
		security    string
		want        string
	}{
		"another authority":      {other.sign(t, "127.0.0.1"), false, SecurityStartTLS, "unknown authority"},
		"another name":           {ca.sign(t, "mail.example.org"), false, SecurityStartTLS, "certificate"},
		"no encryption":          {tls.Certificate{}, true, SecurityStartTLS, "offers no encryption"},
		"not from the beginning": {ca.sign(t, "127.0.0.1"), false, SecurityTLS, "TLS handshake"},
	} {
		t.Run(name, func(t *testing.T) {
			server := startExim(t, c.certificate, c.plain)
			between := listen(t, server.addr)
			m := mailerFor(t, between.addr, ca, func(m *MailConfig) { m.Security = c.security })
			err := m.send(t.Context(), letter{id: "x", to: "ada@example.org", subject: "A secret", text: "Secret", at: time.Now()})
			if err == nil || errors.Is(err, errFinal) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want one about: %s", err, c.want)
			}
			if c.security == SecurityStartTLS {
				secretsIn(t, between.inClear())
			}
			if server.taken() > 0 {
				t.Errorf("a mail was taken:\n%s", server.log())
			}
		})
	}
}

// An error about a wrong password does not reveal the password. Sending is retried several times, with growing
// pauses. Once the operator has corrected the password, the person gets the notice.
func TestEximRefusesPassword(t *testing.T) {
	ca := newAuthority(t)
	server := startExim(t, ca.sign(t, "127.0.0.1"), false)
	between := listen(t, server.addr)
	const wrong = "battery staple"
	right := mailerFor(t, between.addr, ca)
	forgotten := mailerFor(t, between.addr, ca, func(m *MailConfig) { m.Password = wrong })
	err := forgotten.send(t.Context(), letter{id: "x", to: "ada@example.org", at: time.Now()})
	if err == nil || errors.Is(err, errFinal) || !strings.Contains(err.Error(), "signing in at the mail server: 535") || strings.Contains(err.Error(), wrong) {
		t.Errorf("a wrong password: %v", err)
	}

	st, clock := memstore.New(), newClock()
	n := newNode(t, st, clock, func(c *Config) { c.Mail = right })
	ada, bob := n.guest("Ada", "fr"), n.guest("Bob", "fr")
	id := n.game("Mardi", ada, bob)
	first, _ := onTurn(n, id, ada, bob)
	if _, err := n.SetMail(t.Context(), first, "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	_, text := readMail(t, server.mails(1)[0])
	if err := n.OpenLink(t.Context(), LinkConfirm, mailLink.FindStringSubmatch(text)[2]); err != nil {
		t.Fatal(err)
	}
	n.owes(first, id, true)
	n.stop()

	n = newNode(t, st, clock, func(c *Config) { c.Mail = forgotten })
	clock.pass(Grace)
	for try := range 3 {
		n.until(fmt.Sprint("try ", try+1), func() bool { return n.counts.of("mail retried") == try+1 })
		n.still()
		clock.pass(firstRetry<<try - time.Second)
		n.still()
		if got := n.counts.of("mail retried"); got != try+1 {
			t.Fatalf("%d tries, want %d: one came too early", got, try+1)
		}
		if try < 2 {
			clock.pass(time.Second)
		}
	}
	if server.taken() != 1 {
		t.Fatalf("%d mails were taken:\n%s", server.taken(), server.log())
	}
	n.stop()

	n = newNode(t, st, clock, func(c *Config) { c.Mail = right })
	clock.pass(time.Second)
	n.told()
	server.mails(2)
	clock.pass(time.Hour)
	n.still()
	if server.taken() != 2 || n.counts.of("mail sent") != 1 {
		t.Errorf("%d mails were taken:\n%s", server.taken(), server.log())
	}
	secretsIn(t, between.inClear())
}
