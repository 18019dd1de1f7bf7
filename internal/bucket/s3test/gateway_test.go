package s3test

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const (
	access = "the-access-key"
	secret = "the-secret-key-of-the-bucket"
	region = "eu-central-1"
)

// gatewayBinary builds the S3 server once, from this module's versions.
var gatewayBinary = sync.OnceValues(func() (string, error) {
	file := filepath.Join(os.TempDir(), fmt.Sprint("theriac-s3test-", os.Getuid(), "-versitygw"))
	out, err := exec.Command("go", "build", "-o", file, "github.com/versity/versitygw/cmd/versitygw").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return file, err
})

// gateway is an S3 server.
type gateway struct {
	t       *testing.T
	dir     string
	address string
	process *exec.Cmd
}

func startGateway(t *testing.T) *gateway {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", access)
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	g := &gateway{t: t, dir: t.TempDir(), address: l.Addr().String()}
	check(t, l.Close())
	check(t, os.MkdirAll(filepath.Join(g.dir, "data", "games"), 0o700))
	check(t, os.MkdirAll(filepath.Join(g.dir, "sidecar"), 0o700))
	g.up()
	t.Cleanup(g.down)
	return g
}

// up starts the server and waits until it answers.
func (g *gateway) up() {
	g.t.Helper()
	binary, err := gatewayBinary()
	check(g.t, err)
	g.process = exec.Command(binary, "--port", g.address, "--region", region, "--quiet", "posix", "--sidecar", filepath.Join(g.dir, "sidecar"), filepath.Join(g.dir, "data"))
	g.process.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+access, "ROOT_SECRET_KEY="+secret)
	check(g.t, g.process.Start())
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", g.address)
		if err == nil {
			_ = c.Close()
			return
		}
		if time.Now().After(end) {
			g.t.Fatal("the S3 server does not start: ", err)
		}
	}
}

// down kills the server.
func (g *gateway) down() {
	_ = g.process.Process.Kill() // it may be down already
	_ = g.process.Wait()
}

// bucket is the address of the bucket, at the server or a proxy of it.
func (g *gateway) bucket(address string) string {
	return "s3://games/club/packed?region=" + region + "&endpoint=" + url.QueryEscape("http://"+address)
}

// objects are the files in which the server keeps the objects.
func (g *gateway) objects() []string {
	g.t.Helper()
	files, err := filepath.Glob(filepath.Join(g.dir, "data", "games", "club", "packed", "*"))
	check(g.t, err)
	return files
}
