// Package replica drives one node of a cluster. It sends callers' operations to a replicated log, applies the
// log's frames to the node's own state, and answers callers with the results.
//
// The log determines the order of frames and stores each frame on a majority of nodes. Every node applies every
// frame in that order, in one transaction with the frame's position. So nodes at the same position have the
// same state. Package internal/state defines what applying a frame does.
//
// The protocol:
//
//   - A caller gets its answer when its own node has applied its frame, and not earlier.
//   - A frame's name consists of its member, the member's start, and a number. A frame can be sent
//     again at any time, because nodes drop a second frame with the same name.
//   - A node may let frames of other nodes wait a moment for more, unless a caller of its own needs
//     them.
//   - A fresh read waits until a frame was applied that was sent after the read began.
//   - Frames carry a hash of the results of all frames up to a checkpoint. A node whose hash
//     differs from a majority's has a wrong state, and needs a copy of another node's state.
//   - A node that finds an unknown operation stops, and applies nothing after it.
//   - An epoch is the number of a log. A new log begins after the state of one node, and every
//     other node continues only from that same state.
//
// If a Driver stops, the owner acts according to the reason:
//
//   - ErrBehind, ErrDiverged, ErrDamaged: close the state, and keep its file if it was wrong. Then
//     replace it with a checked copy from another node, open that, and start a new driver. The other
//     node must be live, in the log's epoch, and must not doubt its own state.
//   - ErrCopied: do the same under a new name. The node's part of the log must begin empty. It must
//     not vote before the other nodes have everything that the log has acknowledged. The owner does so
//     too if Joined returns true after New, or if another node's Admit rejects this node's Hello.
//   - ErrNewer: wait for a newer version of the program. The state can still be read.
//   - ErrFailed: start again, which reads the file again.
//   - ErrDivided: alert the operator.
//
// If the log itself is lost, an operator has the node with the highest Mark create a new log. That log has the
// next epoch and begins after that mark.
//
// The package refuses to know what carries the log, how a copy is transferred, and any disk.
package replica
