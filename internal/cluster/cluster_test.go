package cluster_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/hod-games/hod/internal/cluster"
)

func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if child, err := cluster.Child(ctx); child {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestNodesAreKilledAndComeBack(t *testing.T) {
	c, err := cluster.Start(t.Context(), cluster.Options{Dir: t.TempDir(), Nodes: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	answers := func(i int) error {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.Split(c.Monitors(), ",")[i]+"/varz", nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return answer.Body.Close()
	}
	for i := range c.Len() {
		if err := answers(i); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
	if err := c.Kill(1); err != nil {
		t.Fatal(err)
	}
	if err := answers(1); err == nil {
		t.Error("a node that was killed answers")
	}
	if err := c.Kill(1); err == nil || c.Pid(1) != 0 {
		t.Errorf("it can be killed twice: %v, process %d", err, c.Pid(1))
	}
	if err := c.Restart(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := answers(1); err != nil {
		t.Errorf("the node has come back: %v", err)
	}
}
