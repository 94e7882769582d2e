package web_test

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/ashtarashki"
)

// at opens a table of Ashtarashki for two on one device, in a position.
func (b *browser) at(position string) {
	b.site.t.Helper()
	b.start("/ashtarashki", "mode", "hotseat", "position", position)
	if b.status != http.StatusOK || b.page.Find("#squares button").Length() != 32 {
		b.site.t.Fatalf("no board in %q: status %d at %s", position, b.status, b.where)
	}
}

// square is a square of the board.
func (b *browser) square(at string) *goquery.Selection {
	return b.page.Find(`[data-square="` + at + `"]`)
}

// choose presses squares one after another, as a browser without script does.
func (b *browser) choose(squares ...string) {
	b.site.t.Helper()
	for _, at := range squares {
		b.pressButton(b.square(at))
	}
}

// pressButton presses a button that belongs to the form pick or act.
func (b *browser) pressButton(button *goquery.Selection) {
	t := b.site.t
	t.Helper()
	if button.Length() != 1 {
		t.Fatalf("%d buttons at %s", button.Length(), b.where)
	}
	if _, disabled := button.Attr("disabled"); disabled {
		t.Fatalf("%s is disabled at %s", button.AttrOr("data-square", button.AttrOr("id", "?")), b.where)
	}
	form := b.page.Find("form#" + button.AttrOr("form", "?"))
	if form.AttrOr("method", "") == "get" {
		b.open(form.AttrOr("action", "") + "?" + url.Values{button.AttrOr("name", ""): {button.AttrOr("value", "")}}.Encode())
		return
	}
	b.submit(form, button)
}

// typeMove types a move into its field.
func (b *browser) typeMove(text string) {
	b.site.t.Helper()
	b.submit(b.page.Find("form#type"), nil, "text", text)
}

// squares lists the squares that a selector finds.
func (b *browser) squares(selector string) string {
	var all []string
	b.page.Find("#squares " + selector).Each(func(_ int, s *goquery.Selection) {
		all = append(all, s.AttrOr("data-square", ""))
	})
	return strings.Join(all, " ")
}

func TestAshtarashkiBySquaresToTheEnd(t *testing.T) {
	b := newPages(t).browser()
	b.start("/ashtarashki", "mode", "hotseat")
	hops := 0
	for b.page.Find("#table").AttrOr("data-over", "") != "true" {
		if hops++; hops > 600 {
			t.Fatalf("no end in sight at %s", b.snapshot().Position)
		}
		switch targets := b.page.Find("#squares .target"); {
		case targets.Length() > 0:
			b.pressButton(targets.Eq(hops % targets.Length()))
		default:
			movable := b.page.Find("#squares .movable")
			b.pressButton(movable.Eq(hops % movable.Length()))
		}
		if b.status != http.StatusOK {
			t.Fatalf("status %d in %s", b.status, b.snapshot().Position)
		}
	}
	snap := b.snapshot()
	if got := b.page.Find("#plies a").Length(); got != len(snap.Plies) {
		t.Errorf("%d moves on the page, %d were made", got, len(snap.Plies))
	}
	if b.page.Find("#squares button:not([disabled])").Length() != 0 {
		t.Error("after the end something can be moved")
	}
	if got := b.text("#detail"); !strings.Contains(got, "очк") {
		t.Errorf("the end is told as %q", got)
	}
}

