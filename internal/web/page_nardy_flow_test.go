package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
)

// plays are the turns in the list that browsers without script get.
func (b *browser) plays() []string {
	b.site.t.Helper()
	inside, err := goquery.NewDocumentFromReader(strings.NewReader(b.page.Find("#nardy-actions noscript").Text()))
	if err != nil {
		b.site.t.Fatal(err)
	}
	var all []string
	inside.Find("select#play-list[form=act] option").Each(func(_ int, o *goquery.Selection) { all = append(all, o.AttrOr("value", "")) })
	return all
}

// play sends a turn of that list.
func (b *browser) play(text string) *goquery.Document {
	b.site.t.Helper()
	return b.submit(b.page.Find("form#act"), b.page.Find("#done"), "text", text)
}

// roll presses "roll", or enters what own dice show.
func (b *browser) roll(pips string) *goquery.Document {
	b.site.t.Helper()
	return b.submit(b.page.Find("form#roll-form"), b.page.Find("#roll"), "text", pips)
}

// say presses a button of the cube.
func (b *browser) say(word string) *goquery.Document {
	b.site.t.Helper()
	return b.submit(b.page.Find("form#act"), b.page.Find("button#"+word))
}

// enabled are the buttons below the board that can be pressed.
func (b *browser) enabled() string {
	var all []string
	b.page.Find("#nardy-actions button:not([disabled], [hidden])").Each(func(_ int, s *goquery.Selection) { all = append(all, s.AttrOr("id", "")) })
	return strings.Join(all, " ")
}

func TestAWholeGameOfNardyByForms(t *testing.T) {
	for _, variant := range []string{"short", "plakoto", "crazy_gulbar", "triple", "hyper"} {
		b := newPages(t).browser()
		b.startNardy("", "hotseat", variant)
		turns := 0
		for b.page.Find("#table").AttrOr("data-over", "") != "true" {
			if turns++; turns > 3000 {
				t.Fatalf("%s: no end", variant)
			}
			plays := b.plays()
			if len(plays) == 0 {
				t.Fatalf("%s, turn %d: %q, and nothing to play: %s", variant, turns, b.text("#message"), b.snapshot().Position)
			}
			// The last of the list tends to go forward.
			b.play(plays[len(plays)-1])
			if b.status != http.StatusOK {
				t.Fatalf("%s: %q refused, status %d: %s", variant, plays[len(plays)-1], b.status, b.text("body"))
			}
		}
		s := b.snapshot()
		if b.plays() != nil || b.enabled() != "again" {
			t.Errorf("%s: after the end %q can be pressed", variant, b.enabled())
		}
		if _, hidden := b.page.Find("#nardy-result").Attr("hidden"); hidden {
			t.Errorf("%s: the result is hidden", variant)
		}
		for _, selector := range []string{"#result-kind", "#result-reason", "#result-next", "#detail"} {
			if got := b.text(selector); got == "" || strings.Contains(got, "nardy.") || strings.Contains(got, "{") {
				t.Errorf("%s ended by %s: %s says %q", variant, s.Result.Reason, selector, got)
			}
		}
		// The next game begins by a draw.
		b.press("next-form")
		if got := b.snapshot(); got.Round != 2 || got.Plies[0].Seat != game.Chance {
			t.Errorf("%s: the next game is round %d and begins with %v", variant, got.Round, got.Plies)
		}
	}
}

