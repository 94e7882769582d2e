package web_test

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hod-games/hod/internal/store/memory"
	"github.com/hod-games/hod/internal/table"
)

// TestEveryClaimAboutSecurityHasItsTest: whatever SECURITY.md names is there.
func TestEveryClaimAboutSecurityHasItsTest(t *testing.T) {
	claims, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	there := make(map[string]bool)
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	root := filepath.Join("..", "..")
	err = filepath.WalkDir(filepath.Join(root, "internal"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(source, -1) {
			there[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(claims), -1)
	if len(named) < 60 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, name := range named {
		if !there[name[1]] {
			t.Errorf("there is no %s", name[1])
		}
	}
	// A claim without a test is none: every row of a table that has the column
	// names one.
	tests := false
	for line := range strings.Lines(string(claims)) {
		switch {
		case strings.HasPrefix(line, "| claim |"):
			tests = true
		case !strings.HasPrefix(line, "|"):
			tests = false
		case tests && !strings.HasPrefix(line, "| ---") && !strings.Contains(line, "`Test"):
			t.Errorf("no test holds %s", line)
		}
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil || !strings.Contains(string(readme), "internal/web/SECURITY.md") {
		t.Errorf("README.md does not lead to SECURITY.md: %v", err)
	}
}

// TestSecretsAreLongAndRandom: each secret of a table has 130 bits, is unlike
// any other, and is kept as a hash alone.
func TestSecretsAreLongAndRandom(t *testing.T) {
	log := memory.New()
	s := newAPI(t, log, nil)
	form := regexp.MustCompile(`^[A-Z2-7]{26}$`)
	seen := make(map[string]bool)
	for range 50 {
		made := s.open(`{"game":"bachet","mode":"link"}`)
		other := s.open(`{"game":"bachet","mode":"hotseat"}`)
		_, invitation, _ := strings.Cut(made.Join, "#")
		for _, secret := range []string{made.Seats["first"], invitation, other.Seats["first"], other.Seats["second"]} {
			if !form.MatchString(secret) || seen[secret] {
				t.Errorf("the secret %q", secret)
			}
			seen[secret] = true
		}
		if seen[made.Table] || len(made.Table) != 12 {
			t.Errorf("the table %q", made.Table)
		}
		seen[made.Table] = true
		for e, err := range log.Read(t.Context(), table.ID(made.Table), 0) {
			if text := string(e.Body) + string(e.Private); err != nil || strings.Contains(text, invitation) || strings.Contains(text, made.Seats["first"]) {
				t.Errorf("the log has a secret: %s, %v", text, err)
			}
		}
	}
}

// TestSecretsAreNotInAddresses: wherever the page of a seat mentions a secret,
// it is the script's own data, or it follows a "#"; and pages of the table that
// are made to be given away mention none.
func TestSecretsAreNotInAddresses(t *testing.T) {
	s := newAPI(t, nil, nil)
	opened := s.from("192.0.2.1", http.MethodPost, "/en/bachet", "mode=link", form)
	mine := cookies(opened)
	page, _, _ := strings.Cut(opened.Header().Get("Location"), "?")
	id := strings.TrimPrefix(page, "/en/t/")
	secrets := regexp.MustCompile(`[A-Z2-7]{26}`).FindAllString(mine, -1)
	if len(secrets) != 2 {
		t.Fatalf("the cookie is %s", mine)
	}
	html := s.from("192.0.2.1", http.MethodGet, page, "", mine).Body.String()
	for _, attribute := range regexp.MustCompile(`\s(href|src|action|content|formaction|data-[\w-]+)="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		before, _, _ := strings.Cut(attribute[2], "#")
		for _, secret := range secrets {
			if strings.Contains(before, secret) {
				t.Errorf("an address holds a secret: %s", attribute[0])
			}
		}
	}
	for _, path := range []string{
		page + "/record", page + "/game.html", page + "/game.txt", page + "/embed", page + "/board.svg", page + "/picture.png", page + "/join",
		"/api/tables/" + id, "/api/tables/" + id + "/log", "/metrics",
	} {
		w := s.from("127.0.0.1", http.MethodGet, path, "", mine)
		for _, secret := range secrets {
			if w.Code != http.StatusOK || strings.Contains(w.Body.String(), secret) {
				t.Errorf("%s: %d, it tells a secret to whoever gets it", path, w.Code)
			}
		}
	}
}

// TestNoAnswerIsForOtherOrigins: a script of another site reads nothing here.
func TestNoAnswerIsForOtherOrigins(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	for _, method := range []string{http.MethodGet, http.MethodOptions} {
		for _, path := range []string{"/", "/t/" + made.Table, "/t/" + made.Table + "/embed", "/t/" + made.Table + "/board.svg", "/api/tables/" + made.Table, "/api/lobby", "/healthz"} {
			w := s.from("192.0.2.1", method, path, "", "Origin: https://evil.example", "Access-Control-Request-Method: POST")
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s %s: %s", method, path, name)
				}
			}
		}
	}
}

// TestFiguresDoNotGrowWithWhatIsAsked: made-up addresses, methods and kinds of
// commands are one line each at the most.
func TestFiguresDoNotGrowWithWhatIsAsked(t *testing.T) {
	s := newAPI(t, nil, nil)
	made := s.open(`{"game":"bachet","mode":"hotseat"}`)
	lines := func() int {
		return strings.Count(s.from("127.0.0.1", http.MethodGet, "/metrics", "").Body.String(), "\n")
	}
	ask := func(n string) {
		s.ask(http.MethodGet, "/made-up-"+n, "")
		s.ask(http.MethodGet, "/t/madeup"+n+"aaaaaaa", "")
		s.ask("METHOD"+strings.Repeat("X", len(n)), "/", "")
		s.command(made.Table, made.Seats["first"], `{"key":"`+n+`","seen":1,"kind":"kind`+n+`"}`)
	}
	ask("a")
	before := lines()
	for _, n := range []string{"bb", "ccc", "dddd", "eeeee"} {
		ask(n)
	}
	if after := lines(); after > before+20 { // the runtime has figures of its own
		t.Errorf("there were %d lines of figures, and are %d", before, after)
	}
}
