package events

import "theriac/games/epidemic"

// CoastalLine lays three rails on lines between ports, or as many as possible.
//
// Rule: iberia/event/coastal-line.
var CoastalLine = trackEvent("coastal-line", 3, func(r *epidemic.Rules) [2]uint64 { return r.PortLines() })
