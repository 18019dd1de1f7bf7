// Package serve runs the server. It starts the store, identity, the lobby, the tables and the HTTP API in the
// right order. It stops them in reverse order, so that a restart loses no move.
//
// By design it refuses to make decisions of its own: each service decides for itself. It shares its data folder
// with no other process, and serves no request before the store is ready.
package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"slices"
	"time"

	"theriac/ai/story"

	"theriac/internal/doors"
	"theriac/internal/httpapi/admit"
	"theriac/internal/notices"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Caps limits how much all callers together can have this node do.
type Caps = admit.Caps

// Options configures a server. The zero value of each field means its default.
type Options struct {
	// Listen is the public address, such as ":8080", or ":443" for TLS with a Domain. Private is the operator's
	// address for metrics and profiles. The server does not open an address that is empty.
	Listen, Private string
	// Origin is the URL that people use to reach the server if that differs from Listen, such as
	// https://example.org through a proxy.
	Origin string

	// Data is the folder that holds all data.
	Data     string
	MaxStore int64 // maximum size of the store's file in bytes; 0 means no limit

	// Node, ClusterName and ClusterListen are set if this server is one of the three nodes of a cluster. Routes are
	// the addresses of the other nodes. ClientListen is the address to which workers connect; empty means none.
	Node, ClusterName, ClusterListen string
	Routes                           []string
	ClientListen                     string
	// ClusterSecret is the secret that a node needs to join the cluster; empty means none.
	ClusterSecret string
	// Peers authenticates this server to other nodes and to workers.
	Peers PeerFiles

	// If Domain is set, the server gets certificates for it from an ACME directory. Certificate and Key name
	// files instead. Requests over plain HTTP to the address Redirect are redirected to HTTPS.
	Domain, Contact  string
	Certificate, Key string
	Redirect         string

	Trusted       []string // addresses or networks that are exempt from limits
	TrustProxy    bool
	Limits        admit.Limits
	Caps          Caps
	PublicMetrics bool
	// PrivateHooks lets webhooks call addresses in private networks.
	PrivateHooks bool
	// NoticeAfter is how long a table waits for a player before the server sends that player a push message or
	// an email; 0 means the default.
	NoticeAfter time.Duration
	// Mail is the mail server that sends email notices; without it the server sends none.
	Mail notices.MailConfig
	// Provider is an OpenID provider for signing in; without it, that method is not available.
	Provider signin.Provider
	// OperatorKeyFile names the file with the operator's key. If it is empty, a standalone node creates a key
	// in its data folder at its first start.
	OperatorKeyFile string
	// EvidenceFor is how long the words and the evidence of a moderator's decision are stored after its end; 0
	// means the default.
	EvidenceFor time.Duration
	// Hosts lists additional host names of the server.
	Hosts []string

	// BotWorkers is how many bots can think in parallel in this process. 0 means one less than the number of
	// processors, but at least one. A negative number means none: `theriac worker` processes run the bots
	// instead.
	BotWorkers int
	// BotsPerPerson is how many bots one person may seat, and BotsPerNode how many bots this node may run.
	// BotTime is how much processor time per minute the bots of one person may use. 0 means the default.
	BotsPerPerson, BotsPerNode int
	// BotsWaiting is how many of this node's questions may wait for workers. While more wait, no more bots can
	// be seated.
	BotsWaiting int
	BotTime     time.Duration
	// WorkerKey lets workers connect to ClientListen as the user "worker", who can only take questions and
	// answer them.
	WorkerKey string

	// Zone is the time zone of the daily deals, such as Europe/Zurich; empty means the system's time zone. All
	// nodes of a cluster must use the same zone.
	Zone string

	// MeetAt are the times of day at which people meet in the hall, such as 20:00, in Zone. If it is empty, the server
	// proposes hours at which people come.
	MeetAt []string

	// Doors determines which people may come in until an operator chooses in the console: home, invite, approve or
	// open; empty means home. Pages is the folder with the operator's own pages; empty means none.
	Doors, Pages string

	// GuestsExpire is how long a guest who left nothing may stay away before the server forgets them; 0 means
	// forever.
	GuestsExpire time.Duration
	// DrainFor is how long the server keeps serving after it reports that it is not ready, so that a balancer
	// can stop sending requests. Without a balancer it is 0.
	DrainFor time.Duration
	// Version is the version of the running program.
	Version string

	// ClockAhead shifts this node's clock forward. Tests set it to make the clocks of nodes differ.
	ClockAhead time.Duration
	// KeepLog is how long a cluster's log keeps frames that a majority has stored; 0 means the default. Tests set it.
	KeepLog time.Duration

	clock table.Clock  // set by tests; nil means the system clock
	deals io.Reader    // set by tests; nil means crypto/rand
	story story.Budget // set by tests; zero means the usual budget
}

