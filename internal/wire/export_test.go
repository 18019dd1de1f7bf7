package wire

// Routes returns how many connections a server has to other nodes.
func Routes(s *Server) int { return s.ns.NumRoutes() }

// SyncsAlways reports whether a server syncs every message of a stream before it acknowledges it.
func SyncsAlways(s *Server) bool { return s.ns.JetStreamConfig().SyncAlways }

// ClientURL returns the address for workers.
func ClientURL(s *Server) string { return s.ns.ClientURL() }

// ClusterURL returns the address for other nodes.
func ClusterURL(s *Server) string { return "nats-route://" + s.ns.ClusterAddr().String() }
