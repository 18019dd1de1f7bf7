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

// As says what the operation is to a busy server.
func (op Operation) As(what string) Operation {
	op.Shed = what
	return op
}

// Surface is what operations are registered at.
type Surface struct {
	Mux  *http.ServeMux
	Huma huma.API
	// check says whether an operation's limit, a missing person or a busy server forbids it.
	check func(context.Context, Operation) error
	// failed turns an error into what is answered, and logs it.
	failed func(context.Context, error) *Problem

	large    map[string]bool // the patterns of operations whose body may be large
	Document []byte
}

// New makes one without operations. Browsers send their token in the cookie.
func New(cookie string, check func(context.Context, Operation) error, failed func(context.Context, error) *Problem) *Surface {
	s := &Surface{Mux: http.NewServeMux(), check: check, failed: failed, large: map[string]bool{}}
	s.Huma = humago.New(s.Mux, humaConfig(cookie))
	return s
}

// IsLarge says whether the body of a request may be large.
func (s *Surface) IsLarge(r *http.Request) bool {
	_, pattern := s.Mux.Handler(r)
	return s.large[pattern]
}

// Operation describes one operation: its name, who may use it, and how often.
type Operation struct {
	ID, Method, Path string
	Summary          string
	About            string // more than the summary, where needed
	Tag              string
	Limit            string // a limit beside those of address and session
	Status           int    // where it is not 200
	Errors           []int  // beside those that every operation has
	Anyone           bool   // also without a token
	Large            bool   // the body may bring a whole game
	Shed             string // what it is to a busy server, where it is not one of those that can wait
	Empty            string // the description of a response without content, where there is one
}

// Register adds an operation. It turns the handler's errors into problems.
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
		MaxBodyBytes: -1, BodyReadTimeout: -1, // the body is read already
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

// Patience is how long an operation waits for the store.
const Patience = 20 * time.Second

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

// Describe writes the document once all operations are registered.
func (s *Surface) Describe() error {
	data, err := json.MarshalIndent(s.Huma.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	s.Document = data
	return nil
}

// List is the operations as a plain list, for readers without a tool for the
// document.
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
