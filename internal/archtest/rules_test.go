package archtest

import "slices"

// modulePath is the module that the rules are about.
const modulePath = "github.com/hod-games/hod"

// rule says what the packages under a path may import. Paths of this module
// are relative to its root.
type rule struct {
	// path is a package path; it covers the packages below it as well, unless
	// a longer rule does. An element * stands for any one element.
	path string
	// own are packages of this module. "x/..." is x and everything below it;
	// an element * stands for any one element, and @ for what the * in the path
	// of the rule is, so that a game may import its own folder.
	own []string
	// foreign are packages outside this module and the standard library, with
	// everything below them.
	foreign []string
	// std are the packages of the standard library; nil means all of them.
	std []string
	// testOwn and testForeign are what tests may import beyond that, and
	// beyond everyTest and everyTestForeign.
	testOwn, testForeign []string
}

// pure is what the rules of a game may use of the standard library: nothing
// that reads a clock, draws a random number, or does I/O.
var pure = [...]string{
	"bytes", "cmp", "embed", "encoding/json", "errors", "fmt", "iter", "maps", "math", "math/bits",
	"slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
}

// deciding is what those who choose actions may use as well: a deadline, and a
// source of random numbers that is passed in (see TestRandomSourcesArePassedIn).
var deciding = [...]string{"context", "math/rand/v2"}

// everyTest are the suites and fixtures that any test may import.
var everyTest = [...]string{
	"internal/game/gametest/...", "internal/store/storetest", "internal/store/memory",
}

// everyTestForeign is what any test may import from elsewhere.
var everyTestForeign = [...]string{"github.com/google/go-cmp", "pgregory.net/rapid"}

// rules is the table. The longest path that matches a package decides.
func rules() []rule {
	withChoice := slices.Concat(pure[:], deciding[:])
	return []rule{
		{path: "internal/game", std: withChoice},
		{path: "internal/game/gametest", own: []string{"internal/game"}, foreign: []string{"github.com/google/go-cmp"}},
		{path: "internal/game/gametest/toy", own: []string{"internal/game"}, std: slices.Concat(withChoice, []string{"io"})},
		{path: "internal/games", own: []string{"internal/game", "internal/games/..."}, std: pure[:]},
		{path: "internal/games/*", own: []string{"internal/game", "internal/games/@/..."}, std: pure[:]},
		{path: "internal/games/*/bot", own: []string{"internal/game", "internal/games/@/..."}, std: withChoice},
		// Studies are composed by changing positions at random, with a source that is passed in.
		{path: "internal/games/*/studies", own: []string{"internal/game", "internal/games/@/..."}, std: withChoice},

		{path: "internal/table", own: []string{"internal/game"}, testOwn: []string{"internal/games/..."}},
		{path: "internal/fair", own: []string{"internal/game", "internal/table"}, testOwn: []string{"internal/games/..."}},
		{path: "internal/bots", own: []string{"internal/game", "internal/table"}, testOwn: []string{"internal/games/..."}, testForeign: []string{"go.uber.org/goleak"}},

		{path: "internal/store/storetest", own: []string{"internal/table"}, foreign: []string{"github.com/google/go-cmp"}},
		{path: "internal/store/memory", own: []string{"internal/table"}},
		{path: "internal/store/sqlite", own: []string{"internal/table"}, foreign: []string{"modernc.org/sqlite"}},
		{
			path: "internal/store/jetstream", own: []string{"internal/table"}, foreign: []string{"github.com/nats-io/nats.go"},
			// Its tests play whole tables on several servers, so they speak of sides and actions.
			testOwn:     []string{"internal/cluster", "internal/game", "internal/games/..."},
			testForeign: []string{"github.com/nats-io/nats-server/v2"},
		},

		{path: "internal/wire"},
		{path: "internal/tsgen"},
		{path: "internal/lang", foreign: []string{"golang.org/x/text"}},
		{path: "internal/load", own: []string{"internal/cluster", "internal/wire"}, foreign: []string{"github.com/gorilla/websocket"}, testOwn: []string{"internal/app"}},
		{path: "internal/cluster", foreign: []string{"github.com/nats-io/nats-server/v2"}},

		{
			path: "internal/web",
			own: []string{
				"internal/game", "internal/games", "internal/games/*", "internal/games/*/exercises", "internal/games/*/studies", "internal/table", "internal/wire",
				"internal/lang", "internal/web/ws", "templates", "web",
			},
			foreign: []string{
				"github.com/go-chi/chi/v5", "github.com/go-chi/httprate", "github.com/a-h/templ",
				"github.com/prometheus/client_golang", "golang.org/x/time", "golang.org/x/image", "golang.org/x/text", "rsc.io/qr",
			},
			testOwn: []string{"internal/bots", "internal/fair", "internal/games/..."},
			testForeign: []string{
				"github.com/PuerkitoBio/goquery", "github.com/coder/websocket", "github.com/gorilla/websocket",
				"go.uber.org/goleak", "github.com/prometheus",
			},
		},
		{
			path:        "internal/web/ws",
			own:         []string{"internal/table", "internal/wire"},
			foreign:     []string{"github.com/gorilla/websocket", "golang.org/x/time"},
			testOwn:     []string{"internal/fair", "internal/games/...", "internal/lang", "internal/web"},
			testForeign: []string{"github.com/coder/websocket", "go.uber.org/goleak"},
		},
		{
			path:        "templates",
			own:         []string{"internal/lang", "internal/game", "internal/games/*"},
			foreign:     []string{"github.com/a-h/templ", "golang.org/x/image"},
			testForeign: []string{"github.com/PuerkitoBio/goquery"},
		},
		{path: "web"},

		{
			path: "internal/app",
			own: []string{
				"internal/game", "internal/games", "internal/table", "internal/fair", "internal/bots", "internal/store/...",
				"internal/wire", "internal/lang", "internal/web/...", "templates", "web",
			},
			testForeign: []string{"github.com/coder/websocket", "github.com/gorilla/websocket", "go.uber.org/goleak"},
		},
		{path: "cmd/hod", own: []string{"internal/app"}},
		{
			path:    "cmd/assets",
			own:     []string{"internal/games/...", "internal/wire", "internal/tsgen"},
			foreign: []string{"github.com/evanw/esbuild"},
		},
		{
			path: "cmd/arena",
			own: []string{
				"internal/game", "internal/games/...", "internal/table", "internal/fair", "internal/wire", "internal/load", "internal/cluster",
			},
		},

		{
			path: "internal/e2e",
			// The catalogue as well: what a page says has to be a text of it.
			testOwn: []string{
				"internal/app", "internal/cluster", "internal/fair", "internal/game", "internal/games/...", "internal/lang",
				"internal/table", "internal/wire",
			},
			testForeign: []string{
				"github.com/chromedp/chromedp", "github.com/chromedp/cdproto", "github.com/coder/websocket",
			},
		},
		{
			path:        "internal/scripttest",
			testOwn:     []string{"internal/game", "internal/games/...", "internal/table", "internal/fair", "internal/wire", "internal/lang", "templates"},
			testForeign: []string{"github.com/evanw/esbuild"},
		},
		{path: "internal/archtest"},
	}
}

