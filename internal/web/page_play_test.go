package web_test

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/game/gametest/toy"
	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

func TestTheFirstMoveIsTwoClicksFromTheHomePage(t *testing.T) {
	for _, prefix := range []string{"", "/en"} {
		b := newPages(t).browser()
		page := b.open(prefix + "/")
		b.submit(page.Find(`[data-game="bachet"] [data-start="computer"]`), nil)
		if b.status != http.StatusOK || !strings.HasPrefix(b.where.Path, prefix+"/t/") {
			t.Fatalf("status %d at %s", b.status, b.where)
		}
		b.take("3")
		if got := b.page.Find("#plies tr").Length(); got != 2 {
			t.Errorf("%d rows of moves after the person's and the computer's, want 2", got)
		}
		if got := b.snapshot(); got.ToAct != game.First {
			t.Errorf("%v is to act", got.ToAct)
		}
	}
}

func TestHotSeatByFormsToTheLastStick(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat", "name1", "Аня", "name2", "Борис")
	// The worked round of the rules.
	want := []string{"13", "12", "9", "8", "6", "4", "3", "0"}
	for i, take := range []string{"2", "1", "3", "1", "2", "2", "1", "3"} {
		mover := []string{"Аня", "Борис"}[i%2]
		b.wants("#headline", "Ходит "+mover)
		b.take(take)
		b.wants("#count", want[i])
	}
	b.wants("#headline", "Победа: Борис")
	b.wants("#detail", "Последнюю палочку берёт Борис.")
	b.wants(`[data-seat="second"] .seat-points`, "1")
	b.wants(`[data-seat="first"] .seat-points`, "0")
	if got := b.page.Find("#plies tr").Length(); got != 8 {
		t.Errorf("%d rows of moves, want 8", got)
	}
	if b.page.Find("#takes button:not([disabled])").Length() != 0 {
		t.Error("something can be taken after the end")
	}
	if _, open := b.page.Find("#lesson").Attr("open"); !open {
		t.Error("the lesson is closed after the end")
	}
	b.press("next-form")
	b.wants("#headline", "Ходит Борис") // by turns
	b.wants("#count", "15")
	if _, open := b.page.Find("#lesson").Attr("open"); open {
		t.Error("the lesson is open in a running round")
	}
}

func TestAStickTakesItselfAndAllAfterIt(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat")
	open := b.page.Find("#heap button:not([disabled])")
	if open.Length() != 3 {
		t.Fatalf("%d sticks can be pressed, want the last three", open.Length())
	}
	b.submit(b.page.Find("form#act"), b.page.Find(`[data-stick="14"]`))
	b.wants("#count", "13")
	if got := b.page.Find("#heap .taken").Length(); got != 2 {
		t.Errorf("%d sticks are gone, want 2", got)
	}
	// All other sticks are there and say nothing to a screen reader.
	b.page.Find("#heap button[disabled]").Each(func(_ int, s *goquery.Selection) {
		if s.AttrOr("aria-hidden", "") != "true" {
			t.Errorf("stick %s is disabled and not hidden", s.AttrOr("data-stick", ""))
		}
	})
}

func TestOnlyPossibleTakesAreOffered(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat", "heap", "own", "sticks", "2")
	got := ""
	b.page.Find("#takes button").Each(func(_ int, s *goquery.Selection) {
		_, disabled := s.Attr("disabled")
		got += s.AttrOr("value", "") + ":" + strconv.FormatBool(!disabled) + " "
	})
	if got != "1:true 2:true 3:false " {
		t.Errorf("takes %s", got)
	}
}

func TestAgainstTheComputerThatBegins(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "computer", "bot", "winning", "starts", "second")
	if got := b.snapshot().Starts; got != game.Second {
		t.Fatalf("%v begins", got)
	}
	// Without a script the page asks again by itself until the computer has
	// played.
	for range 100 {
		if b.page.Find("#plies tr").Length() > 0 {
			break
		}
		if !b.asksAgain() {
			t.Fatal("the page waits for the computer and does not ask again")
		}
		b.open(b.where.Path)
	}
	b.wants("#count", "12")
	for b.text("#count") != "0" {
		b.take("1")
	}
	b.wants("#headline", "Вы проиграли")
	// It could not be lost by the computer, so the mirror image is offered.
	if got := b.text("#verdict"); !strings.HasSuffix(got, "Выберите, чтобы начинали вы: тогда преимущество ваше.") {
		t.Errorf("verdict %q", got)
	}
}

// asksAgain reports whether a browser without script loads the page again by itself.
func (b *browser) asksAgain() bool {
	return b.page.Find("noscript meta[http-equiv=refresh]").Length() > 0 || strings.Contains(b.page.Find("noscript").Text(), "refresh")
}

