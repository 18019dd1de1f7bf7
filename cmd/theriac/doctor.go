package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"time"

	"theriac/internal/commands"
	"theriac/internal/doctor"
)

// doctorCmd checks a server and reports problems to fix.
type doctorCmd struct {
	URL   string        `arg:"" optional:"" help:"The server's address, as people open it; without it only this machine is looked at."`
	Data  string        `env:"THERIAC_DATA" type:"path" help:"Data folder of a server on this machine; looked at without an address, or where it is named." placeholder:"DIR"`
	Ready bool          `help:"Only say by the exit code whether the server is ready, as health checks want it; without an address the one on this machine."`
	Wait  time.Duration `help:"With --ready: how long to wait until it is." placeholder:"TIME"`
	Idle  time.Duration `default:"20s" help:"How long to keep a quiet stream open, to see whether a proxy cuts it off; 0 for not at all." placeholder:"TIME"`
}

// Run prints the findings, and fails if there are problems to fix.
func (d doctorCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), commands.Endings()...)
	defer stop()
	if d.Ready {
		return d.ready(ctx)
	}
	var r doctor.Report
	if d.Data != "" {
		if _, err := os.Stat(d.Data); err != nil {
			return fmt.Errorf("the data folder cannot be looked at: %w", err)
		}
	}
	if d.URL == "" || d.Data != "" {
		folder, err := storeFlags{Data: d.Data}.folder()
		if err != nil {
			return err
		}
		r = append(r, doctor.Folder(ctx, folder)...)
	}
	if d.URL != "" {
		r = append(r, doctor.Remote{URL: d.URL, Version: version(), Patience: 5 * time.Second, Idle: d.Idle, Client: &http.Client{}}.Look(ctx)...)
	}
	if err := r.Print(os.Stdout); err != nil {
		return err
	}
	if n := r.Problems(); n > 0 {
		return fmt.Errorf("problems to mend: %d", n)
	}
	return nil
}

// ready only checks whether the server is ready. Without a URL it takes the address from the environment
// variable of the flag --listen.
func (d doctorCmd) ready(ctx context.Context) error {
	if d.URL == "" {
		d.URL = here(os.Getenv("THERIAC_LISTEN"))
	}
	return doctor.Remote{URL: d.URL, Patience: 5 * time.Second, Client: &http.Client{}}.Ready(ctx, d.Wait)
}

// here returns the URL of a server on this machine with a given listen address.
func here(listen string) string {
	host, port, err := net.SplitHostPort(listenAt(listen))
	if err != nil {
		return "http://127.0.0.1:8080"
	}
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
