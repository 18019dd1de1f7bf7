package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"theriac/internal/commands"
	"theriac/internal/notices"
	"theriac/internal/serve"
	"theriac/internal/signin"
)

// storeFlags specify where the data is stored.
type storeFlags struct {
	Data string `group:"Data" env:"THERIAC_DATA" type:"path" help:"Data folder; default: in the user's data directory." placeholder:"DIR"`
}

// peerFlags are the files that secure connections over NATS.
type peerFlags struct {
	NATSCert string `name:"nats-cert" group:"Cluster" env:"THERIAC_NATS_CERT" type:"path" help:"Certificate that this program shows to other nodes and to workers." placeholder:"FILE"`
	NATSKey  string `name:"nats-key" group:"Cluster" env:"THERIAC_NATS_KEY" type:"path" help:"Key file of that certificate." placeholder:"FILE"`
	NATSCA   string `name:"nats-ca" group:"Cluster" env:"THERIAC_NATS_CA" type:"path" help:"Certificate authorities that this program trusts for these connections." placeholder:"FILE"`
}

func (p peerFlags) files() serve.PeerFiles {
	return serve.PeerFiles{Certificate: p.NATSCert, Key: p.NATSKey, Authorities: p.NATSCA}
}

// serveCmd starts the server.
type serveCmd struct {
	Listen        string   `env:"THERIAC_LISTEN" help:"Address or port to listen on; default :8080, or :443 with --tls-domain." placeholder:"ADDR"`
	Origin        string   `env:"THERIAC_ORIGIN" help:"Public URL of the server, if it differs from its own address." placeholder:"URL"`
	Host          []string `env:"THERIAC_HOST" help:"Additional host name that the server answers to." placeholder:"NAME"`
	Private       string   `env:"THERIAC_PRIVATE" help:"Private address for metrics and profiles; never a public one." placeholder:"ADDR"`
	PublicMetrics bool     `env:"THERIAC_PUBLIC_METRICS" help:"Serve metrics on the public address too."`
	PrivateHooks  bool     `env:"THERIAC_PRIVATE_HOOKS" help:"Let webhooks call private network addresses."`
	QR            bool     `name:"qr" env:"THERIAC_QR" help:"Print the address as a QR code even if the output is not a terminal."`

	storeFlags
	peerFlags
	MaxStore int64 `group:"Data" env:"THERIAC_MAX_STORE" help:"Maximum size of the file with the data, in bytes; default: no limit." placeholder:"N"`

	Node              string   `group:"Cluster" env:"THERIAC_NODE" help:"This node's name." placeholder:"NAME"`
	ClusterName       string   `group:"Cluster" env:"THERIAC_CLUSTER_NAME" help:"The cluster's name." placeholder:"NAME"`
	ClusterListen     string   `group:"Cluster" env:"THERIAC_CLUSTER_LISTEN" help:"Address for the other nodes of the cluster; never a public one." placeholder:"ADDR"`
	Route             []string `group:"Cluster" env:"THERIAC_ROUTE" help:"Address of another node, such as nats-route://10.0.0.2:6222." placeholder:"URL"`
	ClusterSecretFile string   `group:"Cluster" env:"THERIAC_CLUSTER_SECRET_FILE" type:"path" help:"File with a secret that the nodes of the cluster share; a node without it is refused." placeholder:"FILE"`
	NATSListen        string   `name:"nats-listen" group:"Cluster" env:"THERIAC_NATS_LISTEN" help:"Address for theriac worker processes; never a public one. It needs --worker-key-file." placeholder:"ADDR"`

	TLSDomain   string `name:"tls-domain" group:"TLS" env:"THERIAC_TLS_DOMAIN" help:"Get certificates for this name with ACME." placeholder:"NAME"`
	TLSContact  string `name:"tls-contact" group:"TLS" env:"THERIAC_TLS_CONTACT" help:"Mail address for the certificate authority." placeholder:"MAIL"`
	TLSCert     string `name:"tls-cert" group:"TLS" env:"THERIAC_TLS_CERT" type:"path" help:"Certificate file." placeholder:"FILE"`
	TLSKey      string `name:"tls-key" group:"TLS" env:"THERIAC_TLS_KEY" type:"path" help:"Key file of the certificate." placeholder:"FILE"`
	TLSRedirect string `name:"tls-redirect" group:"TLS" env:"THERIAC_TLS_REDIRECT" help:"Address that redirects plain HTTP to TLS; default :80 with --tls-domain." placeholder:"ADDR"`

	BotWorkers    int           `group:"Bots" env:"THERIAC_BOT_WORKERS" help:"Number of bots that can think together in this process; default: one less than the machine has processors; -1 for none." placeholder:"N"`
	BotsPerPerson int           `group:"Bots" env:"THERIAC_BOTS_PER_PERSON" help:"Number of seats that one person can give to bots, at all their tables; default 60." placeholder:"N"`
	BotsPerNode   int           `group:"Bots" env:"THERIAC_BOTS_PER_NODE" help:"Number of bots that this node plays before it refuses more; default 3000." placeholder:"N"`
	BotsWaiting   int           `group:"Bots" env:"THERIAC_BOTS_WAITING" help:"Number of questions of this node that can wait for workers; beyond it the node refuses more bots; default 200." placeholder:"N"`
	BotTime       time.Duration `group:"Bots" env:"THERIAC_BOT_TIME" help:"CPU time that the bots of one person can use per minute; default 30s." placeholder:"TIME"`
	WorkerKeyFile string        `group:"Bots" env:"THERIAC_WORKER_KEY_FILE" type:"path" help:"File with the key of theriac worker processes, which connect at --nats-listen." placeholder:"FILE"`

	NoticeAfter      time.Duration `group:"Notices" env:"THERIAC_NOTICE_AFTER" help:"How long a table waits before the server notifies an absent player; default 1m." placeholder:"TIME"`
	MailServer       string        `group:"Notices" env:"THERIAC_MAIL_SERVER" help:"Mail server for notices by mail, as host:port; without it, no mail is sent." placeholder:"ADDR"`
	MailSecurity     string        `group:"Notices" env:"THERIAC_MAIL_SECURITY" enum:"starttls,tls,none" default:"starttls" help:"How the connection to the mail server is encrypted: ${enum}."`
	MailFrom         string        `group:"Notices" env:"THERIAC_MAIL_FROM" help:"Sender of mails, such as theriac@example.org." placeholder:"MAIL"`
	MailUser         string        `group:"Notices" env:"THERIAC_MAIL_USER" help:"User name at the mail server, if it needs one." placeholder:"NAME"`
	MailPasswordFile string        `group:"Notices" env:"THERIAC_MAIL_PASSWORD_FILE" type:"path" help:"File with that user's password." placeholder:"FILE"`

	MaxTables    int           `group:"Capacity" env:"THERIAC_MAX_TABLES" help:"Number of tables in this node's memory; beyond it the node refuses new ones; default 50000." placeholder:"N"`
	MaxStreams   int           `group:"Capacity" env:"THERIAC_MAX_STREAMS" help:"Number of streams that can be open on this node; default 20000." placeholder:"N"`
	MaxNewPeople int           `group:"Capacity" env:"THERIAC_MAX_NEW_PEOPLE" help:"Number of new people per minute on this node; default 600." placeholder:"N"`
	MaxNewTables int           `group:"Capacity" env:"THERIAC_MAX_NEW_TABLES" help:"Number of new tables per minute on this node; default 600." placeholder:"N"`
	MaxRequests  int           `group:"Capacity" env:"THERIAC_MAX_REQUESTS" help:"Number of requests that this node answers together; from half of it the node is busy and refuses newcomers; default 1000." placeholder:"N"`
	BusyAfter    time.Duration `group:"Capacity" env:"THERIAC_BUSY_AFTER" help:"If half of the moves take longer, the node is busy and refuses newcomers; default 500ms." placeholder:"TIME"`

	OIDCIssuer     string `name:"oidc-issuer" group:"Sign-in" env:"THERIAC_OIDC_ISSUER" help:"OpenID provider with which people can also sign in, such as https://login.example.org." placeholder:"URL"`
	OIDCClient     string `name:"oidc-client" group:"Sign-in" env:"THERIAC_OIDC_CLIENT" help:"Client id that the provider knows this server by." placeholder:"ID"`
	OIDCSecretFile string `name:"oidc-secret-file" group:"Sign-in" env:"THERIAC_OIDC_SECRET_FILE" type:"path" help:"File with the client's secret; without it, Theriac is a public client." placeholder:"FILE"`
	OIDCName       string `name:"oidc-name" group:"Sign-in" env:"THERIAC_OIDC_NAME" help:"Name of the provider on its button; default: its host." placeholder:"NAME"`

	Trusted         []string      `group:"Operation" env:"THERIAC_TRUSTED" help:"Addresses or networks exempt from all limits." placeholder:"NET"`
	TrustProxy      bool          `group:"Operation" env:"THERIAC_TRUST_PROXY" help:"Trust the client address given by a proxy in the local network."`
	OperatorKeyFile string        `group:"Operation" env:"THERIAC_OPERATOR_KEY_FILE" type:"path" help:"File with the operator's key; default: in the data folder." placeholder:"FILE"`
	Zone            string        `group:"Operation" env:"THERIAC_ZONE" help:"Time zone of the deals of the day, such as Europe/Zurich; default: the system's zone." placeholder:"ZONE"`
	MeetAt          []string      `name:"meet-at" group:"Operation" env:"THERIAC_MEET_AT" help:"Times of day at which people meet in the hall, such as 20:00, in --zone; default: when the most people come." placeholder:"TIME"`
	EvidenceFor     time.Duration `group:"Operation" env:"THERIAC_EVIDENCE_FOR" default:"4392h" help:"How long the words and the evidence of a moderator's decision are kept after its end; default: half a year." placeholder:"TIME"`
	Doors           string        `group:"Operation" env:"THERIAC_DOORS" enum:"home,invite,approve,open" default:"home" help:"The people who may come in, until you choose in the console: ${enum}." placeholder:"WHO"`
	Pages           string        `group:"Operation" env:"THERIAC_PAGES" type:"path" help:"Folder with your own contact, terms, privacy and rules pages, such as terms.en.md." placeholder:"FOLDER"`
	GuestsExpire    time.Duration `group:"Operation" env:"THERIAC_GUESTS_EXPIRE" default:"4320h" help:"Forget guests after this time without a visit, if they left no table, result, message, passkey or account; 0 forgets none." placeholder:"TIME"`
	DrainFor        time.Duration `group:"Operation" env:"THERIAC_DRAIN_FOR" help:"Report not ready for this long before shutting down." placeholder:"TIME"`
	CloseWithin     time.Duration `group:"Operation" env:"THERIAC_CLOSE_WITHIN" default:"20s" help:"Shut down within this time, even if clients are connected."`
	TestClockAhead  time.Duration `hidden:"" help:"For tests: how far this node's clock is ahead."`
	TestKeepLog     time.Duration `hidden:"" help:"For tests: how long the cluster's log keeps what every node has stored."`
	LogLevel        string        `group:"Operation" env:"THERIAC_LOG_LEVEL" enum:"auto,debug,info,warn,error" default:"auto" help:"Log level: ${enum}; auto is warn on a terminal and info elsewhere."`
}

