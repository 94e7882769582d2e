package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for what it should do at once: the
// machine may be busy with other tests.
const patience = 15 * time.Second

// browserPath finds Chromium.
func browserPath() (string, error) {
	if path := os.Getenv("HOD_CHROME"); path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("HOD_CHROME: %w", err)
		}
		return found, nil
	}
	usual := []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}
	for _, name := range usual {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium at HOD_CHROME, nor any of %s", strings.Join(usual, ", "))
}

// shared is the one browser of all tests; each person has a profile of their
// own in it.
var shared struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func stopBrowser() {
	if shared.stop != nil {
		shared.stop()
	}
}

// browser returns the context of the running browser. Without one the test is
// skipped, or fails where a browser is required.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := browserPath()
	if err != nil {
		if os.Getenv("HOD_E2E_REQUIRED") != "" {
			t.Fatalf("a browser is required: %v", err)
		}
		t.Skipf("needs a browser: %v", err)
	}
	shared.once.Do(func() { shared.ctx, shared.stop, shared.err = startBrowser(path) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.ctx
}

func startBrowser(path string) (context.Context, func(), error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoFirstRun,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("lang", "ru"),
		chromedp.WindowSize(1200, 900),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopTab := chromedp.NewContext(allocator)
	stop := func() { stopTab(); stopAllocator() }
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, stop, nil
}

// person is somebody at a tab of a browser profile of their own.
type person struct {
	t    *testing.T
	ctx  context.Context
	site string
	tap  bool          // a finger instead of a mouse
	wait time.Duration // more than patience, where a cluster must find its feet

	mu       sync.Mutex
	problems []string
	expected []*regexp.Regexp
}

// newPerson opens a fresh profile. What its pages complain about fails the
// test: errors and warnings of the console, exceptions, violations of the
// content security policy, resources that are not there.
func newPerson(t *testing.T, site string) *person {
	t.Helper()
	return attach(t, browser(t), site, chromedp.WithNewBrowserContext())
}

// newTab opens another tab in the same profile.
func (p *person) newTab() *person {
	p.t.Helper()
	return attach(p.t, p.ctx, p.site)
}

func attach(t *testing.T, parent context.Context, site string, options ...chromedp.ContextOption) *person {
	t.Helper()
	p := &person{t: t, site: site}
	ctx, cancel := chromedp.NewContext(parent, append(options, chromedp.WithListener(p.notice))...)
	t.Cleanup(cancel)
	p.ctx = ctx
	t.Cleanup(p.report)
	// The tab lives as long as the context of its first step: no deadline here.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	p.do(chromedp.EmulateViewport(1200, 900))
	return p
}

// onPhone makes the tab a phone's: 360 × 740 and a finger.
func (p *person) onPhone() *person {
	p.t.Helper()
	p.tap = true
	p.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)))
	return p
}

func (p *person) notice(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if kind := string(e.Type); kind == "error" || kind == "warning" || kind == "assert" {
			p.complain("console." + kind + ": " + arguments(e))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.complain("exception: " + text)
	case *log.EventEntryAdded:
		if kind := string(e.Entry.Level); kind == "error" || kind == "warning" {
			p.complain("browser: " + e.Entry.Text + " " + e.Entry.URL)
		}
	}
}

func arguments(e *runtime.EventConsoleAPICalled) string {
	var all []string
	for _, a := range e.Args {
		all = append(all, string(a.Value))
	}
	return strings.Join(all, " ")
}

func (p *person) complain(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, what)
}

// expect says which complaints of the browser belong to the test.
func (p *person) expect(patterns ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pattern := range patterns {
		p.expected = append(p.expected, regexp.MustCompile(pattern))
	}
}

func (p *person) report() {
	p.mu.Lock()
	defer p.mu.Unlock()
complaints:
	for _, problem := range p.problems {
		for _, pattern := range p.expected {
			if pattern.MatchString(problem) {
				continue complaints
			}
		}
		p.t.Errorf("the page complains: %s", problem)
	}
}

