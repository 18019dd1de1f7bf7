package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"theriac/internal/httpapi/wire"

	"github.com/danielgtaylor/huma/v2"
	"rsc.io/qr"
)

// quiet is the white margin that a reader needs.
const quiet = 4

// qrPath is where a link of this server is served as a QR code.
func qrPath(link string) string { return "/api/qr?text=" + url.QueryEscape(link) }

type picture struct {
	Type string `header:"Content-Type"`
	Body []byte
}

func (a linksAPI) pictures() {
	wire.Register(a.wire, wire.Operation{
		ID: "get-qr", Method: http.MethodGet, Path: "/api/qr", Tag: tagLinks, Anyone: true,
		Summary: "Get a link as a QR code", About: "An SVG image. Only for addresses of this server.",
	}, a.drawQR)
	// The answer is an image, which huma cannot tell from the bytes.
	a.wire.Huma.OpenAPI().Paths["/api/qr"].Get.Responses["200"].Content = svgContent()
}

func (a linksAPI) drawQR(_ context.Context, in *struct {
	Text string `query:"text" required:"true" minLength:"1" maxLength:"500"`
}) (*picture, error) {
	if !a.origin.Owns(in.Text) {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "foreign-address")
	}
	code, err := qr.Encode(in.Text, qr.M)
	if err != nil {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "foreign-address")
	}
	return &picture{Type: "image/svg+xml", Body: drawing(code)}, nil
}

// drawing is the code as one path of unit squares, runs of them in one stroke.
func drawing(code *qr.Code) []byte {
	size := code.Size + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, size, size)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, size, size)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String())
}

// svgContent is how the document describes an image.
func svgContent() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}}}
}
