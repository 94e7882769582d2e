package web

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// hyperAt is a position of hyper backgammon, up to its phase.
const hyperAt = "1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,-1|0,0|0,0 "

func nardyState(t *testing.T, stake int, cube, code string) *nardy.State {
	t.Helper()
	o := nardy.DefaultOptions()
	o.Variant, o.Cube, o.Stake = "hyper", cube, stake
	s, err := nardy.New(o.JSON(), code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAPriceIsWhatTheRoundIsPlayedFor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		stake      int
		cube, code string
		want       int
	}{
		{1, nardy.CubeNone, hyperAt + "play L 3-1", 1},
		{10, nardy.CubeNone, hyperAt + "play L 3-1", 10},
		{10, nardy.CubeDoubling, hyperAt + "play L 3-1 cube=2L", 40},
		{10, nardy.CubeLinear, hyperAt + "play L 3-1 cube=2L", 30},
		{10, nardy.CubeDoubling, hyperAt + "decide L cube=2L", 40},
		// After "take" it is played for the raised price.
		{10, nardy.CubeDoubling, hyperAt + "answer L throws=1,1 cube=2D", 80},
		{10, nardy.CubeLinear, hyperAt + "answer L throws=1,1 cube=2D", 40},
	} {
		got, err := nardyPriceAt(nardyState(t, test.stake, test.cube, test.code))
		if err != nil || got != test.want {
			t.Errorf("%s at stake %d, %s: price %d (%v), want %d", test.cube, test.stake, test.code, got, err, test.want)
		}
	}
	if _, err := nardyPriceAt(nil); err == nil {
		t.Error("what is no nardy has a price")
	}
}

// advised is what a hint says about a state, where the bot says data.
func advised(t *testing.T, c *lang.Catalogue, state *nardy.State, data string) string {
	t.Helper()
	a, err := nardyAdviceOf(c, state, json.RawMessage(data), asTheyAre)
	if err != nil {
		t.Fatal(err)
	}
	said := []string{a.Says}
	for _, p := range a.Plays {
		said = append(said, p.Text+" "+p.Loss)
	}
	last := a.Rows[len(a.Rows)-1]
	said = append(said, a.Before, last.Before, last.After)
	return strings.ReplaceAll(strings.Join(said, "|"), "\u00a0", " ")
}

func TestHintsSpeakOfPointsOfTheScore(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	// An equity of −0.3 before, and of +0.1 after the best play.
	plays := `{"side":0,"before":[0.35,0.1,0.1,0,0],"plays":[
		{"action":"1/5","chances":[0.55,0.1,0.1,0,0]},{"action":"2/6","chances":[0.5,0.1,0.1,0,0],"loss":0.1},
		{"action":"3/7","chances":[0.55,0.1,0.1,0,0],"loss":0.0002}],"facts":[{"id":"hits","numbers":[1]},{"id":"lead","numbers":[-3]}]}`
	word := `{"side":1,"before":[0.35,0.1,0.1,0,0],"word":"take"}`
	for _, test := range []struct {
		language, code, data, want string
		stake                      int
	}{
		{"en", "play L 3-1 cube=2L", plays, "This play hits 1 checker. After it you are 3 pips behind in the race." +
			"|1/5 |2/6 −4.00|3/7 −0.01|before the throw|−12.00|+4.00", 10},
		{"ru", "play L 3-1 cube=2L", plays, "Этот ход бьёт 1 шашку. После него вы отстаёте в гонке на 3 шага." +
			"|1/5 |2/6 −0,400|3/7 −0,001|до броска|−1,200|+0,400", 1},
		{"en", "play L 3-1", plays, "This play hits 1 checker. After it you are 3 pips behind in the race." +
			"|1/5 |2/6 −0.100|3/7 0|before the throw|−0.300|+0.100", 1},
		{"en", "decide L cube=2L", word, "Without a raise the round brings you −12.00 points on average.|before the throw|−12.00|", 10},
		{"en", "answer L throws=1,1 cube=2D", word, "If you take, the round at 80 brings you −24.00 points on average without further raises; a drop brings −40." +
			"|if you take|−24.00|", 10},
		{"ru", "answer L throws=1,1", word, "Если взять, партия по цене 2 приносит вам в среднем −0,600 очка без новых поднятий; если отказаться, то −1." +
			"|если взять|−0,600|", 1},
	} {
		got := advised(t, all[test.language], nardyState(t, test.stake, nardy.CubeDoubling, hyperAt+test.code), test.data)
		if got != test.want {
			t.Errorf("%s, %s, stake %d:\n%s, want\n%s", test.language, test.code, test.stake, got, test.want)
		}
	}
}