// onlyIn says which packages alone may use something, so that a change of mind
// about it stays in one place. Tests are free.
func onlyIn() map[string][]string {
	return map[string][]string{
		"database/sql":                             {"internal/store/sqlite"},
		"github.com/gorilla/websocket":             {"internal/web/ws", "internal/load"},
		"github.com/nats-io/nats-server/v2":        {"internal/cluster"},
		"github.com/nats-io/nats.go":               {"internal/store/jetstream"},
		"modernc.org/sqlite":                       {"internal/store/sqlite"},
		modulePath + "/internal/game/gametest/toy": nil,
		"net/http/pprof":                           {"internal/app"},
		"unsafe":                                   nil,
	}
}

// dependencies are the modules that the program, its build or its tests import
// directly. README.md gives the reason for each of them.
var dependencies = [...]string{
	// shipped in the server
	"github.com/a-h/templ",
	"github.com/go-chi/chi/v5",
	"github.com/go-chi/httprate",
	"github.com/gorilla/websocket",
	"github.com/nats-io/nats.go",
	"github.com/prometheus/client_golang",
	"golang.org/x/image",
	"golang.org/x/text",
	"golang.org/x/time",
	"modernc.org/sqlite",
	"rsc.io/qr",
	// build and tests
	"github.com/PuerkitoBio/goquery",
	"github.com/chromedp/cdproto",
	"github.com/chromedp/chromedp",
	"github.com/coder/websocket",
	"github.com/evanw/esbuild",
	"github.com/google/go-cmp",
	"github.com/nats-io/nats-server/v2",
	"go.uber.org/goleak",
	"pgregory.net/rapid",
}

// knowGames are the folders that may name a particular game: the game itself,
// and what shows it. Everything else treats all games alike.
var knowGames = [...]string{
	"internal/games", "internal/web", "templates", "web",
	"internal/load", // the load generator plays the one whose moves cost least
}

// seeded are packages among the rules and bots that make sources of random
// numbers, each from a seed that they are given: nobody plays with them.
var seeded = [...]string{"internal/games/nardy/bot/train"}
