package archtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestChecksFindWhatIsForbidden tries the checks on a made-up module, in which
// everything that the rules forbid has been done once.
func TestChecksFindWhatIsForbidden(t *testing.T) {
	const own = modulePath + "/"
	packages := madeUp(t, map[string]string{
		"internal/game/game.go":                "package game",
		"internal/game/gametest/suite.go":      "package gametest",
		"internal/game/gametest/toy/toy.go":    "package toy",
		"internal/table/table.go":              `package table; import _ "` + own + `internal/games/draughts"`,
		"internal/table/names.go":              "package table\n\nfunc is(s string) bool { return s == \"Draughts.must-capture\" }",
		"internal/games/draughts/draughts.go":  `package draughts; import (_ "time"; _ "strings"; _ "` + own + `internal/game")`,
		"internal/games/draughts/chains.go":    `package draughts; import _ "` + own + `internal/games/reversi"`,
		"internal/games/draughts/x_test.go":    `package draughts_test; import (_ "time"; _ "os"; _ "` + own + `internal/game/gametest"; _ "github.com/google/go-cmp/cmp"; _ "github.com/stretchr/testify/require")`,
		"internal/games/draughts/bot/bot.go":   "package bot\n\nimport (\n\t_ \"context\"\n\tdice \"math/rand/v2\"\n\n\t_ \"" + own + "internal/games/draughts\"\n)\n\nfunc choose(r *dice.Rand) int { return r.IntN(2) + dice.IntN(2) }",
		"internal/games/draughts/rand.go":      `package draughts; import _ "math/rand/v2"`,
		"internal/games/reversi/reversi.go":    `package reversi; import _ "` + own + `internal/game"`,
		"internal/games/reversi/bot/bot.go":    `package bot; import (_ "` + own + `internal/games/draughts"; _ "` + own + `internal/fair"; _ "` + own + `internal/table"; _ "crypto/rand"; _ "time")`,
		"internal/games/reversi/bot/deep/a.go": `package deep; import _ "` + own + `internal/table"`,
		"internal/fair/fair.go":                "package fair",
		"internal/web/web.go":                  `package web; import (_ "` + own + `internal/games/draughts"; _ "` + own + `internal/games/draughts/bot"; _ "database/sql"; _ "github.com/gorilla/websocket"; _ "github.com/go-chi/chi/v5")`,
		"internal/web/ws/conn.go":              `package ws; import _ "github.com/gorilla/websocket"`,
		"internal/store/sqlite/log.go":         `package sqlite; import (_ "database/sql"; _ "modernc.org/sqlite"; _ "` + own + `internal/game/gametest/toy")`,
		"internal/util/util.go":                "package util",
		"cmd/hod/main.go":                      `package main; import (_ "` + own + `internal/app"; _ "github.com/go-chi/chi/v5/middleware")`,
		"cmd/bench/main.go":                    "package main",
	})

	want := []string{
		"a test of internal/games/draughts imports github.com/stretchr/testify/require",
		"cmd/bench has no rule: decide what it may import",
		"cmd/hod imports github.com/go-chi/chi/v5/middleware",
		"internal/games/draughts imports internal/games/reversi",
		"internal/games/draughts imports math/rand/v2",
		"internal/games/draughts imports time",
		"internal/games/reversi/bot imports crypto/rand",
		"internal/games/reversi/bot imports internal/fair",
		"internal/games/reversi/bot imports internal/games/draughts",
		"internal/games/reversi/bot imports internal/table",
		"internal/games/reversi/bot imports time",
		"internal/games/reversi/bot/deep imports internal/table",
		"internal/store/sqlite imports internal/game/gametest/toy",
		"internal/store/sqlite imports internal/game/gametest/toy, which is only for []",
		"internal/table imports internal/games/draughts",
		"internal/util has no rule: decide what it may import",
		"internal/web imports database/sql, which is only for [internal/store/sqlite]",
		"internal/web imports github.com/gorilla/websocket",
		"internal/web imports github.com/gorilla/websocket, which is only for [internal/web/ws internal/load]",
		"internal/web imports internal/games/draughts/bot",
	}
	got := check(packages)
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], own, "")
	}
	if !slices.Equal(got, want) {
		t.Errorf("the complaints are\n%s\nbut should be\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	names := checkNames(t, packages)
	if want := `internal/table/names.go:3:38: the text "Draughts.must-capture" names the game draughts`; !slices.Equal(names, []string{want}) {
		t.Errorf("the complaints about names are %q, but should be %q", names, want)
	}
	sources := checkSources(t, packages)
	if want := "internal/games/draughts/bot/bot.go:10:52: rand.IntN instead of a *rand.Rand that is passed in"; !slices.Equal(sources, []string{want}) {
		t.Errorf("the complaints about random numbers are %q, but should be %q", sources, want)
	}
}

// madeUp lists the packages of a module that holds the given files.
func madeUp(t *testing.T, files map[string]string) []pkg {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module " + modulePath + "\n\ngo 1.26.0\n"
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list(t, dir)
}
