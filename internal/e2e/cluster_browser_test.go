package e2e

import (
	"fmt"
	"testing"
	"time"
)

// TestClusterInTheBrowser: two people and an onlooker, each in a browser, behind
// one balancer. First one process dies, then the other one after it has come
// back, then the NATS server that leads. Everybody goes on where they were, and
// pages and logs agree.
func TestClusterInTheBrowser(t *testing.T) {
	t.Parallel()
	browser(t)
	port := freePort(t)
	origin := fmt.Sprintf("http://127.0.0.1:%d", port)
	c := newCloud(t, "-origin", origin)
	nginx(t, port, c.programs[0].url, c.programs[1].url)
	s := &site{t: t, url: origin, api: newClient(origin)}
	host, guest, onlooker := s.person(), s.person(), s.person()
	all := []*person{host, guest, onlooker}
	for _, one := range all {
		one.expect("WebSocket connection")
		one.expect("Failed to load resource")
		one.expect(unreachable)
		one.wait = time.Minute
	}
	path := host.choose(opening{mode: "link"})
	w := witness(t, tableID(path), c.clients[:]...)
	guest.open(eval[string](host, "document.querySelector('#invite-link').value"))
	guest.click("#sit")
	guest.until(fmt.Sprintf("location.pathname == %q && document.querySelector('#board')", path))
	onlooker.open(path)
	for _, one := range all {
		one.until("document.querySelector('#table')?.dataset.seq == '2'") // they know of each other
	}

	left := 15
	for turn := 0; left > 0; turn++ {
		switch turn {
		case 2:
			c.programs[0].kill()
		case 4:
			c.start(t, 0, c.programs[0].host())
			c.programs[1].kill()
		case 6:
			leader, err := c.leader(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Kill(leader); err != nil {
				t.Fatal(err)
			}
		}
		player := all[turn%2]
		if !player.awaitTurn() {
			t.Fatalf("the round is over with %d left", left)
		}
		n := min(left, 1+turn%2)
		w.take(player, n)
		left -= n
		for _, one := range all {
			one.awaitLeft(left)
		}
	}
	for _, one := range all {
		one.until("document.querySelector('#table').dataset.over == 'true'")
	}
	c.start(t, 1, c.programs[1].host())
	id := tableID(path)
	pagesAgree(t, id, c.clients[:], all...)
	c.settle(t, w)
}
