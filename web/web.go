// Package web holds what the browser gets: styles, scripts and pictures, under
// names that hold a hash of their content, so that browsers may keep them for
// ever.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:embed dist
var dist embed.FS

// Prefix is where the assets live on the site.
const Prefix = "/assets/"

// Assets are the files of dist, and what was added before they are served. From
// then on they are never changed.
type Assets struct {
	urls  map[string]string // "site.css" → "/assets/site.0a1b2c3d.css"
	files map[string]file   // by hashed name
}

type file struct {
	content, zipped []byte // zipped is nil where it is no gain
	kind, tag       string
}

// Load reads the assets that were built into the program. An error is a fault
// of the build.
func Load() (*Assets, error) {
	a := &Assets{urls: make(map[string]string), files: make(map[string]file)}
	err := fs.WalkDir(dist, "dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := dist.ReadFile(name)
		if err != nil {
			return err
		}
		return a.Add(strings.TrimPrefix(name, "dist/"), content)
	})
	if err != nil {
		return nil, fmt.Errorf("load assets: %w", err)
	}
	return a, nil
}

// Add adds a file that the program makes itself when it starts. It is not for
// concurrent use. An error means that the content can not be compressed.
func (a *Assets) Add(name string, content []byte) error {
	sum := sha256.Sum256(content)
	tag := base64.RawURLEncoding.EncodeToString(sum[:9])
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "." + tag + ext
	zipped, err := zip(content)
	if err != nil {
		return fmt.Errorf("compress %s: %w", name, err)
	}
	if len(zipped) >= len(content) {
		zipped = nil
	}
	kind := mime.TypeByExtension(ext)
	switch ext { // what the machine's own tables may not know
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".webmanifest":
		kind = "application/manifest+json"
	}
	a.urls[name] = Prefix + hashed
	a.files[hashed] = file{content: content, zipped: zipped, kind: kind, tag: `"` + tag + `"`}
	return nil
}

func zip(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// URL returns the address of an asset by its plain name, "" if there is none.
func (a *Assets) URL(name string) string { return a.urls[name] }

// Content returns the bytes of an asset by its plain name.
func (a *Assets) Content(name string) ([]byte, bool) {
	f, ok := a.files[strings.TrimPrefix(a.urls[name], Prefix)]
	return f.content, ok
}

// ServeHTTP answers requests below Prefix, with headers that let browsers and
// proxies keep the answer for ever: another content has another name.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[strings.TrimPrefix(r.URL.Path, Prefix)]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	f.serve(w, r)
}

// ServeFile answers with an asset at an address of its own, whose content may
// change with the next version of the program: /favicon.svg.
func (a *Assets) ServeFile(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f, ok := a.files[strings.TrimPrefix(a.urls[name], Prefix)]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=86400")
		f.serve(w, r)
	}
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Add("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.content
	if f.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.zipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client may be gone: its affair
	}
}
