// Package lang holds every text that people read, in all languages.
//
// A catalogue is a set of flat JSON files, catalogue/<language>/<part>.json,
// from keys to texts. A text may hold places for values, "{name}", and may
// have plural forms, chosen by the value n:
//
//	"table.left": {"one": "{n} stick is left", "other": "{n} sticks are left"}
//
// The same files serve the server and, in part, the browser. A test holds the
// languages against each other: keys, places and plural forms.
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed catalogue
var files embed.FS

// Languages are the tags of all catalogues, the default one first.
func Languages() []string { return []string{"ru", "en"} }

// Catalogue is all texts in one language. It is never changed.
type Catalogue struct {
	Code     string // "ru", "en": the lang attribute, and the first part of paths
	tag      language.Tag
	messages map[string]message
}

// message is a text, by plural form; one without them has only "other".
type message map[string]string

// Load reads the catalogues, by language. An error is a fault of the files.
func Load() (map[string]*Catalogue, error) {
	all := make(map[string]*Catalogue)
	for _, code := range Languages() {
		c, err := load(code)
		if err != nil {
			return nil, fmt.Errorf("load catalogue %s: %w", code, err)
		}
		all[code] = c
	}
	return all, nil
}

func load(code string) (*Catalogue, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("parse language: %w", err)
	}
	c := &Catalogue{Code: code, tag: tag, messages: make(map[string]message)}
	dir := path.Join("catalogue", code)
	entries, err := files.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	for _, entry := range entries {
		data, err := files.ReadFile(path.Join(dir, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("read: %w", err)
		}
		var part map[string]message
		if err := json.Unmarshal(data, &part); err != nil {
			return nil, fmt.Errorf("parse %s: %w", entry.Name(), err)
		}
		for key, m := range part {
			if _, twice := c.messages[key]; twice {
				return nil, fmt.Errorf("%s: key %s stands twice", entry.Name(), key)
			}
			c.messages[key] = m
		}
	}
	return c, nil
}

// UnmarshalJSON reads a text or an object of plural forms.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*m = message{"other": text}
		return nil
	}
	var forms map[string]string
	if err := json.Unmarshal(data, &forms); err != nil {
		return fmt.Errorf("neither a text nor plural forms: %w", err)
	}
	if _, ok := forms["other"]; !ok {
		return fmt.Errorf("no form %q in %s", "other", data)
	}
	*m = forms
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (m message) MarshalJSON() ([]byte, error) {
	if len(m) == 1 {
		return json.Marshal(m["other"])
	}
	return json.Marshal(map[string]string(m))
}

// Text returns the text of key with values in its places, given as pairs:
// Text("table.left", "n", 3). A value n chooses the plural form. A key that no
// catalogue has comes back as it is, so that the fault is seen and the page
// lives.
func (c *Catalogue) Text(key string, values ...any) string {
	m, ok := c.messages[key]
	if !ok {
		return key
	}
	pairs := make([]string, 0, len(values))
	form := plural.Other
	for i := 0; i+1 < len(values); i += 2 {
		name := fmt.Sprint(values[i])
		if n, isInt := values[i+1].(int); isInt && name == "n" {
			form = c.form(n)
		}
		pairs = append(pairs, "{"+name+"}", fmt.Sprint(values[i+1]))
	}
	text, ok := m[formNames()[form]]
	if !ok {
		text = m["other"]
	}
	if len(pairs) == 0 {
		return text
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// form is the plural form of n in this language.
func (c *Catalogue) form(n int) plural.Form {
	if n < 0 {
		n = -n
	}
	return plural.Cardinal.MatchPlural(c.tag, n, 0, 0, 0, 0)
}

func formNames() [6]string {
	return [...]string{
		plural.Other: "other", plural.Zero: "zero", plural.One: "one",
		plural.Two: "two", plural.Few: "few", plural.Many: "many",
	}
}

// Has reports whether there is a text for key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.messages[key]
	return ok
}

// Keys returns all keys, sorted.
func (c *Catalogue) Keys() []string { return slices.Sorted(maps.Keys(c.messages)) }

// Subset returns the JSON object of the texts whose keys begin with one of
// prefixes: what a page's script needs. The order of keys is fixed.
func (c *Catalogue) Subset(prefixes ...string) ([]byte, error) {
	part := make(map[string]message)
	for key, m := range c.messages {
		for _, p := range prefixes {
			if strings.HasPrefix(key, p) {
				part[key] = m
			}
		}
	}
	data, err := json.Marshal(part)
	if err != nil {
		return nil, fmt.Errorf("write texts: %w", err)
	}
	return data, nil
}
