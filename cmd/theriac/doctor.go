package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"time"

	"theriac/internal/doctor"
)

// doctorCmd looks at a server and says what to mend.
type doctorCmd struct {
	URL  string        `arg:"" optional:"" help:"The server's address, as people open it; without it only this machine is looked at."`
	Data string        `env:"THERIAC_DATA" type:"path" help:"Data folder of a server on this machine; looked at without an address, or where it is named." placeholder:"DIR"`
	Idle time.Duration `default:"20s" help:"How long to keep a quiet stream open, to see whether a proxy cuts it off; 0 for not at all." placeholder:"TIME"`
}

// Run prints what it finds, and fails where something has to be mended.
func (d doctorCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	var r doctor.Report
	if d.URL == "" || d.Data != "" {
		folder, err := storeFlags{Data: d.Data}.folder()
		if err != nil {
			return err
		}
		r = append(r, doctor.Folder(folder)...)
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
