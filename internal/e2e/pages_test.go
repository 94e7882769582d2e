package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/hod-games/hod/internal/wire"
)

// publicPages are the pages that anybody may open.
func publicPages() []string {
	var all []string
	for _, language := range []string{"", "/en"} {
		for _, path := range []string{"/", "/bachet", "/bachet/rules", "/bachet/strategy", "/lobby"} {
			all = append(all, language+path)
		}
	}
	return all
}

// inTheme shows pages as to somebody who prefers light or dark ones.
func (p *person) inTheme(theme string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
	if err != nil {
		p.t.Fatalf("prefer the %s theme: %v", theme, err)
	}
}

func (p *person) resize(width, height int64) {
	p.t.Helper()
	// To lay out a page with a hundred boards takes a busy machine long.
	ctx, cancel := context.WithTimeout(p.ctx, 4*patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height)); err != nil {
		p.t.Fatalf("resize the window to %d × %d: %v", width, height, err)
	}
}

// TestPages opens every page in both themes. The browser complains of nothing
// (see newPerson), everything one can press or fill in has a name, and axe
// finds no fault.
func TestPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()

	tables := []string{p.choose(opening{mode: "hotseat"}), p.choose(opening{mode: "link"})}
	join := eval[string](p, "document.querySelector('#invite-link').value")
	over := p.choose(opening{mode: "hotseat", heap: "10"})
	for left := 10; left > 0; {
		n := min(3, left)
		p.take(n)
		left -= n
		p.awaitLeft(left)
	}
	tables = append(tables, over, p.choose(opening{mode: "computer", bot: "winning", starts: "first"}))
	for _, path := range slices.Clip(tables) {
		tables = append(tables, "/en"+path)
	}

	stranger := s.person()
	stranger.expect("status of 404")
	for _, theme := range []string{"light", "dark"} {
		p.inTheme(theme)
		stranger.inTheme(theme)
		for _, path := range append(publicPages(), tables...) {
			if theme == "dark" && strings.HasPrefix(path, "/en") {
				continue // the same colors as in Russian
			}
			p.open(path)
			p.isAccessibleIn(theme, path)
		}
		for _, path := range []string{tables[0], over, join, strings.Replace(join, "/t/", "/en/t/", 1), "/no-such-page", "/en/no-such-page", "/t/no-such-table"} {
			stranger.open(path)
			stranger.isAccessibleIn(theme, strings.Split(path, "#")[0]+" for a stranger")
		}
	}
}

// isAccessible looks at a page as assistive technology does.
func (p *person) isAccessible(what string) {
	p.t.Helper()
	p.until("document.readyState == 'complete'")
	for _, n := range p.accessibilityTree() {
		switch n.role {
		case "button", "link", "textbox", "radio", "checkbox", "combobox", "spinbutton", "group", "radiogroup", "dialog", "image":
			if n.name == "" && n.role != "group" {
				p.t.Errorf("%s: a %s has no name", what, n.role)
			}
		}
	}
	for _, fault := range eval[[]string](p, `[
		document.documentElement.lang ? '' : 'no language',
		document.title.trim() ? '' : 'no title',
		document.querySelectorAll('h1').length == 1 ? '' : document.querySelectorAll('h1').length + ' headings of the first level',
		document.querySelector('main') ? '' : 'no main part',
		...[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) != i).map(id => 'twice the id ' + id),
	].filter(Boolean)`) {
		p.t.Errorf("%s: %s", what, fault)
	}
	p.passesAxe(what)
}

// isAccessibleIn looks at a page in a theme: in the light one at everything, in
// the dark one at what differs, which is its colors.
func (p *person) isAccessibleIn(theme, what string) {
	p.t.Helper()
	if theme == "light" {
		p.isAccessible(theme + " " + what)
		return
	}
	p.until("document.readyState == 'complete'")
	p.passes(theme+" "+what, "{type: 'rule', values: ['color-contrast', 'link-in-text-block']}")
}

// axNode is what assistive technology is told of one thing on a page.
type axNode struct{ role, name string }

func (p *person) accessibilityTree() []axNode {
	p.t.Helper()
	tree, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.t.Fatalf("read the accessibility tree: %v", err)
	}
	text := func(v *accessibility.Value) string {
		var s string
		if v != nil {
			_ = json.Unmarshal(v.Value, &s)
		}
		return strings.TrimSpace(s)
	}
	var nodes []axNode
	for _, n := range tree.Nodes {
		if !n.Ignored {
			nodes = append(nodes, axNode{text(n.Role), text(n.Name)})
		}
	}
	return nodes
}

// axePath is where npm puts the checker that make typecheck installs.
const axePath = "../../web/node_modules/axe-core/axe.min.js"

