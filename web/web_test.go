package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/hod-games/hod/web"
)

func load(t *testing.T) *web.Assets {
	t.Helper()
	assets, err := web.Load()
	if err != nil {
		t.Fatal(err)
	}
	return assets
}

func ask(t *testing.T, h http.Handler, url string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestNamesHoldAHashAndMayBeKeptForEver(t *testing.T) {
	assets := load(t)
	form := regexp.MustCompile(`^/assets/(site|table|join)\.[\w-]{12}\.(css|js)$`)
	for name, kind := range map[string]string{"site.css": "text/css", "table.js": "text/javascript", "join.js": "text/javascript"} {
		url := assets.URL(name)
		if !form.MatchString(url) {
			t.Errorf("%s has the address %q", name, url)
		}
		answer := ask(t, assets, url)
		if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header().Get("Content-Type"), kind) {
			t.Errorf("%s: status %d, type %s", url, answer.Code, answer.Header().Get("Content-Type"))
		}
		if got := answer.Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("%s: Cache-Control %q", url, got)
		}
		body := answer.Body.Bytes()
		if want, ok := assets.Content(name); !ok || !bytes.Equal(body, want) {
			t.Errorf("%s: %d bytes, want %d", url, len(body), len(want))
		}
	}
}

func TestAssetsComeCompressedToWhoTakesThem(t *testing.T) {
	assets := load(t)
	answer := ask(t, assets, assets.URL("site.css"), "Accept-Encoding", "br, gzip")
	if answer.Header().Get("Content-Encoding") != "gzip" || answer.Header().Get("Vary") != "Accept-Encoding" {
		t.Fatalf("headers %v", answer.Header())
	}
	unzipped, err := gzip.NewReader(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := assets.Content("site.css"); !bytes.Equal(body, want) {
		t.Error("what comes out is not what went in")
	}
}

func TestFilesAtTheirOwnAddressAreAskedForAgain(t *testing.T) {
	favicon := load(t).ServeFile("favicon.svg")
	answer := ask(t, favicon, "/favicon.svg")
	if strings.Contains(answer.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("Cache-Control %q", answer.Header().Get("Cache-Control"))
	}
	again := ask(t, favicon, "/favicon.svg", "If-None-Match", answer.Header().Get("ETag"))
	if again.Code != http.StatusNotModified {
		t.Errorf("asked again with its tag: status %d", again.Code)
	}
}

func TestUnknownAssetsAreNotFound(t *testing.T) {
	assets := load(t)
	for _, url := range []string{"/assets/site.css", "/assets/", "/assets/../web.go", "/assets/site.AAAAAAAAAAAA.css"} {
		if got := ask(t, assets, url).Code; got != http.StatusNotFound {
			t.Errorf("%s: status %d", url, got)
		}
	}
	if url := assets.URL("nothing.js"); url != "" {
		t.Errorf("an asset that is none has the address %q", url)
	}
}

// The budget of the first visit: 40 KB in all, of which 18 KB script. The page
// itself is measured in a browser.
func TestWeight(t *testing.T) {
	assets := load(t)
	for name, most := range map[string]int{"table.js": 10 << 10, "table-bachet.js": 10 << 10, "table-ashtarashki.js": 15 << 10, "join.js": 1 << 10, "site.css": 6 << 10, "game-bachet.css": 2 << 10, "game-ashtarashki.css": 4 << 10, "table-nardy.js": 32 << 10, "game-nardy.css": 8 << 10, "commit.js": 2 << 10, "dice.js": 6 << 10, "receipts.js": 5 << 10} {
		answer := ask(t, assets, assets.URL(name), "Accept-Encoding", "gzip")
		if weight := answer.Body.Len(); weight > most {
			t.Errorf("%s weighs %d bytes compressed, at most %d", name, weight, most)
		}
	}
}