// listenAt returns the address to listen on. A bare port means all addresses of this machine.
func listenAt(addr string) string {
	if _, err := strconv.ParseUint(addr, 10, 16); err == nil {
		return ":" + addr
	}
	return addr
}

// Run starts the server and waits until it stops.
func (p serveCmd) Run() error {
	log := newLogger(os.Stderr, commands.IsTerminal(os.Stderr), p.LogLevel)
	o, err := p.options()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	server, err := serve.Start(ctx, o, log)
	if err != nil {
		if ctx.Err() != nil {
			return errors.New("stopped before the server was ready")
		}
		return err
	}
	p.greet(os.Stdout, server, commands.IsTerminal(os.Stdout))
	log.Info("open", "origin", server.Origin(), "version", o.Version, "private", server.PrivateURL())
	return p.run(ctx, stop, server, log)
}

// run waits for a signal or a failure, and then closes the server.
func (p serveCmd) run(ctx context.Context, stop func(), server *serve.Server, log *slog.Logger) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Wait() }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		log.Info("closing")
	}
	stop() // stop catching signals, so that a second one ends the program immediately
	within, cancel := context.WithTimeout(context.Background(), p.CloseWithin+p.DrainFor)
	defer cancel()
	if late := server.Shutdown(within); late != nil {
		log.Warn("clients were still connected at shutdown", "err", late)
	}
	log.Info("closed")
	return err
}