// axeTags are the rules of axe-core that pages keep.
const axeTags = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"

// passesAxe runs axe-core, where it is installed.
func (p *person) passesAxe(what string) {
	p.t.Helper()
	p.passes(what, axeTags)
}

// isAccessibleToo looks at a page that was looked at in another language: at its
// words, for the colors are the same, and at two of many boards, which alone it
// leaves there.
func (p *person) isAccessibleToo(what string) {
	p.t.Helper()
	p.until("document.readyState == 'complete'")
	p.do(chromedp.Evaluate[chromedp.Void]("for (const e of [...document.querySelectorAll('.example')].slice(2)) e.remove()"))
	p.passes(what, axeTags+", rules: {'color-contrast': {enabled: false}}")
}

// passes runs some of the rules of axe-core, where it is installed.
func (p *person) passes(what, rules string) {
	p.t.Helper()
	script, err := os.ReadFile(axePath)
	if err != nil {
		return
	}
	if !eval[bool](p, "!!window.axe") {
		p.do(chromedp.Evaluate[chromedp.Void](string(script) + "; void 0"))
	}
	ctx, cancel := context.WithTimeout(p.ctx, 4*patience)
	defer cancel()
	faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`axe.run(document, {
		runOnly: `+rules+`, resultTypes: ['violations'],
	}).then(r => r.violations.map(v => v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' | ')))`,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: run axe: %v", what, err)
	}
	for _, fault := range faults {
		p.t.Errorf("%s: %s", what, fault)
	}
}

// TestBoardForScreenReaders: every stick and button that one may press is a
// button with a name of its own, in reading order; the rest is hidden; what
// happens is said in a live region.
func TestBoardForScreenReaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person()
	p.choose(opening{mode: "hotseat"})
	p.awaitTurn()
	names := map[string]int{}
	for _, n := range p.accessibilityTree() {
		if n.role == "button" {
			names[n.name]++
		}
	}
	for name, n := range names {
		if n > 1 && name != "" {
			t.Logf("%d buttons are called %q", n, name)
		}
	}
	for n := 1; n <= 3; n++ {
		for _, selector := range []string{fmt.Sprintf("#takes button[data-take='%d']", n), fmt.Sprintf("#heap button[data-stick='%d']", 16-n)} {
			name := p.accessibleName(selector)
			if !strings.Contains(name, fmt.Sprint(n)) {
				t.Errorf("%s is called %q, which does not say how many it takes", selector, name)
			}
		}
	}
	if role := eval[string](p, "document.querySelector('#live').getAttribute('role')"); role != "status" {
		t.Errorf("the live region has the role %q", role)
	}
	said := p.text("#live")
	p.take(2)
	p.awaitLeft(13)
	p.until(fmt.Sprintf("document.querySelector('#live').textContent.trim() != %q", said))
	if said := p.text("#live"); !strings.Contains(said, "2") || !strings.Contains(said, "13") {
		t.Errorf("of a move that takes 2 and leaves 13 it is said: %q", said)
	}
}

// accessibleName is the name by which assistive technology calls an element.
func (p *person) accessibleName(selector string) string {
	p.t.Helper()
	name, err := chromedp.Run(p.ctx, chromedp.QueryAfter(chromedp.CSS(selector), func(ctx context.Context, t *chromedp.Target, nodes []*chromedp.Node) (string, error) {
		tree, err := cdp.Call(ctx, t, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{NodeID: nodes[0].NodeID, FetchRelatives: new(bool)})
		if err != nil || len(tree.Nodes) == 0 || tree.Nodes[0].Name == nil {
			return "", err
		}
		var s string
		err = json.Unmarshal(tree.Nodes[0].Name.Value, &s)
		return s, err
	}))
	if err != nil {
		p.t.Fatalf("read the name of %s: %v", selector, err)
	}
	return name
}

// TestSecretsStayAtHome: no page, no event and no picture of the table tells a
// stranger a secret of the seats.
func TestSecretsStayAtHome(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	made := mustCreate(t, s.api, wire.Create{Game: "bachet", Mode: "hotseat"})
	if _, err := s.api.command(t.Context(), made.Table, made.Seats["first"], command("a", 1, "1")); err != nil {
		t.Fatal(err)
	}
	stranger := s.person()
	stranger.open(made.URL)
	stranger.awaitLeft(14)
	seen := []string{eval[string](stranger, "document.documentElement.outerHTML"), asJSON(t, s.table(made.URL))}
	events, _ := s.history(made.Table)
	seen = append(seen, asJSON(t, events), s.server.said())
	for seat, secret := range made.Seats {
		for i, text := range seen {
			if strings.Contains(text, secret) {
				t.Errorf("the secret of the %s seat is in text %d that strangers see", seat, i)
			}
		}
	}
}
