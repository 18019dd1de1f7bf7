package events

import "theriac/games/epidemic"

// CoastalLine lays three rails between ports, or as many as can be.
//
// Rule: iberia/event/coastal-line.
var CoastalLine = trackEvent("coastal-line", 3, func(r *epidemic.Rules) [2]uint64 { return r.PortLines() })