func (p serveCmd) options() (serve.Options, error) {
	data, err := p.folder()
	if err != nil {
		return serve.Options{}, err
	}
	var keys [2]string
	for i, file := range []string{p.WorkerKeyFile, p.ClusterSecretFile} {
		if keys[i], err = readKey(file); err != nil {
			return serve.Options{}, err
		}
	}
	password, err := readPassword(p.MailPasswordFile)
	if err != nil {
		return serve.Options{}, err
	}
	secret, err := readPassword(p.OIDCSecretFile)
	if err != nil {
		return serve.Options{}, err
	}
	return serve.Options{
		Provider:    signin.Provider{Issuer: p.OIDCIssuer, Client: p.OIDCClient, Secret: secret, Name: p.OIDCName},
		NoticeAfter: p.NoticeAfter,
		Mail:        notices.MailConfig{Server: p.MailServer, Security: p.MailSecurity, From: p.MailFrom, User: p.MailUser, Password: password},
		BotWorkers:  p.BotWorkers, BotsPerPerson: p.BotsPerPerson, BotsPerNode: p.BotsPerNode, BotsWaiting: p.BotsWaiting, BotTime: p.BotTime, WorkerKey: keys[0],
		Listen: listenAt(p.Listen), Private: p.Private, Origin: p.Origin, Data: data,
		MaxStore: p.MaxStore, Node: p.Node, ClusterName: p.ClusterName, ClusterListen: p.ClusterListen, Routes: p.Route, ClientListen: p.NATSListen,
		Domain: p.TLSDomain, Contact: p.TLSContact, Certificate: p.TLSCert, Key: p.TLSKey, Redirect: p.TLSRedirect,
		Trusted: p.Trusted, TrustProxy: p.TrustProxy, PublicMetrics: p.PublicMetrics, PrivateHooks: p.PrivateHooks, OperatorKeyFile: p.OperatorKeyFile, EvidenceFor: p.EvidenceFor, Zone: p.Zone, MeetAt: p.MeetAt, Hosts: p.Host,
		Caps:       serve.Caps{Tables: p.MaxTables, Streams: p.MaxStreams, NewPeople: p.MaxNewPeople, NewTables: p.MaxNewTables, Requests: p.MaxRequests, Slow: p.BusyAfter},
		ClockAhead: p.TestClockAhead,
		KeepLog:    p.TestKeepLog,
		Doors:      p.Doors, Pages: p.Pages,
		GuestsExpire: p.GuestsExpire, DrainFor: p.DrainFor, Version: version(), ClusterSecret: keys[1], Peers: p.files(),
	}, nil
}

