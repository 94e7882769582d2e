package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestTheTableOfFaultsNamesTestsThatExist, and every test of a fault stands in
// it.
func TestTheTableOfFaultsNamesTestsThatExist(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declared.FindAllSubmatch(source, -1) {
			there = append(there, string(found[1]))
		}
	}
	var named []string
	for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(doc), -1) {
		named = append(named, name)
		if !slices.Contains(there, name) {
			t.Errorf("doc.go names %s, which does not exist", name)
		}
	}
	if len(named) < 20 {
		t.Errorf("doc.go names %d tests", len(named))
	}
	for _, name := range there {
		if regexp.MustCompile(`^TestFault[A-Z]`).MatchString(name) && !slices.Contains(named, name) {
			t.Errorf("%s does not stand in the table of faults", name)
		}
	}
}
