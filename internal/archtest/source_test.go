package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGamesAreKnownOnlyToThemselvesAndTheirPages: everything else treats all
// games alike, so no text in its code names one.
func TestGamesAreKnownOnlyToThemselvesAndTheirPages(t *testing.T) {
	packages := list(t, root(t))
	for _, complaint := range checkNames(t, packages) {
		t.Error(complaint)
	}
}

// TestRandomSourcesArePassedIn: where math/rand/v2 is allowed in rules and
// bots, it is for the type of a source that somebody else made. The global
// functions would make a choice that nobody can repeat.
func TestRandomSourcesArePassedIn(t *testing.T) {
	packages := list(t, root(t))
	for _, complaint := range checkSources(t, packages) {
		t.Error(complaint)
	}
}

func checkNames(t *testing.T, packages []pkg) []string {
	t.Helper()
	games := gameNames(packages)
	if len(games) == 0 {
		t.Fatal("there is no game")
	}
	var complaints []string
	for _, p := range packages {
		if under(knowGames[:], p.path()) {
			continue
		}
		for where, text := range literals(t, p) {
			for _, game := range games {
				if strings.Contains(strings.ToLower(text), game) {
					complaints = append(complaints, fmt.Sprintf("%s: the text %q names the game %s", where, text, game))
				}
			}
		}
	}
	slices.Sort(complaints)
	return complaints
}

// gameNames are the folders directly under internal/games.
func gameNames(packages []pkg) []string {
	var names []string
	for _, p := range packages {
		if name, ok := strings.CutPrefix(p.path(), "internal/games/"); ok && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	return names
}

// literals returns the string literals of a package's code by place, without
// the paths of its imports.
func literals(t *testing.T, p pkg) map[string]string {
	t.Helper()
	found := map[string]string{}
	inspect(t, p, func(set *token.FileSet, file *ast.File) {
		imports := map[*ast.BasicLit]bool{}
		for _, spec := range file.Imports {
			imports[spec.Path] = true
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || imports[lit] {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil {
				found[place(p, set, lit.Pos())] = text
			}
			return true
		})
	})
	return found
}

func checkSources(t *testing.T, packages []pkg) []string {
	t.Helper()
	var complaints []string
	for _, p := range packages {
		r, ok := ruleFor(p.path())
		if !ok || r.std == nil || slices.Contains(seeded[:], p.path()) || !slices.Contains(p.Imports, "math/rand/v2") {
			continue
		}
		inspect(t, p, func(set *token.FileSet, file *ast.File) {
			name := importName(file, "math/rand/v2", "rand")
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if id, ok := sel.X.(*ast.Ident); ok && id.Name == name && id.Obj == nil && sel.Sel.Name != "Rand" {
					complaints = append(complaints, fmt.Sprintf("%s: rand.%s instead of a *rand.Rand that is passed in",
						place(p, set, sel.Pos()), sel.Sel.Name))
				}
				return true
			})
		})
	}
	return complaints
}

// importName is the name under which a file imports a path, "" if it does not.
func importName(file *ast.File, path, base string) string {
	for _, spec := range file.Imports {
		if spec.Path.Value != strconv.Quote(path) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return base
	}
	return ""
}

func inspect(t *testing.T, p pkg, visit func(*token.FileSet, *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Errorf("parse: %v", err)
			continue
		}
		visit(set, file)
	}
}

func place(p pkg, set *token.FileSet, pos token.Pos) string {
	at := set.Position(pos)
	return fmt.Sprintf("%s/%s:%d:%d", p.path(), filepath.Base(at.Filename), at.Line, at.Column)
}

// TestTheProjectSpeaksOnlyOfItself: no file names a folder of the machine on
// which it was written, nor one beside the project.
func TestTheProjectSpeaksOnlyOfItself(t *testing.T) {
	elsewhere := regexp.MustCompile(`(^|[^\w.])/(work|root|home)/[\w.]|\.\./[s]hared`)
	files := 0
	err := filepath.WalkDir(root(t), func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case ".git", "node_modules", "data", "screenshots":
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".md", ".templ", ".ts", ".css", ".json", ".yml", ".mod", ".svg", ".html", "":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.HasPrefix(string(text), "\x7fELF") {
			return nil
		}
		files++
		for i, line := range strings.Split(string(text), "\n") {
			if found := elsewhere.FindString(line); found != "" {
				t.Errorf("%s:%d speaks of %q", path, i+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("only %d files were read", files)
	}
}