func TestTheAuthorsGameIsReplayedAndPrintedTokenForToken(t *testing.T) {
	b := newPages(t).browser()
	b.start("/ashtarashki", "mode", "hotseat", "name1", "Аня", "name2", "Борис")
	record := ashtarashki.AuthorsGame()
	for _, move := range record.Moves {
		b.typeMove(string(move))
		if b.status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", move, b.status, b.text("#problem"))
		}
	}
	if got := b.page.Find("#game-text").Text(); got != record.String() {
		t.Errorf("the game as text:\n%s\nwant\n%s", got, record)
	}
	if got := b.page.Find("#position-text").AttrOr("value", ""); got != "w M3b8,V1d6,M2f8 M1c1,V3e1" {
		t.Errorf("the position as text is %q", got)
	}
	var list strings.Builder
	b.page.Find("#plies li").Each(func(_ int, li *goquery.Selection) {
		list.WriteString(strings.Join(strings.Fields(li.Text()), " ") + "\n")
	})
	if want, _, _ := strings.Cut(record.String(), "#"); list.String() != want {
		t.Errorf("the list of moves:\n%s\nwant\n%s", list.String(), want)
	}
	b.wants("#headline", "Победа: Аня")
	b.wants("#detail", "У одной стороны дошли все камни, но у другой камней больше. Аня: 1 очко.")
	b.wants(`[data-seat="first"] .seat-points`, "1")

	// Every earlier position can be seen, and nothing played there.
	for _, ply := range []int{0, 1, 22, 85} {
		b.open("/t/" + b.page.Find("#table").AttrOr("data-table", "") + "?ply=" + strconv.Itoa(ply))
		want := ashtarashki.Initial().String()
		if ply > 0 {
			want = b.snapshot().Plies[ply-1].Position
			if got := b.page.Find(`#plies [aria-current="step"]`).AttrOr("data-ply", ""); got != strconv.Itoa(ply) {
				t.Errorf("move %d is looked at, %q is marked", ply, got)
			}
		}
		if got := shownPosition(b); got != strings.Join(strings.Fields(want)[1:], " ") {
			t.Errorf("after move %d the board shows %s, want %s", ply, got, want)
		}
		if b.page.Find("#squares button:not([disabled])").Length() != 0 {
			t.Errorf("in the position after move %d something can be moved", ply)
		}
	}
	b.pressButton(b.page.Find("#step-back"))
	if got := b.page.Find(`#plies [aria-current="step"]`).AttrOr("data-ply", ""); got != "84" {
		t.Errorf("one back from 85 is %q", got)
	}
	b.pressButton(b.page.Find("#to-game"))
	if b.page.Find(`#plies [aria-current="step"]`).Length() != 0 || b.page.Find("#board").AttrOr("data-ply", "?") != "" {
		t.Error("the board does not go back to the game")
	}
}

// shownPosition reads the stones off the board, as a position code lists them.
func shownPosition(b *browser) string {
	sides := map[string][]string{}
	for file := 'a'; file <= 'h'; file++ {
		for rank := '1'; rank <= '8'; rank++ {
			at := string(file) + string(rank)
			svg := b.square(at).Find("svg")
			for _, side := range []string{"first", "second"} {
				if svg.HasClass(side) {
					state := strings.TrimPrefix(svg.Find("use").AttrOr("href", ""), "#stone-")
					sides[side] = append(sides[side], state+strings.TrimPrefix(svg.Find(".rank").AttrOr("href", ""), "#rank-")+at)
				}
			}
		}
	}
	for _, side := range []string{"first", "second"} {
		if len(sides[side]) == 0 {
			sides[side] = []string{"-"}
		}
	}
	return strings.Join(sides["first"], ",") + " " + strings.Join(sides["second"], ",")
}

func TestAChainIsWalkedHopByHopAndUndone(t *testing.T) {
	b := newPages(t).browser()
	b.at("w M3c3,M1g3 M2d4,M2c5,M2e5,M2f6,M3h4")
	if got := b.squares(".must"); got != "c3 g3" {
		t.Errorf("stones that must capture: %q", got)
	}
	if got := b.squares(".prey"); got != "d4 h4" {
		t.Errorf("stones that can be captured: %q", got)
	}
	b.choose("c3", "d4")
	b.wants("#detail", "Ход белых. Бейте дальше.")
	if got := b.squares(".target"); got != "c5 e5" {
		t.Errorf("after one hop the targets are %q", got)
	}
	if !b.square("d4").Find("svg").HasClass("first") || !b.square("c3").Find("svg").HasClass("none") {
		t.Error("the stone has not gone to d4")
	}
	if _, disabled := b.square("g3").Attr("disabled"); !disabled {
		t.Error("another stone can be taken up in the middle of a chain")
	}
	if b.snapshot().Seq != 1 {
		t.Error("half a chain was sent")
	}
	b.choose("e5")
	if got := b.page.Find("#finish").AttrOr("value", ""); got != "M3:d4:e5:f6" {
		t.Errorf("one way is left, and the button plays %q", got)
	}
	b.pressButton(b.page.Find("#undo"))
	b.pressButton(b.page.Find("#undo"))
	if got := b.squares(".selected"); got != "c3" {
		t.Errorf("after undoing %q is in hand", got)
	}
	b.choose("d4", "c5")
	if got := b.snapshot().Plies; len(got) != 1 || got[0].Action != "M3:d4:c5" {
		t.Errorf("played %v", got)
	}

	// And in one press.
	b.at("w M3c3 M2d4,M2e5,M1h8")
	b.pressButton(b.page.Find("#finish"))
	if got := b.snapshot().Plies; len(got) != 1 || got[0].Action != "M3:d4:e5" {
		t.Errorf("played %v", got)
	}
}

