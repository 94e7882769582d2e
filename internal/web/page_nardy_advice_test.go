package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
	"github.com/hod-games/hod/internal/web"
)

// toPlay goes on without script until this browser has dice to play, or the
// game is over.
func (b *browser) toPlay() {
	b.site.t.Helper()
	for range 200 {
		switch {
		case b.page.Find("#table").AttrOr("data-over", "") == "true", len(b.plays()) > 0:
			return
		case b.page.Find("#roll:not([disabled])").Length() > 0:
			b.roll("")
		default:
			time.Sleep(5 * time.Millisecond) // the computer thinks
			b.open(b.where.Path)
		}
	}
	b.site.t.Fatalf("nothing to play: %s", b.snapshot().Position)
}

// advised waits for a hint that is being thought about.
func (b *browser) advised() {
	b.site.t.Helper()
	for range 600 {
		if b.page.Find("#hint-busy").Length() == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
		b.open(b.where.Path)
	}
	b.site.t.Fatal("no hint after half a minute")
}

func TestAHintIsOnePressAndIsCounted(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.startNardy("", "computer", "hyper", "bot", "random")
	b.toPlay()
	if said := strings.TrimSpace(b.page.Find("#hint > :not([hidden])").Text()); b.page.Find("#hint.empty").Length() != 1 || said != "" {
		t.Errorf("before a hint the panel says %q", said)
	}
	b.submit(b.page.Find("form#hint-form"), b.page.Find("#hint-go"))
	b.advised()
	best := b.page.Find("#advice .advised button[name=text]").First().AttrOr("value", "")
	legal := b.plays()
	if found := strings.Join(legal, ";"); best == "" || !strings.Contains(";"+found+";", ";"+best+";") {
		t.Fatalf("the best play is %q, legal are %q: status %d at %s: %.300s", best, legal, b.status, b.where, b.text("main"))
	}
	if got := b.page.Find("#hint").AttrOr("data-code", ""); got != b.snapshot().Position {
		t.Errorf("the hint is about %q, the table stands at %q", got, b.snapshot().Position)
	}
	if n := b.page.Find("#advice .advised li").Length(); n < 1 || n > 4 {
		t.Errorf("%d plays are advised", n)
	}
	if rows := b.page.Find("#advice .chances tbody tr").Length(); rows != 6 { // win, mars, koks, and what they come to
		t.Errorf("%d rows of chances", rows)
	}
	if says := b.text("#advice-words .says"); !strings.Contains(says, "в гонке") && !strings.Contains(says, "гонка") || says != b.text("#hint-words .says") {
		t.Errorf("the hint says %q, below the board %q", says, b.text("#hint-words .says"))
	}
	if b.page.Find("#advice noscript").Length() != 1 {
		t.Error("nothing shows the play where no script does")
	}
	b.wants("#hint-count", "Подсказок в этой партии: 1.")
	if b.page.Find("#hint-go[disabled]").Length() != 1 {
		t.Error("a second hint about the same position can be asked for")
	}
	// A page that was loaded before asks again: it is the same hint.
	b.ask(http.MethodPost, b.where.Path+"/hint", url.Values{"key": {"again"}})
	b.wants("#hint-count", "Подсказок в этой партии: 1.")
	before := b.snapshot().Seq
	b.submit(b.page.Find("form#advice-form"), b.page.Find("#advice .advised button[name=text]").First())
	if b.page.Find("#advice").Length() != 0 || b.snapshot().Seq == before {
		t.Error("the play was not taken, or its hint stays")
	}
	b.toPlay()
	b.wants("#hint-count", "Подсказок в этой партии: 1.")

	// The script asks for the hint alone, with the points as it shows them.
	b.ask(http.MethodPost, b.where.Path+"/hint", url.Values{"key": {"alone"}, "part": {"hint"}, "first": {"24"}})
	if b.page.Find("#hint").Length() != 1 || b.page.Find("#board").Length() != 0 {
		t.Error("a script does not get the hint alone")
	}
	b.wants("#hint-count", "Подсказок в этой партии: 2.")
}

func TestHintsAreForWhoPlaysAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	b, other := s.browser(), s.browser()
	b.startNardy("", "computer", "hyper", "bot", "random")
	b.toPlay()
	other.open(b.where.Path)
	if other.page.Find("#hint, #hint-go").Length() != 0 {
		t.Error("who watches is offered hints")
	}
	other.ask(http.MethodPost, b.where.Path+"/hint", url.Values{"key": {"k"}})
	if other.status < 400 || b.snapshot().Hints != 0 {
		t.Errorf("who watches asks for a hint: status %d, %d hints", other.status, b.snapshot().Hints)
	}
	other.open(b.where.Path + "?part=hint")
	if other.status != http.StatusNotFound {
		t.Errorf("who watches gets the hint: status %d", other.status)
	}
	b.openNardy("variant", "hyper")
	if b.page.Find("#hint, #hint-go").Length() != 0 {
		t.Error("two people at one device are offered hints")
	}
}

// analysed waits until the analysis that the page shows is done.
func (b *browser) analysed() {
	b.site.t.Helper()
	for range 600 {
		switch state := b.page.Find("#analysis").AttrOr("data-state", ""); state {
		case "done":
			return
		case "busy":
			time.Sleep(50 * time.Millisecond)
			b.open(b.where.Path + "?" + b.where.RawQuery)
		default:
			b.site.t.Fatalf("the analysis is %q", state)
		}
	}
	b.site.t.Fatal("the analysis is not done after half a minute")
}

