module theriac

go 1.26

require (
	github.com/alecthomas/kong v1.16.1 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