// uncounted is a log that does not keep the ends of rounds until counted is
// closed.
type uncounted struct {
	*memory.Log
	counted chan struct{}
}

func (l uncounted) Append(ctx context.Context, id table.ID, e table.Event) error {
	if e.Kind == table.KindEnded {
		<-l.counted
	}
	return l.Log.Append(ctx, id, e)
}

// TestAMoveThatEndsTheRoundIsNobodysTurn looks at a table between the last move
// and the result.
func TestAMoveThatEndsTheRoundIsNobodysTurn(t *testing.T) {
	log := uncounted{Log: memory.New(), counted: make(chan struct{})}
	b := newPagesOn(t, log).browser()
	count := sync.OnceFunc(func() { close(log.counted) })
	t.Cleanup(count) // before the pool of computers is waited for
	b.start("/bachet", "mode", "computer", "bot", "winning", "starts", "first", "heap", "own", "sticks", "4")
	b.take("1")
	b.wants("#count", "0")
	b.wants("#headline", "Партия окончена")
	if !b.asksAgain() {
		t.Error("the page waits for the result and does not ask again")
	}
	count()
	for end := time.Now().Add(10 * time.Second); b.text("#headline") != "Вы проиграли"; b.open(b.where.Path) {
		if time.Now().After(end) {
			t.Fatalf("the headline stays %q", b.text("#headline"))
		}
	}
}

func TestTheLessonSaysWhetherThePositionCanBeWon(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "computer", "bot", "winning", "starts", "first")
	if got := b.text("#verdict"); !strings.HasPrefix(got, "Да, выиграть можно") {
		t.Errorf("from 15 with the first move: %q", got)
	}
	if got := b.text("#why"); !strings.Contains(got, "остаток 3") || !strings.Contains(got, "берёт 3") {
		t.Errorf("why: %q", got)
	}
	b.take("1") // a slip: three was the number
	if got := b.text("#verdict"); !strings.HasPrefix(got, "Нет: победный компьютер") {
		t.Errorf("after a slip: %q", got)
	}
	b.wants(`[data-ply="1"] .slip`, "надо 3")
}

