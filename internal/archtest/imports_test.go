package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

func TestImports(t *testing.T) {
	packages := list(t, root(t))
	if len(packages) < 10 {
		t.Fatalf("only %d packages are listed", len(packages))
	}
	for _, complaint := range check(packages) {
		t.Error(complaint)
	}
}

func TestEveryRuleIsAboutSomething(t *testing.T) {
	packages := list(t, root(t))
	for _, r := range rules() {
		if !slices.ContainsFunc(packages, func(p pkg) bool { return covers(r.path, p.path()) }) {
			t.Errorf("no package is under %s: remove its rule", r.path)
		}
	}
}

// check returns a complaint for every import that no rule allows, and for
// every package without a rule.
func check(packages []pkg) []string {
	var complaints []string
	for _, p := range packages {
		r, ok := ruleFor(p.path())
		if !ok {
			complaints = append(complaints, fmt.Sprintf("%s has no rule: decide what it may import", p.path()))
			continue
		}
		for _, imported := range p.Imports {
			if !r.allows(p.path(), imported) {
				complaints = append(complaints, fmt.Sprintf("%s imports %s", p.path(), imported))
			}
			if users, ok := restricted(imported); ok && !slices.Contains(users, p.path()) {
				complaints = append(complaints, fmt.Sprintf("%s imports %s, which is only for %v", p.path(), imported, users))
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if !r.allowsInTests(p.path(), imported) {
				complaints = append(complaints, fmt.Sprintf("a test of %s imports %s", p.path(), imported))
			}
		}
	}
	slices.Sort(complaints)
	return slices.Compact(complaints)
}

// ruleFor returns the rule with the longest path that covers a package.
func ruleFor(pkg string) (rule, bool) {
	var best rule
	found := false
	for _, r := range rules() {
		if covers(r.path, pkg) && (!found || elements(r.path) > elements(best.path)) {
			best, found = r, true
		}
	}
	return best, found
}

// covers reports whether a package is the one of a pattern, or below it.
func covers(pattern, pkg string) bool {
	n := elements(pattern)
	parts := strings.Split(pkg, "/")
	if len(parts) < n {
		return false
	}
	ok, err := path.Match(pattern, strings.Join(parts[:n], "/"))
	return ok && err == nil
}

func elements(pattern string) int { return strings.Count(pattern, "/") + 1 }

func (r rule) allows(pkg, imported string) bool {
	if own, ok := strings.CutPrefix(imported, modulePath+"/"); ok {
		return r.matchesAny(r.own, pkg, own)
	}
	if isStandard(imported) {
		return r.std == nil || slices.Contains(r.std, imported)
	}
	return under(r.foreign, imported)
}

func (r rule) allowsInTests(pkg, imported string) bool {
	if r.allows(pkg, imported) || isStandard(imported) {
		return true
	}
	if own, ok := strings.CutPrefix(imported, modulePath+"/"); ok {
		return own == pkg || r.matchesAny(slices.Concat(r.testOwn, everyTest[:]), pkg, own)
	}
	return under(slices.Concat(r.testForeign, everyTestForeign[:]), imported)
}

// matchesAny reports whether a package of this module is named by patterns,
// in which @ stands for what the * of the rule is in the importing package.
func (r rule) matchesAny(patterns []string, pkg, own string) bool {
	for _, pattern := range patterns {
		pattern = strings.Replace(pattern, "@", r.star(pkg), 1)
		if below, ok := strings.CutSuffix(pattern, "/..."); ok {
			if covers(below, own) {
				return true
			}
			continue
		}
		if ok, err := path.Match(pattern, own); ok && err == nil {
			return true
		}
	}
	return false
}

// star is the element of pkg at the * of the rule's path.
func (r rule) star(pkg string) string {
	parts := strings.Split(pkg, "/")
	for i, element := range strings.Split(r.path, "/") {
		if element == "*" {
			return parts[i]
		}
	}
	return "@"
}

// isStandard reports whether an import path is of the standard library: only
// those have no dot in their first element.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

func under(prefixes []string, imported string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		return imported == prefix || strings.HasPrefix(imported, prefix+"/")
	})
}

func restricted(imported string) (users []string, ok bool) {
	for what, users := range onlyIn() {
		if imported == what || strings.HasPrefix(imported, what+"/") {
			return users, true
		}
	}
	return nil, false
}
