package serve

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"theriac/internal/bus"
)

// clusterStatus is what the private listener returns for /cluster. An operator needs it if the cluster has lost its
// log.
type clusterStatus struct {
	Node    string               `json:"node"`
	Problem string               `json:"problem,omitempty"` // why this node cannot serve requests
	Nodes   map[string]nodeState `json:"nodes"`             // the nodes that answer, by name
}

// nodeState identifies a node's state. The higher the epoch, and then the position, the newer is the state.
type nodeState struct {
	Epoch    uint64 `json:"epoch"`
	Position uint64 `json:"position"`
	Hash     string `json:"hash"`
}

// foundWait is how long founding a log may take.
const foundWait = 20 * time.Second

// clusterHandler returns the part of the private listener that concerns the cluster. GET /cluster describes the
// nodes. POST /cluster/found creates a new log from this node's state if the log is lost. It requires the operator's
// key.
func clusterHandler(node *bus.Node, operatorKey string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /cluster", func(w http.ResponseWriter, r *http.Request) {
		out := clusterStatus{Node: node.Host, Nodes: map[string]nodeState{}}
		if err := node.Problem(); err != nil {
			out.Problem = err.Error()
		}
		for name, m := range node.Marks(r.Context()) {
			out.Nodes[name] = nodeState{m.Epoch, m.Index, hex.EncodeToString(m.Hash[:])}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = json.NewEncoder(w).Encode(out)
	})
	mux.HandleFunc("POST /cluster/found", func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("Authorization")
		if operatorKey == "" || subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+operatorKey)) != 1 {
			http.Error(w, "this needs the header “Authorization: Bearer KEY” with the operator's key", http.StatusForbidden)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), foundWait)
		defer cancel()
		if status, err := found(ctx, node); err != nil {
			http.Error(w, err.Error(), status)
			return
		}
		_, _ = fmt.Fprintln(w, "founded: the other nodes now take over this node's state")
	})
	return mux
}

// found creates a new log from a node's state, and returns the HTTP status if the node refuses.
func found(ctx context.Context, node *bus.Node) (status int, err error) {
	switch err := node.Found(ctx); {
	case errors.Is(err, bus.ErrNotLost), errors.Is(err, bus.ErrNewest):
		return http.StatusConflict, err
	case err != nil:
		return http.StatusServiceUnavailable, fmt.Errorf("the log was not founded, try again: %w", err)
	}
	node.Logger.Warn("an operator has had this node found another log", "frame", node.Mark().Index)
	return http.StatusOK, nil
}
