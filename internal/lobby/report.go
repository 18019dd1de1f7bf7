package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// Report is a report about a person at a table, or about a chat message.
type Report struct {
	ID    string    `json:"id"`
	Table string    `json:"table"`
	By    string    `json:"by,omitempty"`
	About string    `json:"about,omitempty"` // a person
	Line  uint64    `json:"line,omitempty"`  // the place of the chat message
	Text  string    `json:"text"`
	At    time.Time `json:"at"`
	// Resolved is when an operator resolved it, Note the result.
	Resolved time.Time `json:"resolved,omitzero"`
	Note     string    `json:"note,omitempty"`
}

const reportRandom = 10

// Report writes a report. Everybody who may know of the table can.
func (l *Lobby) Report(ctx context.Context, by identity.Person, table, about string, line uint64, text string) (Report, error) {
	text, err := identity.CleanLine(text, MaxText)
	if err != nil || text == "" {
		return Report{}, refuse(BadText)
	}
	if about != "" && !identity.IsID(about, identity.PersonLength) {
		return Report{}, refuse(NotHere)
	}
	random, err := l.newID(reportRandom)
	if err != nil {
		return Report{}, err
	}
	// Count first: a crash leaves the count one too high, and no report over the limit.
	_, err = l.change(ctx, table, func(r *record) error {
		if by.ID == "" || !r.Knows(by.ID) {
			return refuse(NoSuchTable)
		}
		if r.Reports >= MaxReports {
			return refuse(TooManyReports)
		}
		r.Reports++
		return nil
	})
	if err != nil {
		return Report{}, err
	}
	at := l.now()
	rep := Report{
		ID: fmt.Sprintf("%012x-%s", max(at.UnixMilli(), 0), random), Table: table, By: by.ID, About: about, Line: line,
		Text: text, At: at,
	}
	return rep, l.putReport(ctx, rep, 0)
}

func (l *Lobby) putReport(ctx context.Context, rep Report, version uint64) error {
	data, err := json.Marshal(rep)
	if err != nil {
		return err
	}
	for {
		_, err = l.kv.reports.Put(ctx, rep.ID, version, data)
		if errors.Is(err, store.ErrUncertain) && version == 0 && ctx.Err() == nil {
			continue
		}
		if errors.Is(err, store.ErrConflict) && version == 0 {
			return nil // an earlier attempt wrote it
		}
		if err != nil {
			return fmt.Errorf("lobby: report: %w", err)
		}
		return nil
	}
}

// Reports lists the reports for an operator, the newest first: the open ones, or all.
func (l *Lobby) Reports(ctx context.Context, by identity.Person, all bool, skip, most int) ([]Report, error) {
	if !by.Operator {
		return nil, refuse(NotOperator)
	}
	recs, err := l.kv.reports.List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("lobby: reports: %w", err)
	}
	list := make([]Report, 0, len(recs))
	for _, rec := range recs {
		rep, err := decodeReport(rec.Data)
		if err != nil {
			return nil, err
		}
		if all || rep.Resolved.IsZero() {
			list = append(list, rep)
		}
	}
	slices.SortFunc(list, func(a, b Report) int { return strings.Compare(b.ID, a.ID) })
	return lists.Page(list, skip, most), nil
}

// Resolve notes that an operator has dealt with a report.
func (l *Lobby) Resolve(ctx context.Context, by identity.Person, report, note string) (Report, error) {
	if !by.Operator {
		return Report{}, refuse(NotOperator)
	}
	note, err := identity.CleanLine(note, MaxText)
	if err != nil {
		return Report{}, refuse(BadText)
	}
	return l.changeReport(ctx, report, func(rep *Report) {
		if rep.Resolved.IsZero() {
			rep.Resolved, rep.Note = l.now(), note
		}
	})
}

func (l *Lobby) changeReport(ctx context.Context, id string, f func(*Report)) (Report, error) {
	at, random, ok := strings.Cut(id, "-")
	if !ok || len(at) != 12 || strings.Trim(at, "0123456789abcdef") != "" || !identity.IsID(random, reportRandom) {
		return Report{}, refuse(NoSuchReport)
	}
	for {
		rec, err := l.kv.reports.Get(ctx, id)
		if errors.Is(err, store.ErrAbsent) {
			return Report{}, refuse(NoSuchReport)
		}
		if err != nil {
			return Report{}, fmt.Errorf("lobby: report: %w", err)
		}
		rep, err := decodeReport(rec.Data)
		if err != nil {
			return Report{}, err
		}
		was := rep
		f(&rep)
		if rep == was {
			return rep, nil
		}
		err = l.putReport(ctx, rep, rec.Version)
		if lists.Retryable(ctx, err) {
			continue
		}
		return rep, err
	}
}

// TakeDown hides a table from everybody. Nobody can play, watch or join it from then
// on.
func (l *Lobby) TakeDown(ctx context.Context, by identity.Person, table, reason string) (Table, error) {
	if !by.Operator {
		return Table{}, refuse(NotOperator)
	}
	reason, err := identity.CleanLine(reason, MaxText)
	if err != nil {
		return Table{}, refuse(BadText)
	}
	r, err := l.change(ctx, table, func(r *record) error {
		if r.Status == TakenDown {
			return errSame
		}
		// The seed of a game that was about to begin goes with it; a running game has it
		// in its log.
		r.Status, r.Reason, r.Secret, r.Salt, r.Invite, r.Webhooks = TakenDown, reason, "", "", "", nil
		clear(r.Links)
		return nil
	})
	return r.shown(), err
}

func decodeReport(data []byte) (Report, error) {
	var rep Report
	err := json.Unmarshal(data, &rep)
	if err == nil && (rep.ID == "" || !isTable(rep.Table)) {
		err = errors.New("about no table")
	}
	if err != nil {
		return Report{}, fmt.Errorf("lobby: report: %w: %w", store.ErrDamaged, err)
	}
	return rep, nil
}
