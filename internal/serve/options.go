// Package serve runs the server: it starts the store, identity, the lobby, the tables
// and the HTTP API in the right order, and stops them in reverse, so that nobody
// loses a move by a restart.
//
// It refuses to decide anything itself (each service knows its own business), to
// share its data folder with another process, and to serve requests before the store
// is ready.
package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"time"

	"theriac/ai/story"

	"theriac/internal/httpapi/admit"
	"theriac/internal/notices"
	"theriac/internal/signin"
	"theriac/internal/table"
)

// Caps bound what all callers together may make this node do.
type Caps = admit.Caps

// Options say how to run a server. The zero value of a field is its default.
type Options struct {
	// Listen is the public address, such as ":8080"; with TLS for a domain ":443".
	// Private is the operator's, for metrics and profiles. Empty: nowhere.
	Listen, Private string
	// Origin is how people reach the server where that is not Listen, such as
	// https://example.org behind a proxy.
	Origin string

	// Data is the folder that holds everything. NATS is an external cluster that holds
	// it instead; the folder is then for certificates and the key only, and may be left
	// out.
	Data, NATS string
	// Shards is fixed when a store is created; 0 takes what there is, or 1. Replicas is
	// 1 for a single node and 3 otherwise.
	Shards, Replicas int
	MaxStore         int64 // bytes; 0 for three quarters of what is free
	Conns            int   // connections to the store; 0 for its default

	// For a node of a cluster that the servers themselves form. ClientListen is where a
	// backup connects while it runs; empty: nowhere.
	Node, ClusterName, ClusterListen string
	Routes                           []string
	ClientListen                     string
	// ClusterSecret is what a node has to say to be one of the cluster; "": nothing.
	ClusterSecret string
	// Peers proves this program to other nodes, workers and backups, or to an external
	// cluster.
	Peers PeerFiles

	// Domain gets certificates from an ACME directory; or Certificate and Key name
	// files. Redirect is where plain HTTP is answered then.
	Domain, Contact  string
	Certificate, Key string
	Redirect         string

	Trusted       []string // addresses or networks that no limit applies to
	TrustProxy    bool
	Limits        admit.Limits
	Caps          Caps
	PublicMetrics bool
	// PrivateHooks lets webhooks call addresses that only this network reaches.
	PrivateHooks bool
	// NoticeAfter is how long a table waits for somebody before they are told by push or
	// mail; 0 for the default.
	NoticeAfter time.Duration
	// Mail is the server that sends notices by mail; without one there are none.
	Mail notices.MailConfig
	// Provider is an OpenID provider at which people can sign in; without one they cannot.
	Provider signin.Provider
	// OperatorKeyFile holds the operator's key. Where none is named and the node is
	// alone, it is a file of the data folder, made at the first start.
	OperatorKeyFile string
	// OperatorFor is how long a session has an operator's rights after it gave the key.
	OperatorFor time.Duration
	// Hosts are further names that people may open the server by.
	Hosts []string

	// BotWorkers is how many bots may think at once in this process: 0 for one less than
	// there are processors, at least one; negative for none, where `theriac worker`
	// processes do it all.
	BotWorkers int
	// Limits of bots: how many one person may seat, how many this node plays at once,
	// and how much processor time the bots of one person may use in a minute. 0 for the
	// defaults.
	BotsPerPerson, BotsPerNode int
	// BotsWaiting is how many questions of this node may wait for workers before no more
	// bots can be seated.
	BotsWaiting int
	BotTime     time.Duration
	// WorkerKey lets worker processes connect at ClientListen as the user "worker", who
	// can take questions and answer them. StoreKey is what a backup connects with there,
	// as the user "theriac".
	WorkerKey, StoreKey string

	// Zone is where the days of the daily deals begin and end, such as Europe/Zurich;
	// empty for the system's. All nodes of a cluster need the same.
	Zone string

	// PackAfter is how long a finished game stays by itself before it is packed together
	// with others; 0: for ever.
	PackAfter time.Duration
	// GuestsExpire is how long somebody who left nothing may stay away before they are
	// forgotten; 0: for ever.
	GuestsExpire time.Duration
	// Archive is the address of a bucket where packed games lie; empty: in the store.
	Archive string
	// DrainFor is how long the server says that it is not ready before it closes, so
	// that a balancer sends no more requests. 0 at home.
	DrainFor time.Duration
	// Version is what runs.
	Version string

	// ClockAhead is how far this node's clock is ahead, for tests of nodes that differ.
	ClockAhead time.Duration

	clock table.Clock  // for tests; nil is the system clock
	deals io.Reader    // for tests; nil is crypto/rand
	story story.Budget // for tests; none is the usual
}

// embedded says whether the store is inside the program.
func (o Options) embedded() bool { return o.NATS == "" }

// clustered says whether other nodes share the store.
func (o Options) clustered() bool { return o.ClusterListen != "" }

// alone says whether no other node writes to the store.
func (o Options) alone() bool { return o.embedded() && !o.clustered() }

