package web

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"

	"github.com/hod-games/hod/internal/lang"
)

// robots answers GET /robots.txt: tables are nobody's business but their
// players'.
func (s *Server) robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache") // it names the host that was asked for
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, code := range lang.Languages() {
		fmt.Fprintf(&b, "Disallow: %s\n", inLanguagePath(code, "/t/"))
	}
	fmt.Fprintf(&b, "Disallow: /api/\nSitemap: %s/sitemap.xml\n", s.publicOrigin(r))
	fmt.Fprint(w, b.String())
}

type sitemapLink struct {
	Rel      string `xml:"rel,attr"`
	Hreflang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

type sitemapURL struct {
	Loc   string        `xml:"loc"`
	Links []sitemapLink `xml:"xhtml:link"`
}

type sitemapSet struct {
	XMLName xml.Name     `xml:"urlset"`
	XMLNS   string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

// sitemap answers GET /sitemap.xml: every page that is for everybody, in every
// language.
func (s *Server) sitemap(w http.ResponseWriter, r *http.Request) {
	paths := []string{"/"}
	for _, entry := range s.host.Games() {
		if entry.Draft {
			continue
		}
		id := entry.Rules.Info().ID
		paths = append(paths, "/"+id)
		rules, strategy := s.articles(r, entry.Rules)
		if rules != "" {
			paths = append(paths, "/"+id+"/rules")
		}
		if strategy != "" {
			paths = append(paths, "/"+id+"/strategy")
		}
		for _, link := range extrasOf(id).links {
			paths = append(paths, "/"+id+"/"+link.page)
		}
		if id == nardyID {
			paths = append(paths, "/dice")
			paths = append(paths, variantPaths()...)
		}
	}
	paths = append(paths, "/lobby")
	set := sitemapSet{XMLNS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	origin := s.publicOrigin(r)
	for _, path := range paths {
		for _, code := range lang.Languages() {
			u := sitemapURL{Loc: origin + inLanguagePath(code, path)}
			for _, other := range lang.Languages() {
				u.Links = append(u.Links, sitemapLink{Rel: "alternate", Hreflang: other, Href: origin + inLanguagePath(other, path)})
			}
			set.URLs = append(set.URLs, u)
		}
	}
	data, err := xml.MarshalIndent(set, "", " ")
	if err != nil {
		s.failPage(w, r, fmt.Errorf("write sitemap: %w", err))
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(append([]byte(xml.Header), data...)) // the client may be gone: its affair
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

type manifest struct {
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Lang        string         `json:"lang"`
	ID          string         `json:"id"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Icons       []manifestIcon `json:"icons"`
}

// webManifest answers GET /manifest.webmanifest: what a phone needs to put the
// site among its programs.
func (s *Server) webManifest(w http.ResponseWriter, r *http.Request) {
	c := s.lang(r)
	data, err := json.Marshal(manifest{
		Name: c.Text("site.name") + " — " + c.Text("site.tagline"), ShortName: c.Text("site.name"),
		Description: c.Text("home.description"), Lang: c.Code, ID: s.path(r, "/"), StartURL: s.path(r, "/"), Scope: "/",
		Display: "standalone", Background: "#f6f1e7", Theme: "#f6f1e7",
		Icons: []manifestIcon{
			{Src: "/favicon.svg", Sizes: "any", Type: "image/svg+xml"},
			{Src: "/icon-192.png", Sizes: "192x192", Type: "image/png"},
			{Src: "/icon-512.png", Sizes: "512x512", Type: "image/png"},
			{Src: "/icon-512.png", Sizes: "512x512", Type: "image/png", Purpose: "maskable"},
		},
	})
	if err != nil {
		s.failPage(w, r, fmt.Errorf("write manifest: %w", err))
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(data) // the client may be gone: its affair
}
