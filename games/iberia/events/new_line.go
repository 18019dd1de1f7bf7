package events

import "theriac/games/epidemic"

// NewLine lays two rails on any lines, or as many as possible.
//
// Rule: iberia/event/new-line.
var NewLine = trackEvent("new-line", 2, func(r *epidemic.Rules) [2]uint64 { return r.Trackable() })
