package bus

// StopServer stops the message server of a node, as happens when the disk is full.
func StopServer(n *Node) {
	n.mu.Lock()
	s := n.server
	n.mu.Unlock()
	s.Kill()
}

// Streams returns the names of the streams that a node stores.
func Streams(n *Node) (names []string) {
	n.mu.Lock()
	s := n.server
	n.mu.Unlock()
	if s != nil {
		for _, d := range s.Streams() {
			names = append(names, d.Name)
		}
	}
	return names
}

// TrimAside is trimAside.
var TrimAside = trimAside

// First returns the position of the first frame that the log still contains, or 0 if the node has found no log.
func First(n *Node) uint64 {
	n.mu.Lock()
	log := n.log
	n.mu.Unlock()
	if log == nil {
		return 0
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	return log.first
}