// TestTheCubeByForms plays a game with own dice, so that its course is known.
func TestTheCubeByForms(t *testing.T) {
	b := newPages(t).browser()
	b.startNardy("", "hotseat", "short", "cube", "linear", "stake", "10", "points", "90", "dice", "own", "name1", "Аня", "name2", "Боря")
	b.wants("#headline", "Розыгрыш")
	b.wants("#detail", "Бросьте по заре и впишите: сначала светлых, потом тёмных.")
	b.roll("4 4")
	b.wants("#detail", "4 : 4: поровну. Розыгрыш повторяют. Бросьте по заре и впишите: сначала светлых, потом тёмных.")
	for _, wrong := range []string{"", "5", "5 7", "5 3 1"} {
		b.roll(wrong)
		if b.status != http.StatusUnprocessableEntity || b.text("#problem") == "" {
			t.Errorf("dice %q: status %d, %q", wrong, b.status, b.text("#problem"))
		}
	}
	b.roll("5, 3")
	b.wants("#headline", "Ходит Аня")
	b.wants("#detail", "Розыгрыш 5 : 3: начинают светлые. Выпало 5–3.")
	if got := b.enabled(); got != "done" {
		t.Errorf("%q can be pressed while the dice are to be played", got)
	}
	b.play("17/22 19/22")

	b.wants("#headline", "Ходит Боря")
	b.wants("#detail", "Бросьте зары или поднимите цену с 10 до 20. Аня: 5–3: 17/22 19/22.")
	b.wants("#raise", "Поднять до 20")
	if got := b.enabled(); got != "raise roll" {
		t.Errorf("%q can be pressed where one may raise", got)
	}
	b.say("raise")
	b.wants("#headline", "Ходит Аня")
	b.wants("#detail", "Боря: поднимаю цену с 10 до 20. Возьмёте — играете за 20, откажетесь — отдаёте 10.")
	b.wants("#take", "Взять 20")
	b.wants("#drop", "Отказ, −10")
	if got := b.enabled(); got != "take drop" {
		t.Errorf("%q can be pressed where a raise is answered", got)
	}
	b.say("take")
	if got := b.page.Find(".cube").AttrOr("data-owner", ""); got != "first" {
		t.Errorf("the cube is %q's, want the one's who took", got)
	}
	b.roll("6 6")
	b.play("24/18(2) 13/7(2)")
	b.wants("#luck-first", "Светлые: +1") // 8, and the mean of the draw is 7
	b.wants("#luck-second", "Тёмные: +16")

	b.wants("#raise", "Поднять до 30") // Light took, and may raise
	b.say("raise")
	b.wants("#detail", "Аня: поднимаю цену с 20 до 30. Возьмёте — играете за 30, откажетесь — отдаёте 20.")
	// To drop ends the game: the button only opens a question, which says the price.
	if drop := b.page.Find("#drop"); drop.AttrOr("type", "") != "button" || drop.AttrOr("popovertarget", "") != "ask-drop" {
		t.Error("a raise is dropped by one press")
	}
	b.wants("#ask-drop #drop-note", "Партия на этом кончится: вы отдадите 20 очков.")
	b.wants("#ask-drop #drop-yes", "Отказ, −20")
	b.press("drop-form")
	b.wants("#headline", "Победа: Аня")
	b.wants("#detail", "Повышение не принято: отдана цена до него. Аня: 20 очков.")
	b.wants("#result-kind", "Отказ от повышения: 20 очков")
	b.wants("#result-sum", "ставка 10 × куб 2 × вид победы 1")
	b.wants("#result-match", "Матч до 90: Аня — 20, Боря — 0.")
	var turns []string
	b.page.Find("#plies li").Each(func(_ int, li *goquery.Selection) {
		turns = append(turns, strings.Join(strings.Fields(li.Text()), " "))
	})
	want := "4 : 4 розыгрыш|5 : 3 розыгрыш|1 Аня 5–3 17/22 19/22|Боря поднимает до 20|Аня принимает|" +
		"2 Боря 6–6 24/18(2) 13/7(2)|Аня поднимает до 30|Боря отказывается"
	if got := strings.Join(turns, "|"); got != want {
		t.Errorf("the turns are\n%s, want\n%s", got, want)
	}
}

// nardyPair opens a table with own dice for two browsers, Light's and Dark's.
func nardyPair(t *testing.T, site *pageSite, fields ...string) (light, dark *browser) {
	t.Helper()
	light, dark = site.browser(), site.browser()
	light.startNardy("", "link", "short", append([]string{"dice", "own"}, fields...)...)
	path, code, _ := strings.Cut(strings.TrimPrefix(light.page.Find("#invite-link").AttrOr("value", ""), "http://hod.test"), "#")
	dark.open(path)
	dark.submit(dark.page.Find("form#join"), nil, "invitation", code)
	light.open(light.where.Path)
	return light, dark
}

func TestWhatOneHasSaidOneselfIsSaidOfYou(t *testing.T) {
	light, dark := nardyPair(t, newPages(t), "cube", "linear")
	light.roll("5 3")
	light.play(light.plays()[0])
	dark.open(dark.where.Path)
	dark.say("raise")
	dark.wants(`.seat[data-seat="second"] .seat-note`, "поднимаете до 2")
	light.open(light.where.Path)
	light.say("take")
	light.wants("#detail", "Вы: принимаете.")
	light.wants(`.seat[data-seat="second"] .seat-note`, "поднимает до 2")
	dark.open(dark.where.Path)
	dark.wants("#detail", "Бросьте свои зары и впишите, что выпало. Соперник: принимает.")
}

