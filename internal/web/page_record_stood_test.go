package web_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestTheRecordSaysWhenTheClocksStood(t *testing.T) {
	t.Parallel()
	log := memory.New()
	before := newPagesOn(t, log)
	host, _ := twoByLink(t, before, "/bachet", url.Values{"clock": {"delay-300-5"}})
	host.playAnything(t)
	snapshot := host.snapshot()
	if snapshot.Clock == nil {
		t.Fatal("the table has no clock")
	}
	if got := host.open(host.where.Path + "/record").Find("#stood").Length(); got != 0 {
		t.Error("the clocks stood at a table where nothing has happened")
	}
	resumed := table.Event{Seq: snapshot.Seq + 1, At: time.Now().UTC().Truncate(time.Millisecond), Kind: table.KindResumed, Body: json.RawMessage(`{"gap":42000,"why":"log"}`)}
	if err := log.Append(t.Context(), snapshot.ID, resumed); err != nil {
		t.Fatal(err)
	}
	page := newPagesOn(t, log).browser().open("/en/t/" + string(snapshot.ID) + "/record")
	if got := page.Find("#stood").Text(); !strings.Contains(got, "clocks stood still for 42\u00a0s") || !strings.Contains(got, resumed.At.Format("2006-01-02 15:04 UTC")) {
		t.Errorf("the page says %q", got)
	}
}
