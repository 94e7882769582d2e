package table_test

import (
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// typed is a name that nobody is to see.
const typed = "Zxqvarnik"

// unseen fails if the name is anywhere in the log of a table, or at its seats.
func unseen(t *testing.T, log table.Log, c *client) {
	t.Helper()
	for _, e := range events(t, log, c.id) {
		if strings.Contains(string(e.Body)+string(e.Private), typed) {
			t.Errorf("event %d, %s, has the name: %s", e.Seq, e.Kind, e.Body)
		}
	}
	if s := c.snapshot(); s.Seats[0].Name != "" || s.Seats[1].Name != "" || !s.Nameless {
		t.Errorf("at the table sit %+v", s.Seats)
	}
}

func TestStrangersSeeNoNamesThatWereTyped(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, opened := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true, Names: [2]string{typed, typed}})
	page := attach(t, h, c.id, func() {}, c.seats[game.First])
	defer page.Close()
	c.refused(table.RuleNameless, game.First, table.KindRename, typed)
	seated, err := h.Take(t.Context(), c.id, table.Sit{Key: key(1), Name: typed})
	if err != nil {
		t.Fatal(err)
	}
	c.seats[game.Second] = seated.Secret
	c.refused(table.RuleNameless, game.Second, table.KindRename, typed)
	c.refused(table.RuleNameless, game.Second, table.KindRename, "")
	unseen(t, log, c)
	c.host = newHost(log, nil)
	c.refused(table.RuleNameless, game.Second, table.KindRename, typed)
	unseen(t, log, c)

	// Whoever comes by the invitation comes to a table of strangers as well.
	c, opened = open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true})
	c.do(game.First, table.KindWithdraw, "")
	if _, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit", Name: typed}); err != nil {
		t.Fatal(err)
	}
	unseen(t, log, c)
}

func TestATableWithNamesIsNotOffered(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Names: [2]string{"Anna"}})
	c.refused(table.RuleNamed, game.First, table.KindOffer, "")
	c.do(game.First, table.KindRename, "") // it stays in the log
	c.refused(table.RuleNamed, game.First, table.KindOffer, "")

	c, opened := open(t, h, table.Opening{Game: "toy", Mode: table.Link})
	c.do(game.First, table.KindOffer, "")
	c.refused(table.RuleNameless, game.First, table.KindRename, typed)
	c.do(game.First, table.KindWithdraw, "")
	c.refused(table.RuleNameless, game.First, table.KindRename, typed)
	if _, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit", Name: typed}); err != nil {
		t.Fatal(err)
	}
	unseen(t, log, c)

	// Friends have names.
	c, opened = open(t, h, table.Opening{Game: "toy", Mode: table.Link, Names: [2]string{"Anna"}})
	if _, err := h.Sit(t.Context(), c.id, table.Sit{Invitation: opened.Join, Key: "sit", Name: "Boris"}); err != nil {
		t.Fatal(err)
	}
	c.do(game.First, table.KindRename, "Hanna")
	if s := c.snapshot(); s.Seats[0].Name != "Hanna" || s.Seats[1].Name != "Boris" || s.Nameless {
		t.Errorf("at a table by link sit %+v", s.Seats)
	}
}

// TestOldOpenTablesShowNoNames reads logs from before open tables were
// nameless.
func TestOldOpenTablesShowNoNames(t *testing.T) {
	log := memory.New()
	h := newHost(log, nil)
	c, _ := open(t, h, table.Opening{Game: "toy", Mode: table.Link, Open: true})
	all := events(t, log, c.id)
	old := memory.New()
	all[0].Body = []byte(strings.Replace(string(all[0].Body), `"names":["",""]`, `"names":["`+typed+`",""]`, 1))
	if !strings.Contains(string(all[0].Body), typed) {
		t.Fatalf("the event is %s", all[0].Body)
	}
	if err := old.Append(t.Context(), c.id, all[0]); err != nil {
		t.Fatal(err)
	}
	if err := old.Append(t.Context(), c.id, table.Event{Seq: 2, At: all[0].At, Kind: table.KindRenamed, Body: []byte(`{"seat":"first","name":"` + typed + `"}`)}); err != nil {
		t.Fatal(err)
	}
	c.host = newHost(old, nil)
	if s := c.snapshot(); s.Seq != 2 || s.Seats[0].Name != "" {
		t.Errorf("at the table sit %+v", s.Seats)
	}
	// One by link, with a name, that was offered later.
	c, _ = open(t, h, table.Opening{Game: "toy", Mode: table.Link, Names: [2]string{typed}})
	e := events(t, log, c.id)[0]
	if err := old.Append(t.Context(), c.id, e); err != nil {
		t.Fatal(err)
	}
	if err := old.Append(t.Context(), c.id, table.Event{Seq: 2, At: e.At, Kind: table.KindOffered, Body: []byte(`{"seat":"first"}`)}); err != nil {
		t.Fatal(err)
	}
	c.host = newHost(old, nil)
	if s := c.snapshot(); s.Seq != 2 || s.Seats[0].Name != "" || !s.Offered {
		t.Errorf("at the table sit %+v", s.Seats)
	}
}
