package web_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/hod-games/hod/internal/lang"
)

// TestPagesAreReadByManyAtOnce opens pages of every kind that one reads, in both
// languages, in several goroutines: each of them gets the same.
func TestPagesAreReadByManyAtOnce(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for _, path := range []string{
		"/bachet/rules", "/bachet/strategy", "/ashtarashki/rules", "/ashtarashki/game?ply=3", "/ashtarashki/studies", "/ashtarashki/studies/1-01",
		"/nardy/rules/classic", "/nardy/rules?part=compare&a=classic&b=short", "/nardy/exercises", "/nardy/exercises/long-legal-01?choice=0",
		"/nardy/position?variant=short&d=3&d=1",
	} {
		var all sync.WaitGroup
		pages := make([]*httptest.ResponseRecorder, 6)
		for i := range pages {
			at := prefix(lang.Languages()[i%2]) + path
			pages[i] = httptest.NewRecorder()
			all.Go(func() {
				r.handler.ServeHTTP(pages[i], httptest.NewRequestWithContext(t.Context(), http.MethodGet, at, http.NoBody))
			})
		}
		all.Wait()
		for i, page := range pages {
			if page.Code != http.StatusOK || page.Body.String() != pages[i%2].Body.String() {
				t.Errorf("%s, reader %d: status %d, %d bytes, and another one got %d", path, i, page.Code, page.Body.Len(), pages[i%2].Body.Len())
			}
		}
	}
}