func TestResigningSaysItsPrice(t *testing.T) {
	for _, test := range []struct{ variant, position, note, result string }{
		{
			"short", "2,0,0,0,0,-7,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,0|0,0|0,0 play D 3-1",
			"Сдаются тёмные. Сейчас это марс, вы не выбросили ни одной шашки: соперник получит 2 очка.", "Сдача: 2 очка",
		},
		{
			"short", "0,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,6,0,0,0,0,-2|1,0|0,0 play L 3-1",
			"Сдаются светлые. Сейчас это кокс — ни одной выброшенной и шашка на баре или в чужом доме: соперник получит 3 очка.", "Сдача: 3 очка",
		},
		{
			"classic", "0,0,0,0,0,0,-10,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,14|0,0|1,5 play L 3-1",
			"Сдаются светлые. Сейчас это ойн: соперник получит 1 очко.", "Сдача: 1 очко",
		},
	} {
		b := newPages(t).browser()
		b.openNardy("variant", test.variant, "position", test.position)
		b.wants("#resign-note", test.note)
		b.press("resign-form")
		b.wants("#result-kind", test.result)
	}
}

func TestAnEarlierPositionOfNardyCanBeLookedAt(t *testing.T) {
	b := newPages(t).browser()
	b.startNardy("", "hotseat", "short", "dice", "own")
	b.roll("3 1")
	b.play("17/20 19/20")
	b.roll("6 5")
	at := b.where.Path
	begin := b.page.Find("#board").AttrOr("data-begin", "")
	b.open(at + "?ply=0")
	b.wants("#headline", "Начало партии")
	if b.page.Find(".seat[data-turn]").Length() != 0 || b.text(".seat .seat-note") != "" || b.page.Find("#dice .die").Length() != 0 {
		t.Error("the beginning shows what came later")
	}
	b.open(at + "?ply=1") // the throw, and not what was made of it
	b.wants("#headline", "После 1. 3–1")
	b.wants(".seat[data-turn] .seat-name", "Игрок 1")
	b.wants(".seat .seat-note", "")
	b.open(at + "?ply=2")
	b.wants("#headline", "После 1. 3–1 17/20 19/20")
	b.wants(`.seat[data-seat="first"] .seat-note`, "3–1: 17/20 19/20")
	if got := b.page.Find(".seat[data-turn]").Length(); got != 0 {
		t.Errorf("%d seats have the turn where a throw was due", got)
	}
	b.open(at + "?ply=0")
	b.wants("#detail", "Это прошлая позиция. Партия ушла дальше. Ходит игрок 2.")
	if got := b.page.Find("#board").AttrOr("data-code", ""); got != begin {
		t.Errorf("the board shows %q", got)
	}
	if got := b.enabled(); got != "" || b.plays() != nil {
		t.Errorf("an earlier position offers %q", got)
	}
	b.open(at + b.page.Find("#step-forward").AttrOr("href", "")[len(at):])
	b.wants("#headline", "После 1. 3–1")
	b.open(b.page.Find("#plies a").Eq(1).AttrOr("href", ""))
	b.wants("#plies [aria-current]", "3–1 17/20 19/20")
	b.wants("#headline", "После 1. 3–1 17/20 19/20")
	if got := b.page.Find("#board").AttrOr("data-code", ""); got != b.snapshot().Plies[1].Position {
		t.Errorf("after the first turn the board shows %q", got)
	}
	b.open(b.page.Find("#to-game").AttrOr("href", ""))
	b.wants("#detail", "Выпало 6–5.")
	if b.page.Find("#plies [aria-current]").Length() != 0 {
		t.Error("the game itself is marked as an earlier position")
	}
}

func TestATypedTurnIsRefusedWithItsClause(t *testing.T) {
	b := newPages(t).browser()
	b.openNardy("variant", "short", "position", shortStart+"play L 5-3")
	b.submit(b.page.Find("form#type-form"), b.page.Find("#type-go"), "text", "1/6 17/20")
	if b.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", b.status)
	}
	if got := b.text("#problem"); !strings.HasPrefix(got, "Этот пункт закрыт шашками соперника. Встаньте на свободный или свой.") {
		t.Errorf("refused with %q", got)
	}
	if got := b.page.Find("#problem a").AttrOr("href", ""); got != "/nardy/rules#nardy.closed-point" {
		t.Errorf("the clause is at %q", got)
	}
	b.submit(b.page.Find("form#type-form"), b.page.Find("#type-go"), "text", "19–22, 17–22")
	if got := b.snapshot().Plies[0].Action; got != "17/22 19/22" && got != "19/22 17/22" {
		t.Errorf("played %q", got)
	}
}