// clustered reports whether this server is a node of a cluster, so that other nodes write to the store too.
func (o Options) clustered() bool { return o.ClusterListen != "" }

// kind returns the kind of server that the data folder is for.
func (o Options) kind() string {
	if o.clustered() {
		return "node " + o.Node + " of cluster " + o.ClusterName
	}
	return singleKind
}

// tls reports whether the server terminates TLS itself.
func (o Options) tls() bool { return o.Domain != "" || o.Certificate != "" }

// withDefaults returns the options with all empty fields set to their defaults.
func (o Options) withDefaults() Options {
	if o.Listen == "" {
		o.Listen = ":8080"
		if o.Domain != "" {
			o.Listen = ":443"
		}
	}
	if o.Redirect == "" && o.Domain != "" {
		o.Redirect = ":80"
	}
	if o.clock == nil {
		o.clock = realTime{ahead: o.ClockAhead}
	}
	if o.deals == nil {
		o.deals = rand.Reader
	}
	return o
}

// Validate returns the first reason why a server cannot run with these options.
func (o Options) Validate() error {
	for _, check := range []func() error{
		o.checkStore, o.checkCluster, o.checkTLS, o.checkLimits, o.checkZone, o.checkMeetings, o.Provider.Check, o.checkPeers, o.checkMail, o.checkTrusted, o.checkDoors,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (o Options) checkStore() error {
	if o.Data == "" {
		return errors.New("a data folder is needed")
	}
	return nil
}

// checkCluster checks that nodes and workers can find each other.
func (o Options) checkCluster() error {
	switch {
	case o.clustered() && (o.Node == "" || o.ClusterName == ""):
		return errors.New("a node of a cluster needs a name of its own and the cluster's name")
	case o.clustered() && store.CheckKey(o.Node) != nil:
		return errors.New("a node's name consists of letters, digits, dots, - and _")
	case o.WorkerKey != "" && o.ClientListen == "":
		return errors.New("a key for workers needs an address where they connect (--nats-listen)")
	case o.ClusterSecret != "" && !o.clustered():
		return errors.New("a secret of the cluster is for a node of one")
	case o.ClientListen != "" && o.WorkerKey == "":
		return errors.New("an address for workers (--nats-listen) needs a key for them: --worker-key-file")
	case !o.clustered() && (o.ClusterName != "" || len(o.Routes) > 0):
		return errors.New("a node of a cluster needs an address for the other nodes to reach it")
	}
	return nil
}

// checkTLS checks that the options specify at most one source of certificates, and that it is complete.
func (o Options) checkTLS() error {
	switch {
	case o.Domain != "" && o.Certificate != "":
		return errors.New("use either automatic certificates or a certificate file, not both")
	case (o.Certificate == "") != (o.Key == ""):
		return errors.New("a certificate needs its key file, and a key its certificate file")
	}
	return nil
}

// checkLimits returns an error if a number or duration is negative.
func (o Options) checkLimits() error {
	lowest := min(o.MaxStore, int64(o.BotsPerPerson), int64(o.BotsPerNode), int64(o.BotsWaiting),
		int64(o.DrainFor), int64(o.GuestsExpire), int64(o.EvidenceFor), int64(o.NoticeAfter), int64(o.BotTime),
		int64(o.Caps.Tables), int64(o.Caps.Streams), int64(o.Caps.NewPeople), int64(o.Caps.NewTables), int64(o.Caps.Requests), int64(o.Caps.Slow))
	if lowest < 0 {
		return errors.New("numbers and durations cannot be negative")
	}
	return nil
}

func (o Options) checkZone() error {
	if _, err := time.LoadLocation(o.Zone); err != nil {
		return fmt.Errorf("zone: %w", err)
	}
	return nil
}

func (o Options) checkMeetings() error {
	if len(o.MeetAt) > maxMeetings {
		return fmt.Errorf("people can meet %d times a day", maxMeetings)
	}
	for _, text := range o.MeetAt {
		if _, err := timeOfDay(text); err != nil {
			return fmt.Errorf("%q is not a time of day such as 20:00", text)
		}
	}
	return nil
}

// maxMeetings is how many times a day people can meet.
const maxMeetings = 6

// timeOfDay returns a time of day, with or without seconds, as time since midnight.
func timeOfDay(text string) (time.Duration, error) {
	at, err := time.Parse(time.TimeOnly, text)
	if err != nil {
		at, err = time.Parse("15:04", text)
	}
	return at.Sub(at.Truncate(24 * time.Hour)), err
}

// meetings returns the times of day at which people meet.
func (o Options) meetings() (list []time.Duration) {
	for _, text := range o.MeetAt {
		if since, err := timeOfDay(text); err == nil { // Validate has checked it
			list = append(list, since)
		}
	}
	return list
}

func (o Options) checkPeers() error { return o.Peers.check(o.clustered()) }

func (o Options) checkMail() error {
	_, err := o.mailer()
	return err
}

// checkDoors checks the mode, and that the folder with pages exists.
func (o Options) checkDoors() error {
	if o.Doors != "" && !slices.Contains(doors.Modes(), doors.Mode(o.Doors)) {
		return fmt.Errorf("doors: %q is not one of %v", o.Doors, doors.Modes())
	}
	if o.Pages == "" {
		return nil
	}
	info, err := os.Stat(o.Pages)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", o.Pages)
	}
	if err != nil {
		return fmt.Errorf("pages: %w", err)
	}
	return nil
}

// pages returns the folder with the operator's own pages, or nil.
func (o Options) pages() fs.FS {
	if o.Pages == "" {
		return nil
	}
	return os.DirFS(o.Pages)
}

func (o Options) checkTrusted() error {
	_, err := o.trusted()
	return err
}

// mailer returns a sender of email notices, or nil if no mail server is configured.
func (o Options) mailer() (*notices.Mailer, error) {
	if o.Mail.Server == "" && o.Mail.From == "" {
		return nil, nil
	}
	return notices.NewMailer(o.Mail)
}

// storyBudget returns how much computation one story may use.
func (o Options) storyBudget() story.Budget {
	if o.story == (story.Budget{}) {
		return story.Usual
	}
	return o.story
}

// zone returns the time zone of the daily deals.
func (o Options) zone() *time.Location {
	if o.Zone == "" {
		return time.Local
	}
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		return time.UTC // cannot happen: Validate has checked the zone
	}
	return zone
}

// hosts returns the host names that the server accepts in requests.
func (o Options) hosts() admit.Hosts {
	machine, _ := os.Hostname() // if this fails, only the machine's own name is not accepted
	return admit.NewHosts(machine, append([]string{o.Origin, o.Domain}, o.Hosts...)...)
}

// trusted returns the networks that are exempt from limits.
func (o Options) trusted() ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range o.Trusted {
		if a, err := netip.ParseAddr(text); err == nil {
			list = append(list, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted: %q is neither an address nor a network such as 192.0.2.0/24", text)
		}
		list = append(list, p.Masked())
	}
	return list, nil
}