func TestAGameThatIsOverIsAnalysedForEverybody(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	b := s.browser()
	b.openNardy("variant", "hyper")
	at := b.where.Path
	b.open(at + "/analysis")
	if state := b.page.Find("#analysis").AttrOr("data-state", ""); state != "none" || b.page.Find("form#analysis-form").Length() != 0 {
		t.Errorf("while the game is played the analysis is %q", state)
	}
	b.ask(http.MethodPost, at+"/analysis", nil)
	if state := b.page.Find("#analysis").AttrOr("data-state", ""); state != "none" {
		t.Errorf("while the game is played the analysis can be begun: %q", state)
	}
	b.open(at)
	for b.page.Find("#table").AttrOr("data-over", "") != "true" {
		if b.toPlay(); len(b.plays()) > 0 {
			b.play(b.plays()[0])
		}
	}
	if to := b.page.Find("#to-analysis").AttrOr("href", ""); to != at+"/analysis" {
		t.Errorf("the result leads to %q", to)
	}
	b.open(at + "/analysis")
	b.submit(b.page.Find("form#analysis-form"), b.page.Find("#analysis-go"))
	b.analysed()
	if n := b.page.Find(".judged tbody tr").Length(); n < 4 {
		t.Errorf("%d plays are judged", n)
	}
	if b.page.Find(".sums tbody tr").Length() != 7 {
		t.Errorf("the sums are %q", b.text(".sums"))
	}
	worst := b.page.Find(".mistake")
	if worst.Length() == 0 {
		t.Error("who always plays the first of all plays errs nowhere")
	}
	worst.Each(func(i int, m *goquery.Selection) {
		if m.Find("svg.sketch path.line:not(.better)").Length()+m.Find("svg.sketch path.better").Length() < 2 || m.Find(".chances tbody tr").Length() != 6 {
			t.Errorf("mistake %d is shown as %q", i, strings.Join(strings.Fields(m.Text()), " "))
		}
	})
	if b.page.Find(".mistakes").Parent().Find("defs #sk-first").Length() != 1 {
		t.Error("the drawings have no shapes")
	}

	// Somebody else, in the other language, from a site that was started again.
	languages, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	again, err := web.New(web.Config{Host: s.host, Languages: languages})
	if err != nil {
		t.Fatal(err)
	}
	sums := b.text(".sums td.num")
	watcher := (&pageSite{t: t, host: s.host, web: again}).browser()
	watcher.open("/en" + at + "/analysis")
	if watcher.page.Find("#analysis").AttrOr("data-state", "") != "done" || watcher.page.Find(".mistake").Length() != worst.Length() {
		t.Errorf("somebody else finds the analysis %q with %d mistakes", watcher.page.Find("#analysis").AttrOr("data-state", ""), watcher.page.Find(".mistake").Length())
	}
	if got := strings.ReplaceAll(watcher.text(".sums td.num"), ".", ","); !strings.HasPrefix(got, sums[:3]) {
		t.Errorf("here the sums are %q, there %q", sums, got)
	}
	kept := 0
	id := table.ID(strings.TrimPrefix(at, "/t/"))
	for e, err := range s.host.Events(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == table.KindAnalysed {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("%d analyses are kept", kept)
	}
	if watcher.page.Find(".analysis").Text() == "" || strings.Contains(watcher.text("#analysis"), "is the judge as well") {
		t.Errorf("two people are judged by one of them: %q", watcher.text("#analysis"))
	}
	watcher.open("/en" + at + "/analysis?game=2")
	if watcher.status != http.StatusNotFound {
		t.Errorf("a game that was not played: status %d", watcher.status)
	}
	b.start("/bachet", "mode", "hotseat")
	b.open(b.where.Path + "/analysis")
	if b.status != http.StatusNotFound {
		t.Errorf("Bachet has an analysis: status %d", b.status)
	}
}

func TestAnAnalysisThatBrokeOffIsSaid(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.openNardy("variant", "hyper")
	at := b.where.Path
	b.press("resign-form")
	b.open(at + "/analysis")
	if b.page.Find("#analysis[data-state=ask]").Length() != 1 || b.page.Find("#analysis [role=alert]").Length() != 0 {
		t.Errorf("before an analysis the page says %q", b.text("#analysis"))
	}
	// A page that has waited for one, of a server that knows of none.
	b.open(at + "/analysis?game=1&was=busy")
	if b.text("#analysis [role=alert]") != "Разбор прервался: сервер запустили заново. Начните его ещё раз." || b.page.Find("#analysis-go").Length() != 1 {
		t.Errorf("after an analysis that broke off the page says %q", b.text("#analysis"))
	}
	b.submit(b.page.Find("form#analysis-form"), b.page.Find("#analysis-go"))
	if got := b.where.Query().Get("was"); got != "busy" {
		t.Errorf("without a script the page that waits is %s", b.where)
	}
	b.analysed()
	if b.page.Find("#analysis [role=alert]").Length() != 0 {
		t.Errorf("the analysis that was made says %q", b.text("#analysis"))
	}
}

func TestARoundWithoutADecisionIsNotComparedByAccuracy(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for about, position := range map[string]string{
		"resigned at once":   "",
		"forced to bear off": strings.Repeat("0,", 22) + "0,1|0,0|2,2 play L 6-5",
	} {
		b := s.browser()
		if position != "" {
			position = "-1," + position[2:]
		}
		b.openNardy("variant", "hyper", "position", position)
		if b.page.Find("#board").Length() != 1 {
			t.Fatalf("%s: no table: status %d, %.300s", about, b.status, b.text("main"))
		}
		if position == "" {
			b.press("resign-form")
		} else {
			b.play(b.plays()[0])
		}
		b.open(b.where.Path + "/analysis")
		b.submit(b.page.Find("form#analysis-form"), b.page.Find("#analysis-go"))
		b.analysed()
		if said := b.text("#analysis"); !strings.Contains(said, "Решать было нечего: ходов с выбором в партии не было.") || strings.Contains(said, "Точность одинаковая") {
			t.Errorf("%s: %q", about, said)
		}
		b.open("/en" + strings.TrimPrefix(b.where.Path, "/en"))
		if said := b.text("#analysis"); !strings.Contains(said, "There was nothing to decide: no play of the round was a choice.") || strings.Contains(said, "equally well") {
			t.Errorf("%s: %q", about, said)
		}
	}
}

func TestTheJudgeIsNotGradedByItself(t *testing.T) {
	t.Parallel()
	b := newPages(t).browser()
	b.startNardy("", "computer", "hyper", "bot", "winning")
	b.toPlay()
	b.press("resign-form")
	b.open(b.where.Path + "/analysis")
	b.submit(b.page.Find("form#analysis-form"), b.page.Find("#analysis-go"))
	b.analysed()
	if !strings.Contains(b.text("#analysis"), "Этот компьютер и играл, и судит") {
		t.Errorf("the strongest computer is judged by itself without a word: %q", b.text("#analysis"))
	}
	grades := b.page.Find(".sums tbody tr").Eq(1).Find("td")
	if got := grades.Map(func(_ int, s *goquery.Selection) string { return strings.TrimSpace(s.Text()) }); !slices.Contains(got, "судья и есть") {
		t.Errorf("it is graded %q", got)
	}
	if said := b.text("#analysis"); strings.Contains(said, "По точности") || strings.Contains(said, "Точность одинаковая") {
		t.Errorf("it is compared with whom it judges: %q", said)
	}
}
