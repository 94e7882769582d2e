package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// limits of a visit to a table of nardy, compressed, headers included
const (
	maxNardyBytes       = 60 << 10
	maxNardyScriptBytes = 32 << 10
	maxNardyAgain       = 10 << 10 // a second visit: the page itself and the log of the throws
)

// TestWeightOfNardyTable: the first visit of a table costs little, a second one
// no more than the page itself.
func TestWeightOfNardyTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, variant := range []string{"short", "classic", "plakoto"} {
		options, err := json.Marshal(map[string]string{"variant": variant, "cube": "doubling"})
		if err != nil {
			t.Fatal(err)
		}
		p := s.person()
		path := p.atNardy(mustCreate(t, s.api, wire.Create{Game: "nardy", Options: options, Mode: "hotseat"}))
		rest(p)
		p.do(chromedp.Navigate("about:blank"))
		if _, err := chromedp.Call(p.ctx, network.ClearBrowserCache, cdp.Empty{}); err != nil {
			t.Fatal(err)
		}
		traffic := p.watchTraffic()
		p.open(path)
		p.until("document.querySelector('#table').dataset.line == 'open'")
		rest(p)
		requests, all, scripts, list := traffic.sum()
		scripts -= traffic.of("/texts-") // words, which come as a script because that is quickest
		t.Logf("%s: %d requests, %.1f KB, scripts %.1f KB:\n%s", variant, requests, all/1024, scripts/1024, list)
		if all > maxNardyBytes || scripts > maxNardyScriptBytes || scripts == 0 {
			t.Errorf("%s: a first visit takes %d requests, %.1f KB, of which scripts %.1f KB:\n%s", variant, requests, all/1024, scripts/1024, list)
		}

		again := p.newTab()
		traffic = again.watchTraffic()
		again.open(path)
		again.until("document.querySelector('#table').dataset.line == 'open'")
		rest(again)
		requests, all, _, list = traffic.sum()
		t.Logf("%s again: %d requests, %.1f KB:\n%s", variant, requests, all/1024, list)
		if all > maxNardyAgain || all == 0 {
			t.Errorf("%s: a second visit takes %d requests, %.1f KB:\n%s", variant, requests, all/1024, list)
		}
	}
}

// TestNardyOnASlowPhone measures when a table can be played on, on a CPU four
// times slower and a line of 1.6 Mbit/s. The figures depend on the machine, so
// they are logged and not judged.
func TestNardyOnASlowPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	path := p.nardyTable(s, "short", nardyStart("play L 3-1"), "")
	for _, err := range []error{
		second(chromedp.Call(p.ctx, network.Enable, network.EnableParams{})),
		second(chromedp.Call(p.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})),
		second(chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 750e3 / 8}},
		})),
		second(chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slower})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p.open(path)
	p.awaitDue("hop")
	t.Log(eval[string](p, `(() => {
		const n = performance.getEntriesByType('navigation')[0];
		const paint = performance.getEntriesByType('paint').map(e => e.name + ' ' + Math.round(e.startTime)).join(', ');
		return 'milliseconds: first byte ' + Math.round(n.responseStart) + ', ' + paint + ', document ready ' + Math.round(n.domInteractive) +
			', interactive (scripts have run) ' + Math.round(n.domContentLoadedEventEnd) + ', all loaded ' + Math.round(n.loadEventEnd);
	})()`))
	p.hop("17", "20")
}

// TestNardyPages: what stands on the pages of nardy is there for everybody, in
// both languages and themes, and fits every width.
func TestNardyPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	begun := p.nardyTable(s, "classic", "", "own")
	playing := p.nardyTable(s, "plakoto", nardyCode(15, map[int]string{1: "9", 5: "2*", 21: "3", 24: "-9", 18: "-5", 13: "1"}, [2]int{}, "play L 5-2"), "")
	made, err := json.Marshal(map[string]any{"variant": "short", "cube": "doubling", "points": 5})
	if err != nil {
		t.Fatal(err)
	}
	cube := p.atNardy(mustCreate(t, s.api, wire.Create{
		Game: "nardy", Options: made, Mode: "hotseat", Names: []string{"Константин Константинович", "WWWWWWWWWWWWWWWWWWWWWWWW"},
		Position: nardyStart("answer L"),
	}))
	over := p.nardyTable(s, "hyper", nardyCode(3, map[int]string{24: "1", 1: "-1"}, [2]int{}, "play L 2-1"), "")
	p.fill("#type-text", "24/off")
	p.pressNow("type-go")
	p.until("document.querySelector('#table').dataset.over == 'true'")

	tables := []string{begun, playing, cube, over}
	var paths []string
	for _, path := range append([]string{"/nardy", "/dice"}, tables...) { // TestReadingNardyForEverybody has the rules
		paths = append(paths, path, "/en"+path)
	}
	for _, path := range paths {
		p.open(path)
		p.isAccessible(path)
	}
	p.inTheme("dark")
	for _, path := range []string{"/nardy", "/dice", playing, cube} { // the same colors as in English
		p.open(path)
		p.isAccessibleIn("dark", path)
	}
	p.inTheme("light")
	for _, size := range [][2]int64{{320, 568}, {360, 740}, {768, 1024}, {1440, 900}} {
		p.resize(size[0], size[1])
		for _, path := range []string{"/nardy", "/en/nardy", "/dice", begun, playing, cube, "/en" + cube, over} {
			p.open(path)
			p.fits(fmt.Sprintf("%s at %d × %d", path, size[0], size[1]))
		}
	}
}
