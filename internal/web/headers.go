package web

import (
	"net/http"
	"strings"

	assets "github.com/hod-games/hod/web"
)

// contentPolicy lets a page load what we serve and nothing else, and keeps
// scripts and styles out of the markup.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers sets what every answer carries. Styles and scripts are no documents:
// what governs those would only make them heavier.
func (s *Server) headers(next http.Handler) http.Handler {
	secure := strings.HasPrefix(s.origin, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		if secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if strings.HasPrefix(r.URL.Path, assets.Prefix) || strings.HasPrefix(r.URL.Path, "/favicon") {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Content-Security-Policy", contentPolicy)
		// Not "no-referrer": with it browsers send "Origin: null" with forms,
		// which then look as if they came from another site.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses what a page of another site makes a browser send.
// Programs that send no Origin are not browsers and pass. A site that was told
// its public origin takes no other, not even that of the host it was asked
// for: the name in a request is chosen by whoever sends it.
func (s *Server) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if s.origin != "" {
		if err := protection.AddTrustedOrigin(s.origin); err != nil {
			// cleanOrigin has made it, so this can not happen.
			panic("web: " + err.Error())
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.foreign(r) || protection.Check(r) != nil {
			s.fail(w, r, &requestError{status: http.StatusForbidden, key: "error.origin"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// foreign reports whether a request changes something and comes from a page of
// another origin than the public one.
func (s *Server) foreign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return false
	default:
		return s.origin != "" && origin != "" && !strings.EqualFold(origin, s.origin)
	}
}

// maxBody bounds the body of any request, in bytes. Handlers that read one have
// limits of their own below it; this one is for those that do not expect any.
const maxBody = 256 << 10

// bounded sees to it that nobody sends without end.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}