func TestMoreTurnsThanAListHoldsCanBeTyped(t *testing.T) {
	b := newPages(t).browser()
	b.openNardy("variant", "short", "position", shortStart+"play L 1-1-1-1")
	all := 0
	for range b.snapshot().State.Legal() {
		all++
	}
	if all <= 300 {
		t.Skipf("only %d turns", all)
	}
	if got := len(b.plays()); got != 300 {
		t.Errorf("%d turns are listed", got)
	}
}

func TestAMatchOfNardyToItsEnd(t *testing.T) {
	b := newPages(t).browser()
	b.startNardy("", "hotseat", "short", "points", "3", "cube", "doubling", "name1", "Аня", "name2", "Боря")
	b.wants("#match", "Матч до 3: 0 : 0")
	if b.page.Find("#next-starts").Length() != 0 {
		t.Error("the sides can be exchanged in a match")
	}
	if b.page.Find("#again[hidden]").Length() != 1 || b.page.Find("#show-last:not([hidden])").Length() != 1 {
		t.Error("during a game another is offered, or what the other side did can not be seen again")
	}
	// Whoever is to move gives up a mars or a koks: two points or three.
	b.press("resign-form")
	if b.page.Find("#again:not([hidden])[form=next-form]").Length() != 1 {
		t.Error("where one plays another game is not offered after the end")
	}
	if got := b.page.Find("#match[hidden]"); got.Length() != 1 || got.Text() != "" {
		t.Errorf("after the end the match still stands as it stood before: %q", b.page.Find("#match").Text())
	}
	first := b.snapshot().Result
	for b.page.Find("#result-match").Text() != "" && !strings.Contains(b.text("#result-match"), "выигран") {
		near := first.Points == 2 && b.snapshot().Round == 1
		if got := strings.Contains(b.text("#result-next"), "Кроуфорда"); got != near {
			t.Errorf("after %d points: %q", first.Points, b.text("#result-next"))
		}
		b.press("next-form")
		if near && (!b.nardyOptions().Crawford || !strings.Contains(b.text("#match"), "Партия Кроуфорда.")) {
			t.Errorf("the game after it is %+v, %q", b.nardyOptions(), b.text("#match"))
		}
		b.press("resign-form")
		if b.snapshot().Round > 5 {
			t.Fatal("the match has no end")
		}
	}
	b.wants("#result-next", "Следующей партией начнётся новый матч.")
	if b.page.Find("#next-starts").Length() != 1 {
		t.Error("the sides can not be exchanged for a new match")
	}
	b.press("next-form")
	b.wants("#match", "Матч до 3: 0 : 0")
	if got := b.nardyOptions().Score; got != [2]int{} {
		t.Errorf("a new match begins at %v", got)
	}
}

func TestAMatchShowsItsOwnScoreAndHowItEnded(t *testing.T) {
	// Light gives up until the match is decided; what comes after it is another
	// match, and the series goes on.
	light, dark := nardyPair(t, newPages(t), "points", "3")
	points := func(b *browser) string {
		return b.text(".seat.bottom .seat-points") + ":" + b.text(".seat.top .seat-points")
	}
	for round := 1; light.snapshot().Score[1] < 3; round++ {
		light.roll("3 1")
		light.play(light.plays()[0])
		light.press("resign-form")
		if !light.snapshot().MatchOver {
			light.wants("#headline", "Вы проиграли")
			light.wants("#again", "Ещё партию")
			light.press("next-form")
		}
		if round > 3 {
			t.Fatal("the match has no end")
		}
	}
	sum := strconv.Itoa(light.snapshot().Score[1])
	dark.open(dark.where.Path)
	light.wants("#headline", "Матч проигран, 0 : "+sum)
	dark.wants("#headline", "Матч выигран, "+sum+" : 0")
	if got := points(light) + " " + points(dark); got != "0:"+sum+" "+sum+":0" {
		t.Errorf("the strips show %s", got)
	}
	if got := dark.text("#result-match"); !strings.HasSuffix(got, "Вы выиграли матч до 3.") {
		t.Errorf("%q", got)
	}
	for _, b := range []*browser{light, dark} {
		b.wants("#again", "Новый матч")
		b.wants("#next", "Новый матч")
	}
	watcher := light.site.browser()
	watcher.open("/en" + light.where.Path)
	if got := watcher.text("#headline"); !strings.HasSuffix(got, "wins the match, "+sum+" : 0") {
		t.Errorf("who watches reads %q", got)
	}
	light.press("next-form")
	if got := points(light); got != "0:0" || light.snapshot().Score[1] == 0 {
		t.Errorf("the strips of the next match show %s, the series is %v", got, light.snapshot().Score)
	}
	light.wants("#next", "Ещё партию")
}

