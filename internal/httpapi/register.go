package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// as says what the operation is to a busy server.
func (op operation) as(what string) operation {
	op.shed = what
	return op
}

// surface is what operations are registered at.
type surface struct {
	mux  *http.ServeMux
	huma huma.API
	// check says whether an operation's limit, a missing person or a busy server forbids it.
	check func(context.Context, operation) error
	// failed turns an error into what is answered, and logs it.
	failed func(context.Context, error) *Problem

	large    map[string]bool // the patterns of operations whose body may be large
	document []byte
}

// newSurface makes one without operations. Browsers send their token in the cookie.
func newSurface(cookie string, check func(context.Context, operation) error, failed func(context.Context, error) *Problem) *surface {
	s := &surface{mux: http.NewServeMux(), check: check, failed: failed, large: map[string]bool{}}
	s.huma = humago.New(s.mux, humaConfig(cookie))
	return s
}

// isLarge says whether the body of a request may be large.
func (s *surface) isLarge(r *http.Request) bool {
	_, pattern := s.mux.Handler(r)
	return s.large[pattern]
}

// operation describes one operation: its name, who may use it, and how often.
type operation struct {
	id, method, path string
	summary          string
	about            string // more than the summary, where needed
	tag              string
	limit            string // a limit beside those of address and session
	status           int    // where it is not 200
	errors           []int  // beside those that every operation has
	anyone           bool   // also without a token
	body             int64  // the largest body, where it is larger than usual
	shed             string // what it is to a busy server, where it is not one of those that can wait
	empty            string // the description of a response without content, where there is one
}

// register adds an operation. It turns the handler's errors into problems.
func register[I, O any](s *surface, op operation, handle func(context.Context, *I) (*O, error)) {
	errors := []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusUnauthorized}
	if op.method != http.MethodGet {
		errors = append(errors, http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge,
			http.StatusUnsupportedMediaType, http.StatusInsufficientStorage)
	}
	security := []map[string][]string{{"token": {}}, {"cookie": {}}}
	if op.anyone {
		security = append(security, map[string][]string{})
	}
	responses := map[string]*huma.Response{}
	if op.empty != "" {
		responses[strconv.Itoa(http.StatusNoContent)] = &huma.Response{Description: op.empty}
	}
	if op.body > 0 {
		s.large[op.method+" "+op.path] = true
	}
	huma.Register(s.huma, huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Summary: op.summary, Description: op.about,
		Tags: []string{op.tag}, DefaultStatus: op.status, Errors: append(errors, op.errors...), Security: security, Responses: responses,
		MaxBodyBytes: -1, BodyReadTimeout: -1, // the body is read already
	}, func(ctx context.Context, in *I) (*O, error) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err := s.check(ctx, op)
		if err == nil {
			var out *O
			if out, err = handle(ctx, in); err == nil {
				return out, nil
			}
		}
		return nil, s.failed(ctx, err)
	})
}

// patience is how long an operation waits for the store.
const patience = 20 * time.Second

func humaConfig(cookie string) huma.Config {
	schemas := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	// Huma's own errors become ours, see formal, so the document says so too.
	schemas.RegisterTypeAlias(reflect.TypeFor[huma.ErrorModel](), reflect.TypeFor[Problem]())
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Theriac", Version: "1",
				Description: "Play at a table: make one or find one, sit, start, read its stream and answer your questions. " +
					"Bots use this API and nothing else.",
			},
			Components: &huma.Components{
				Schemas: schemas,
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"token":  {Type: "http", Scheme: "bearer", Description: "A session token."},
					"cookie": {Type: "apiKey", In: "cookie", Name: cookie, Description: "The same token, in a browser."},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()},
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{formal},
	}
}

// jsonFormat writes a response in one piece. That the client has gone is no error.
func jsonFormat() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			data, err := json.Marshal(v)
			if err != nil {
				return err
			}
			_, _ = w.Write(append(data, '\n'))
			return nil
		},
		Unmarshal: json.Unmarshal,
	}
}

// describe writes the document once all operations are registered.
func (s *surface) describe() error {
	data, err := json.MarshalIndent(s.huma.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	s.document = data
	return nil
}

// list is the operations as a plain list, for readers without a tool for the
// document.
func (s *surface) list() string {
	var lines []string
	for path, item := range s.huma.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				lines = append(lines, path+"\x00"+op.Method+" "+path+"\n    "+op.Summary+"\n")
			}
		}
	}
	slices.Sort(lines)
	var b strings.Builder
	b.WriteString("Theriac. The document is at /openapi.json.\n\n")
	for _, l := range lines {
		_, shown, _ := strings.Cut(l, "\x00")
		b.WriteString(shown)
	}
	return b.String()
}
