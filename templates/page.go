// Package templates holds the pages as templ components, and their view
// models: plain structs that the web package fills in. Templates call no
// method of the domain; texts come from the catalogue in Page.T.
package templates

import (
	"github.com/hod-games/hod/internal/lang"
)

// Page is what every page needs around its content.
type Page struct {
	T *lang.Catalogue

	Title       string // without the name of the site
	Description string // one or two sentences for search engines and shared links
	Path        string // of this page without the language, "/bachet"
	Origin      string // "https://hod.example", without a slash at the end

	Theme   string // "", "light" or "dark": what this browser has chosen
	Styles  []string
	Scripts []string
	// Preloads are addresses of data that a script will ask for at once.
	Preloads []string
	Icon     string // of the tab

	Picture    string // path of the share picture, "" for none
	PictureAlt string

	// Private pages are not for search engines, and exist in the language of
	// whoever looks at them.
	Private bool
	// Refresh is after how many seconds a browser without script asks again; 0
	// means never.
	Refresh int

	Crumbs []Crumb // the way here from the home page, without it
	Class  string  // of body
}

// Crumb is a link in the bar at the top; the last one may have no URL.
type Crumb struct{ Text, URL string }

// URL returns the address of a page in the language of p.
func (p Page) URL(path string) string { return inLanguage(p.T.Code, path) }

// Absolute returns the address of a page with the origin.
func (p Page) Absolute(path string) string { return p.Origin + p.URL(path) }

// Translation is this page in another language.
type Translation struct{ Code, Name, URL string }

// Translations returns this page in all languages.
func (p Page) Translations() []Translation {
	var all []Translation
	for _, code := range lang.Languages() {
		all = append(all, Translation{Code: code, Name: p.T.Text("site.language." + code), URL: inLanguage(code, p.Path)})
	}
	return all
}

// WindowTitle is the title with the name of the site.
func (p Page) WindowTitle() string {
	site := p.T.Text("site.name")
	if p.Title == "" {
		return site + " — " + p.T.Text("site.tagline")
	}
	return p.Title + " — " + site
}

// DefaultCode is the language whose pages have no prefix.
func (p Page) DefaultCode() string { return lang.Languages()[0] }

func inLanguage(code, path string) string {
	if code == lang.Languages()[0] {
		return path
	}
	return "/" + code + path
}

// themeMedia is when a theme holds: always if it was chosen.
func themeMedia(chosen, theme string) string {
	if chosen == theme {
		return "all"
	}
	return "(prefers-color-scheme: " + theme + ")"
}
