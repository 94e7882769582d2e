package web

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func requestWith(t *testing.T, cookies ...*http.Cookie) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return r
}

func TestSeatsSurviveTheCookie(t *testing.T) {
	s := &Server{}
	all := myTables(nil).with("one", "f", "SECRET1").with("two", "f", "SECRET2").with("two", "s", "SECRET3").with("three", "j", "SECRET4")
	w := httptest.NewRecorder()
	s.keep(w, requestWith(t), all)
	got := tablesOf(requestWith(t, (&http.Response{Header: w.Header()}).Cookies()...))
	want := myTables{
		{id: "three", join: "SECRET4"},
		{id: "two", seats: [2]string{"SECRET2", "SECRET3"}},
		{id: "one", seats: [2]string{"SECRET1", ""}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(myTable{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got.of("two").secret(game.Second) != "SECRET3" || got.of("nothing").mine() || got.of("three").mine() {
		t.Error("the wrong seats")
	}
}

// TestASeatLinkCostsNobodyASeatOfHisOwn: another site can lead a browser to
// links with seats, one after another, and each is taken over without a tap.
func TestASeatLinkCostsNobodyASeatOfHisOwn(t *testing.T) {
	id := func(kind string, i int) table.ID { return table.ID(kind + strconv.Itoa(1000+i)) }
	host := table.New(table.Config{Log: memory.New()}) // nothing is over
	keep := func(all myTables) (myTables, bool) {
		w := httptest.NewRecorder()
		(&Server{host: host}).keep(w, requestWith(t), all)
		set := (&http.Response{Header: w.Header()}).Cookies()
		return tablesOf(requestWith(t, set[0])), len(set) > 1
	}
	owns := func(all myTables, n int) {
		t.Helper()
		for i := range n {
			if m := all.of(id("own", i)); !m.mine() || m.adopted {
				t.Errorf("of %d tables of one's own number %d is %+v", n, i, m)
			}
		}
	}
	for _, n := range []int{1, 35, keptTables} {
		var all myTables
		for i := range n {
			all = all.with(id("own", i), "f", "SECRET")
		}
		for i := range 100 {
			all, _ = keep(all.adopt(id("led", i), "s", "SECRET"))
		}
		owns(all, n)
		want := min(keptAdopted, keptTables-n)
		if len(all) != n+want {
			t.Errorf("beside %d tables of one's own the cookie has %d by links, want %d", n, len(all)-n, want)
		}
		if want > 0 && !all.of(id("led", 99)).mine() {
			t.Error("the seat of the last link is not there")
		}
		// Nor do they keep anybody from sitting down elsewhere.
		if n < keptTables {
			all, _ = keep(all.with(id("own", n), "f", "SECRET"))
			owns(all, n+1)
		}
	}
	// A link to a table of one's own makes it nobody else's.
	all := myTables(nil).with("one", "f", "SECRET").adopt("one", "s", "SECRET").adopt("two", "f", "SECRET").adopt("two", "s", "SECRET")
	if all.of("one").adopted || !all.of("two").adopted {
		t.Errorf("%+v", all)
	}
	// Who then sits down there himself has meant to.
	if all = all.with("two", "f", "SECRET"); all.of("two").adopted {
		t.Errorf("%+v", all)
	}
	if got, lost := keep(all); lost || len(got) != 2 {
		t.Errorf("%+v, lost %v", got, lost)
	}
}

func nobodyPlays(myTable) bool { return false }

// TestAdoptedSeatsThatHavePlayedAreKept: they are no part of the ten, go after
// those that have not played, and yet cost nobody a seat of his own, for who
// made their links can have played before.
func TestAdoptedSeatsThatHavePlayedAreKept(t *testing.T) {
	over := func(table.ID) bool { return false }
	played := func(m myTable) bool { return strings.HasPrefix(string(m.id), "played") }
	id := func(kind string, i int) table.ID { return table.ID(kind + strconv.Itoa(1000+i)) }
	var all myTables
	for i := range 12 {
		all = all.adopt(id("played", i), "s", "SECRET")
	}
	for i := range 30 {
		all, _ = all.adopt(id("led", i), "s", "SECRET").fitting(over, played)
	}
	if len(all) != 12+keptAdopted || !all.of(id("led", 29)).mine() || all.of(id("led", 19)).mine() || !all.of(id("played", 0)).mine() {
		t.Errorf("%d are kept: %v", len(all), all)
	}
	for i := range keptTables - 12 {
		all, _ = all.with(id("own", i), "f", "SECRET").fitting(over, played)
	}
	if len(all) != keptTables || !all.of(id("played", 0)).mine() {
		t.Errorf("beside seats of one's own %d are kept: %v", len(all), all)
	}
	var lost bool
	for i := range 100 {
		all, lost = all.adopt(id("played again", i), "s", "SECRET").fitting(over, played)
	}
	for i := range keptTables - 12 {
		if !all.of(id("own", i)).mine() {
			t.Errorf("links have cost the seat %d of one's own", i)
		}
	}
	if len(all) != keptTables || !lost {
		t.Errorf("%d are kept, lost %v", len(all), lost)
	}
	asked := 0
	myTables(nil).adopt("one", "f", "SECRET").with("two", "f", "SECRET").fitting(over, func(myTable) bool { asked++; return true })
	if asked != 0 {
		t.Error("where there is room, logs are read")
	}
}

func TestTheCookieOfSeatsIsClosed(t *testing.T) {
	for origin, secure := range map[string]bool{"https://hod.example": true, "http://localhost:8080": false, "": false} {
		s := &Server{origin: origin}
		w := httptest.NewRecorder()
		s.keep(w, requestWith(t), myTables{{id: "one", seats: [2]string{"S", ""}}})
		c := (&http.Response{Header: w.Header()}).Cookies()[0]
		if closed := strings.HasPrefix(c.Name, "__Host-"); closed != secure || c.Domain != "" {
			t.Errorf("origin %q: %v", origin, c)
		}
		if got := tablesOf(requestWith(t, c)); !got.of("one").mine() {
			t.Errorf("origin %q: the seat is lost", origin)
		}
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure != secure || c.MaxAge < 300*24*3600 {
			t.Errorf("origin %q: %v", origin, c)
		}
	}
}

func TestTheCookieForgetsTheOldestTables(t *testing.T) {
	var all myTables
	for i := range 200 {
		id := table.ID("table" + strings.Repeat("x", 6) + string(rune('a'+i/26)) + string(rune('a'+i%26)))
		all = all.with(id, "f", strings.Repeat("A", 26)).with(id, "s", strings.Repeat("B", 26))
	}
	w := httptest.NewRecorder()
	host := table.New(table.Config{Log: memory.New()}) // it knows none of them
	(&Server{host: host}).keep(w, requestWith(t), all)
	if cookies := (&http.Response{Header: w.Header()}).Cookies(); cookies[len(cookies)-1].Name != overflowCookie {
		t.Errorf("games that were not over are forgotten without a word: %v", cookies)
	}
	c := (&http.Response{Header: w.Header()}).Cookies()[0]
	if len(c.Value) > 3800 {
		t.Errorf("%d bytes", len(c.Value))
	}
	got := tablesOf(requestWith(t, c))
	if len(got) < 30 || len(got) > keptTables || got[0].id != all[0].id {
		t.Errorf("%d tables, the first %s", len(got), got[0].id)
	}
}

// TestGamesThatAreOverMakeRoomFirst: the oldest of them go, and nobody needs to
// be told.
func TestGamesThatAreOverMakeRoomFirst(t *testing.T) {
	var all myTables
	for i := range keptTables + 3 {
		all = all.with(table.ID("table"+strconv.Itoa(i)), "f", "S")
	}
	asked := 0
	over := func(id table.ID) bool {
		asked++
		return id == "table1" || id == "table7" || id == "table20" || id == "table30"
	}
	kept, lost := all.fitting(over, nobodyPlays)
	for id, want := range map[table.ID]bool{"table0": true, "table1": false, "table7": false, "table20": false, "table30": true} {
		if kept.of(id).mine() != want {
			t.Errorf("%s is kept: %v, want %v", id, !want, want)
		}
	}
	if lost || len(kept) != keptTables {
		t.Errorf("%d are kept, lost %v", len(kept), lost)
	}
	asked = 0
	if same, lost := kept.fitting(over, nobodyPlays); lost || asked != 0 || len(same) != len(kept) {
		t.Errorf("where there is room, %d tables were looked at", asked)
	}
	if _, lost := all.fitting(func(table.ID) bool { return false }, nobodyPlays); !lost {
		t.Error("a game that is not over is forgotten without a word")
	}
}

// TestACookieOfAnotherHostOpensNothing: what a neighbour under the same domain
// has put in does not stand against the cookie that only we can set.
func TestACookieOfAnotherHostOpensNothing(t *testing.T) {
	ours := &http.Cookie{Name: closedPrefix + seatsCookie, Value: "one.f.OURS"}
	theirs := &http.Cookie{Name: seatsCookie, Value: "one.f.THEIRS~two.f.THEIRS"}
	got := tablesOf(requestWith(t, theirs, ours))
	if got.of("one").secret(game.First) != "OURS" || got.of("two").mine() {
		t.Errorf("the cookies open %v", got)
	}
}

// TestALongCookieCostsLittle: headers may have 32 KB, and every word of a
// cookie is looked up.
func TestALongCookieCostsLittle(t *testing.T) {
	var words []string
	for i := range 5000 {
		words = append(words, strconv.Itoa(i)+".f.S")
	}
	if got := tablesOf(requestWith(t, &http.Cookie{Name: seatsCookie, Value: strings.Join(words, "~")})); len(got) > maxWords || got[len(got)-1].id != "119" && got[0].id != "0" {
		t.Errorf("%d tables, from %s", len(got), got[0].id)
	}
}

func TestABrokenCookieCostsSeatsAndNothingElse(t *testing.T) {
	for _, value := range []string{"", "~~~", "one", "one.f", "one.f.", ".f.S", "one.f.S.T", "o ne.f.S", "one.f.<b>", "one.x.S"} {
		for _, m := range tablesOf(requestWith(t, &http.Cookie{Name: seatsCookie, Value: value})) {
			if m.mine() {
				t.Errorf("%q opens %v", value, m)
			}
		}
	}
}

func TestFormsLeadNowhereElse(t *testing.T) {
	s := &Server{languages: languagesForTest(t)}
	for where, want := range map[string]string{
		"/bachet": "/bachet", "/en/t/abc?x=1": "/en/t/abc?x=1",
		"": "/", "//evil.test": "/", "https://evil.test": "/", `/\evil.test`: "/", "/a\r\nSet-Cookie: x": "/",
	} {
		if got := s.localPath(requestWith(t), where); got != want {
			t.Errorf("%q leads to %q, want %q", where, got, want)
		}
	}
}

func languagesForTest(t *testing.T) map[string]*lang.Catalogue {
	t.Helper()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