func TestARefusedMoveNamesItsClause(t *testing.T) {
	for prefix, want := range map[string]string{"": "Бить обязательно", "/en": "Captures are compulsory"} {
		b := newPages(t).browser()
		b.start(prefix+"/ashtarashki", "mode", "hotseat", "position", "w M3c3,M2h2 M2d4,M1h8")
		b.typeMove("M2g3")
		if b.status != http.StatusUnprocessableEntity || !strings.HasPrefix(b.text("#problem"), want) {
			t.Errorf("a quiet move while there is a capture: status %d, %q", b.status, b.text("#problem"))
		}
		if got := b.page.Find("#problem a").AttrOr("href", ""); got != prefix+"/ashtarashki/rules#ashtarashki.must-capture" {
			t.Errorf("the refusal links %q", got)
		}
		if b.snapshot().Seq != 1 {
			t.Error("a refused move changed the table")
		}
	}
}

func TestSquaresSayWhatTheyAre(t *testing.T) {
	b := newPages(t).browser()
	b.at("w V2c3,W1e3,M3b8,M1h2 M1h8,M2g1")
	for at, want := range map[string]string{
		"c3": "c3, белая двойка, один раз отступала, может на b2, b4, d2 и d4",
		"e3": "e3, белая единица, дважды отступала, может на d2, d4, f2 и f4",
		"b8": "b8, белая тройка, дошла",
		"g1": "g1, чёрная двойка, дошла",
		"h8": "h8, чёрная единица",
		"a5": "a5, пусто",
	} {
		if got := b.square(at).AttrOr("aria-label", ""); got != want {
			t.Errorf("%s says %q, want %q", at, got, want)
		}
	}
	b.choose("c3")
	for at, want := range map[string]string{
		"d4": "d4, пусто, сюда можно пойти",
		"b2": "b2, пусто, сюда можно отступить, цифра закроется",
	} {
		if got := b.square(at).AttrOr("aria-label", ""); got != want {
			t.Errorf("%s says %q, want %q", at, got, want)
		}
	}
	b.choose("c3", "e3") // the other stone
	if got := b.square("d2").AttrOr("aria-label", ""); got != "d2, пусто, третье отступление, камень снимут с доски" {
		t.Errorf("a third retreat is announced as %q", got)
	}
	b.choose("d2")
	if got := shownPosition(b); got != "M3b8,V2c3,M1h2 M2g1,M1h8" {
		t.Errorf("after a third retreat the board shows %s", got)
	}
	b.wants("#plies li", "1. Wd2Z …")
}

func TestTheBoardLiesAsItsPlayerSees(t *testing.T) {
	b := newPages(t).browser()
	b.start("/ashtarashki", "mode", "hotseat")
	white := "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6 a5 c5 e5 g5 b4 d4 f4 h4 a3 c3 e3 g3 b2 d2 f2 h2 a1 c1 e1 g1"
	if got := b.squares("button"); got != white {
		t.Errorf("White reads %s", got)
	}
	b.wants(".rim.files", "abcdefgh")
	var words []string
	for word := range strings.FieldsSeq(white) {
		words = append([]string{word}, words...)
	}
	b.submit(b.page.Find("form#flip-form"), b.page.Find("#flip"))
	if got := b.squares("button"); got != strings.Join(words, " ") {
		t.Errorf("turned round the board reads %s", got)
	}
	b.wants(".rim.ranks", "12345678")
	if got := b.page.Find(".seat.bottom").AttrOr("data-seat", ""); got != "second" {
		t.Errorf("at the bottom sits %s", got)
	}
	// It is remembered, for this way of looking at it.
	b.start("/ashtarashki", "mode", "hotseat")
	if !b.page.Find("#board").HasClass("flipped") {
		t.Error("the board forgot that it was turned round")
	}
	b.start("/ashtarashki", "mode", "computer", "bot", "random", "starts", "second")
	if !b.page.Find("#board").HasClass("flipped") || !strings.HasPrefix(b.text("#detail"), "Вы играете чёрными.") {
		t.Errorf("who plays Black sees White's side: %q", b.text("#detail"))
	}
	b.submit(b.page.Find("form#flip-form"), b.page.Find("#flip"))
	if b.page.Find("#board").HasClass("flipped") {
		t.Error("the board can not be turned for who plays Black")
	}
	b.start("/ashtarashki", "mode", "computer", "bot", "random", "starts", "first")
	if b.page.Find("#board").HasClass("flipped") {
		t.Error("who plays White sees Black's side")
	}
	b.ask(http.MethodPost, "/prefs", url.Values{"flip": {"nonsense"}, "back": {"//elsewhere.test/"}})
	if b.where.Path != "/" {
		t.Errorf("back to %s", b.where)
	}
}

