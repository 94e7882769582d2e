package web_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/games"
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
	if got := page.Find("#stood").Text(); !strings.Contains(got, "clocks stood still for 42\u00a0s") || !strings.Contains(got, resumed.At.Format("January 2006, 15:04 UTC")) {
		t.Errorf("the page says %q", got)
	}
}

// TestListsOfMovesSayThatTheClocksStood: in each game the line is in the row of
// the move after which the site was away, on the page and in the file.
func TestListsOfMovesSayThatTheClocksStood(t *testing.T) {
	t.Parallel()
	for _, entry := range games.All() {
		id := entry.Rules.Info().ID
		log := memory.New()
		b := newPagesOn(t, log).browser()
		b.playOut(id, 4, "clock", "delay-300-5", "mode", "hotseat")
		snapshot := b.snapshot()
		stood := func(seq uint64, gap, words string, rows int) {
			t.Helper()
			// In time to come: the sites that look at it begin later than this one,
			// and are not to think that they were away.
			resumed := table.Event{Seq: seq, At: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond), Kind: table.KindResumed, Body: json.RawMessage(`{"gap":` + gap + `,"why":"restart","from":1790000000000,"to":1790000042000}`)}
			if err := log.Append(t.Context(), snapshot.ID, resumed); err != nil {
				t.Fatal(err)
			}
			again := newPagesOn(t, log)
			for prefix, said := range map[string]string{"": "часы стояли " + words, "/en": "the clocks stood still for " + words} {
				page := again.browser().open(prefix + b.where.Path)
				lines := page.Find("#plies .stood")
				if lines.Length() != rows || !strings.Contains(strings.ReplaceAll(lines.Last().Text(), "\u00a0", " "), said) {
					t.Errorf("%s%s: %d lines, the last one is %q, want %q", id, prefix, lines.Length(), lines.Last().Text(), said)
				}
				// Where the line is: the last row so far.
				row := lines.Last().Closest("tr, li")
				ply := row.Find("[data-ply]").Last().AttrOr("data-ply", row.AttrOr("data-ply", ""))
				if row.Next().Length() != 0 || ply != strconv.Itoa(len(snapshot.Plies)) {
					t.Errorf("%s%s: the line is in the row %q", id, prefix, row.Text())
				}
				if holder := page.Find("#stood li"); holder.Length() != rows || holder.Last().AttrOr("data-after", "") != strconv.Itoa(len(snapshot.Plies)) {
					t.Errorf("%s%s: the script gets %d lines", id, prefix, holder.Length())
				}
			}
			if got := again.browser().open("/en" + b.where.Path + "/record").Find("#stood li").Last().Text(); !strings.Contains(got, "21\u00a0September 2026, 14:13:20–14:14:02 UTC") {
				t.Errorf("%s: the record says %q", id, got)
			}
			file, err := goquery.NewDocumentFromReader(strings.NewReader(again.browser().raw("/en" + b.where.Path + "/game.html")))
			if err != nil {
				t.Fatal(err)
			}
			if got := file.Find("#moves .stood"); got.Length() != rows || !strings.Contains(strings.ReplaceAll(got.Last().Text(), "\u00a0", " "), "still for "+words) {
				t.Errorf("%s: the file has %d lines, the last one is %q", id, got.Length(), got.Last().Text())
			}
		}
		stood(snapshot.Seq+1, "42000", "42", 1)
		stood(snapshot.Seq+2, "5400000", "90", 2)
	}
}

// TestInATurnOfNardyTheClocksStoodWhereItWas: between the throw and the play,
// between the plays of a progression, or after the turn.
func TestInATurnOfNardyTheClocksStoodWhereItWas(t *testing.T) {
	t.Parallel()
	log := memory.New()
	b := newPagesOn(t, log).browser()
	b.openNardy("variant", "crazy", "dice", "own", "clock", "delay-300-5",
		"position", "5,5,0,0,0,0,0,0,0,0,0,0,-5,-5,0,0,0,0,0,0,0,0,0,0|0,0|5,5 play L 6-5 throws=6,6")
	stands := func(seconds int) {
		t.Helper()
		s := b.snapshot()
		resumed := table.Event{
			Seq: s.Seq + 1, At: time.Now().UTC().Truncate(time.Millisecond), Kind: table.KindResumed,
			Body: json.RawMessage(`{"gap":` + strconv.Itoa(seconds*1000) + `,"why":"log"}`),
		}
		if err := log.Append(t.Context(), s.ID, resumed); err != nil {
			t.Fatal(err)
		}
		// Whatever is done next shows the site what it has not written itself.
		b.submit(b.page.Find("form#rename-1"), nil, "text", "A"+strconv.Itoa(seconds))
	}
	// What the list, or that of the file, has in its order: 11 for 11 seconds.
	said := func(page *goquery.Document, things string) string {
		var all []string
		page.Find(things).Each(func(_ int, at *goquery.Selection) {
			words := strings.Fields(at.Text())
			if at.Is(".stood") {
				words = words[len(words)-2 : len(words)-1]
			}
			all = append(all, words...)
		})
		return strings.Join(all, " ")
	}
	wants := func(want string) {
		t.Helper()
		if got := said(b.page, "#plies .turn-no, #plies .turn-dice, #plies .turn-text, #plies .stood"); got != want {
			t.Errorf("the list of moves is\n%s, want\n%s", got, want)
		}
	}
	b.play("1/7 2/7")
	b.roll("3 3")
	stands(11)
	wants("1 6–5 1/7 2/7 2 3–3 11")
	b.play("13/16 14/17(3)")
	stands(12)
	stands(13)
	b.play("14/18(2) 16/20 17/21")
	b.play("17/22(2) 18/23(2)")
	b.play("21/3 22/4(2) 23/5")
	stands(14)
	b.roll("6 5")
	stands(15)
	wants("1 6–5 1/7 2/7 2 3–3 11 13/16 14/17(3) 12 13 4×4 14/18(2) 16/20 17/21 5×4 17/22(2) 18/23(2) 6×4 21/3 22/4(2) 23/5 14 3 6–5 15")
	b.play("1/7 2/7")
	b.roll("2 1")
	wants("1 6–5 1/7 2/7 2 3–3 11 13/16 14/17(3) 12 13 4×4 14/18(2) 16/20 17/21 5×4 17/22(2) 18/23(2) 6×4 21/3 22/4(2) 23/5 14 3 6–5 15 1/7 2/7 4 2–1")
	file, err := goquery.NewDocumentFromReader(strings.NewReader(b.raw(b.where.Path + "/game.html")))
	if err != nil {
		t.Fatal(err)
	}
	want := "1 1/7 2/7 2 3–3 11 13/16 14/17(3) 12 13 14/18(2) 16/20 17/21 17/22(2) 18/23(2) 21/3 22/4(2) 23/5 14 3 6–5 15 1/7 2/7 4 2–1"
	if got := said(file, "#moves .num, #moves .ply, #moves .stood"); got != want {
		t.Errorf("the list of the file is\n%s, want\n%s", got, want)
	}
}
