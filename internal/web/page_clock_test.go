package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/wire"
)

// twoByLink opens a table of a game by its form and has two browsers sit.
func twoByLink(t *testing.T, site *pageSite, path string, fields url.Values) (host, guest *browser) {
	t.Helper()
	host, guest = site.browser(), site.browser()
	fields.Set("mode", "link")
	host.ask(http.MethodPost, path, fields)
	link := host.page.Find("#invite-link").AttrOr("value", "")
	_, invitation, ok := strings.Cut(link, "#")
	if !ok {
		t.Fatalf("status %d at %s: no invitation", host.status, host.where)
	}
	guest.open(host.where.Path + "/join")
	guest.submit(guest.page.Find("form#join"), nil, "invitation", invitation)
	if guest.page.Find("#table").Length() != 1 {
		t.Fatalf("status %d at %s: not at the table", guest.status, guest.where)
	}
	host.open(host.where.Path)
	return host, guest
}

// playAnything sends a legal action of whoever is to act, through its form's
// hidden fields.
func (b *browser) playAnything(t *testing.T) {
	t.Helper()
	b.open(b.where.Path)
	form := b.page.Find("form#act")
	for a := range b.snapshot().State.Legal() {
		b.submit(form, nil, "text", string(a), "typed", "", "kind", "act")
		break
	}
	if b.status != http.StatusOK {
		t.Fatalf("status %d: %s", b.status, b.text("#problem"))
	}
}

func TestTheFormOfferClocksAndAComputerHasNone(t *testing.T) {
	t.Parallel()
	site := newPages(t)
	for _, entry := range games.All() {
		id := entry.Rules.Info().ID
		for _, prefix := range []string{"", "/en"} {
			b := site.browser()
			page := b.open(prefix + "/" + id)
			options := page.Find(`#clock select[name="clock"] option`)
			if options.Length() < 4 {
				t.Errorf("%s/%s: %d choices", prefix, id, options.Length())
			}
			if page.Find(`#clock option[selected]`).AttrOr("value", "") != "none" {
				t.Errorf("%s/%s: a clock is chosen by itself", prefix, id)
			}
			for i := range options.Length() {
				one := options.Eq(i)
				value := one.AttrOr("value", "")
				if strings.TrimSpace(one.Text()) == "" || strings.Contains(one.Text(), "clock.") {
					t.Errorf("%s/%s: %q is called %q", prefix, id, value, one.Text())
				}
				for _, mode := range []string{"hotseat", "link", "computer"} {
					b.ask(http.MethodPost, prefix+"/"+id, url.Values{"mode": {mode}, "clock": {value}})
					if b.page.Find("#table").Length() != 1 {
						t.Fatalf("%s/%s with %q, %s: status %d", prefix, id, value, mode, b.status)
					}
					has := b.snapshot().Clock != nil
					if want := value != "none" && mode != "computer"; has != want {
						t.Errorf("%s/%s with %q, %s: has a clock: %v", prefix, id, value, mode, has)
					}
					if clocks := b.page.Find(".seat [data-clock]").Length(); has && clocks != 2 || !has && clocks != 0 {
						t.Errorf("%s/%s with %q, %s: %d clocks are shown", prefix, id, value, mode, clocks)
					}
					if scripts := b.page.Find("script[src*='/clock.']").Length(); (scripts == 1) != has {
						t.Errorf("%s/%s with %q, %s: %d scripts of a clock", prefix, id, value, mode, scripts)
					}
				}
			}
		}
	}
	b := site.browser()
	for _, bad := range []string{"delay", "delay-x-1", "hourglass-60-1", "fischer-0-1", "delay-60-1-1"} {
		b.ask(http.MethodPost, "/bachet", url.Values{"mode": {"link"}, "clock": {bad}})
		if b.status != http.StatusUnprocessableEntity || b.page.Find("#problem-clock").Length() != 1 {
			t.Errorf("clock=%s: status %d, %d problems", bad, b.status, b.page.Find("#problem-clock").Length())
		}
	}
}

func TestAClockRunsOutWithoutScript(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"bachet", "ashtarashki", "nardy"} {
		site := newPages(t)
		host, guest := twoByLink(t, site, "/"+id, url.Values{"clock": {"fischer-1-0"}})
		first, other := host, guest
		if host.snapshot().ToAct == game.Second {
			first, other = guest, host
		}
		first.playAnything(t)
		for first.snapshot().ToAct == first.snapshot().Starts && first.snapshot().Clock.Runs == game.Nobody {
			first.playAnything(t)
		}
		if got := host.fetch(host.where.Path + "/embed?ply=1"); id == "bachet" && !strings.Contains(string(unzippedFrom(t, got).content), "· 1.0") {
			t.Errorf("%s: the replay says nothing of the clock", id)
		}
		time.Sleep(1100 * time.Millisecond)
		loser := host.snapshot().Clock.Runs
		b, winner := other, first
		if loser == game.First && b == guest || loser == game.Second && b == host {
			b, winner = first, other
		}
		if got := b.open(b.where.Path).Find(`[data-clock="` + loser.String() + `"][data-low] .clock-time`).Text(); got != "0.0" {
			t.Errorf("%s: the clock that has run out shows %q", id, got)
		}
		b.press("rename") // anything at all has the table look at the time
		b.open(b.where.Path)
		b.wants("#headline", "Вы проиграли")
		b.wants("#detail", "У вас вышло время.")
		winner.open(winner.where.Path)
		winner.wants("#detail", "У соперника вышло время.")
	}
}