// TestAWordOfTheCubeThatTheFigureDoesNotShowIsExplained: what the round brings
// without raises can speak against the word that is advised.
func TestAWordOfTheCubeThatTheFigureDoesNotShowIsExplained(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	const money, match = `"stake":1`, `"points":5,"score":[4,3]`
	for _, test := range []struct {
		about, options, code, word string
		side                       int
		win                        float64 // in oyns only
		ru, en                     string
	}{
		{
			"a take that loses more than a drop, by the figure", money, "answer L throws=1,1", "take", 0, 0.24,
			"Но и сам куб чего-то стоит: следующим цену сможете поднять только вы.", "But holding the cube is worth something, too: only you can raise next.",
		},
		{"a take that does not", money, "answer L throws=1,1", "take", 0, 0.26, "", ""},
		{"a drop", money, "answer L throws=1,1", "drop", 0, 0.1, "", ""},
		{
			"a take at the last price", money, "answer L throws=1,1 cube=5D", "take", 0, 0.24,
			"Разница так мала, что это почти одно и то же.", "The difference is so small that both are nearly the same.",
		},
		{
			"somewhat ahead", money, "decide L throws=1,1", "roll", 0, 0.6,
			"Но поднимать рано: куб перейдёт к сопернику, и следующим цену сможет поднять только он.",
			"But it is early for a raise: the cube goes to the other side, and only they can raise next.",
		},
		{
			"somewhat ahead before the last raise", money, "decide L throws=1,1 cube=5L", "roll", 0, 0.6,
			"Но поднимать рано: преимущество ещё невелико.", "But it is early for a raise: you are not far enough ahead.",
		},
		{"behind", money, "decide L throws=1,1", "roll", 0, 0.4, "", ""},
		{"far ahead", money, "decide L throws=1,1", "raise", 0, 0.8, "", ""},
		{
			"more than the price", money, "decide L throws=1,1 cube=1L", "roll", 0, 1.2, // with mars
			"Поднимать невыгодно: соперник откажется, и вы получите только цену партии, 2; доиграть выгоднее.",
			"A raise does not pay: it would be dropped and bring you only the price of the round, 2; to play on brings more.",
		},
		{
			"the round wins the match", match, "decide L throws=1,1", "roll", 0, 0.9,
			"Поднимать незачем: для победы в матче хватит и нынешней цены.", "There is no need to raise: the price as it is wins the match.",
		},
		{
			"to lose the round loses the match", match, "decide D throws=1,1", "raise", 1, 0.2,
			"Терять нечего: проигрыш этой партии и так отдаёт матч.", "There is nothing to lose: to lose this round loses the match anyway.",
		},
		{
			"a drop loses the match", match, "answer D throws=1,1", "take", 1, 0.1,
			"Отказ сразу отдаёт матч.", "A drop loses the match at once.",
		},
	} {
		state, err := nardy.New([]byte(`{"variant":"hyper","cube":"doubling",`+test.options+`}`), hyperAt+test.code)
		if err != nil {
			t.Fatalf("%s: %v", test.about, err)
		}
		data := fmt.Sprintf(`{"side":%d,"before":[%v,0,0,0,0],"word":%q}`, test.side, test.win, test.word)
		for language, want := range map[string]string{"ru": test.ru, "en": test.en} {
			a, err := nardyAdviceOf(all[language], state, json.RawMessage(data), asTheyAre)
			if err != nil {
				t.Fatalf("%s: %v", test.about, err)
			}
			said := strings.ReplaceAll(a.Says, "\u00a0", " ")
			_, why, _ := strings.Cut(said, ". ")
			if why != want {
				t.Errorf("%s, %s: why is %q, want %q", test.about, language, why, want)
			}
		}
	}
}