func TestEndsAreShownWithTheirPoints(t *testing.T) {
	for _, end := range []struct {
		position string
		moves    string
		reason   string
		points   string
	}{
		{"w M3c3,M1f2 V2d4", "M3:d4", "Чистая победа: у соперника не осталось ни одного камня. Игрок 1: 2 очка.", "2"},
		{"w M1b8,V2d8,M1f8,M3g7 M1c3,M2e5", "M3h8", "Четыре камня на последней горизонтали. Игрок 1: 1 очко.", "1"},
		{"w M1e3,V3f2,M2g5 V3h4", "V3g3", "Ходить некуда: игрок 2 заперт. Игрок 1: 1 очко.", "1"},
	} {
		b := newPages(t).browser()
		b.at(end.position)
		b.typeMove(end.moves)
		b.wants("#detail", end.reason)
		b.wants(`[data-seat="first"] .seat-points`, end.points)
		if got := b.page.Find("#game-text").Text(); got != end.position+"\n1. "+end.moves+"\n# "+end.points+" : 0\n" {
			t.Errorf("the game as text is %q", got)
		}
	}
}

func TestBlackMayBeginAPosition(t *testing.T) {
	b := newPages(t).browser()
	b.at("b M1b2 M3d4,M1h8")
	b.typeMove("M3c5V")
	b.typeMove("M1c3")
	b.wants("#plies li:first-child", "1. … M3c5V")
	b.wants("#plies li:last-child", "2. M1c3 …")
	if got := b.page.Find("#game-text").Text(); got != "b M1b2 M3d4,M1h8\n1. ... M3c5V\n2. M1c3\n" {
		t.Errorf("the game as text is %q", got)
	}
	if snap := b.snapshot(); snap.ToAct != game.Second {
		t.Errorf("%v is to act", snap.ToAct)
	}
}

func TestWhoWatchesAshtarashkiCanTurnTheBoardAndThePages(t *testing.T) {
	site := newPages(t)
	b, other := site.browser(), site.browser()
	b.at("")
	b.typeMove("M3cd4")
	other.open(b.where.Path)
	if other.page.Find("#act, #type, [data-form], #squares button:not([disabled])").Length() != 0 {
		t.Error("who watches can move")
	}
	if other.page.Find("#flip").Length() != 1 {
		t.Error("who watches can not turn the board")
	}
	other.pressButton(other.page.Find("#step-back"))
	if got := other.page.Find("#board").AttrOr("data-ply", ""); got != "0" {
		t.Errorf("one move back leads to %q", got)
	}
}

func TestAPathThatTheTurnHasNotIsNoPath(t *testing.T) {
	b := newPages(t).browser()
	b.at("")
	for _, at := range []string{"a9", "c3:d9", "b8", "c3:d4", "::", strings.Repeat("c3:", 300), "d6"} {
		b.open("/t/" + b.page.Find("#table").AttrOr("data-table", "") + "?at=" + url.QueryEscape(at))
		if b.status != http.StatusOK || b.page.Find("#squares .selected, #squares .target").Length() != 0 {
			t.Errorf("at %.20q: status %d, %s in hand", at, b.status, b.squares(".selected"))
		}
	}
	for _, ply := range []string{"-1", "1", "99999999999999999999", "x"} {
		b.open("/t/" + b.page.Find("#table").AttrOr("data-table", "") + "?ply=" + ply)
		if b.status != http.StatusOK || b.page.Find("#board").AttrOr("data-ply", "?") != "" {
			t.Errorf("ply %s: status %d", ply, b.status)
		}
	}
}

func TestTheSharePictureShowsTheStones(t *testing.T) {
	site := newPages(t)
	b := site.browser()
	b.at("w M1b8,V2d8,M3g7,W1c3 M1e5,V2f4,W3h4")
	before := site.picture(b.where.Path + "/picture.png")
	b.typeMove("M3h8")
	after := site.picture(b.where.Path + "/picture.png")
	if before.Bounds() != image.Rect(0, 0, 1200, 630) {
		t.Errorf("the picture is %v", before.Bounds())
	}
	// The middle of g7, where the stone stood, and of h8.
	square := (630.0 - 72 - 28) / 8
	at := func(i image.Image, file, rank int) color.Color {
		return i.At(int(1200-36-558+14+square*(float64(file)+0.22)), int(36+14+square*(float64(8-rank)+0.5)))
	}
	if at(before, 6, 7) == at(after, 6, 7) || at(before, 7, 8) == at(after, 7, 8) {
		t.Error("a move does not change the picture")
	}
	for _, path := range []string{"/ashtarashki/picture.png", "/en/ashtarashki/picture.png"} {
		if got := site.picture(path).Bounds(); got != image.Rect(0, 0, 1200, 630) {
			t.Errorf("%s is %v", path, got)
		}
	}
}

// picture asks for a picture.
func (s *pageSite) picture(path string) image.Image {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.web.ServeHTTP(w, httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, path, nil))
	picture, err := png.Decode(w.Body)
	if err != nil {
		s.t.Fatalf("%s: status %d: %v", path, w.Code, err)
	}
	return picture
}
