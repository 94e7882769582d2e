package e2e

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// limits of a first visit to a table, compressed, headers included
const (
	maxBytes       = 40 << 10
	maxScriptBytes = 18 << 10
	maxRequests    = 7
)

// traffic counts what a tab asks for.
type traffic struct {
	mu      sync.Mutex
	urls    map[network.RequestID]string
	kinds   map[network.RequestID]network.ResourceType
	bytes   map[network.RequestID]float64
	sockets int
}

// watchTraffic begins to count.
func (p *person) watchTraffic() *traffic {
	p.t.Helper()
	tr := &traffic{
		urls: map[network.RequestID]string{}, kinds: map[network.RequestID]network.ResourceType{},
		bytes: map[network.RequestID]float64{},
	}
	err := chromedp.Listen(p.ctx, func(event any) {
		tr.mu.Lock()
		defer tr.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			tr.urls[e.RequestID], tr.kinds[e.RequestID] = e.Request.URL, e.Type
		case *network.EventLoadingFinished:
			tr.bytes[e.RequestID] = e.EncodedDataLength
		case *network.EventWebSocketCreated:
			tr.sockets++
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	return tr
}

// sum is how many requests there were, and how many bytes came in all and for
// scripts.
func (tr *traffic) sum() (requests int, all, scripts float64, list string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var lines []string
	for id, url := range tr.urls {
		if strings.HasPrefix(url, "data:") {
			continue
		}
		requests++
		all += tr.bytes[id]
		if tr.kinds[id] == network.ResourceTypeScript {
			scripts += tr.bytes[id]
		}
		lines = append(lines, fmt.Sprintf("%7.0f %-10s %s", tr.bytes[id], tr.kinds[id], url))
	}
	slices.Sort(lines)
	return requests, all, scripts, strings.Join(lines, "\n")
}

// of is what the requests for addresses with part in them have cost, in bytes.
func (tr *traffic) of(part string) (bytes float64) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for id, url := range tr.urls {
		if strings.Contains(url, part) {
			bytes += tr.bytes[id]
		}
	}
	return bytes
}

// TestWeightOfPages: the first visit of a table costs little; the other pages
// are measured as well.
func TestWeightOfPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	table := s.person().choose(opening{mode: "hotseat"})
	for _, path := range append([]string{table, "/en" + table}, publicPages()...) {
		p := s.person()
		traffic := p.watchTraffic()
		p.open(path)
		p.until("document.readyState == 'complete'")
		time.Sleep(200 * time.Millisecond)
		requests, all, scripts, list := traffic.sum()
		t.Logf("%s: %d requests, %.1f KB, scripts %.1f KB", path, requests, all/1024, scripts/1024)
		if all > maxBytes || scripts > maxScriptBytes || requests > maxRequests {
			t.Errorf("%s: a first visit takes %d requests, %.1f KB, of which scripts %.1f KB:\n%s", path, requests, all/1024, scripts/1024, list)
		}
	}
}

// TestBoardWorksBeforeItsScript: with every script kept back the board is there
// and a press on it plays.
func TestBoardWorksBeforeItsScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(p.ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{
		URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/*.js", Block: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.expect("ERR_BLOCKED_BY_CLIENT")
	p.choose(opening{mode: "hotseat"})
	p.take(2)
	p.awaitLeft(13)
	p.click("#heap button[data-stick='11']")
	p.awaitLeft(10)
}

// TestSlowPhone measures, on a CPU four times slower and a line of 1.6 Mbit/s,
// when a table can be read and when its script runs. The figures depend on the
// machine, so they are logged and not judged.
func TestSlowPhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person().onPhone()
	table := p.choose(opening{mode: "hotseat"})
	for _, err := range []error{
		second(chromedp.Call(p.ctx, network.Enable, network.EnableParams{})),
		second(chromedp.Call(p.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})),
		second(chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 750e3 / 8}},
		})),
		second(chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.longTasks = []; new PerformanceObserver(l => longTasks.push(...l.getEntries().map(e => Math.round(e.duration)))).observe({type: 'longtask', buffered: true})`,
	}); err != nil {
		t.Fatal(err)
	}
	p.open(table)
	p.until("document.querySelector('#table').dataset.line == 'open'")
	time.Sleep(500 * time.Millisecond)
	t.Log(eval[string](p, `(() => {
		const n = performance.getEntriesByType('navigation')[0];
		const paint = performance.getEntriesByType('paint').map(e => e.name + ' ' + Math.round(e.startTime)).join(', ');
		return 'milliseconds: first byte ' + Math.round(n.responseStart) + ', ' + paint + ', document ready ' + Math.round(n.domInteractive) +
			', scripts have run ' + Math.round(n.domContentLoadedEventEnd) + ', all loaded ' + Math.round(n.loadEventEnd) +
			', long tasks ' + JSON.stringify(window.longTasks);
	})()`))
	p.take(1)
	p.awaitLeft(14)
}

func second[T any](_ T, err error) error { return err }
