package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// retryStream is when a caller with too many streams may try again.
const retryStream = 10 * time.Second

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
	body             int64  // the largest body, where it is not MaxBodyBytes
	empty            string // the description of a response without content, where there is one
}

// register adds an operation. It turns the handler's errors into problems.
func register[I, O any](a *API, op operation, handle func(context.Context, *I) (*O, error)) {
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
	huma.Register(a.huma, huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Summary: op.summary, Description: op.about,
		Tags: []string{op.tag}, DefaultStatus: op.status, Errors: append(errors, op.errors...), Security: security, Responses: responses,
		MaxBodyBytes: max(op.body, MaxBodyBytes) + 1, BodyReadTimeout: -1, // the body is read already
	}, func(ctx context.Context, in *I) (*O, error) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		out, err := a.run(ctx, op, func(ctx context.Context) (any, error) { return handle(ctx, in) })
		if err != nil {
			return nil, a.failed(ctx, err)
		}
		return out.(*O), nil
	})
}

// run calls a handler unless the operation's own limit, a busy server or a missing
// person forbids it.
func (a *API) run(ctx context.Context, op operation, handle func(context.Context) (any, error)) (any, error) {
	if op.limit != "" {
		if err := a.limit(callerOf(ctx), op.limit); err != nil {
			return nil, err
		}
	}
	if !op.anyone {
		if _, err := requirePerson(ctx); err != nil {
			return nil, err
		}
	}
	// Last: whoever a limit refuses takes no place of others.
	if err := a.shed(callerOf(ctx), op.id); err != nil {
		return nil, err
	}
	return handle(ctx)
}

func (a *API) humaConfig() huma.Config {
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
					"cookie": {Type: "apiKey", In: "cookie", Name: cookieName, Description: "The same token, in a browser."},
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
func (a *API) describe() error {
	data, err := json.MarshalIndent(a.huma.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	a.document = data
	return nil
}
