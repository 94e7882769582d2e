package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/wire"
)

// TestFaultSlowNATS: all servers of one process answer slowly, then so slowly
// that the process gives every question up, then at once again, while another
// process has good lines. Moves are made at both by turns. None is lost, none
// is made twice, and both processes and their watchers have the same log.
func TestFaultSlowNATS(t *testing.T) {
	t.Parallel()
	s := newCloud(t)
	s.programs[0].kill()
	var lines []*line
	var urls []string
	for url := range strings.SplitSeq(s.URL(), ",") {
		l := newLineTo(t, strings.TrimPrefix(url, "nats://"))
		lines = append(lines, l)
		urls = append(urls, "nats"+strings.TrimPrefix(l.url, "http"))
	}
	// The flag that is given last counts. Servers tell their clients of each
	// other, so the connection is checked to be one of ours below.
	s.flags = []string{"-nats", strings.Join(urls, ",")}
	s.start(t, 0, s.programs[0].host())
	slow := func(d time.Duration) {
		for _, l := range lines {
			l.setDelay(d)
		}
	}
	made := mustCreate(t, s.clients[0], wire.Create{Game: "bachet", Mode: "hotseat", Options: []byte(`{"sticks":60,"max":3}`)})
	seats := [2]string{made.Seats["first"], made.Seats["second"]}
	w := witness(t, made.Table, s.clients[:]...)

	seq := uint64(1)
	felt := false
	move := func(first int) {
		t.Helper()
		begun := time.Now()
		// Whoever gets no answer within two seconds asks elsewhere, with the
		// same key, while the first question may still be on its way.
		impatient, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		secret, cmd := seats[(seq-1)%2], command(fmt.Sprint("m", seq), seq, "1")
		answer, err := s.clients[first].command(impatient, made.Table, secret, cmd)
		felt = felt || time.Since(begun) >= 500*time.Millisecond
		if err != nil {
			answer, _, err = s.persist(t.Context(), 1, made.Table, secret, cmd)
		}
		if err != nil || answer.Seq != seq+1 {
			t.Fatalf("move %d: event %d, %v", seq, answer.Seq, err)
		}
		w.note(cmd, answer)
		seq = answer.Seq
	}
	move(0)
	move(1)
	slow(300 * time.Millisecond)
	for i := range times(2, 20) {
		move(i % 2)
	}
	if !felt {
		t.Error("the slowness was not felt: the process has other lines")
	}
	slow(time.Duration(times(3, 20)) * time.Second)
	for i := range times(2, 6) {
		move(i % 2)
	}
	slow(0)
	for i := range 4 {
		move(i % 2)
	}
	// The first process alone is asked for the last one, however long it takes
	// to find its servers again.
	only := &cloud{clients: [2]*client{s.clients[0], s.clients[0]}}
	last := command("last", seq, "1")
	answer, took, err := only.persist(t.Context(), 0, made.Table, seats[(seq-1)%2], last)
	if err != nil || answer.Seq != seq+1 {
		t.Fatalf("the last move: event %d, %v", answer.Seq, err)
	}
	w.note(last, answer)
	t.Logf("the process that was slow made the last move after %s", took)
	s.settle(t, w)
}
