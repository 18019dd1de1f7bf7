//go:build !unix

package load

// raiseFiles does nothing where there is no such limit.
func raiseFiles() {}
