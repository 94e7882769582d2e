// Command assets makes what the browser gets: the TypeScript types in
// web/src/gen from the Go messages and views, then the bundles in web/dist.
//
//	go run ./cmd/assets          # make everything
//	go run ./cmd/assets -check   # fail if anything committed is stale
//	go run ./cmd/assets -watch   # make again whenever a source changes
//
// It is run in the root of the repository.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	check := flag.Bool("check", false, "change nothing, fail if a file is stale")
	watch := flag.Bool("watch", false, "make again whenever a source changes")
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root, *check, *watch); err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

func run(root string, check, watch bool) error {
	if check {
		return checkFresh(root)
	}
	if err := build(root); err != nil && !watch {
		return err
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
	}
	for stamp := newest(root); watch; {
		time.Sleep(300 * time.Millisecond)
		if now := newest(root); now.After(stamp) {
			stamp = now
			if err := build(root); err != nil {
				fmt.Fprintln(os.Stderr, "assets:", err)
				continue
			}
			fmt.Fprintln(os.Stderr, "assets: made at", stamp.Format(time.TimeOnly))
		}
	}
	return nil
}

// build writes every generated file whose content has changed.
func build(root string) error {
	types, err := typeFiles()
	if err != nil {
		return err
	}
	if err := write(root, types); err != nil {
		return err
	}
	files, err := bundles(root)
	if err != nil {
		return err
	}
	return write(root, files)
}

// checkFresh compares what would be made with what is there. Types come
// first: the bundles are made from them.
func checkFresh(root string) error {
	var stale []string
	for _, make := range []func() (map[string][]byte, error){typeFiles, func() (map[string][]byte, error) { return bundles(root) }} {
		files, err := make()
		if err != nil {
			return err
		}
		for name, content := range files {
			have, err := os.ReadFile(filepath.Join(root, name))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("check: %w", err)
			}
			if !bytes.Equal(have, content) {
				stale = append(stale, name)
			}
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("stale, run go run ./cmd/assets: %s", strings.Join(stale, ", "))
	}
	return nil
}

func write(root string, files map[string][]byte) error {
	for name, content := range files {
		to := filepath.Join(root, name)
		if have, err := os.ReadFile(to); err == nil && bytes.Equal(have, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}

// entryPatterns name the sources that pages load; everything else is imported
// by them. The drawings in web/img go out as they are.
var entryPatterns = [...]string{"web/src/entry/*.ts", "web/src/join.ts", "web/src/choose.ts", "web/src/article.ts", "web/src/studies.ts", "web/src/editor.ts", "web/src/training.ts", "web/css/site.css", "web/css/game-*.css", "web/css/dice-file.css", "web/css/article.css", "web/css/embed.css", "web/css/record.css", "web/css/lobby.css", "web/css/my.css", "web/css/talk.css", "web/css/clock.css"}

// bundles returns the files of web/dist by their path from root.
func bundles(root string) (map[string][]byte, error) {
	var entries []string
	for _, pattern := range entryPatterns {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, fmt.Errorf("bundle: %w", err)
		}
		entries = append(entries, found...)
	}
	outdir, err := filepath.Abs(filepath.Join(root, "web/dist"))
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		Outdir:            outdir,
		EntryNames:        "[name]",
		Bundle:            true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		messages := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, fmt.Errorf("bundle:\n%s", strings.Join(messages, ""))
	}
	files := make(map[string][]byte)
	for _, f := range result.OutputFiles {
		files["web/dist/"+filepath.Base(f.Path)] = f.Contents
	}
	images, err := filepath.Glob(filepath.Join(root, "web/img/*.svg"))
	if err != nil {
		return nil, fmt.Errorf("list images: %w", err)
	}
	for _, image := range images {
		content, err := os.ReadFile(image)
		if err != nil {
			return nil, fmt.Errorf("read image: %w", err)
		}
		files["web/dist/"+filepath.Base(image)] = content
	}
	return files, nil
}

// newest is when a source was last changed.
func newest(root string) time.Time {
	var last time.Time
	for _, dir := range []string{"web/src", "web/css", "web/img"} {
		_ = filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.Contains(path, "/gen/") {
				return nil // a file that vanished while we looked is no news
			}
			if info, err := d.Info(); err == nil && info.ModTime().After(last) {
				last = info.ModTime()
			}
			return nil
		})
	}
	return last
}