func TestATakeBackByForms(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"bachet", "ashtarashki"} {
		site := newPages(t)
		host, guest := twoByLink(t, site, "/"+id, url.Values{})
		if _, disabled := host.page.Find("#takeback").Attr("disabled"); !disabled {
			t.Errorf("%s: there is something to take back before the first move", id)
		}
		host.playAnything(t)
		before := host.snapshot().Position
		host.press("takeback-form")
		guest.open(guest.where.Path)
		if got := guest.text("#asked"); !strings.Contains(got, "можно взять ход назад") {
			t.Fatalf("%s: the other page asks %q", id, got)
		}
		guest.press("decline")
		host.open(host.where.Path)
		if host.snapshot().Position != before || guest.page.Find("#offer").AttrOr("hidden", "no") == "no" {
			t.Errorf("%s: declined, and the position is %s", id, host.snapshot().Position)
		}
		host.press("takeback-form")
		guest.open(guest.where.Path)
		guest.press("agree")
		if s := guest.snapshot(); s.ToAct != game.First || len(s.Plies) != 0 {
			t.Errorf("%s: %s is to act after %d plies", id, s.ToAct, len(s.Plies))
		}
		host.playAnything(t)
	}
}

// TestANardyTurnIsTakenBackWithItsDice plays against the computer, which needs
// no asking: the same throw lies on the table again.
func TestANardyTurnIsTakenBackWithItsDice(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.openNardy("variant", "classic")
	// The person plays the first turn of his own that is a choice.
	plays := b.plays()
	var before *table.Snapshot
	for turn := 0; ; turn++ {
		if turn == 20 {
			t.Fatal("nothing to choose in twenty turns")
		}
		before = b.snapshot()
		b.play(plays[0])
		if len(plays) > 1 {
			break
		}
		plays = b.plays()
	}
	b.open(b.where.Path)
	b.press("takeback-form")
	if s := b.snapshot(); s.Position != before.Position || len(s.Plies) != len(before.Plies) {
		t.Errorf("taken back to %s, it was %s", s.Position, before.Position)
	}
	if again := b.plays(); len(again) < 2 {
		t.Errorf("with the same dice there are %d plays", len(again))
	}
}

func TestAClaimIsOfferedWhenItsTimeHasCome(t *testing.T) {
	t.Parallel()
	site := newPages(t)
	host, guest := twoByLink(t, site, "/bachet", url.Values{})
	if guest.page.Find("#claim").AttrOr("hidden", "no") != "no" {
		t.Error("nothing is said of a claim")
	}
	guest.wants("#claim-text", "Соперника нет, а ход за ним. Потребовать победу можно будет через 24 часа.")
	if _, disabled := guest.page.Find("#claim-now").Attr("disabled"); !disabled {
		t.Error("the win can be claimed at once")
	}
	if host.open(host.where.Path).Find("#claim").AttrOr("hidden", "no") == "no" {
		t.Error("on his own turn somebody is offered a claim")
	}
	// Whoever sends it all the same is told why not.
	guest.ask(http.MethodPost, guest.where.Path, guest.values(guest.page.Find("#claim")))
	if guest.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", guest.status)
	}
	guest.wants("#problem", "Ещё рано: подождите соперника.")

	w := guest.fetch("/api" + strings.Replace(guest.where.Path, "/t/", "/tables/", 1) + "/claim")
	var claim wire.Claim
	if err := json.Unmarshal(w.Body.Bytes(), &claim); err != nil {
		t.Fatal(err)
	}
	if day := (24 * time.Hour).Milliseconds(); claim.Against != "first" || claim.Wait < day-60_000 || claim.Wait > day || claim.Text == "" {
		t.Errorf("the claim is %+v", claim)
	}
}

func TestTakingBackInNardySaysThatTheDiceStay(t *testing.T) {
	for mode, want := range map[string]string{
		"computer": "Если взять ход назад, зары останутся теми же — и ваши, и компьютера.",
		"hotseat":  "Если взять ход назад, зары останутся теми же.",
	} {
		b := newPages(t).browser()
		b.startNardy("", mode, "short")
		b.wants("#takeback-note", want)
		if got := b.page.Find("#takeback").AttrOr("aria-describedby", ""); got != "takeback-note" {
			t.Errorf("%s: the button is described by %q", mode, got)
		}
	}
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat")
	if b.page.Find("#takeback-note, #takeback[aria-describedby]").Length() != 0 {
		t.Error("a game without dice speaks of them")
	}
}
