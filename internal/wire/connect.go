package wire

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/nats-io/nats.go"

	"theriac/internal/store"
)

// Connector opens a connection to a message server, such as Server.Connect. The caller must close the
// connection.
type Connector func(...nats.Option) (*nats.Conn, error)

// Connect opens a connection within this program, without a network.
func (s *Server) Connect(opts ...nats.Option) (*nats.Conn, error) {
	return connect(func() *Server { return s }, s.log, opts...)
}

// Connect opens a connection within this program to the server that current returns, which may be nil. When
// the connection is lost, it asks current again, so it survives a restart of the server. Meanwhile nothing can
// be published. Subscriptions remain.
func Connect(current func() *Server, log *slog.Logger, opts ...nats.Option) (*nats.Conn, error) {
	return connect(current, log, append([]nats.Option{nats.RetryOnFailedConnect(true)}, opts...)...)
}

func connect(current func() *Server, log *slog.Logger, opts ...nats.Option) (*nats.Conn, error) {
	d := &dialer{current: current}
	own := []nats.Option{nats.InProcessServer(d), nats.UserInfoHandler(d.user), nats.IgnoreDiscoveredServers()}
	return open("", log, append(own, opts...)...)
}

// dialer connects to the current server. It belongs to one connection, which calls InProcessConn first and then
// user.
type dialer struct {
	current func() *Server
	server  *Server // the server of the last call of InProcessConn
}

var errNotRunning = errors.New("wire: the message server is not running")

func (d *dialer) InProcessConn() (net.Conn, error) {
	if d.server = d.current(); d.server == nil {
		return nil, errNotRunning
	}
	return d.server.ns.InProcessConn()
}

func (d *dialer) user() (name, password string) { return ownUser, d.server.password }

// open opens a connection that reconnects by itself. While it is disconnected, publishing fails.
func open(url string, log *slog.Logger, opts ...nats.Option) (*nats.Conn, error) {
	own := []nats.Option{
		nats.Name("theriac"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("message connection lost", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("message connection", "err", err) }),
	}
	nc, err := nats.Connect(url, append(own, opts...)...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nc, nil
}
