package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// EveryClauseTested fails for every numbered clause in the doc.go of a folder
// that no test of the folder is named after. A clause is a paragraph of the
// package comment that begins with its number,
//
//	// 4.2 The head gives one checker a turn.
//
// and its tests are named TestClause4_2_HeadOnce, or FuzzClause…. A test that
// names a clause which does not exist fails as well.
func EveryClauseTested(t testing.TB, folder string) {
	t.Helper()
	if err := clausesTested(folder); err != nil {
		t.Error(err)
	}
}

func clausesTested(folder string) error {
	doc, err := os.ReadFile(filepath.Join(folder, "doc.go"))
	if err != nil {
		return err
	}
	clauses := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^// ?(\d+(?:\.\d+)+)\.? `).FindAllSubmatch(doc, -1) {
		clauses[string(m[1])] = true
	}
	if len(clauses) == 0 {
		return fmt.Errorf("%s/doc.go has no numbered clauses", folder)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return err
	}
	tested := map[string]bool{}
	named := regexp.MustCompile(`(?m)^func (?:Test|Fuzz)Clause(\d+(?:_\d+)+)`)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range named.FindAllSubmatch(source, -1) {
			clause := strings.ReplaceAll(string(m[1]), "_", ".")
			if !clauses[clause] {
				return fmt.Errorf("%s has a test of clause %s, which does not exist", path, clause)
			}
			tested[clause] = true
		}
	}
	for clause := range clauses {
		if !tested[clause] {
			return fmt.Errorf("clause %s has no test in %s", clause, folder)
		}
	}
	return nil
}