// TestAHintAmidAThrowLooksAheadOnly: nothing is left to chance since the hint
// before it, so what was there before is no news.
func TestAHintAmidAThrowLooksAheadOnly(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	o := nardy.DefaultOptions()
	o.Variant = "crazy_short"
	code := "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0 play L 4-4-4-4 from=3 throws=7,7"
	s, err := nardy.New(o.JSON(), code)
	if err != nil {
		t.Fatal(err)
	}
	data := `{"side":0,"before":[0.1,0,0,0,0],"plays":[{"action":"1/5","chances":[0.5,0,0,0,0]}],"facts":[]}`
	if got := advised(t, all["en"], s, data); !strings.Contains(got, "|after the play|0.000|") || strings.Contains(got, "0.800") {
		t.Errorf("in the middle of a double the hint says %q", got)
	}
}

func TestAmountsOfPointsHaveTheirSigns(t *testing.T) {
	t.Parallel()
	all, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := all["en"]
	for _, test := range []struct {
		points       float64
		price        int
		signed, loss string
	}{
		{0, 1, "0.000", "0"},
		{0.0004, 1, "0.000", "0"},
		{-0.0004, 1, "0.000", "0"},
		{0.0006, 1, "+0.001", "−0.001"},
		{-1.5, 1, "−1.500", "0"},
		{12.345, 40, "+12.35", "−12.35"},
		{0.04, 640, "0.0", "0"},
		{1234.56, 1000, "+1234.6", "−1234.6"},
	} {
		if got := signedText(c, test.points, test.price); got != test.signed {
			t.Errorf("%v at %d is %q, want %q", test.points, test.price, got, test.signed)
		}
		if got := lossText(c, test.points, test.price); got != test.loss {
			t.Errorf("a loss of %v at %d is %q, want %q", test.points, test.price, got, test.loss)
		}
	}
}

func TestAnAnalysisAddsPointsUpAtThePriceOfEachStep(t *testing.T) {
	t.Parallel()
	o := nardy.DefaultOptions()
	o.Variant, o.Cube, o.Stake = "hyper", nardy.CubeDoubling, 10
	snap := &table.Snapshot{Rules: nardy.Rules{}, Options: o.JSON(), Begin: hyperAt + "play L 3-1"}
	for _, after := range []string{"decide D", "answer D", "throw D cube=1L", "play D 3-1 cube=1L", "throw L cube=1L", "play L 6-1 cube=2D"} {
		snap.Plies = append(snap.Plies, table.Ply{Seat: game.First, Position: hyperAt + after})
	}
	prices, err := nardyPrices(snap)
	if want := []int{10, 0, 0, 0, 20, 0, 40}; err != nil || !reflect.DeepEqual(prices, want) {
		t.Fatalf("prices %v (%v), want %v", prices, err, want)
	}
	var kept nardyKept
	data := `{"decisions":[{"step":0,"side":0,"loss":100},{"step":4,"side":1,"loss":50},{"step":6,"side":0,"loss":25}],
		"throws":[{"step":0,"side":0,"luck":-200},{"step":4,"side":1,"luck":300},{"step":6,"side":0,"luck":10}],"sides":[{},{}]}`
	if err := json.Unmarshal([]byte(data), &kept); err != nil {
		t.Fatal(err)
	}
	loss, luck := nardyPoints(&kept, prices)
	if got, want := fmt.Sprintf("%.3f %.3f", loss, luck), "[2.000 1.000] [-1.600 6.000]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
