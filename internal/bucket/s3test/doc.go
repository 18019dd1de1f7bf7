// Package s3test tries packed games in a bucket of an S3 server that others wrote
// (versitygw), with a whole server, and with packers that are killed. It is a module of its
// own, so that the server does not depend on an S3 server.
//
// It refuses to pretend: the S3 server is a process of its own, which is killed and comes
// back.
package s3test
