package web_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/hod-games/hod/internal/game"
	"github.com/hod-games/hod/internal/games/nardy"
	"github.com/hod-games/hod/internal/lang"
	"github.com/hod-games/hod/internal/table"
)

// vector is a question about nardy with its answer by an independent engine.
type vector struct {
	ID        int      `json:"id"`
	Type      string   `json:"type"`
	Variant   string   `json:"variant"`
	Pos       string   `json:"pos"`
	Turn      string   `json:"turn"`
	Dice      []int    `json:"dice"`
	First     bool     `json:"first"`
	Second    bool     `json:"second"`
	HeadTaken int      `json:"head_taken"`
	HandOver  bool     `json:"handover"`
	Count     int      `json:"count"`
	Results   []string `json:"results"`
	SHA256    string   `json:"sha256"`
	Dead      bool     `json:"dead"`
	Status    struct {
		Over   bool    `json:"over"`
		Winner *string `json:"winner"`
		Kind   *string `json:"kind"`
		Points int     `json:"points"`
	} `json:"status"`

	// Of a whole game.
	Starter string `json:"starter"`
	Start   string `json:"start"`
	Stages  []struct {
		vector
		Result string `json:"result"`
	} `json:"stages"`
}

func nardyVectors(t *testing.T) []vector {
	t.Helper()
	var all []vector
	for _, name := range []string{"vectors.jsonl", "vectors-more.jsonl"} {
		f, err := os.Open("../games/nardy/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var v vector
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// asked is the address of the training table that asks a vector's question.
func (v vector) asked() string {
	q := url.Values{
		"part": {"training"}, "all": {"1"}, "variant": {v.Variant}, "pos": {v.Pos}, "turn": {v.Turn}, "when": {"later"}, "began": {v.Turn},
	}
	if v.Second {
		q.Set("began", map[string]string{"L": "D", "D": "L"}[v.Turn])
	}
	if v.First {
		q.Set("when", "first")
	}
	row, _ := nardy.VariantNamed(v.Variant)
	for i := range row.Dice {
		if i < len(v.Dice) {
			q.Add("d", strconv.Itoa(v.Dice[i]))
		} else if v.HandOver {
			q.Add("d", strconv.Itoa(v.Dice[0]))
		}
	}
	if v.HandOver {
		q.Set("left", strconv.Itoa(len(v.Dice)))
	}
	if v.HeadTaken > 0 {
		q.Set("more", "head="+strconv.Itoa(v.HeadTaken))
		if !v.HandOver { // only a progression has counted departures before
			q.Set("when", "sixth")
			q.Set("more", fmt.Sprintf("from=%d head=%d", v.Dice[0]-1, v.HeadTaken))
		}
	}
	return "/nardy/position?" + q.Encode()
}

// resultsOn are the positions to which the plays on a training table lead.
func resultsOn(t *testing.T, page *goquery.Document) []string {
	t.Helper()
	line := page.Find("#field-code").AttrOr("value", "")
	u, err := nardy.ReadPosition(line, "")
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	state, err := u.State()
	if err != nil {
		t.Fatal(err)
	}
	plays := page.Find("[data-play]").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("data-play", "") })
	if len(plays) == 0 {
		plays = []string{string(game.Pass)}
	}
	results := map[string]bool{}
	for _, play := range plays {
		after, err := state.Apply(game.Action(play))
		if err != nil {
			t.Fatalf("%s offers %q: %v", line, play, err)
		}
		code, _, _ := strings.Cut(after.String(), " ")
		results[code] = true
	}
	if len(results) != len(plays) {
		t.Errorf("%s: %d plays lead to %d positions", line, len(plays), len(results))
	}
	var all []string
	for code := range results {
		all = append(all, code)
	}
	slices.Sort(all)
	return all
}

// TestTrainingTableAgreesWithEveryVector asks the page itself: the plays that
// it lists lead to the positions that the vectors name.
func TestTrainingTableAgreesWithEveryVector(t *testing.T) {
	onePageAfterAnother(t)
	r := newReader(t)
	c := r.languages["ru"]
	over, _, _ := strings.Cut(plain(c.Text("training.over")), "{")
	dead := plain(c.Text("training.problem.dead"))
	seen := map[string]int{}
	check := func(v vector, want func(results []string) bool) {
		t.Helper()
		page, status := r.get(v.asked())
		if status != http.StatusOK || page.Find("#problem").Length() > 0 {
			t.Errorf("vector %d, %s: status %d, %q", v.ID, v.asked(), status, page.Find("#problem").Text())
			return
		}
		results := resultsOn(t, page)
		if len(results) != v.Count || !want(results) {
			t.Errorf("vector %d, %s: %d results %v, want %d %v", v.ID, v.asked(), len(results), results, v.Count, v.Results)
		}
	}
	for _, v := range nardyVectors(t) {
		seen[v.Type]++
		switch v.Type {
		case "legal":
			check(v, func(results []string) bool {
				if v.SHA256 != "" {
					sum := sha256.Sum256([]byte(strings.Join(results, "\n")))
					return hex.EncodeToString(sum[:]) == v.SHA256
				}
				return slices.Equal(results, v.Results)
			})
		case "status", "dead":
			v.Turn = "L"
			page, _ := r.get(v.asked())
			problem := said(t, page.Selection, "#verdict")
			if strings.Contains(problem, strings.TrimSpace(over)) != v.Status.Over {
				t.Errorf("vector %d, %s: %q", v.ID, v.asked(), problem)
			}
			if v.Type == "dead" && strings.Contains(problem, dead) != v.Dead {
				t.Errorf("vector %d, %s: %q", v.ID, v.asked(), problem)
			}
			if v.Status.Kind != nil {
				word, _, _ := strings.Cut(plain(c.Text("reason.nardy."+*v.Status.Kind, "n", v.Status.Points)), ":")
				if !strings.Contains(problem, word) {
					t.Errorf("vector %d, %s: %q, want %q", v.ID, v.asked(), problem, word)
				}
			}
		case "game":
			pos := v.Start
			for _, stage := range v.Stages {
				q := stage.vector
				q.ID, q.Variant, q.Pos, q.Second = v.ID, v.Variant, pos, stage.Turn != v.Starter
				check(q, func(results []string) bool { return slices.Contains(results, stage.Result) })
				seen["stage"]++
				pos = stage.Result
			}
		}
	}
	t.Logf("%v", seen)
	if seen["legal"] < 600 || seen["status"] < 80 || seen["stage"] < 1000 {
		t.Errorf("only %v", seen)
	}
}

const (
	shortBegin = "2,0,0,0,0,-5,0,-3,0,0,0,5,-5,0,0,0,3,0,5,0,0,0,0,-2|0,0|0,0"
	longBegin  = "15,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"
)

func TestTrainingTableRefusesImpossiblePositionsInWords(t *testing.T) {
	r := newReader(t)
	const xgid = "XGID=-b----E-C---eE---c-e----B-"
	bad := map[string]url.Values{
		"form": {"text": {"0,0|0|0"}}, "unknown": {"text": {"what?"}},
		"checkers.first":  {"variant": {"classic"}, "pos": {strings.Replace(longBegin, "15,0", "15,1", 1)}},
		"checkers.second": {"text": {"classic " + strings.Replace(longBegin, "-15,0", "-15,-1", 1)}},
		"bar.first":       {"variant": {"classic"}, "pos": {strings.Replace(strings.Replace(longBegin, "15", "14", 1), "|0,0|", "|1,0|", 1)}},
		"bar.second":      {"variant": {"fevga"}, "pos": {strings.Replace(strings.Replace(longBegin, "-15", "-14", 1), "|0,0|", "|0,1|", 1)}},
		"two-owners":      {"variant": {"classic"}, "pos": {strings.Replace(longBegin, "15,0", "15*,0", 1)}},
		"both-off":        {"variant": {"classic"}, "pos": {"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}},
		"dead":            {"variant": {"short"}, "pos": {"-2,-2,-2,-2,-2,-2,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2|3,3|0,0"}, "d": {"3", "1"}},
		"end":             {"text": {longBegin + " over L mars"}, "variant": {"classic"}},
		"dice":            {"text": {"classic " + longBegin + " play L 6-6"}},
		"remainder":       {"text": {"classic " + longBegin + " play L 6-6 handed"}},
		"progression":     {"text": {"gulbar " + longBegin + " play L 5-5-5 handed rest=6x4"}},
		"head":            {"text": {"crazy " + longBegin + " play L 5-5-5-5 from=4 head=9 throws=6,6"}},
		"throws":          {"text": {"classic " + longBegin + " throw L throws=1,9"}},
		"reuse":           {"text": {"short " + shortBegin + " throw L throws=0,0"}},
		"extra":           {"text": {"classic " + longBegin + " throw L extra"}},
		"raises":          {"text": {"short " + shortBegin + " throw L cube=9L"}},
		"no-raise":        {"text": {"classic " + longBegin + " answer D throws=0,0"}},
		"xgid":            {"text": {xgid}}, "xgid-place": {"text": {"XGID=-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:0:10"}},
		"enemy-bar": {"text": {"XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:0:10"}}, "cube-owner": {"text": {xgid + ":2:0:1:00:0:0:0:0:10"}},
		"beaver": {"text": {xgid + ":1:1:1:B:0:0:0:0:10"}}, "match": {"text": {xgid + ":0:0:1:00:9:0:0:5:10"}},
		"gnu": {"text": {"4HPwATDgc/ABMA:short"}}, "gnu-game": {"text": {"4HPwATDgc/ABMA:AAAAAAAAAAAA"}}, "resigned": {"text": {"4HPwATDgc/ABMA:cEkAAAAAAAAA"}},
		"too-long": {"text": {strings.Repeat("0,", 2000)}}, "nothing": {"text": {" "}}, "refused": {"text": {"checkers " + longBegin}},
	}
	for _, id := range nardy.Problems() {
		if _, two := bad[id+".first"]; bad[id] == nil && !two && id != "over" { // which is told by how it ended
			t.Errorf("nothing meets the problem %s", id)
		}
	}
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for id, q := range bad {
			page, status := r.get(prefix(code) + "/nardy/position?" + q.Encode())
			place, wanted := "#problem", http.StatusOK
			if q.Has("text") {
				place, wanted = "#paste-problem", http.StatusUnprocessableEntity
			}
			want, _, _ := strings.Cut(plain(c.Text("training.problem."+id, "n", map[string]int{"dice": 2, "raises": 9, "checkers.first": 16, "checkers.second": 16, "bar.first": 1, "bar.second": 1}[id], "want", 15)), "{")
			if status != wanted || !strings.Contains(plain(page.Find(place).Text()), want) {
				t.Errorf("%s, %s: status %d, %q, want %q", code, id, status, plain(page.Find(place).Text()), want)
			}
			if q.Has("text") && page.Find("textarea[name=text]").Text() != q.Get("text") {
				t.Errorf("%s, %s: what was typed is kept as %q", code, id, page.Find("textarea[name=text]").Text())
			}
			if !q.Has("text") && (page.Find("#play").Length() > 0 || page.Find("[data-play]").Length() > 0) {
				t.Errorf("%s, %s: an impossible position can be played", code, id)
			}
		}
	}
}

// TestTrainingTableSaysWhatIsWrongWithItsAddress: of a point with too many
// checkers, and of a die that shows what none does.
func TestTrainingTableSaysWhatIsWrongWithItsAddress(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		c := r.languages[code]
		for query, want := range map[string]string{
			"variant=classic&pos=" + strings.Replace(longBegin, "15,", "16,", 1):       c.Text("training.problem.checkers.first", "n", 16, "want", 15),
			"variant=classic&pos=" + strings.Replace(longBegin, "-15,0", "-15,-30", 1): c.Text("training.problem.checkers.second", "n", 45, "want", 15),
			"text=" + url.QueryEscape("classic 16"+longBegin[2:]+" throw L"):           c.Text("training.problem.checkers.first", "n", 16, "want", 15),
			"variant=classic&pos=" + longBegin + "&d=7":                                c.Text("training.problem.dice", "n", 2),
			"variant=classic&pos=" + longBegin + "&d=6&d=0":                            c.Text("training.problem.dice", "n", 2),
			"variant=triple&d=six&d=&d=":                                               c.Text("training.problem.dice", "n", 3),
			"variant=classic&pos=" + longBegin + "&d=6&d=":                             c.Text("training.some-dice"),
		} {
			page, _ := r.get(prefix(code) + "/nardy/position?" + strings.ReplaceAll(query, "|", "%7C"))
			if got := plain(page.Find("#problem, #paste-problem").Text()); got != plain(want) {
				t.Errorf("%s, %s: %q, want %q", code, query, got, want)
			}
		}
		// Four dice chosen for a variant with two are no fault of anybody.
		page := r.open(prefix(code) + "/nardy/position?variant=classic&d=6&d=5&d=4&d=3")
		if got := plain(page.Find("#problem").Text()); got != "" {
			t.Errorf("%s: dice of another variant: %q", code, got)
		}
	}
}

// TestTrainingTableKeepsTheBoardWhenAPasteFails sends the form of pasted texts
// as a browser without script does: the position that one has set up stays, the
// words stand beside the box, and what was typed stays in it.
func TestTrainingTableKeepsTheBoardWhenAPasteFails(t *testing.T) {
	r := newReader(t)
	for _, q := range []url.Values{
		{"variant": {"fevga"}, "pos": {"14,0,0,0,0,0,0,1,0,0,0,0,-13,0,0,-2,0,0,0,0,0,0,0,0|0,0|0,0"}, "turn": {"D"}, "d": {"5", "4"}, "when": {"first"}},
		{"variant": {"sport"}, "pos": {longBegin}, "turn": {"L"}, "d": {"6", "6"}, "began": {"D"}},
		{"variant": {"gulbar"}, "pos": {longBegin}, "turn": {"D"}, "d": {"6", "6"}, "left": {"3"}},
		{"variant": {"crazy"}, "pos": {"10,0,0,0,0,5,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}, "d": {"5", "5"}, "when": {"sixth"}, "more": {"from=4 head=1"}},
		{"variant": {"classic"}, "pos": {"3,2,0,0,0,0,0,0,0,0,0,0,-15,-1,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}},
	} {
		before := r.open("/nardy/position?" + q.Encode())
		asked := url.Values{"text": {"what?"}}
		before.Find("#paste input, #training input[form=paste]").Each(func(_ int, f *goquery.Selection) {
			asked.Add(f.AttrOr("name", ""), f.AttrOr("value", ""))
		})
		after, status := r.get(before.Find("#paste").AttrOr("action", "") + "?" + asked.Encode())
		if status != http.StatusUnprocessableEntity || after.Find("#paste #paste-problem").Length() != 1 || after.Find("#paste textarea").Text() != "what?" {
			t.Errorf("%v: status %d, %q beside %q", q, status, plain(after.Find("#paste-problem").Text()), after.Find("#paste textarea").Text())
		}
		for _, what := range []string{"#table", "#verdict"} {
			b, err := before.Find(what).Html()
			if err != nil {
				t.Fatal(err)
			}
			a, err := after.Find(what).Html()
			if err != nil {
				t.Fatal(err)
			}
			if a != b {
				t.Errorf("%v: %s was\n%s\nand is\n%s", q, what, b, a)
			}
		}
	}
}

// TestTrainingTableNamesTheClauseAgainstAPosition sets up what no game leads
// to: the rules answer there, and no table begins with it.
func TestTrainingTableNamesTheClauseAgainstAPosition(t *testing.T) {
	r := newReader(t)
	for rule, q := range map[string]url.Values{
		nardy.RuleBlockOfSix:   {"variant": {"classic"}, "pos": {"9,1,1,1,1,1,1,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}},
		nardy.RuleFirstQuarter: {"variant": {"fevga"}, "pos": {"10,1,1,1,1,1,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}},
		nardy.RuleRunnerFirst:  {"variant": {"fevga"}, "pos": {"13,1,1,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0"}},
		nardy.RuleNotAllHome:   {"variant": {"classic"}, "pos": {"10,0,0,0,0,0,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|5,0"}},
	} {
		q["d"] = []string{"6", "5"}
		for _, code := range lang.Languages() {
			page := r.open(prefix(code) + "/nardy/position?" + q.Encode())
			want := plain(r.languages[code].Text("training.unreachable." + rule))
			if got := said(t, page.Selection, "#warning"); !strings.HasPrefix(got, want) {
				t.Errorf("%s, %s: %q", code, rule, got)
			}
			if link := page.Find("#warning a").AttrOr("href", ""); link != prefix(code)+"/nardy/rules#"+rule {
				t.Errorf("%s, %s: the clause is at %q", code, rule, link)
			}
			if page.Find("[data-play]").Length() == 0 || page.Find("#play").Length() > 0 {
				t.Errorf("%s, %s: %d plays, and %d forms that open a table", code, rule, page.Find("[data-play]").Length(), page.Find("#play").Length())
			}
		}
	}
}

// pressed is the page after the form of the training table was sent, with other
// values in some fields.
func pressed(r reader, page *goquery.Document, fields ...string) *goquery.Document {
	q := url.Values{}
	page.Find("#table input[type=hidden], #table input[checked], #table select").Each(func(_ int, f *goquery.Selection) {
		value := f.AttrOr("value", "")
		if goquery.NodeName(f) == "select" {
			value = f.Find("option[selected]").AttrOr("value", "")
		}
		q.Add(f.AttrOr("name", ""), value)
	})
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == "d" {
			q["d"] = strings.Split(fields[i+1], "-")
			continue
		}
		q.Set(fields[i], fields[i+1])
	}
	return r.open(page.Find("#table").AttrOr("action", "") + "?" + q.Encode())
}

func TestTrainingTableIsSetUpWithoutScript(t *testing.T) {
	r := newReader(t)
	page := r.open("/nardy/position?variant=plakoto")
	page = r.open(page.Find(`[data-place="clear"]`).AttrOr("href", ""))
	for _, step := range []struct {
		fields []string
		want   string // the points that are not empty
	}{
		{[]string{"put", "5"}, "5:1"},
		{[]string{"put", "5"}, "5:2"},
		{[]string{"put", "5", "side", "none"}, "5:1"},
		{[]string{"put", "5", "side", "D"}, "5:-1*"},
		{[]string{"put", "5", "side", "L"}, "5:1"},
		{[]string{"put", "8", "side", "D"}, "5:1 8:-1"},
		{[]string{"put", "8", "from", "5"}, "8:1*"},
		{[]string{"put", "8", "side", "D"}, "8:-1"},
		{[]string{"variant", "classic"}, "8:-1"},
		{[]string{"put", "8", "side", "L"}, "8:1"},
		{[]string{"put", "off-L", "from", "8"}, ""},
	} {
		page = pressed(r, page, step.fields...)
		points, _, _ := strings.Cut(page.Find("#table input[name=pos]").AttrOr("value", ""), "|")
		var got []string
		for i, n := range strings.Split(points, ",") {
			if n != "0" {
				got = append(got, strconv.Itoa(i+1)+":"+n)
			}
		}
		if strings.Join(got, " ") != step.want {
			t.Errorf("after %v there is %v, want %s", step.fields, got, step.want)
		}
	}
	// The beginning of one variant becomes that of another.
	page = pressed(r, r.open("/nardy/position?variant=classic"), "variant", "short", "d", "3-1")
	if got := page.Find("#field-xgid").AttrOr("value", ""); got != "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0" {
		t.Errorf("short nardy begins with %s", got)
	}
	if got := page.Find("[data-play]").Length(); got != 16 {
		t.Errorf("a first 3-1 has %d plays, want 16", got)
	}
	// A play is looked at, and gone on from.
	play := page.Find(`[data-play="17/20 19/20"]`)
	page = r.open(play.AttrOr("href", ""))
	if page.Find(`[data-play][aria-current]`).Length() != 1 || page.Find("#table .nardy .last").Length() != 1 {
		t.Error("the play is not seen on the board")
	}
	page = r.open(page.Find("#table a.main").AttrOr("href", ""))
	if got := page.Find("#field-code").AttrOr("value", ""); !strings.Contains(got, ",2,2,4,") && !strings.HasSuffix(got, " throw D throws=1,0") {
		t.Errorf("one goes on from %s", got)
	}
	if page = pressed(r, page, "d", "6-"); page.Find("#problem").Length() != 1 {
		t.Error("half a throw is played")
	}
}

// TestTrainingTableTakesPastedPositions pastes them as forms do, and copies
// them again.
func TestTrainingTableTakesPastedPositions(t *testing.T) {
	r := newReader(t)
	for text, want := range map[string]string{
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10":                                                              "short " + shortBegin + " play L 3-1",
		"4HPwATDgc/ABMA:cIkFAAAAAAAE":                                                                                      "short " + shortBegin + " play L 3-1",
		"XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:2:3:0:7:10":                                                             "short " + shortBegin + " throw L cube=1D",
		"gulbar " + longBegin + " play D 6-6 handed throws=1,0":                                                            "gulbar " + longBegin + " play D 6-6 handed throws=1,0",
		"crazy 10,0,0,0,0,5,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0 play L 5-5-5-5 from=4 head=1 throws=6,7 began=D": "crazy 10,0,0,0,0,5,0,0,0,0,0,0,-15,0,0,0,0,0,0,0,0,0,0,0|0,0|0,0 play L 5-5-5-5 from=4 head=1 throws=6,7 began=D",
		"gulbar " + longBegin + " throw L extra throws=2,1":                                                                "gulbar " + longBegin + " throw L extra throws=2,1",
	} {
		w := httptest.NewRecorder()
		r.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/nardy/position?"+url.Values{"text": {text}}.Encode(), nil))
		if w.Code != http.StatusSeeOther {
			t.Errorf("%s: status %d", text, w.Code)
			continue
		}
		page := r.open(w.Header().Get("Location"))
		got := page.Find("#field-code").AttrOr("value", "")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
		if again := pressed(r, page).Find("#field-code").AttrOr("value", ""); again != got {
			t.Errorf("the form makes %s of %s", again, got)
		}
	}
}

func TestTrainingTableOpensTables(t *testing.T) {
	r := newReader(t)
	page := r.open("/en/nardy/position?" + url.Values{"variant": {"classic"}, "pos": {longBegin}, "turn": {"D"}, "began": {"D"}, "d": {"6", "6"}}.Encode())
	form := page.Find("#play")
	for _, mode := range []table.Mode{table.Computer, table.HotSeat, table.Link} {
		q := url.Values{"mode": {string(mode)}, "bot": {"random"}, "starts": {form.Find("input[name=starts][checked]").AttrOr("value", "")}}
		for _, name := range []string{"options", "position"} {
			q.Set(name, form.Find(`input[name="`+name+`"]`).AttrOr("value", ""))
		}
		w := httptest.NewRecorder()
		ask := httptest.NewRequestWithContext(t.Context(), http.MethodPost, form.AttrOr("action", ""), strings.NewReader(q.Encode()))
		ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.handler.ServeHTTP(w, ask)
		if w.Code != http.StatusSeeOther {
			t.Fatalf("%s: status %d: %s", mode, w.Code, plain(w.Body.String()))
		}
		id := strings.TrimPrefix(strings.Split(w.Header().Get("Location"), "?")[0], "/en/t/")
		snap, err := r.host.Snapshot(t.Context(), table.ID(id))
		if err != nil {
			t.Fatal(err)
		}
		if snap.Begin != longBegin+" play D 6-6-6-6 throws=0,1 began=D" || snap.Mode != mode {
			t.Errorf("%s: a table of mode %s begins with %s", mode, snap.Mode, snap.Begin)
		}
		if own := snap.SeatOf(game.Second); mode != table.HotSeat && own != game.First {
			t.Errorf("%s: Dark sits at seat %s, not at that of the person", mode, own)
		}
	}
}

func TestTrainingTableHasAPictureOfThePosition(t *testing.T) {
	r := newReader(t)
	picture := func(page *goquery.Document) (string, []byte) {
		address := page.Find(`meta[property="og:image"]`).AttrOr("content", "")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		r.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, u.RequestURI(), nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%s: status %d, %s", address, w.Code, w.Header().Get("Content-Type"))
		}
		return address, w.Body.Bytes()
	}
	seen := map[string]string{}
	for _, q := range []string{"", "?variant=short", "?variant=short&d=6&d=5", "?variant=short&d=6&d=5&turn=D"} {
		address, drawn := picture(r.open("/nardy/position" + q))
		if other, twice := seen[string(drawn)]; twice {
			t.Errorf("%s and %s look the same", address, other)
		}
		seen[string(drawn)] = address
	}
}

// TestTrainingTableIsOnePageForSearchEngines: the page itself is found in both
// languages, a position is not.
func TestTrainingTableIsOnePageForSearchEngines(t *testing.T) {
	r := newReader(t)
	for _, code := range lang.Languages() {
		page := r.open(prefix(code) + "/nardy/position")
		if page.Find(`link[rel=canonical]`).Length() != 1 || page.Find(`link[rel=alternate][hreflang]`).Length() != 3 {
			t.Errorf("%s: %d canonical links and %d translations", code, page.Find(`link[rel=canonical]`).Length(), page.Find(`link[rel=alternate][hreflang]`).Length())
		}
		if n := len([]rune(page.Find(`meta[name=description]`).AttrOr("content", ""))); n < 80 {
			t.Errorf("%s: the description has %d letters", code, n)
		}
		one := r.open(prefix(code) + "/nardy/position?variant=short&pos=" + url.QueryEscape(shortBegin))
		if one.Find(`meta[name=robots][content=noindex]`).Length() != 1 || one.Find(`link[rel=canonical]`).Length() != 0 {
			t.Errorf("%s: every position is for search engines", code)
		}
	}
	if got := r.open("/sitemap.xml").Text(); strings.Count(got, "/nardy/position") == 0 {
		t.Error("the map of the site does not name the training table")
	}
}

// TestExamplesAndExercisesLeadToTheTrainingTable opens every example of the
// rules there, and finds the plays that the example allows.
func TestExamplesAndExercisesLeadToTheTrainingTable(t *testing.T) {
	r := newReader(t)
	seen := 0
	r.open("/nardy/rules").Find("form[data-leaves]").Each(func(_ int, form *goquery.Selection) {
		q := url.Values{}
		for _, name := range []string{"example", "position"} {
			q.Set(name, form.Find(`input[name="`+name+`"]`).AttrOr("value", ""))
		}
		w := httptest.NewRecorder()
		r.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, form.AttrOr("action", "")+"?"+q.Encode(), nil))
		if w.Code != http.StatusSeeOther {
			t.Errorf("%s: status %d", q, w.Code)
			return
		}
		page := r.open(w.Header().Get("Location"))
		_, got, _ := strings.Cut(page.Find("#field-code").AttrOr("value", ""), " ")
		if want := q.Get("position"); got != want {
			t.Errorf("%s leads to %s", q, got)
		}
		seen++
	})
	if seen < 60 {
		t.Errorf("only %d examples lead there", seen)
	}
	exercise := r.open("/nardy/exercises/long-legal-01?choice=0")
	page := r.open(exercise.Find(".example-foot a[href*=position]").AttrOr("href", ""))
	if got, want := page.Find("#table .nardy .stack i").Length(), exercise.Find(".nardy .stack i").Length(); got != want {
		t.Errorf("%d checkers are seen, want %d", got, want)
	}
	if _, status := r.get("/nardy/position?example=nothing"); status != http.StatusNotFound {
		t.Errorf("an example that is none: status %d", status)
	}
}
