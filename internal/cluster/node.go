package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Node is one NATS server on the loopback address.
type Node struct {
	Name    string
	Dir     string // where its streams are kept
	Client  int    // port for clients
	Monitor int    // port for monitoring, by HTTP
	Peer    int    // port for the other nodes; 0 for a server that stands alone
	Peers   []int  // the Peer ports of all nodes of the cluster
	Lazy    bool   // it acknowledges before it writes to disk
	Quiet   bool   // it says nothing
}

const (
	readyTimeout = 10 * time.Second

	// maxPayload is more than any event needs; the suite of all stores tries
	// some of a megabyte, which is the default of NATS for message and headers.
	maxPayload = 4 << 20
)

// Serve runs the node until ctx ends. It calls ready when clients can connect;
// that the cluster has a leader by then is not said.
func (n Node) Serve(ctx context.Context, ready func(url string)) error {
	options := &server.Options{
		ServerName: n.Name,
		Host:       "127.0.0.1", Port: n.Client,
		HTTPHost: "127.0.0.1", HTTPPort: n.Monitor,
		JetStream: true, StoreDir: n.Dir, SyncAlways: !n.Lazy,
		MaxPayload: maxPayload,
		NoSigs:     true, NoLog: n.Quiet,
	}
	if n.Peer != 0 {
		options.Cluster = server.ClusterOpts{Name: "hod", Host: "127.0.0.1", Port: n.Peer, NoAdvertise: true}
		for _, port := range n.Peers {
			options.Routes = append(options.Routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return fmt.Errorf("set up NATS server %s: %w", n.Name, err)
	}
	if !n.Quiet {
		s.ConfigureLogger()
	}
	s.Start()
	defer func() {
		s.Shutdown()
		s.WaitForShutdown()
	}()
	if !s.ReadyForConnections(readyTimeout) {
		return fmt.Errorf("NATS server %s is not ready after %s", n.Name, readyTimeout)
	}
	ready(fmt.Sprintf("nats://127.0.0.1:%d", n.Client))
	<-ctx.Done()
	return nil
}

// nodeVariable is where a child process finds which node it is to be.
const nodeVariable = "HOD_NATS_NODE"

// errNoNode is the error of a process that is not to be a node.
var errNoNode = errors.New("this process is no node")

// fromEnvironment is the node that this process was started to be.
func fromEnvironment() (Node, error) {
	text := os.Getenv(nodeVariable)
	if text == "" {
		return Node{}, errNoNode
	}
	var n Node
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		return Node{}, fmt.Errorf("read %s: %w", nodeVariable, err)
	}
	return n, nil
}

// Child serves a node and returns true if that is what this process was started
// for by Start. A program whose own binary makes the nodes calls it first.
func Child(ctx context.Context) (bool, error) {
	n, err := fromEnvironment()
	switch {
	case errors.Is(err, errNoNode):
		return false, nil
	case err != nil:
		return true, err
	}
	return true, n.Serve(ctx, func(url string) { _, _ = fmt.Fprintln(os.Stdout, "NATS is ready at", url) })
}