func TestAGameOfNardyAsMat(t *testing.T) {
	b := newPages(t).browser()
	b.startNardy("", "hotseat", "short", "dice", "own", "name1", "Аня")
	b.roll("3 1")
	b.play("17/20 19/20")
	b.roll("6 5")
	b.play("24/18 18/13")
	id := strings.TrimPrefix(b.where.Path, "/t/")
	if got := b.page.Find("#export-mat").AttrOr("href", ""); got != b.where.Path+"/game.mat" {
		t.Fatalf("the file is at %q", got)
	}
	if got := b.page.Find("#export-log").AttrOr("href", ""); got != "/api/tables/"+id+"/log" {
		t.Errorf("the log is at %q", got)
	}
	b.open("/t/" + id + "/game.mat")
	if b.status != http.StatusOK || b.header.Get("Content-Disposition") != `attachment; filename="nardy-`+id+`.mat"` {
		t.Errorf("status %d, %q", b.status, b.header.Get("Content-Disposition"))
	}
	text := b.page.Text()
	for _, want := range []string{"0 point match", "Game 1", "Аня : 0", "Dark : 0", "1) 31: 8/5 6/5", "65: 24/18 18/13"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	b.open("/t/" + id)
	b.press("resign-form")
	b.press("next-form")
	if text = b.open("/t/" + id + "/game.mat").Text(); !strings.Contains(text, "Game 2") || !strings.Contains(text, "Wins 3 points") {
		t.Errorf("after the first game:\n%s", text)
	}

	other := newPages(t).browser()
	other.start("/bachet", "mode", "hotseat")
	other.open(other.where.Path + "/game.mat")
	if other.status != http.StatusNotFound {
		t.Errorf("a game of Bachet as .mat: status %d", other.status)
	}
}

func TestWhoLooksOnIsOfferedNothing(t *testing.T) {
	site := newPages(t)
	b, onlooker := site.browser(), site.browser()
	b.startNardy("", "hotseat", "short", "cube", "linear")
	onlooker.open(b.where.Path)
	if got := onlooker.page.Find("#act, #roll-form, #type-form, #nardy-settings").Length(); got != 0 {
		t.Errorf("%d forms for who only looks on", got)
	}
	if got := onlooker.text("#detail"); !strings.HasPrefix(got, "Вы смотрите. ") {
		t.Errorf("the page says %q", got)
	}
}

func TestNardyAgainstTheComputerByForms(t *testing.T) {
	b := newPages(t).browser()
	b.startNardy("/en", "computer", "short", "bot", "random")
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		switch s := b.snapshot(); {
		case s.Over():
			b.open(b.where.Path) // the computer may have ended it after the last look
			if got := b.text("#headline"); got != "You have won" && got != "You have lost" {
				t.Errorf("at the end the page says %q", got)
			}
			return
		case s.ToAct == game.First && s.State.(*nardy.State).Phase() == nardy.PhasePlay:
			if b.open(b.where.Path); len(b.plays()) == 0 {
				t.Fatalf("nothing to play: %s", b.text("#message"))
			}
			b.play(b.plays()[0])
		default:
			b.open(b.where.Path) // the page does so by itself
		}
	}
	t.Error("no end")
}

func TestTheBarIsAWordOfTheLanguage(t *testing.T) {
	for prefix, want := range map[string]string{"": "бар/3 22/24", "/en": "bar/3 22/24"} {
		b := newPages(t).browser()
		b.ask(http.MethodPost, prefix+"/nardy", url.Values{
			"mode": {"hotseat"}, "variant": {"short"},
			"position": {"0,0,0,-5,-5,-5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,14,0,0|1,0|0,0 play L 3-2"},
		})
		b.play("bar/3 22/24")
		b.wants("#plies .turn-text", want)
	}
}