func TestAnInvitationShowsTheBoardOfItsGame(t *testing.T) {
	site := newPages(t)
	for _, id := range []string{"bachet", "ashtarashki", "nardy"} {
		host, guest := site.browser(), site.browser()
		if id == "nardy" {
			host.startNardy("", "link", "short")
		} else {
			host.start("/"+id, "mode", "link")
		}
		invitation, _, _ := strings.Cut(strings.TrimPrefix(host.page.Find("#invite-link").AttrOr("value", ""), "http://hod.test"), "#")
		guest.open(invitation)
		if sticks := guest.page.Find(".game-picture .stick-body").Length() > 0; sticks != (id == "bachet") {
			t.Errorf("%s: sticks %t", id, sticks)
		}
		board := guest.page.Find("#join-board")
		if (board.Length() == 1) != (id != "bachet") {
			t.Fatalf("%s: %d boards", id, board.Length())
		}
		if id == "bachet" {
			continue
		}
		if w := guest.fetch(board.AttrOr("src", "")); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "image/svg") {
			t.Errorf("%s: the board answers %d, %s", id, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

func TestByALinkWithoutScript(t *testing.T) {
	site := newPages(t)
	host, guest, third := site.browser(), site.browser(), site.browser()
	host.start("/bachet", "mode", "link", "name1", "Аня")
	host.wants(`[data-seat="second"] .seat-name`, "Соперника ещё нет")
	invitation := host.page.Find("#invite-link").AttrOr("value", "")
	path, code, ok := strings.Cut(strings.TrimPrefix(invitation, "http://hod.test"), "#")
	if !ok || !strings.HasSuffix(path, "/join") {
		t.Fatalf("invitation %q", invitation)
	}

	// A messenger that opens the link takes no seat.
	guest.open(path)
	third.open(path)
	if host.snapshot().Seat(game.Second).Taken {
		t.Fatal("opening the link takes the seat")
	}
	guest.wants("h1", "Аня зовёт вас сыграть: Баше")
	guest.submit(guest.page.Find("form#join"), nil, "invitation", "WRONG", "name", "Борис")
	if guest.status != http.StatusUnprocessableEntity || guest.page.Find("#name").AttrOr("value", "") != "Борис" {
		t.Errorf("a wrong code: status %d, name %q", guest.status, guest.page.Find("#name").AttrOr("value", ""))
	}
	guest.submit(guest.page.Find("form#join"), nil, "invitation", invitation, "name", "Борис") // the whole link does too
	if !host.snapshot().Seat(game.Second).Taken {
		t.Fatalf("nobody has sat down: status %d at %s", guest.status, guest.where)
	}

	// The second one to come is told so and can watch.
	third.submit(third.page.Find("form#join"), nil, "invitation", code)
	if third.status != http.StatusConflict || third.page.Find("#taken").Length() != 1 {
		t.Errorf("the seat is taken: status %d", third.status)
	}
	third.open(third.page.Find("#watch").AttrOr("href", ""))
	if third.page.Find("#act, #next, [data-form]").Length() != 0 {
		t.Error("who watches has buttons")
	}

	host.open(host.where.Path)
	if host.page.Find("#invite").Length() != 0 {
		t.Error("the invitation is still shown")
	}
	host.take("2")
	guest.open(guest.where.Path)
	guest.wants("#headline", "Ваш ход")
	guest.wants("#count", "13")
	guest.take("1")
	host.wants("#headline", "Ходит Борис") // an old page
	host.open(host.where.Path)
	host.wants("#headline", "Ваш ход")

	// Resigning is two steps away and costs a point.
	if got := host.page.Find("#resign").AttrOr("popovertarget", ""); got != "ask-resign" {
		t.Errorf("resigning opens %q", got)
	}
	host.press("resign-form")
	host.wants("#headline", "Вы проиграли")
	host.wants("#detail", "Вы сдались.")
	guest.open(guest.where.Path)
	guest.wants("#detail", "Соперник сдался.")
	guest.wants(`[data-seat="second"] .seat-points`, "1")

	// The score goes only when both agree.
	guest.press("reset-form")
	host.open(host.where.Path)
	host.press("agree")
	host.wants(`[data-seat="second"] .seat-points`, "0")
}

// TestTheNextRoundBeginsWhereAMoveWasMade: the page is marked then, for the
// small button beside it goes where there is little room.
func TestTheNextRoundBeginsWhereAMoveWasMade(t *testing.T) {
	site := newPages(t)
	for _, id := range []string{"bachet", "ashtarashki", "nardy"} {
		b := site.browser()
		if id == "nardy" {
			b.startNardy("", "hotseat", "short")
		} else {
			b.start("/"+id, "mode", "hotseat")
		}
		check := func(when string, want bool) {
			t.Helper()
			shown := b.page.Find("#again:not([hidden])").Length() == 1
			if _, marked := b.page.Find(".series-buttons").Attr("data-again"); shown != want || marked != want {
				t.Errorf("%s, %s: shown %t, marked %t, want %t", id, when, shown, marked, want)
			}
		}
		check("in the round", false)
		b.press("resign-form")
		check("after it", true)
	}
}

func TestAnOldPageIsToldSoAndChangesNothing(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	b.start("/bachet", "mode", "hotseat")
	old := *b
	b.take("2")
	(&old).take("3")
	if old.status != http.StatusConflict {
		t.Errorf("status %d", old.status)
	}
	old.wants("#problem", "Положение успело измениться. Посмотрите на доску.")
	old.wants("#count", "13")
}

func TestADoublePressIsOneMove(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat")
	again := *b
	b.take("2")
	(&again).take("2")
	if again.status != http.StatusOK {
		t.Errorf("status %d", again.status)
	}
	again.wants("#count", "13")
}

func TestARefusalNamesItsRule(t *testing.T) {
	b := newPages(t).browser()
	b.start("/bachet", "mode", "hotseat")
	b.submit(b.page.Find("form#act"), nil, "text", "4")
	if b.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", b.status)
	}
	if got := b.text("#problem"); !strings.HasPrefix(got, "За один ход можно взять не больше 3.") {
		t.Errorf("problem %q", got)
	}
	if got := b.page.Find("#problem a").AttrOr("href", ""); got != "/bachet/rules#bachet.take-at-most" {
		t.Errorf("it links to %q", got)
	}
	b.wants("#count", "15")
}

func TestAStrangerCanOnlyLook(t *testing.T) {
	site := newPages(t)
	owner, stranger := site.browser(), site.browser()
	owner.start("/bachet", "mode", "hotseat")
	stranger.open(owner.where.Path)
	if stranger.status != http.StatusOK || stranger.page.Find("#heap button:not([disabled])").Length() != 0 {
		t.Errorf("status %d, %d sticks to press", stranger.status, stranger.page.Find("#heap button:not([disabled])").Length())
	}
	// Not even with the owner's own form.
	stranger.page = owner.page
	stranger.take("1")
	if stranger.status != http.StatusUnauthorized {
		t.Errorf("status %d", stranger.status)
	}
	if got := owner.snapshot().Seq; got != 1 {
		t.Errorf("%d events", got)
	}
}

func TestASeatLinkOpensTheSeatInAnotherBrowser(t *testing.T) {
	site := newPages(t)
	laptop, phone := site.browser(), site.browser()
	laptop.start("/bachet", "mode", "computer", "starts", "first")
	link := laptop.page.Find("#seat-link").AttrOr("value", "")
	phone.open(laptop.where.Path)
	wrong := "http://hod.test" + phone.where.Path + "#f.WRONG<"
	phone.submit(phone.page.Find("form#adopt"), nil, "code", wrong)
	if phone.status != http.StatusUnprocessableEntity || phone.text("#problem") == "" {
		t.Errorf("a wrong link: status %d", phone.status)
	}
	// Nothing that was typed is lost, and beside it stands what is wrong.
	field := phone.page.Find("details[open] #adopt-code[autofocus]")
	if got := field.AttrOr("value", ""); got != wrong {
		t.Errorf("the field has %q, and %q was typed", got, wrong)
	}
	phone.wants("details[open] #"+field.AttrOr("aria-describedby", "none"), "Эта ссылка не открывает места за этим столом.")
	if again := phone.page.Find("noscript").Text(); strings.Contains(again, "refresh") {
		t.Errorf("the page with what was typed goes by itself: %s", again)
	}
	// A link that was opened takes nobody away from the board.
	phone.ask(http.MethodPost, laptop.where.Path+"/seat", url.Values{"code": {"f.WRONG"}})
	if phone.page.Find("details[open] #adopt-code[value='f.WRONG']:not([autofocus])").Length() != 1 {
		t.Error("the link that was opened is not in the field, or the page is scrolled there")
	}
	phone.submit(phone.page.Find("form#adopt"), nil, "code", link)
	phone.wants("#headline", "Ваш ход")
	phone.take("1")
}

func TestSecretsStayWithTheirBrowser(t *testing.T) {
	site := newPages(t)
	owner, stranger := site.browser(), site.browser()
	owner.start("/bachet", "mode", "link")
	stranger.open(owner.where.Path)
	_, code, _ := strings.Cut(owner.page.Find("#invite-link").AttrOr("value", ""), "#")
	_, seat, _ := strings.Cut(owner.page.Find("#seat-link").AttrOr("value", ""), "#")
	html, err := stranger.page.Html()
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{code, strings.TrimPrefix(seat, "f.")} {
		if len(secret) < 20 {
			t.Fatalf("secret %q", secret)
		}
		if strings.Contains(html, secret) {
			t.Errorf("a stranger's page holds %s", secret)
		}
	}
	if got := owner.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

// Section 8 of the design: a game is playable as soon as its rules are there.
func TestAGameThatNobodyHasDrawnIsPlayedByForms(t *testing.T) {
	b := newPages(t, toy.Entry()).browser()
	b.start("/toy", "mode", "hotseat")
	for range 500 {
		if b.page.Find("#table").AttrOr("data-over", "") == "true" {
			break
		}
		actions := b.page.Find("[data-action]")
		if actions.Length() == 0 {
			t.Fatalf("nothing can be played in %s", b.text("#position"))
		}
		// The last one brings a piece furthest or raises no stake.
		b.submit(b.page.Find("form#act"), b.page.Find("#play"), "text", actions.Last().AttrOr("value", ""))
		if b.status != http.StatusOK {
			t.Fatalf("%s: %s", actions.Last().AttrOr("value", ""), b.text("#problem"))
		}
	}
	snap := b.snapshot()
	if !snap.Over() || snap.Result.Winner == game.Nobody {
		t.Fatalf("not over after 500 turns: %s", snap.Position)
	}
	if got := b.page.Find("#plies tr").Length(); got != len(snap.Plies) {
		t.Errorf("%d rows for %d plies", got, len(snap.Plies))
	}
	b.press("next-form")
	if snap := b.snapshot(); snap.Round != 2 || snap.Over() {
		t.Errorf("round %d", snap.Round)
	}
}

func TestAGameThatNobodyHasDrawnIsPlayedAgainstTheComputer(t *testing.T) {
	b := newPages(t, toy.Entry()).browser()
	b.start("/toy", "mode", "computer", "starts", "first")
	if got := b.snapshot().Mode; got != table.Computer {
		t.Fatalf("mode %s", got)
	}
	for range 500 {
		switch {
		case b.page.Find("#table").AttrOr("data-over", "") == "true":
			return
		case b.page.Find("[data-action]").Length() == 0:
			b.open(b.where.Path) // the computer thinks
		default:
			b.submit(b.page.Find("form#act"), b.page.Find("#play"))
		}
	}
	t.Fatalf("not over: %s", b.snapshot().Position)
}