// single says whether everything is in one file: no other node shares the store, and no
// bucket has a part of it.
func (o Options) single() bool { return o.alone() && o.Archive == "" }

// kind says of what kind of server the data folder is. A store that was made for one
// kind must not be opened as another: its streams would begin anew.
func (o Options) kind() string {
	if o.clustered() {
		return "node " + o.Node + " of cluster " + o.ClusterName
	}
	if !o.single() {
		return "a single node with a bucket"
	}
	return "a single node"
}

// tls says whether the server terminates TLS itself.
func (o Options) tls() bool { return o.Domain != "" || o.Certificate != "" }

// withDefaults returns the options with a value for all that was left out.
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
	if o.Replicas == 0 {
		o.Replicas = 3
		if o.alone() {
			o.Replicas = 1
		}
	}
	if o.clock == nil {
		o.clock = realTime{ahead: o.ClockAhead}
	}
	if o.deals == nil {
		o.deals = rand.Reader
	}
	return o
}

// Validate returns the first reason why a server cannot run like this.
func (o Options) Validate() error {
	for _, check := range []func() error{
		o.checkStore, o.checkCluster, o.checkTLS, o.checkLimits, o.checkZone, o.Provider.Check, o.checkPeers, o.checkMail, o.checkTrusted,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkStore checks that it is clear where everything is stored.
func (o Options) checkStore() error {
	switch {
	case o.embedded() && o.Data == "":
		return errors.New("a data folder is needed, or the address of a NATS cluster")
	case o.single() && (o.Shards > 1 || o.Replicas > 1):
		return errors.New("a single node has no shards and no replicas: it keeps everything in one file")
	case !o.embedded() && o.clustered():
		return errors.New("use either a cluster of servers or an external NATS cluster, not both")
	}
	return nil
}

// checkCluster checks how nodes, workers and backups find each other.
func (o Options) checkCluster() error {
	keys := o.WorkerKey != "" || o.StoreKey != ""
	switch {
	case o.clustered() && (o.Node == "" || o.ClusterName == ""):
		return errors.New("a node of a cluster needs a name of its own and the cluster's name")
	case o.WorkerKey != "" && !o.embedded():
		return errors.New("an external NATS cluster has its own users: give workers one there")
	case keys && o.ClientListen == "":
		return errors.New("a key for workers or for backups needs an address where they connect")
	case o.ClusterSecret != "" && !o.clustered():
		return errors.New("a secret of the cluster is for a node of one")
	case !o.clustered() && o.ClientListen != "" && !keys:
		return errors.New("an address for workers (--nats-listen) needs a key for them: --worker-key-file")
	case !o.clustered() && (o.ClusterName != "" || len(o.Routes) > 0):
		return errors.New("a node of a cluster needs an address for the other nodes to reach it")
	case o.single() && o.StoreKey != "":
		return errors.New("a single node is backed up from its folder, also while it runs: a key for backups is of no use there")
	}
	return nil
}

// checkTLS checks where certificates come from.
func (o Options) checkTLS() error {
	switch {
	case o.Domain != "" && o.Certificate != "":
		return errors.New("use either automatic certificates or a certificate file, not both")
	case (o.Certificate == "") != (o.Key == ""):
		return errors.New("a certificate needs its key file, and a key its certificate file")
	case o.Domain != "" && o.Data == "":
		return errors.New("automatic certificates need a data folder")
	}
	return nil
}

// checkLimits refuses numbers and durations below zero.
func (o Options) checkLimits() error {
	lowest := min(int64(o.Replicas), int64(o.Shards), o.MaxStore, int64(o.BotsPerPerson), int64(o.BotsPerNode), int64(o.BotsWaiting),
		int64(o.DrainFor), int64(o.PackAfter), int64(o.GuestsExpire), int64(o.OperatorFor), int64(o.NoticeAfter), int64(o.BotTime),
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

func (o Options) checkPeers() error { return o.Peers.check(o.clustered()) }

func (o Options) checkMail() error {
	_, err := o.mailer()
	return err
}

func (o Options) checkTrusted() error {
	_, err := o.trusted()
	return err
}

// mailer sends notices by mail; nil if no server is named.
func (o Options) mailer() (*notices.Mailer, error) {
	if o.Mail.Server == "" && o.Mail.From == "" {
		return nil, nil
	}
	return notices.NewMailer(o.Mail)
}

// storyBudget is how hard stories are thought about.
func (o Options) storyBudget() story.Budget {
	if o.story == (story.Budget{}) {
		return story.Usual
	}
	return o.story
}

// zone is where days begin and end.
func (o Options) zone() *time.Location {
	if o.Zone == "" {
		return time.Local
	}
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		return time.UTC // Validate has checked it
	}
	return zone
}

// hosts are the names that the server answers to.
func (o Options) hosts() admit.Hosts {
	machine, _ := os.Hostname() // without one there is one name less
	return admit.NewHosts(machine, append([]string{o.Origin, o.Domain}, o.Hosts...)...)
}

// trusted are the networks that no limit applies to.
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