// do carries out steps, each of which must come to its end in time.
func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := p.try(steps...); err != nil {
		p.t.Fatalf("%v\n%s", err, p.describe())
	}
}

func (p *person) try(steps ...chromedp.Action[chromedp.Void]) error {
	for _, step := range steps {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		err := chromedp.Do(ctx, step)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// open goes to a page of the site.
func (p *person) open(path string) {
	p.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = p.site + path
	}
	p.do(chromedp.Navigate(path))
}

// click presses what a CSS selector finds, with the mouse or the finger.
func (p *person) click(selector string) {
	p.t.Helper()
	press := chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible, chromedp.NodeEnabled)
	if p.tap {
		press = chromedp.Tap(chromedp.CSS(selector), chromedp.NodeVisible, chromedp.NodeEnabled)
	}
	if err := p.try(press); err != nil {
		p.t.Fatalf("press %s: %v\n%s", selector, err, p.describe())
	}
}

// press types keys wherever the focus is.
func (p *person) press(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// eval returns the value of an expression in the page, which stays.
func eval[T any](p *person, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v\n%s", expression, err, p.describe())
	}
	return v
}

// read is eval for an expression that changes nothing: where the page is being
// replaced by another one, that one is asked.
func read[T any](p *person, expression string) T {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
		cancel()
		if err == nil {
			return v
		}
		if !between(err) || time.Now().After(deadline) {
			p.t.Fatalf("read %s: %v\n%s", expression, err, p.describe())
		}
	}
}

// between reports whether an expression had no page to run in, since one gave
// way to the next.
func between(err error) bool {
	e, ok := errors.AsType[*cdproto.Error](err)
	return ok && e.Code == -32000 &&
		(strings.Contains(e.Message, "navigated") || strings.Contains(e.Message, "ontext"))
}

// has reports whether a selector finds something.
func (p *person) has(selector string) bool {
	p.t.Helper()
	return read[bool](p, fmt.Sprintf("!!document.querySelector(%q)", selector))
}

// count is how many elements a selector finds.
func (p *person) count(selector string) int {
	p.t.Helper()
	return read[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}

// text is what the first element of a selector says, "" if there is none.
func (p *person) text(selector string) string {
	p.t.Helper()
	return read[string](p, fmt.Sprintf("(document.querySelector(%q)?.textContent ?? '').replace(/\\s+/g, ' ').trim()", selector))
}

// until waits until an expression is true. The page may be loading meanwhile.
func (p *person) until(expression string) {
	p.t.Helper()
	p.within(max(patience, p.wait), expression)
}

func (p *person) within(limit time.Duration, expression string) {
	p.t.Helper()
	var err error
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		var ok bool
		ok, err = chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf("!!(%s)", expression)))
		cancel()
		if err == nil && ok {
			return
		}
	}
	p.t.Fatalf("within %v not true: %s (last error: %v)\n%s", limit, expression, err, p.describe())
}

// load does something that leads to another page, and waits until that page
// is there.
func (p *person) load(act func()) {
	p.t.Helper()
	eval[bool](p, "document.documentElement.dataset.old = true")
	act()
	p.until("!document.documentElement.dataset.old && document.readyState == 'complete'")
}

// path is where the tab is, without the address of the site.
func (p *person) path() string {
	p.t.Helper()
	return read[string](p, "location.pathname")
}

// describe says what the tab shows, for messages of failed tests.
func (p *person) describe() string {
	ctx, cancel := context.WithTimeout(p.ctx, 2*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](
		"location.href.replace(/#.*/, '') + ' “' + document.title + '”\\n' + document.body.innerText.replace(/\\s+/g, ' ').slice(0, 700)"))
	if err != nil {
		return fmt.Sprintf("(the page cannot be described: %v)", err)
	}
	return text
}
