package wire

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

// As returns a copy of the operation with the given class for load shedding.
func (op Operation) As(what string) Operation {
	op.Shed = what
	return op
}

// Surface collects the operations of the API and its OpenAPI document.
type Surface struct {
	Mux  *http.ServeMux
	Huma huma.API
	// check returns an error if the caller may not use the operation now. Possible reasons are a
	// rate limit, an unknown caller, or a busy server.
	check func(context.Context, Operation) error
	// failed returns the problem for an error, and logs internal errors.
	failed func(context.Context, error) *Problem

	large    map[string]bool // route patterns of operations that may upload a whole game
	Document []byte
}

// New returns a Surface without operations. cookie is the name of the cookie with a browser's
// token.
func New(cookie string, check func(context.Context, Operation) error, failed func(context.Context, error) *Problem) *Surface {
	s := &Surface{Mux: http.NewServeMux(), check: check, failed: failed, large: map[string]bool{}}
	s.Huma = humago.New(s.Mux, humaConfig(cookie))
	return s
}

// IsLarge reports whether a request is for an operation that may have a large body.
func (s *Surface) IsLarge(r *http.Request) bool {
	_, pattern := s.Mux.Handler(r)
	return s.large[pattern]
}

// Operation describes one operation: its name, who can call it, and its limits.
type Operation struct {
	ID, Method, Path string
	Summary          string
	About            string // details that the summary leaves out
	Tag              string
	Limit            string // name of a rate limit that applies besides the limits for the address and the session
	Status           int    // HTTP status of success, if not 200
	Errors           []int  // error statuses in addition to those that every operation has
	Anyone           bool   // callers without a token are allowed, too
	Large            bool   // the body may upload a whole game
	Shed             string // class for load shedding; empty for operations that can wait
	Role             string // the role that the caller needs: "moderator" (an operator has it too) or "operator"
	Empty            string // description of the empty response, for operations that can return one
}

// Register adds an operation with its handler. It converts the handler's errors to problems.
func Register[I, O any](s *Surface, op Operation, handle func(context.Context, *I) (*O, error)) {
	errors := []int{http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusUnauthorized}
	if op.Method != http.MethodGet {
		errors = append(errors, http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge,
			http.StatusUnsupportedMediaType, http.StatusInsufficientStorage)
	}
	security := []map[string][]string{{"token": {}}, {"cookie": {}}}
	if op.Anyone {
		security = append(security, map[string][]string{})
	}
	responses := map[string]*huma.Response{}
	if op.Empty != "" {
		responses[strconv.Itoa(http.StatusNoContent)] = &huma.Response{Description: op.Empty}
	}
	if op.Large {
		s.large[op.Method+" "+op.Path] = true
	}
	huma.Register(s.Huma, huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.About,
		Tags: []string{op.Tag}, DefaultStatus: op.Status, Errors: append(errors, op.Errors...), Security: security, Responses: responses,
		MaxBodyBytes: -1, BodyReadTimeout: -1, // the gate has already read and limited the body
	}, func(ctx context.Context, in *I) (*O, error) {
		ctx, cancel := context.WithTimeout(ctx, Patience)
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

// Patience is the longest time that an operation waits for the store.
const Patience = 20 * time.Second

func humaConfig(cookie string) huma.Config {
	schemas := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	// formal replaces huma's errors with problems, so the document must describe problems instead.
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

// jsonFormat returns a format that writes a JSON response in one piece. It ignores write errors,
// because they mean that the client has disconnected.
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

// Describe encodes the OpenAPI document. Call it after all operations are registered.
func (s *Surface) Describe() error {
	data, err := json.MarshalIndent(s.Huma.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	s.Document = data
	return nil
}

// List returns a plain-text list of the operations, for people who have no tool for OpenAPI
// documents.
func (s *Surface) List() string {
	var lines []string
	for path, item := range s.Huma.OpenAPI().Paths {
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
