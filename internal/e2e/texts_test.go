package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestATableWhoseTextsAreLostIsPlayedByForms: where the script with the texts
// does not come, the script of the table leaves the page to its forms.
func TestATableWhoseTextsAreLostIsPlayedByForms(t *testing.T) {
	t.Parallel()
	p := newSite(t).person()
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(p.ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{
		URLPatterns: []*network.BlockPattern{{URLPattern: "*://*:*/assets/texts-*.js", Block: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.expect("ERR_BLOCKED_BY_CLIENT")
	p.choose(opening{mode: "hotseat"})
	if eval[bool](p, "'hodTexts' in globalThis") {
		t.Fatal("the texts have come")
	}
	p.take(2)
	p.awaitLeft(13)
	p.take(3)
	p.awaitLeft(10)
}
