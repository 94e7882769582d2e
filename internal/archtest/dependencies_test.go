package archtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDirectDependencies: what the packages import is on the list, what is on
// the list is imported, and README.md says what each is for.
func TestDirectDependencies(t *testing.T) {
	used := map[string]bool{}
	for _, p := range list(t, root(t)) {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if isStandard(imported) || under([]string{modulePath}, imported) {
				continue
			}
			i := slices.IndexFunc(dependencies[:], func(module string) bool {
				return under([]string{module}, imported)
			})
			if i < 0 {
				t.Errorf("%s imports %s, which is on no list of dependencies", p.path(), imported)
				continue
			}
			used[dependencies[i]] = true
		}
	}
	readme, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range dependencies {
		if !used[module] {
			t.Errorf("nothing imports %s: take it off the list", module)
		}
		if !strings.Contains(string(readme), module) {
			t.Errorf("README.md does not say what %s is for", module)
		}
	}
}

// TestTopLevel: the root of the project holds what one has to see, and no more.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(root(t))
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{
		"cmd", "internal", "web", "templates", "go.mod", "go.sum", "Makefile", "README.md", "LICENSE",
		// what running, building and testing leave behind; see .gitignore
		"data", "hod", "arena",
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || slices.Contains(allowed, name) || slices.Contains([]string{".out", ".prof", ".test"}, filepath.Ext(name)) {
			continue
		}
		t.Errorf("%s does not belong at the top level", name)
	}
}
