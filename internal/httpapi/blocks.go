package httpapi

import (
	"context"
	"net/http"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
)

const tagOrder = "order"

// Block is one person whom the caller blocks.
type Block struct {
	Person wire.Player `json:"person"`
	At     time.Time   `json:"at"`
}

// blockPath names the person in the path of an operation on one block.
type blockPath struct {
	Person string `path:"person" maxLength:"64" doc:"The other person."`
}

// blocksAPI holds the operations on the caller's blocks.
type blocksAPI struct{ *core }

func (a blocksAPI) register() {
	wire.Register(a.wire, wire.Operation{
		ID: "list-blocks", Method: http.MethodGet, Path: "/api/me/blocks", Tag: tagOrder, Summary: "List whom I block",
	}, a.listBlocks)
	block := wire.Operation{
		ID: "block", Method: http.MethodPut, Path: "/api/me/blocks/{person}", Tag: tagOrder, Status: http.StatusNoContent, Limit: admit.ByMake,
		Summary: "Block a person", Errors: []int{http.StatusNotFound, http.StatusConflict},
		About: "At most 200. Public tables do not seat you together, and you get nothing that they write or draw. They are not told. " +
			"A game that runs goes on, and private tables do not change.",
	}
	wire.Register(a.wire, block, func(ctx context.Context, in *blockPath) (*noContent, error) {
		return a.blocked(ctx, a.conf.Order.Block(ctx, admit.PersonOf(ctx).ID, in.Person))
	})
	wire.Register(a.wire, wire.Operation{
		ID: "unblock", Method: http.MethodDelete, Path: "/api/me/blocks/{person}", Tag: tagOrder, Status: http.StatusNoContent,
		Summary: "Unblock a person",
	}, func(ctx context.Context, in *blockPath) (*noContent, error) {
		return a.blocked(ctx, a.conf.Order.Unblock(ctx, admit.PersonOf(ctx).ID, in.Person))
	})
}

func (a blocksAPI) listBlocks(ctx context.Context, _ *nothing) (*reply[[]Block], error) {
	list, err := a.conf.Order.Blocks(ctx, admit.PersonOf(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := make([]Block, 0, len(list))
	for _, b := range list {
		out = append(out, Block{Person: *a.names.Player(ctx, b.Person), At: b.At})
	}
	return &reply[[]Block]{out}, nil
}

// blocked makes the caller's streams show who is hidden from them now.
func (a blocksAPI) blocked(ctx context.Context, err error) (*noContent, error) {
	if err == nil {
		a.live.BlocksChanged(admit.PersonOf(ctx).ID)
	}
	return &noContent{}, err
}
