// Package prose checks the English of comments, documents and texts. It finds words that have a plainer
// alternative, doc comments that do not follow Go's conventions, and sentences that are too long.
//
// Its test compares the findings with testdata/remaining.txt, which has a count for each directory. A count can
// only decrease, and a directory without a line must have no findings. Lower the counts with
//
//	go test ./internal/prose -update
//
// An exception is a line of testdata/right.txt: a path, the words, and the reason. The command in count prints
// the findings of any checkout.
//
// By design it refuses to check code, strings in code, or inline code in documents.
package prose