// readPassword returns the password in a file, or "" if no file is named.
func readPassword(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	return strings.TrimRight(string(text), "\r\n"), err
}

// readKey returns the key in a file, or "" if no file is named.
func readKey(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	key := strings.TrimSpace(string(text))
	if len(key) < leastKey {
		return "", fmt.Errorf("%s: a key has at least %d characters", file, leastKey)
	}
	return key, nil
}

const leastKey = 16

// folder returns the data folder: the one that a flag names, or the usual location for the user's programs.
func (s storeFlags) folder() (string, error) {
	if s.Data != "" {
		return s.Data, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "theriac"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("this user has no home directory: name a data folder with --data")
	}
	return filepath.Join(home, ".local", "share", "theriac"), nil
}

// greet prints the server's address and explains how to stop the server.
func (p serveCmd) greet(out io.Writer, server *serve.Server, terminal bool) {
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format+"\n", args...) }
	say("Theriac is open: %s", server.Origin())
	for _, a := range server.Addresses() {
		if a != server.Origin() && p.Origin == "" && p.TLSDomain == "" {
			say("            also %s", a)
		}
	}
	if terminal || p.QR {
		if code, err := qrText(server.Origin(), terminal); err == nil {
			say("\n%s", code)
		}
	}
	say("Ctrl-C stops the server; all tables are back after the next start.")
}

// newLogger returns a logger with readable lines on a terminal, and with JSON lines otherwise.
func newLogger(out io.Writer, terminal bool, level string) *slog.Logger {
	var least slog.Level
	switch {
	case level != "auto":
		_ = least.UnmarshalText([]byte(level)) // kong accepts only valid levels
	case terminal:
		least = slog.LevelWarn
	}
	opts := &slog.HandlerOptions{Level: least}
	if terminal {
		return slog.New(slog.NewTextHandler(out, opts))
	}
	return slog.New(slog.NewJSONHandler(out, opts))
}
